//! `sgr cluster`: graphs sorted into clusters, and what each cluster is.

use anyhow::bail;
use sgr::clusters::{ClusterMethod, ClusterReport, ClusterSettings};
use sgr::experiment::{self, Describer, Method};
use sgr::map::{GivenClusters, GraphMap, MapFormat, MapSettings};
use sgr::output::{AtomicFile, assignments_csv};

use crate::args::ClusterArgs;
use crate::plan::Inputs;
use crate::report::{Done, complain, print, say, say_json};
use crate::{collection, progress};

pub(crate) fn run(args: ClusterArgs) -> anyhow::Result<Done> {
    if args.method == ClusterMethod::Hdbscan && args.k.is_some() {
        bail!("found --k for hdbscan, wanted none: it finds the number of clusters (--min-cluster-size N)");
    }
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.files(&inputs.paths).check()?;
    // Before the work: a folder that is missing should not cost an hour.
    args.map.as_deref().map(MapFormat::from_path).transpose()?;
    for path in [&args.output, &args.map].into_iter().flatten() {
        AtomicFile::create(path)?;
    }
    // Labels colour the drawings of a map, whether the vectors see them or not.
    let needs_labels = args.labels || args.map.is_some();
    inputs.options.node_labels = needs_labels;
    inputs.options.molecules.labels = needs_labels;
    let molecules = inputs.paths.iter().any(|path| inputs.holds_molecules(path));
    let settings = MapSettings::new(inputs.title()).with_molecules(molecules).with_seed(args.seed);
    let (collection, done) = collection::read(inputs, args.work.threads.quiet)?;
    let model = args.model.open()?;
    let describer = Describer { node_labels: args.labels, model: Some(&model), ..Describer::new(args.by) };
    let bar = progress::fraction(args.by.name().to_owned(), args.work.threads.quiet);
    let found =
        ClusterReport::with_described(collection.records(), &describer, &args.settings(), &args.work.settings(), &bar);
    bar.finish();
    let (mut found, described) = found?;
    // Graphs without classes, or of one class, can be clustered too.
    if let Ok(labels) = experiment::class_labels(collection.records()) {
        found = found.compared_with(&labels);
    }
    if let Some(path) = &args.map {
        // The map of another representation shows its vectors; that of a kernel those of sgr.
        let representation = if args.by == Method::Sgr { None } else { describer.representation()? };
        let settings = settings.with_given_clusters(args.given_clusters(&found));
        let (records, work) = (collection.records(), args.work.settings());
        let bar = progress::fraction("map".to_owned(), args.work.threads.quiet);
        let map = match representation {
            None => GraphMap::of_described(records, described, &settings, &work, &bar),
            Some(representation) => GraphMap::of(records, representation.as_ref(), &settings, &work, &bar),
        };
        bar.finish();
        map?.save(path)?;
    }
    report(&args, &found)?;
    Ok(done)
}

impl ClusterArgs {
    fn settings(&self) -> ClusterSettings {
        ClusterSettings::default()
            .with_method(self.method)
            .with_clusters(self.k.map(|k| k as usize))
            .with_criterion(self.criterion)
            .with_most(self.max_k.into())
            .with_min_cluster_size(self.min_cluster_size.map(|size| size as usize))
            .with_seed(self.seed)
    }

    /// The clusters as a map shows them: points have their colours.
    fn given_clusters(&self, found: &ClusterReport) -> GivenClusters {
        GivenClusters {
            words: format!("{} by {}", self.method, self.by),
            names: (0..found.clusters.clusters).map(|cluster| format!("cluster {cluster}")).collect(),
            assignments: found.clusters.assignments.clone(),
        }
    }
}

/// Ids and clusters to the file or to stdout; the text or the JSON to stdout, or to stderr if that is taken.
fn report(args: &ClusterArgs, found: &ClusterReport) -> anyhow::Result<()> {
    let clusters = found.clusters.assignments.iter().copied();
    let lines = assignments_csv(found.ids.iter().map(String::as_str).zip(clusters));
    let Some(path) = &args.output else {
        print(&lines)?;
        found.to_string().lines().filter(|line| !line.is_empty()).for_each(|line| complain(format_args!("{line}")));
        return Ok(());
    };
    AtomicFile::write(path, &lines)?;
    if args.json {
        say_json(&found.to_json())?;
    } else {
        say(found)?;
    }
    Ok(())
}
