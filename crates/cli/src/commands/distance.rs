//! `sgr distance`: two graphs compared.

use anyhow::{Context, bail};
use serde_json::json;
use sgr::graph::Graph;
use sgr::input;
use sgr::representation::SolvedGraph;
use sgr::representation::distance::{euclidean, spectral_bound};
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
    let distance = euclidean(&vectors[0], &vectors[1]);
    let bound = spectral_bound(&spectra[0], &spectra[1]);
    if args.json {
        let errors = [spectra[0].error(), spectra[1].error()];
        say_json(&json!({
            "euclidean": distance,
            "bound": bound.value,
            "time": bound.time,
            "bound_error": bound.error,
            "spectrum_errors": errors,
        }))?;
    } else {
        let name = representation.name();
        say(format_args!("euclidean  {distance:.9}  (of the {name} vectors)"))?;
        say(format_args!("bound      {:.9}  (heat traces farthest apart at t = {:.4})", bound.value, bound.time))?;
    }
    Ok(Done::default())
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
