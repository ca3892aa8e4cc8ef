//! Distances of all pairs as whole numbers.

use pulp::Arch;
use rayon::prelude::*;

use super::ChangeError;
use super::column_ranks::column_ranks;
use crate::evaluation::squared_distance;

/// Euclidean distances of the [`column_ranks`] of all pairs, in units of less than 2⁻³¹ of the largest.
///
/// Sums of whole numbers do not depend on the order of their terms. So equal divisions have equal gains, which a permutation test
/// needs, and so do runs on any number of threads. The test is valid for any numbers that it compares; rounding to a unit makes
/// it no less so.
#[derive(Debug)]
pub(super) struct Dissimilarities {
    pub(super) size: usize,
    values: Vec<u32>,
}

impl Dissimilarities {
    /// Whether those of so many vectors may be kept.
    ///
    /// # Errors
    /// [`ChangeError::TooMuchMemory`].
    pub(super) fn check_memory(size: usize, max_memory: u64) -> Result<(), ChangeError> {
        let bytes = (size_of::<u32>() as u64).saturating_mul(size as u64).saturating_mul(size as u64);
        match bytes <= max_memory {
            true => Ok(()),
            false => Err(ChangeError::TooMuchMemory { snapshots: size, bytes, limit: max_memory }),
        }
    }

    /// Of some vectors.
    ///
    /// # Complexity
    /// O(n² · width) time, O(n · (n + width)) space.
    pub(super) fn of(vectors: &[&[f32]]) -> Self {
        let ranks = column_ranks(vectors);
        let (size, arch, ranks) = (vectors.len(), Arch::new(), ranks.as_slice());
        let row = |at: usize| ranks.iter().map(move |other| squared_distance(arch, &ranks[at], other).sqrt());
        let largest = (0..size).into_par_iter().map(|at| row(at).fold(0.0, f64::max)).reduce(|| 0.0, f64::max);
        // A power of two: whole numbers stay whole, and their sums tie where they should.
        let units = if largest > 0.0 { (f64::from(u32::MAX) / largest).log2().floor().exp2() } else { 0.0 };
        let in_units = |distance: f64| (distance * units).round() as u32;
        // Distances are computed twice: to keep them in double precision would take twice their memory besides.
        let values = (0..size).into_par_iter().flat_map_iter(|at| row(at).map(in_units)).collect();
        Self { size, values }
    }

    /// The distances of one vector to all.
    pub(super) fn row(&self, at: usize) -> &[u32] {
        &self.values[at * self.size..][..self.size]
    }
}
