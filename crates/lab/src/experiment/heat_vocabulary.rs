//! The vocabulary of heat-kernel signatures, from synthetic graphs.

use std::fmt::Write;

use crate::baselines::{SIGNATURE_TIMES, heat_signatures};
use crate::evaluation::clustering::{Clustering, KMeansSettings, k_means};
use crate::synthetic::{Family, GenerateSettings, Recipe, SyntheticError, generate};
use sgr_core::graph::Graph;

/// Words, as many as Shape Google has.
const WORDS: usize = 48;

/// Graphs of each of the 16 families.
const GRAPHS: u64 = 40;

/// Nodes of each graph that have a part: large graphs have no more than small ones.
const NODES: usize = 20;

/// The seed of the graphs; not one of those that models are trained with.
const SEED: u64 = 48;

/// Numbers of a signature.
const WIDTH: usize = SIGNATURE_TIMES.len();

/// The text of the vocabulary that the library holds: σ on the first line, then a word a line, with six digits.
///
/// k-means with ten restarts on the signatures of 40 synthetic graphs of each family, 10 to 300 nodes, 20 nodes of each. σ is
/// twice the median radius of the clusters, the radius being the root of the mean squared distance to the mean.
///
/// # Errors
/// [`SyntheticError`] never comes, as the recipe is in range.
pub fn heat_vocabulary() -> Result<String, SyntheticError> {
    let recipe = Recipe::default().with_nodes(10..=300);
    let settings = GenerateSettings::new(Family::ALL.to_vec(), GRAPHS).with_recipe(recipe).with_seed(SEED);
    let mut points = Vec::new();
    generate(&settings, |record| {
        points.extend(some_signatures(&record.graph));
        Ok::<(), SyntheticError>(())
    })?;
    // The number of points is fixed and above the number of words, and all numbers are finite.
    let clustering = k_means(&points, WIDTH, &KMeansSettings::new(WORDS));
    Ok(clustering.map_or_else(|_| String::new(), |clustering| text(&points, &clustering)))
}

/// Signatures of [`NODES`] nodes at even distances, or of all.
fn some_signatures(graph: &Graph) -> Vec<f32> {
    let all = heat_signatures(graph);
    let (nodes, count) = (graph.node_count(), graph.node_count().min(NODES));
    let row = |at: usize| &all[at * nodes / count * WIDTH..][..WIDTH];
    (0..count).flat_map(row).map(|&value| value as f32).collect()
}

fn text(points: &[f32], clustering: &Clustering) -> String {
    let mut sums = vec![[0.0f64; WIDTH]; clustering.clusters];
    let mut counts = vec![0.0f64; clustering.clusters];
    let rows = || points.chunks_exact(WIDTH).zip(&clustering.assignments).map(|(row, &word)| (row, word as usize));
    for (row, word) in rows() {
        sums[word].iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value));
        counts[word] += 1.0;
    }
    sums.iter_mut().zip(&counts).for_each(|(sum, count)| sum.iter_mut().for_each(|value| *value /= count));
    let mut radii = vec![0.0; counts.len()];
    for (row, word) in rows() {
        let square: f64 = row.iter().zip(&sums[word]).map(|(&value, mean)| (f64::from(value) - mean).powi(2)).sum();
        radii[word] += square / counts[word];
    }
    radii.sort_unstable_by(f64::total_cmp);
    let median = (radii[(radii.len() - 1) / 2].sqrt() + radii[radii.len() / 2].sqrt()) / 2.0;
    // By their first number, which says how much heat a node keeps for itself: an order that k-means does not decide.
    sums.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let mut text = format!("{:.6}\n", 2.0 * median);
    for word in sums {
        let numbers = word.map(|value| format!("{value:.6}")).join(" ");
        // Writing to a String does not fail.
        let _ = writeln!(text, "{numbers}");
    }
    text
}
