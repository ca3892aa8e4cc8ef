//! The space that features of a level are projected to.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::{Mat, Par};

use super::similarity::{LANES, Summaries, Summary};
use crate::baselines::BaselineError;

/// Eigenvalues that count as zero: the authors' and GraKeL's limit.
const POSITIVE: f64 = 1e-6;

/// The space that the neighbourhoods of the sampled nodes span, with at most P orthonormal axes.
///
/// # Formula
/// ```text
/// K = Σ_k λ_k w_k w_kᵀ        K: the kernel of all pairs of samples
/// φ_k(x) = Σ_m κ(x, x_m) w_mk / √λ_k
/// ```
/// Kondor & Pan 2016, §4: the features φ(x) of a neighbourhood x, such that `φ(x) · φ(y)` is κ(x, y) as far as the samples
/// can express it.
#[derive(Debug)]
pub(super) struct JointBasis {
    samples: Summaries,
    dimensions: usize,
    /// w_mk / √λ_k, a row for each sample.
    axes: Vec<f64>,
}

impl JointBasis {
    /// The axes of the largest eigenvalues, at most `most`.
    pub(super) fn new(summaries: &[Summary], dimensions: usize, most: usize) -> Result<Self, BaselineError> {
        let samples = Summaries::new(summaries, dimensions);
        let count = samples.len();
        let mut kernel = Mat::zeros(count, count);
        let (mut work, mut row) = (Vec::new(), vec![0.0; count]);
        for (at, summary) in summaries.iter().enumerate() {
            samples.compare(summary, &mut work, &mut row);
            row.iter().enumerate().for_each(|(other, &value)| kernel[(at, other)] = value);
        }
        let (values, vectors) = decompose(&kernel)?;
        let dimensions = kept(&values, most);
        let mut axes = Vec::with_capacity(count * dimensions);
        for sample in 0..count {
            // faer's eigenvalues ascend.
            let largest = (count - dimensions..count).rev();
            axes.extend(largest.map(|k| vectors[(sample, k)] / values[k].sqrt()));
        }
        Ok(Self { samples, dimensions, axes })
    }

    /// Number of axes.
    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Adds the features of a neighbourhood to `out`, which starts as zeros.
    pub(super) fn project(&self, summary: &Summary, work: &mut ProjectionWork, out: &mut [f64]) {
        work.row.resize(self.samples.len(), 0.0);
        self.samples.compare(summary, &mut work.lanes, &mut work.row);
        for (&value, axes) in work.row.iter().zip(self.axes.chunks_exact(self.dimensions.max(1))) {
            out.iter_mut().zip(axes).for_each(|(out, axis)| *out += value * axis);
        }
    }
}

/// Buffers of [`JointBasis::project`].
#[derive(Debug, Default)]
pub(super) struct ProjectionWork {
    lanes: Vec<[f64; LANES]>,
    row: Vec<f64>,
}

/// How many of the largest of the ascending `values` make the basis.
///
/// Axes of equal eigenvalues are arbitrary in the space that they span, so either all of them are in the basis or none;
/// unless there would be no basis at all.
fn kept(values: &[f64], most: usize) -> usize {
    let positive = values.iter().filter(|&&value| value > POSITIVE).count();
    if positive <= most {
        return positive;
    }
    let largest = |place: usize| values[values.len() - 1 - place];
    // What rounding can do to an eigenvalue.
    let equal = values.len() as f64 * f64::EPSILON * largest(0);
    (1..=most).rev().find(|&count| largest(count - 1) - largest(count) > equal).unwrap_or(most)
}

fn decompose(kernel: &Mat<f64>) -> Result<(Vec<f64>, Mat<f64>), BaselineError> {
    let count = kernel.nrows();
    if count == 0 {
        // faer needs at least one row.
        return Ok((Vec::new(), Mat::zeros(0, 0)));
    }
    let (mut values, mut vectors) = (Diag::zeros(count), Mat::zeros(count, count));
    // On one thread: the same bytes on any number.
    let scratch = self_adjoint_evd_scratch::<f64>(count, ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut buffer = MemBuffer::new(scratch);
    let stack = MemStack::new(&mut buffer);
    self_adjoint_evd(kernel.as_ref(), values.as_mut(), Some(vectors.as_mut()), Par::Seq, stack, Default::default())
        .map_err(|_| BaselineError::NoConvergence { what: "joint basis", rows: count })?;
    Ok((values.column_vector().iter().copied().collect(), vectors))
}
