//! `sgr cluster`: graphs sorted into clusters.

use anyhow::bail;
use serde_json::json;
use sgr::evaluation::ClusterScore;
use sgr::evaluation::clustering::{Clustering, KMeansSettings};
use sgr::experiment::{self, Describer};
use sgr::graph::GraphCollection;
use sgr::output::{AtomicFile, assignments_csv};

use crate::args::ClusterArgs;
use crate::plan::Inputs;
use crate::report::{Done, complain, print, say_json};
use crate::{collection, progress};

pub(crate) fn run(args: ClusterArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.files(&inputs.paths).check()?;
    // Before the work: a folder that is missing should not cost an hour.
    args.output.as_deref().map(AtomicFile::create).transpose()?;
    inputs.options.node_labels = args.labels;
    inputs.options.molecules.labels = args.labels;
    let (collection, done) = collection::read(inputs, args.work.threads.quiet)?;
    // Graphs without classes, or of one class, can be clustered too.
    let labels = experiment::class_labels(collection.records()).ok();
    let clusters = match (args.k, &labels) {
        (Some(clusters), _) => clusters as usize,
        (None, Some(labels)) => labels.names().len(),
        (None, None) => bail!("found graphs without class labels, wanted the number of clusters: --k K"),
    };
    let model = args.model.open()?;
    let describer = Describer { node_labels: args.labels, model: Some(&model), ..Describer::new(args.method) };
    let bar = progress::fraction(args.method.name().to_owned(), args.work.threads.quiet);
    let settings = args.work.settings();
    let mut k_means = KMeansSettings::new(clusters);
    k_means.seed = args.seed;
    let clustering = experiment::cluster(collection.records(), &describer, &k_means, &settings, &bar);
    bar.finish();
    let clustering = clustering?;
    let score = labels.map(|labels| experiment::agreement(&clustering, &labels));
    report(&args, &collection, &clustering, score.as_ref())?;
    Ok(done)
}

fn report(
    args: &ClusterArgs,
    collection: &GraphCollection,
    clustering: &Clustering,
    score: Option<&ClusterScore>,
) -> anyhow::Result<()> {
    let clusters = clustering.assignments.iter().copied();
    let lines = assignments_csv(collection.records().iter().map(|record| record.id.as_str()).zip(clusters));
    match &args.output {
        Some(path) => AtomicFile::write(path, &lines)?,
        None => print(&lines)?,
    }
    let sizes = sizes(clustering);
    if args.json {
        say_json(&json!({
            "clusters": clustering.clusters,
            "sizes": sizes,
            "method": args.method.name(),
            "converged": clustering.converged,
            "agreement": score,
        }))?;
        return Ok(());
    }
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    complain(format_args!("{} clusters of {} graphs", clustering.clusters, sizes.join(", ")));
    if let Some(score) = score {
        let (rand, information) = (score.adjusted_rand_index, score.normalized_mutual_information);
        complain(format_args!(
            "against the classes: adjusted Rand index {rand:.3}, normalised mutual information {information:.3}"
        ));
    }
    Ok(())
}

fn sizes(clustering: &Clustering) -> Vec<usize> {
    let mut sizes = vec![0; clustering.clusters];
    clustering.assignments.iter().for_each(|&cluster| sizes[cluster as usize] += 1);
    sizes
}
