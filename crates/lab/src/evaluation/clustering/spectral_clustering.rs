//! Clusters from a Gram matrix.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use rayon::prelude::*;

use super::k_means::cluster;
use super::points::Points;
use super::{Clustering, ClusteringError, KMeansSettings, check_clusters};
use crate::gram::GramMatrix;
use sgr_core::numerics::{Leading, LeadingSettings, leading_eigenvectors};

/// Matrices up to this size are decomposed whole: faster than the iteration.
const DENSE: usize = 400;

/// Residuals up to this end the iteration: eigenvectors are then good to about 1e-8 over the gap, clusters to much less.
const TOLERANCE: f64 = 1e-8;

/// Rows of the matrix multiplied by one thread at a time; fixed, so that threads do not change a sum.
const PANEL: usize = 64;

/// Clusters from eigenvectors, and how good those are.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SpectralClustering {
    /// What k-means made of the eigenvectors; its inertia is theirs.
    pub clustering: Clustering,
    /// The largest eigenvalues of the normalized affinities, descending, one a cluster. As many clusters as stand apart have 1.
    pub eigenvalues: Vec<f64>,
    /// The largest |A x − λ x| of them.
    pub residual: f64,
    /// Whether the residual is within what was aimed for, 1e-8.
    pub converged: bool,
}

/// Clusters the points behind a Gram matrix by the leading eigenvectors of their affinities.
///
/// # Formula
/// ```text
/// A_ij = max(0, k(i, j) / √(k(i, i) k(j, j))),   A_ii = 0
/// the k largest eigenvectors of D^(−1/2) A D^(−1/2) side by side, each row scaled to length 1; k-means of the rows
/// ```
/// Ng, Jordan & Weiss 2002, "On Spectral Clustering: Analysis and an algorithm", with cosines for affinities.
///
/// # Errors
/// [`ClusteringError`]: no clusters, more than points, or a number that is not finite.
///
/// # Edge cases
/// A point without affinity to any other gets A_ii = 1: it stands apart. A row of zeros stays one.
///
/// # Complexity
/// O(n² · k) time a step of the iteration for eigenvectors, up to 400 points O(n³); O(n²) space.
pub fn spectral_clustering(
    gram: &GramMatrix,
    settings: &KMeansSettings,
) -> Result<SpectralClustering, ClusteringError> {
    let size = gram.size();
    check_clusters(settings.clusters, size)?;
    if let Some(at) = gram.values().iter().position(|value| !value.is_finite()) {
        return Err(ClusteringError::NotFinite { row: at / size, column: at % size, value: gram.values()[at] });
    }
    let affinities = normalized_affinities(gram);
    let wanted =
        LeadingSettings { leading: Leading::Largest, count: settings.clusters, dense: DENSE, tolerance: TOLERANCE };
    let leading = leading_eigenvectors(size, &wanted, |vectors, products| multiply(&affinities, vectors, products))
        .ok_or(ClusteringError::NoConvergence { size })?;
    let row = |point: usize| (0..settings.clusters).map(move |at| (point, at));
    let lengths: Vec<f64> = (0..size)
        .map(|point| row(point).map(|(point, at)| leading.vectors[(point, at)].powi(2)).sum::<f64>().sqrt())
        .collect();
    let rows: Vec<f64> = (0..size)
        .flat_map(row)
        .map(|(point, at)| leading.vectors[(point, at)] / lengths[point].max(f64::MIN_POSITIVE))
        .collect();
    let clustering = cluster(&Points::new(rows.into_iter(), settings.clusters), settings)?;
    let (eigenvalues, residual, converged) = (leading.values, leading.residual, leading.converged);
    Ok(SpectralClustering { clustering, eigenvalues, residual, converged })
}

/// The products of the matrix with some vectors, panel by panel on all threads; each panel on one thread, so that the bytes
/// are the same however many there are.
fn multiply(matrix: &GramMatrix, vectors: MatRef<'_, f64>, mut products: MatMut<'_, f64>) {
    let size = matrix.size();
    let product = |panel: &[f64]| {
        let panel = MatRef::from_row_major_slice(panel, panel.len() / size, size);
        let mut product = Mat::zeros(panel.nrows(), vectors.ncols());
        matmul(product.as_mut(), Accum::Replace, panel, vectors, 1.0, Par::Seq);
        product
    };
    let panels: Vec<Mat<f64>> = matrix.values().par_chunks(PANEL * size).map(product).collect();
    for (at, panel) in panels.iter().enumerate() {
        products.as_mut().subrows_mut(at * PANEL, panel.nrows()).copy_from(panel);
    }
}

/// D^(−1/2) A D^(−1/2).
fn normalized_affinities(gram: &GramMatrix) -> GramMatrix {
    let size = gram.size();
    let mut affinities = gram.clone().normalized();
    let mut scales = Vec::with_capacity(size);
    for (at, row) in affinities.values_mut().chunks_exact_mut(size).enumerate() {
        row.iter_mut().for_each(|value| *value = value.max(0.0));
        row[at] = 0.0;
        if row.iter().all(|&value| value == 0.0) {
            row[at] = 1.0;
        }
        scales.push(1.0 / row.iter().sum::<f64>().sqrt());
    }
    for (row, scale) in affinities.values_mut().chunks_exact_mut(size).zip(&scales) {
        row.iter_mut().zip(&scales).for_each(|(value, other)| *value *= scale * other);
    }
    affinities
}
