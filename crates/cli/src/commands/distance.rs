//! `sgr distance`: two graphs compared.

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sgr::graph::Graph;
use sgr::input;
use sgr::representation::distance::{euclidean, spectral_bound};
use sgr::representation::{Distance, Model, SolvedGraph};
use sgr::spectrum::{Spectrum, SpectrumSettings, SpectrumSolver};
use sgr::text::{shown, shown_path};

use crate::args::DistanceArgs;
use crate::plan::{Files, Inputs, file_and_id};
use crate::report::{Done, say, say_json, tell_error};

pub(crate) fn run(mut args: DistanceArgs) -> anyhow::Result<Done> {
    let [a, b] = [&args.a, &args.b].map(|name| {
        let mut inputs = Inputs::of(vec![file_and_id(name).0.into()], &args.read, &args.work.memory)?;
        args.vectors.keep_seen(&mut inputs.options);
        Files::reading(&inputs.paths).check()?;
        anyhow::Ok(inputs)
    });
    let inputs = [a?, b?];
    args.vectors.see_molecules(&inputs)?;
    let graphs = [one_graph(&args.a, &inputs[0])?, one_graph(&args.b, &inputs[1])?];
    let mut settings: SpectrumSettings = args.work.settings().spectrum;
    args.large.apply(&mut settings);
    let mut spectra = Vec::new();
    SpectrumSolver::new(settings).solve(&graphs, &mut spectra);
    let named = spectra.into_iter().zip([&args.a, &args.b]);
    let spectra: Vec<Spectrum> =
        named.map(|(spectrum, name)| spectrum.context(name.clone())).collect::<Result<_, _>>()?;
    for (name, spectrum) in [&args.a, &args.b].into_iter().zip(&spectra) {
        tell_error(name, spectrum.origin(), spectrum.error(), args.large.max_error);
    }
    let mut representation = args.vectors.representation()?;
    let mut vectors = [Vec::new(), Vec::new()];
    for ((graph, spectrum), vector) in graphs.iter().zip(&spectra).zip(&mut vectors) {
        representation.append(&[SolvedGraph { graph, spectrum }], vector);
    }
    let preparation = args.vectors.preparation(args.distance, vectors[0].len())?;
    let found = Found {
        euclidean: euclidean(&vectors[0], &vectors[1]),
        distance: preparation.distance(),
        value: preparation.between(&vectors[0], &vectors[1])?,
        model: args.vectors.model_of_plain_vectors()?,
    };
    let bound = spectral_bound(&spectra[0], &spectra[1]);
    if args.json {
        let errors = [spectra[0].error(), spectra[1].error()];
        say_json(&json!({
            "euclidean": found.euclidean,
            "bound": bound.value,
            "time": bound.time,
            "bound_error": bound.error,
            "spectrum_errors": errors,
            "distance": { "name": found.distance.name(), "value": found.value },
            "closer_than": found.closer_than().map(|closer| closer.json()),
        }))?;
    } else {
        let name = representation.name();
        let width = found.distance.name().len().max(Distance::Euclidean.name().len());
        let line = |what: &str, value: f64, detail: String| say(format_args!("{what:<width$}  {value:.9}  ({detail})"));
        line(Distance::Euclidean.name(), found.euclidean, format!("of the {name} vectors"))?;
        if found.distance != Distance::Euclidean {
            line(found.distance.name(), found.value, format!("of the {name} vectors"))?;
        }
        line("bound", bound.value, format!("heat traces farthest apart at t = {:.4}", bound.time))?;
        if let Some(closer) = found.closer_than() {
            closer.tell(found.distance, &args.vectors.model.shown())?;
        }
    }
    Ok(Done::default())
}

/// How far apart the vectors are.
struct Found {
    euclidean: f64,
    distance: Distance,
    value: f64,
    /// The model of the vectors, if its statistics apply to them.
    model: Option<Model>,
}

/// The percentages of pairs of training graphs that are farther apart: of any two, and of two of each family.
struct CloserThan<'a> {
    pairs: u64,
    shares: Vec<(Option<&'a str>, f64)>,
}

impl Found {
    /// How large the distance is; `None` without statistics.
    fn closer_than(&self) -> Option<CloserThan<'_>> {
        let pairs = self.model.as_ref()?.statistics()?.pairs();
        let percent = |family| Some(100.0 * pairs.share_beyond(self.distance, family, self.value)?);
        let mut shares = vec![(None, percent(None)?)];
        for (number, family) in pairs.families().iter().enumerate() {
            shares.push((Some(family.as_str()), percent(Some(number))?));
        }
        Some(CloserThan { pairs: pairs.count, shares })
    }
}

impl CloserThan<'_> {
    fn tell(&self, distance: Distance, model: &str) -> std::io::Result<()> {
        let pairs = self.pairs;
        say(format_args!(
            "By the distance {distance} closer than this share of {pairs} random pairs of graphs that trained the model {model}:"
        ))?;
        for (family, percent) in &self.shares {
            say(format_args!("{percent:>7.1} %  {}", family.unwrap_or("any two graphs")))?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let families = self.shares.iter().filter_map(|(family, percent)| Some(((*family)?.to_owned(), json!(percent))));
        let any = self.shares.iter().find(|(family, _)| family.is_none()).map(|(_, percent)| percent);
        json!({ "pairs": self.pairs, "any": any, "families": Value::Object(families.collect()) })
    }
}

/// The graph that an argument names: the only one of a file, or `FILE#ID`.
fn one_graph(argument: &str, inputs: &Inputs) -> anyhow::Result<Graph> {
    let (path, id) = file_and_id(argument);
    let mut graphs = inputs.open(&path)?;
    match id {
        Some(id) => {
            for record in graphs {
                let record = match record {
                    Err(error) if error.scope == input::Scope::Graph && error.graph.as_deref() != Some(id) => continue,
                    record => record?,
                };
                if record.id == id {
                    return Ok(record.graph);
                }
            }
            bail!("{}: no graph has the id \"{}\"", shown_path(&path), shown(id))
        }
        None => {
            let Some(first) = graphs.next() else { bail!("{}: found no graphs, wanted one", shown_path(&path)) };
            if let Some(second) = graphs.next() {
                second?;
                let name = shown_path(&path);
                bail!("{name}: found several graphs, wanted one; name it by its id: {name}#ID");
            }
            Ok(first?.graph)
        }
    }
}
