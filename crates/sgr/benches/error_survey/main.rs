//! Stated against true errors of approximate spectra, and predicted against spent time, over many kinds of graphs.
//!
//! `cargo bench -p sgr-graphs --features lab --bench error_survey -- [--sizes 1000,3000] [--methods density,auto]
//! [--errors 1e-2,1e-3,1e-4] [--kinds hypercube,grid] [--seed 0]`
//!
//! The truth is a formula, the exact solver, or, beyond its reach, inertia counts with a bound of 1e-6. A row is printed
//! for each run, and a summary for each method and error at the end.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

mod clock;
mod kinds;
mod products;
mod summary;

use std::time::Duration;

use clock::timed;
use kinds::{Subject, subjects};
use sgr::resampling::{KnotRule, Resampler, SAMPLES};
use sgr::spectrum::{Approach, Origin, Spectrum, SpectrumSettings, SpectrumSolver};
use summary::{Run, print_summary};

/// Largest graph whose true spectrum the exact solver gives: half a minute.
const EXACT_NODES: usize = 10_000;

/// Longest time of counts, which dense graphs are not made for: the bounds hold at any moment.
const MOST_TIME: Duration = Duration::from_secs(10);

fn main() {
    let asked = Asked::from_arguments();
    println!("{}", Run::HEADER);
    let mut runs = Vec::new();
    for &size in &asked.sizes {
        for subject in subjects(size, asked.seed) {
            if !asked.kinds.is_empty() && !asked.kinds.contains(&subject.name) {
                continue;
            }
            survey(&subject, &asked, &mut runs);
        }
    }
    print_summary(&runs);
}

/// The arguments of the command line.
struct Asked {
    sizes: Vec<u32>,
    approaches: Vec<Approach>,
    errors: Vec<f64>,
    kinds: Vec<String>,
    seed: u64,
}

impl Asked {
    fn from_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().collect();
        let list = |name: &str, default: &str| -> Vec<String> {
            let given = arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
            let list = given.map_or(default, String::as_str);
            list.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect()
        };
        let number = |text: &String| text.parse::<f64>().unwrap_or_else(|_| panic!("found {text}, wanted a number"));
        Self {
            sizes: list("--sizes", "1000,3000").iter().map(|text| number(text) as u32).collect(),
            approaches: list("--methods", "density,auto,slicing,single")
                .iter()
                .map(|name| name.parse().unwrap_or_else(|error| panic!("{error}")))
                .collect(),
            errors: list("--errors", "1e-2,1e-3,1e-4").iter().map(number).collect(),
            kinds: list("--kinds", ""),
            seed: list("--seed", "0").first().map_or(0, |text| number(text) as u64),
        }
    }
}

/// Runs all methods on one graph.
fn survey(subject: &Subject, asked: &Asked, runs: &mut Vec<Run>) {
    let mut resampler = Resampler::new(SAMPLES, KnotRule::default());
    let Some(truth) = true_samples(subject, &mut resampler) else { return };
    for &approach in &asked.approaches {
        for &max_error in &asked.errors {
            let mut settings =
                SpectrumSettings::new().approach(approach).max_error(max_error).explain(true).seed(asked.seed);
            if approach == Approach::Only(Origin::Slicing) {
                settings = settings.time_limit(MOST_TIME);
            }
            let ((solver, spectra), spent_seconds) = timed(|| {
                let (mut solver, mut spectra) = (SpectrumSolver::new(settings.clone()), Vec::new());
                solver.solve(&[&subject.graph], &mut spectra);
                (solver, spectra)
            });
            let Ok(spectrum) = &spectra[0] else { continue };
            let samples = spectrum.samples(&mut resampler);
            let error = samples.iter().zip(&truth.samples).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            let plan = solver.explanations().first().and_then(|explanation| explanation.large.clone());
            let run = Run {
                kind: subject.name.clone(),
                nodes: subject.graph.node_count(),
                method: approach,
                origin: spectrum.origin(),
                max_error,
                stated: spectrum.error(),
                // The error of the truth is not the method's.
                found: (error - truth.error).max(0.0),
                predicted_seconds: plan.map(|plan| plan.considered[0].1),
                spent_seconds,
            };
            println!("{run}");
            runs.push(run);
        }
    }
}

/// Samples of a spectrum, with their own error.
struct Truth {
    samples: Vec<f64>,
    error: f64,
}

fn true_samples(subject: &Subject, resampler: &mut Resampler) -> Option<Truth> {
    if let Some(eigenvalues) = &subject.eigenvalues {
        // Formulas are exact to a few units in the last place; a sample at 0 multiplies that by 21.
        return Some(Truth { samples: resampler.resample(eigenvalues).samples().to_vec(), error: 1e-13 });
    }
    let origin = if subject.graph.node_count() <= EXACT_NODES { Origin::Exact } else { Origin::Slicing };
    let settings = SpectrumSettings::new().approach(origin).max_error(1e-6).threads(2);
    let mut spectra: Vec<Result<Spectrum, _>> = Vec::new();
    SpectrumSolver::new(settings).solve(&[&subject.graph], &mut spectra);
    let spectrum = spectra.pop()?.ok()?;
    Some(Truth { samples: spectrum.samples(resampler).to_vec(), error: spectrum.error() })
}
