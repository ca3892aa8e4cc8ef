//! How far graphs are from the centres of their clusters.

use super::Clusters;
use crate::experiment::Description;
use crate::gram::GramMatrix;

/// The squared distance of each graph to the mean of its cluster; 0 for noise.
///
/// # Formula
/// ```text
/// |x − m|² = k(x, x) − 2/c Σ_y k(x, y) + 1/c² Σ_y Σ_z k(y, z)        y, z in the cluster, of c graphs
/// ```
/// for a kernel k, whose mean m is no graph's.
pub(super) fn squared_distances(description: &Description, clusters: &Clusters) -> Vec<f64> {
    match description {
        Description::Vectors { width, rows } => of_vectors(rows, *width, clusters),
        Description::Gram(gram) => of_kernel(gram, clusters),
        // Networks have no clusters.
        Description::Network(_) => vec![0.0; clusters.assignments.len()],
    }
}

fn of_vectors(rows: &[f32], width: usize, clusters: &Clusters) -> Vec<f64> {
    let width = width.max(1);
    let sizes = clusters.sizes();
    let mut means = vec![vec![0.0f64; width]; clusters.clusters];
    for (row, cluster) in rows.chunks_exact(width).zip(&clusters.assignments) {
        let Some(cluster) = cluster.map(|cluster| cluster as usize) else { continue };
        let part = |&value: &f32| f64::from(value) / sizes[cluster] as f64;
        means[cluster].iter_mut().zip(row).for_each(|(mean, value)| *mean += part(value));
    }
    let distance = |(row, cluster): (&[f32], &Option<u32>)| {
        let Some(cluster) = cluster else { return 0.0 };
        row.iter().zip(&means[*cluster as usize]).map(|(&value, mean)| (f64::from(value) - mean).powi(2)).sum()
    };
    rows.chunks_exact(width).zip(&clusters.assignments).map(distance).collect()
}

fn of_kernel(gram: &GramMatrix, clusters: &Clusters) -> Vec<f64> {
    let sizes = clusters.sizes();
    // The mean product of each graph with its cluster.
    let along = |(row, cluster): (&[f64], &Option<u32>)| {
        let Some(own) = cluster else { return 0.0 };
        let inside = row.iter().zip(&clusters.assignments).filter(|(_, other)| **other == Some(*own));
        inside.map(|(value, _)| value).sum::<f64>() / sizes[*own as usize] as f64
    };
    let rows = || gram.values().chunks_exact(gram.size().max(1));
    let along: Vec<f64> = rows().zip(&clusters.assignments).map(along).collect();
    let mut lengths = vec![0.0; sizes.len()];
    for (along, cluster) in along.iter().zip(&clusters.assignments) {
        let Some(cluster) = cluster.map(|cluster| cluster as usize) else { continue };
        lengths[cluster] += along / sizes[cluster] as f64;
    }
    let distance = |(at, row): (usize, &[f64])| {
        let Some(cluster) = clusters.assignments[at] else { return 0.0 };
        // Rounding may leave a little below 0.
        (row[at] - 2.0 * along[at] + lengths[cluster as usize]).max(0.0)
    };
    rows().enumerate().map(distance).collect()
}
