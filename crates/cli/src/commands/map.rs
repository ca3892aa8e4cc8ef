//! `sgr map`: a collection as one page, or as a table for other explorers.

use anyhow::Context;
use serde_json::json;
use sgr::map::{GraphMap, MapFormat, MapSettings, coordinates_of};
use sgr::output::AtomicFile;
use sgr::text::shown_path;

use crate::args::MapArgs;
use crate::plan::Inputs;
use crate::report::{Done, say_json};
use crate::{collection, progress};

pub(crate) fn run(mut args: MapArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(&args.input, &args.read, &args.work.memory)?;
    args.vectors.keep_seen(&mut inputs.options);
    args.vectors.see_molecules([&inputs])?;
    // Labels colour the drawings, whether the vectors see them or not.
    inputs.options.node_labels = true;
    inputs.options.molecules.labels = true;
    let molecules = inputs.paths.iter().any(|path| inputs.holds_molecules(path));
    args.files(&inputs.paths).check()?;
    // Before the work: a folder that is missing should not cost an hour.
    MapFormat::from_path(&args.output)?;
    AtomicFile::create(&args.output)?;
    let representation = args.vectors.representation()?;
    let table = args
        .coordinates
        .as_deref()
        .map(|path| std::fs::read_to_string(path).with_context(|| format!("{}: cannot read it", shown_path(path))));
    let (table, title) = (table.transpose()?, args.title.clone().unwrap_or_else(|| inputs.title()));
    let preparation = args.vectors.preparation(args.distance, representation.columns().len())?;
    let (collection, done) = collection::read(inputs, args.work.threads.quiet)?;
    let mut settings = args.settings(title).with_preparation(preparation).with_molecules(molecules);
    if let Some(table) = table {
        settings = settings.with_coordinates(coordinates_of(&table, collection.records())?);
    }
    let mut work = args.work.settings();
    args.large.apply(&mut work.spectrum);
    let bar = progress::fraction("map".to_owned(), args.work.threads.quiet);
    let map = GraphMap::of(collection.records(), representation.as_ref(), &settings, &work, &bar);
    bar.finish();
    let map = map?;
    map.save(&args.output)?;
    if args.json {
        report(&args, &map)?;
    }
    Ok(done)
}

impl MapArgs {
    fn settings(&self, title: String) -> MapSettings {
        let settings = MapSettings::new(title)
            .with_projection(self.projection)
            .with_neighbours(self.neighbours.into())
            .with_seed(self.seed);
        let settings = self.clusters.into_iter().fold(settings, |settings, k| settings.with_clusters(k as usize));
        self.perplexity.into_iter().fold(settings, |settings, perplexity| settings.with_perplexity(perplexity.into()))
    }
}

fn report(args: &MapArgs, map: &GraphMap) -> std::io::Result<()> {
    let copies: usize = map.duplicates().iter().map(|group| group.members.len() - 1).sum();
    say_json(&json!({
        "output": args.output.display().to_string(),
        "graphs": map.len(),
        "layouts": map.layouts().collect::<Vec<_>>(),
        "duplicates": copies,
        "bytes": std::fs::metadata(&args.output)?.len(),
    }))
}
