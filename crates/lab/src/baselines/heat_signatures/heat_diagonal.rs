//! The diagonal of the heat kernel at several times.

use std::f64::consts::PI;
use std::sync::LazyLock;

use super::super::twins::Twins;
use super::{SIGNATURE_TIMES, WIDTH};
use sgr_core::graph::Graph;
use sgr_core::laplacian::Laplacian;

/// Products with the matrix: the expansion has twice as many terms. At t = 64 the terms that are left out sum up to less
/// than 10⁻⁸, see the test below.
const PRODUCTS: usize = 32;

/// Terms of the expansion.
const TERMS: usize = 2 * PRODUCTS + 1;

/// Nodes whose columns of the kernel are computed at once: a row of them fills two cache lines, and vector units.
const LANES: usize = 16;

/// Points of the sum for the coefficients. Aliases of term k are terms 512 − k and beyond, which vanish.
const POINTS: usize = 512;

/// Coefficients of e^(−tL) in Chebyshev polynomials of N = I − L, for each time.
static COEFFICIENTS: LazyLock<[[f64; TERMS]; WIDTH]> = LazyLock::new(|| SIGNATURE_TIMES.map(coefficients));

/// c_k of e^(−t(1 − x)) = Σ_k c_k T_k(x), x in [−1, 1].
///
/// # Formula
/// ```text
/// c_k = (2 − δ_k0)/M Σ_{j < M} e^(−t(1 − cos θ_j)) cos(k θ_j)        θ_j = π (j + 1/2)/M
/// ```
fn coefficients(time: f64) -> [f64; TERMS] {
    let angles = || (0..POINTS).map(|at| PI * (at as f64 + 0.5) / POINTS as f64);
    std::array::from_fn(|term| {
        let sum: f64 = angles().map(|angle| (-time * (1.0 - angle.cos())).exp() * (term as f64 * angle).cos()).sum();
        sum * if term == 0 { 1.0 } else { 2.0 } / POINTS as f64
    })
}

/// h_t(v, v) at all times, for one node of each class of twins.
pub(super) struct HeatDiagonal {
    pub(super) twins: Twins,
    /// Class after class.
    pub(super) values: Vec<f64>,
}

/// The diagonal of e^(−tL), for one node of each class of twins: exchanging twins changes nothing.
///
/// # Formula
/// ```text
/// h_t(v, v) = Σ_k c_k(t) μ_k(v)
/// μ_{2j} = 2 y_j·y_j − 1,  μ_{2j+1} = 2 y_j·y_{j+1} − μ_1        y_j = T_j(N) e_v,  N = I − L
/// ```
/// The products of Chebyshev polynomials, 2 T_i T_j = T_{i+j} + T_{i−j}, give two terms for one product with N.
pub(super) fn heat_diagonal(graph: &Graph) -> HeatDiagonal {
    let twins = Twins::all(graph);
    let laplacian = Laplacian::of(graph);
    let mut values = Vec::with_capacity(twins.firsts.len() * WIDTH);
    let mut strip = Strip::new(graph.node_count());
    for nodes in twins.firsts.chunks(LANES) {
        let moments = strip.moments(&laplacian, nodes);
        for (lane, &node) in nodes.iter().enumerate() {
            values.extend(COEFFICIENTS.iter().map(|coefficients| match laplacian.diagonal()[node as usize] {
                // A node without neighbours keeps its heat; the expansion would be right to 1e-8.
                0.0 => 1.0,
                _ => coefficients.iter().zip(&moments).map(|(coefficient, moment)| coefficient * moment[lane]).sum(),
            }));
        }
    }
    HeatDiagonal { twins, values }
}

/// One number for each lane.
type Row = [f64; LANES];

/// The vectors T_j(N) e_v and T_{j+1}(N) e_v of several nodes, row by row.
struct Strip {
    current: Vec<Row>,
    next: Vec<Row>,
}

impl Strip {
    fn new(nodes: usize) -> Self {
        Self { current: vec![[0.0; LANES]; nodes], next: vec![[0.0; LANES]; nodes] }
    }

    /// μ_0, …, μ_{TERMS − 1} of some nodes, at most as many as lanes.
    fn moments(&mut self, laplacian: &Laplacian, nodes: &[u32]) -> [Row; TERMS] {
        self.current.fill([0.0; LANES]);
        self.next.fill([0.0; LANES]);
        nodes.iter().enumerate().for_each(|(lane, &node)| self.current[node as usize][lane] = 1.0);
        let mut moments = [[0.0; LANES]; TERMS];
        // y_{−1} = y_1 = N y_0: the first step is half of the others.
        self.step(laplacian, 0.5);
        let first = self.dots().1;
        for product in 0..PRODUCTS {
            let (squares, mixed) = self.dots();
            for lane in 0..LANES {
                moments[2 * product][lane] = 2.0 * squares[lane] - 1.0;
                moments[2 * product + 1][lane] = 2.0 * mixed[lane] - first[lane];
            }
            std::mem::swap(&mut self.current, &mut self.next);
            if product + 1 < PRODUCTS {
                self.step(laplacian, 1.0);
            }
        }
        let squares = self.dots().0;
        (0..LANES).for_each(|lane| moments[2 * PRODUCTS][lane] = 2.0 * squares[lane] - 1.0);
        moments
    }

    /// next = 2 s N current − next.
    fn step(&mut self, laplacian: &Laplacian, scale: f64) {
        let Self { current, next } = self;
        for (row, next) in next.iter_mut().enumerate() {
            let mut sum = [0.0; LANES];
            // N = I − L has the off-diagonal entries of −L, and 0 on the diagonal (1 for a node without neighbours, which is
            // not asked for).
            for (column, value) in laplacian.row(row) {
                let other = &current[column];
                (0..LANES).for_each(|lane| sum[lane] -= value * other[lane]);
            }
            (0..LANES).for_each(|lane| next[lane] = 2.0 * scale * sum[lane] - next[lane]);
        }
    }

    /// current·current and current·next of each lane.
    fn dots(&self) -> (Row, Row) {
        let (mut squares, mut mixed) = ([0.0; LANES], [0.0; LANES]);
        for (current, next) in self.current.iter().zip(&self.next) {
            for lane in 0..LANES {
                squares[lane] += current[lane] * current[lane];
                mixed[lane] += current[lane] * next[lane];
            }
        }
        (squares, mixed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_that_are_left_out_are_below_the_stated_error() {
        // At x = 1 all polynomials are 1 and all coefficients positive: what is missing there bounds the error everywhere.
        for (time, coefficients) in SIGNATURE_TIMES.iter().zip(COEFFICIENTS.iter()) {
            let missing = 1.0 - coefficients.iter().sum::<f64>();
            assert!(missing.abs() < 1e-8, "t = {time}: {missing}");
        }
    }

    #[test]
    fn heat_on_an_edge_and_on_a_triangle() {
        // K_n has the eigenvalues 0 and n/(n − 1).
        for (nodes, edges) in [(2, vec![(0, 1)]), (3, vec![(0, 1), (1, 2), (2, 0)])] {
            let graph = Graph::from_edges(nodes, &edges).unwrap_or_else(|_| unreachable!());
            let heat = heat_diagonal(&graph);
            assert_eq!(heat.twins.sizes, [nodes as u32]);
            let n = nodes as f64;
            for (value, time) in heat.values.iter().zip(SIGNATURE_TIMES) {
                let exact = (1.0 + (n - 1.0) * (-time * n / (n - 1.0)).exp()) / n;
                assert!((value - exact).abs() < 1e-8, "K{nodes}, t = {time}: {value}, not {exact}");
            }
        }
    }
}
