//! Vectors of graphs together with samples of their spectra and heat traces, from one solution of each spectrum.

use std::convert::Infallible;

use crate::experiment::DescribeError;
use sgr_core::embed::{Skipped, StreamSettings, embed_stream};
use sgr_core::graph::{Graph, GraphRecord};
use sgr_core::progress::Progress;
use sgr_core::representation::{HeatTrace, Normalization, Representation, SolvedGraph, SpectrumVector, Times};
use sgr_core::resampling::{KnotRule, SampleGrid};

/// Samples of a curve: a picture of 300 pixels has one every nine.
pub(crate) const SAMPLES: usize = 33;

/// A vector, samples of the spectrum, and samples of the heat trace divided by the number of nodes, in one row.
struct Joined {
    vector: Box<dyn Representation>,
    spectrum: SpectrumVector,
    heat: HeatTrace,
    /// Rows of the three parts.
    rows: [Vec<f32>; 3],
}

impl Joined {
    fn new(vector: Box<dyn Representation>) -> Self {
        let Ok(times) = Times::new(times()) else { unreachable!("powers of ten are finite and positive") };
        // Both ends of the spectrum at their own places: a curve over the whole width.
        let spectrum = SpectrumVector::new(SAMPLES, KnotRule::Stretched);
        Self { vector, spectrum, heat: HeatTrace::new(times, Normalization::Empty), rows: Default::default() }
    }
}

/// From 0.01 to 100 in equal steps of the logarithm.
pub(crate) fn times() -> Vec<f64> {
    (0..SAMPLES).map(|at| 10f64.powf(-2.0 + 4.0 * at as f64 / (SAMPLES - 1) as f64)).collect()
}

impl Representation for Joined {
    fn name(&self) -> &'static str {
        "map"
    }

    fn columns(&self) -> Vec<String> {
        [self.vector.columns(), self.spectrum.columns(), self.heat.columns()].concat()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        self.rows.iter_mut().for_each(Vec::clear);
        let [vectors, spectra, traces] = &mut self.rows;
        self.vector.append(graphs, vectors);
        self.spectrum.append(graphs, spectra);
        self.heat.append(graphs, traces);
        let width = vectors.len() / graphs.len().max(1);
        for at in 0..graphs.len() {
            rows.extend(&vectors[at * width..][..width]);
            rows.extend(&spectra[at * SAMPLES..][..SAMPLES]);
            rows.extend(&traces[at * SAMPLES..][..SAMPLES]);
        }
    }

    fn grid(&self) -> SampleGrid {
        self.vector.grid()
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(Self::new(self.vector.clone_boxed()))
    }
}

/// What is known of graphs from their spectra: vectors, curves and errors. [`ClusterReport`](crate::clusters::ClusterReport)
/// hands it to a [`GraphMap`](crate::map::GraphMap), so that no spectrum is solved twice.
#[derive(Debug, Clone, Default)]
pub struct Described {
    /// The name of the representation.
    pub(crate) name: &'static str,
    pub(crate) width: usize,
    /// Vectors, row after row.
    pub(crate) vectors: Vec<f32>,
    /// Samples of the spectra from 0 to 2, as bytes from 0 to 255.
    pub(crate) spectra: Vec<u8>,
    /// Heat traces divided by the number of nodes, from 0 to 1, as bytes from 0 to 255.
    pub(crate) traces: Vec<u8>,
    /// Errors of the spectra.
    pub(crate) errors: Vec<f32>,
}

impl Described {
    pub(crate) fn of(
        records: &[GraphRecord],
        representation: &dyn Representation,
        settings: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<Self, DescribeError> {
        let joined = Joined::new(representation.clone_boxed());
        let width = representation.columns().len();
        let mut described = Self { name: representation.name(), width, ..Self::default() };
        let graphs = records.iter().map(|record| Ok::<&Graph, Infallible>(&record.graph));
        embed_stream(graphs, &joined, settings, |outcome| match outcome {
            Ok((_, embedding)) => {
                let (vector, curves) = embedding.vector.split_at(width);
                let (spectrum, trace) = curves.split_at(SAMPLES);
                described.vectors.extend(vector);
                described.spectra.extend(spectrum.iter().map(|value| byte(value / 2.0)));
                described.traces.extend(trace.iter().map(|&value| byte(value)));
                described.errors.push(embedding.error as f32);
                progress.report(described.errors.len() as f64 / records.len() as f64);
                Ok(())
            }
            Err(Skipped::Spectrum { error, .. }) => {
                Err(DescribeError::Spectrum { id: records[described.errors.len()].id.clone(), error })
            }
            Err(Skipped::Source(never)) => match never {},
        })?;
        Ok(described)
    }
}

fn byte(value: f32) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use sgr_core::representation::{RepresentationName, RepresentationSettings};

    /// The vector is that of the representation alone, to the byte; the curves are those of closed forms.
    #[test]
    fn one_solution_gives_the_vector_and_both_curves() {
        let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]).unwrap();
        let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]).unwrap();
        let record = |graph: &Graph| GraphRecord {
            id: "a".into(),
            label: None,
            graph: graph.clone(),
            dropped: Default::default(),
        };
        let representation = RepresentationSettings::new(RepresentationName::Sgr).build();
        let records = [record(&star), record(&triangle)];
        let described = Described::of(&records, representation.as_ref(), &StreamSettings::default(), &()).unwrap();
        let alone = sgr_core::embed(&[star, triangle]).unwrap();
        assert_eq!(described.vectors, alone.as_slice());
        // Eigenvalues 0, 1, 1, 2 and 0, 1.5, 1.5.
        assert_eq!((described.spectra[0], described.spectra[SAMPLES - 1], described.spectra[16]), (0, 255, 128));
        let trace = |time: f64| ((1.0 + 2.0 * (-1.5 * time).exp()) / 3.0 * 255.0).round() as u8;
        let of_triangle: Vec<u8> = times().into_iter().map(trace).collect();
        assert_eq!(described.traces[SAMPLES..], of_triangle);
    }
}
