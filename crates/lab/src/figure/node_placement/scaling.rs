//! First positions by classical scaling of the distances to pivots.

use super::pivot_distances::PivotDistances;

/// Products with the matrix: the sweeps of the stress correct the small angles that remain.
const ITERATIONS: usize = 60;

/// Below this part of the first singular value the second axis is rounding: the distances are those of points on a line.
const LINE: f64 = 1e-9;

/// Positions whose distances are about those of the graph.
///
/// # Formula
/// ```text
/// C_up = −½ (d²(u, p) − row mean − column mean + mean);    x_k = C v_k / √σ_k,  CᵀC v_k = σ_k² v_k,  k = 1, 2
/// ```
/// Torgerson 1952 where all nodes are pivots; Brandes & Pich 2007, "Eigensolver Methods for Progressive Multidimensional Scaling
/// of Large Data", where not.
///
/// # Complexity
/// O(nodes · pivots) time and space.
pub(super) fn start(distances: &PivotDistances) -> Vec<[f64; 2]> {
    let centred = Centred::of(distances);
    let pivots = distances.pivots.len();
    // Any vectors that are far from each other and from the mean.
    let mut axes = [1.0, 2.0].map(|step| (0..pivots).map(|at| (step * at as f64 + step).sin()).collect::<Vec<f64>>());
    let mut images = [vec![0.0; distances.nodes()], vec![0.0; distances.nodes()]];
    for _ in 0..ITERATIONS {
        orthonormalize(&mut axes);
        for (axis, image) in axes.iter_mut().zip(&mut images) {
            centred.apply(axis, image);
            centred.apply_transposed(image, axis);
        }
    }
    orthonormalize(&mut axes);
    for (axis, image) in axes.iter().zip(&mut images) {
        centred.apply(axis, image);
    }
    let values = [norm(&images[0]), norm(&images[1])];
    let factor = |axis: usize| if values[axis] > LINE * values[0] { 1.0 / values[axis].sqrt() } else { 0.0 };
    let factors = [factor(0), factor(1)];
    (0..distances.nodes()).map(|node| [0, 1].map(|axis| factors[axis] * images[axis][node])).collect()
}

/// The matrix C, one row a pivot.
struct Centred {
    nodes: usize,
    values: Vec<f64>,
}

impl Centred {
    fn of(distances: &PivotDistances) -> Self {
        let (nodes, pivots) = (distances.nodes(), distances.pivots.len());
        let mut values = Vec::with_capacity(nodes * pivots);
        let mut node_sums = vec![0.0; nodes];
        for pivot in 0..pivots {
            let squares = distances.row(pivot).iter().map(|&distance| -0.5 * f64::from(distance).powi(2));
            values.extend(squares);
            let row = &mut values[pivot * nodes..];
            let mean = row.iter().sum::<f64>() / nodes as f64;
            row.iter_mut().for_each(|value| *value -= mean);
            node_sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += *value);
        }
        // The rows have mean zero by now: the means of the columns are all that is left.
        for row in values.chunks_exact_mut(nodes) {
            row.iter_mut().zip(&node_sums).for_each(|(value, sum)| *value -= sum / pivots as f64);
        }
        Self { nodes, values }
    }

    /// image = C axis.
    fn apply(&self, axis: &[f64], image: &mut [f64]) {
        image.fill(0.0);
        for (row, factor) in self.values.chunks_exact(self.nodes).zip(axis) {
            image.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value);
        }
    }

    /// axis = Cᵀ image.
    fn apply_transposed(&self, image: &[f64], axis: &mut [f64]) {
        for (row, value) in self.values.chunks_exact(self.nodes).zip(axis) {
            *value = dot(row, image);
        }
    }
}

fn orthonormalize([first, second]: &mut [Vec<f64>; 2]) {
    normalize(first);
    let share = dot(first, second);
    second.iter_mut().zip(first.iter()).for_each(|(value, other)| *value -= share * other);
    normalize(second);
}

/// A vector of length 1; zeros stay zeros.
fn normalize(vector: &mut [f64]) {
    let length = norm(vector);
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
}

fn norm(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
