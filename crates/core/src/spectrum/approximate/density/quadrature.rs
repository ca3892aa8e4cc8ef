//! The Gauss quadrature of one probe: nodes and weights from the tridiagonal matrix of its Lanczos steps. Every
//! estimate of the distribution is a mean over these.

/// Limit of the QL sweeps per eigenvalue on average; two or three are usual, and 30 is the limit of LAPACK and EISPACK.
/// It ends the loop on numbers that never converge, such as NaN.
const SWEEPS: usize = 30;

/// Nodes with a smaller weight are rounding errors: the projected-out eigenvectors return with such weights. A larger
/// value would drop converged nodes of single eigenvalues of very large matrices (weight 1/n); a smaller one would keep
/// copies of the extreme eigenvalues in the interior.
const UNSEEN: f64 = 1e-12;

/// A weight within this many standard deviations of its neighbours is not treated as a cluster. A smaller value finds
/// clusters in noise (one weight in 40 is above two standard deviations) and overstates the error; a larger one misses
/// small clusters and understates it.
const CHANCE: f64 = 2.0;

/// Nodes within this distance of a step are at the step: a multiple of the rounding errors of probes in single precision, and the
/// distance within which the step was counted.
const SAME: f64 = super::step_at_one::ASIDE;

/// A distribution of mass over a few nodes: the spectrum with the weights that one random vector gives it.
#[derive(Debug, Clone, Default)]
pub(super) struct Quadrature {
    /// Ascending.
    pub(super) nodes: Vec<f64>,
    /// Their sum is 1.
    pub(super) weights: Vec<f64>,
    /// Residuals |L x − node x| of the nodes: each has an eigenvalue of the matrix within this distance.
    pub(super) residuals: Vec<f64>,
    /// A node with a part of its weight that is not spread over the residual: a step of the spectrum.
    pub(super) step: Option<(usize, f64)>,
}

impl Quadrature {
    /// The Gauss quadrature of the measure behind a symmetric tridiagonal matrix: its eigenvalues are the nodes, the
    /// squares of the first components of its eigenvectors are the weights. The last off-diagonal number couples the
    /// matrix to the next Lanczos vector; times the last component of an eigenvector it gives the residual of the node.
    ///
    /// Golub and Welsch 1969, "Calculation of Gauss Quadrature Rules": implicit QL that updates only the first and last
    /// components of the eigenvectors.
    ///
    /// # Complexity
    /// O(n²).
    pub(super) fn of_tridiagonal(mut diagonal: Vec<f64>, mut off_diagonal: Vec<f64>) -> Self {
        let size = diagonal.len();
        let coupling = std::mem::replace(&mut off_diagonal[size - 1], 0.0);
        let mut tips = vec![[0.0; 2]; size];
        (tips[0][0], tips[size - 1][1]) = (1.0, 1.0);
        let mut low = 0;
        for _ in 0..SWEEPS * size {
            // The block from `low` to the first negligible off-diagonal number.
            let negligible = |at: usize| {
                off_diagonal[at].abs() <= f64::EPSILON * (diagonal[at].abs() + diagonal[(at + 1).min(size - 1)].abs())
            };
            let Some(end) = (low..size).find(|&at| at + 1 == size || negligible(at)) else { break };
            if end == low {
                low += 1;
                continue;
            }
            sweep(&mut diagonal[low..=end], &mut off_diagonal[low..=end], &mut tips[low..=end]);
        }
        let mut order: Vec<usize> = (0..size).filter(|&at| tips[at][0] * tips[at][0] > UNSEEN).collect();
        order.sort_unstable_by(|&a, &b| diagonal[a].total_cmp(&diagonal[b]));
        Self {
            nodes: order.iter().map(|&at| diagonal[at]).collect(),
            weights: order.iter().map(|&at| tips[at][0] * tips[at][0]).collect(),
            residuals: order.iter().map(|&at| (coupling * tips[at][1]).abs()).collect(),
            step: None,
        }
    }

    /// The quadrature with a node at `position`, where the spectrum has a step of a known mass.
    ///
    /// The Gauss–Radau quadrature: the last diagonal number is changed by the last pivot of the elimination of T − position, so that
    /// `position` is an eigenvalue (Golub 1973, "Some Modified Matrix Eigenvalue Problems"); without the last row, if the pivot
    /// before is smaller. A mass between two nodes of the Gauss quadrature would be at neither; the weight of the node at the step
    /// is its mass and that of the eigenvalues nearby.
    pub(super) fn with_step(mut diagonal: Vec<f64>, mut off_diagonal: Vec<f64>, position: f64, mass: f64) -> Self {
        let [before, last] = last_pivots(&diagonal, &off_diagonal, position);
        let is_shorter = diagonal.len() > 1 && before.abs() < last.abs();
        if is_shorter {
            diagonal.truncate(diagonal.len() - 1);
            off_diagonal.truncate(diagonal.len());
        }
        let change = if is_shorter { before } else { last };
        let end = diagonal.len() - 1;
        // Pivots are not finite in an invariant subspace, which needs no node at the step.
        if change.is_finite() {
            diagonal[end] -= change;
            // The residual of a node has a part for the change.
            off_diagonal[end] = off_diagonal[end].hypot(change);
        }
        let mut quadrature = Self::of_tridiagonal(diagonal, off_diagonal);
        quadrature.join_nodes(position, mass);
        quadrature
    }

    /// Joins the nodes at the step to one, which holds its mass.
    fn join_nodes(&mut self, position: f64, mass: f64) {
        let first = self.nodes.partition_point(|&node| node < position - SAME);
        let end = self.nodes.partition_point(|&node| node <= position + SAME);
        if first == end {
            return;
        }
        self.weights[first] = self.weights[first..end].iter().sum();
        self.nodes[first] = position;
        // The rest of the weight is that of the eigenvalues up to the neighbours.
        self.residuals[first] = f64::MAX;
        for numbers in [&mut self.nodes, &mut self.weights, &mut self.residuals] {
            numbers.drain(first + 1..end);
        }
        self.step = Some((first, mass));
    }

    /// The weight of a node that is spread over its residual.
    fn spread_weight(&self, node: usize) -> f64 {
        match self.step {
            Some((at, mass)) if at == node => self.weights[node] - mass,
            _ => self.weights[node],
        }
    }

    /// The same quadrature with the whole weight of each cluster at its node. A node is a cluster if spreading its
    /// excess weight could move eigenvalues by a quarter of `error`.
    ///
    /// The quadrature does not say how the eigenvalues inside a cluster are spread; this puts them all at one point,
    /// the opposite extreme of spreading them evenly. A weight within [`CHANCE`] standard deviations of its neighbours
    /// is not treated as a cluster. `size` is the number of eigenvalues in the distribution.
    pub(super) fn with_clusters_merged(&self, size: usize, error: f64) -> Self {
        let mut merged = self.clone();
        for at in 0..self.nodes.len().saturating_sub(2) {
            let weights = [0, 1, 2].map(|next| self.spread_weight(at + next));
            let usual = 0.5 * (weights[0] + weights[2]);
            let spacing = 0.5 * (self.nodes[at + 2] - self.nodes[at]);
            // A weight is a sum of squares, one for each eigenvalue that the node represents.
            let deviation = (3.0 / (usual.max(f64::MIN_POSITIVE) * size as f64)).sqrt();
            if weights[1] > usual * (1.0 + (0.5 * error / spacing).max(CHANCE * deviation)) {
                merged.residuals[at + 1] = 0.0;
            }
        }
        merged
    }

    /// Calls `use_mass` with the index of each of the ascending `positions` and the mass to its left.
    ///
    /// Half of each weight is to the left of its node and half to the right, spread evenly over the residual of the
    /// node, but not beyond the next node. So a node that has converged to an eigenvalue is a step, and a node that
    /// represents many eigenvalues is spread over the whole distance to its neighbours.
    pub(super) fn for_each_mass_below(
        &self,
        positions: impl Iterator<Item = f64>,
        mut use_mass: impl FnMut(usize, f64),
    ) {
        let (mut next, mut below) = (0, 0.0);
        for (index, position) in positions.enumerate() {
            while next < self.nodes.len() && self.nodes[next] <= position {
                below += self.weights[next];
                next += 1;
            }
            // The mass is 0 to the left of all nodes and 1 to the right: no spreading there.
            let is_between = next > 0 && next < self.nodes.len();
            let between = if is_between {
                self.mass_left_of(next, position) - self.mass_right_of(next - 1, position)
            } else {
                0.0
            };
            use_mass(index, below + between);
        }
    }

    /// Mass to the left of `position` that belongs to the next node on its right.
    fn mass_left_of(&self, node: usize, position: f64) -> f64 {
        let spread = self.residuals[node].min(self.nodes[node] - self.nodes[node - 1]);
        0.5 * self.spread_weight(node) * share_beyond(self.nodes[node] - position, spread)
    }

    /// Mass to the right of `position` that belongs to the next node on its left.
    fn mass_right_of(&self, node: usize, position: f64) -> f64 {
        let spread = self.residuals[node].min(self.nodes[node + 1] - self.nodes[node]);
        0.5 * self.spread_weight(node) * share_beyond(position - self.nodes[node], spread)
    }
}

/// The last two pivots in the elimination of a tridiagonal matrix minus `position`.
fn last_pivots(diagonal: &[f64], off_diagonal: &[f64], position: f64) -> [f64; 2] {
    let mut pivots = [f64::INFINITY, diagonal[0] - position];
    for at in 1..diagonal.len() {
        let coupling = off_diagonal[at - 1];
        pivots = [pivots[1], diagonal[at] - position - coupling * coupling / pivots[1]];
    }
    pivots
}

/// The share of a mass, spread evenly up to the distance `spread`, that lies beyond `distance`.
fn share_beyond(distance: f64, spread: f64) -> f64 {
    if distance < spread { 1.0 - distance / spread } else { 0.0 }
}

/// One sweep of implicit QL with Wilkinson's shift over an unreduced block. `tips` are the first and last components of
/// the eigenvectors.
fn sweep(diagonal: &mut [f64], off_diagonal: &mut [f64], tips: &mut [[f64; 2]]) {
    let last = diagonal.len() - 1;
    let half = (diagonal[1] - diagonal[0]) / (2.0 * off_diagonal[0]);
    let shift = diagonal[0] - off_diagonal[0] / (half + (half * half + 1.0).sqrt().copysign(half));
    let (mut sine, mut cosine, mut carried) = (1.0, 1.0, 0.0);
    let mut bulge = diagonal[last] - shift;
    for at in (0..last).rev() {
        let (chased, kept) = (sine * off_diagonal[at], cosine * off_diagonal[at]);
        // The spectrum lies in [0, 2]: no square overflows, and a square that underflows is negligible.
        let length = (chased * chased + bulge * bulge).sqrt();
        off_diagonal[at + 1] = length;
        if length == 0.0 {
            // The block splits here; the next search for a block finds the parts.
            diagonal[at + 1] -= carried;
            off_diagonal[last] = 0.0;
            return;
        }
        (sine, cosine) = (chased / length, bulge / length);
        let moved = diagonal[at + 1] - carried;
        let turn = (diagonal[at] - moved) * sine + 2.0 * cosine * kept;
        carried = sine * turn;
        diagonal[at + 1] = moved + carried;
        bulge = cosine * turn - kept;
        let (lower, upper) = (tips[at], tips[at + 1]);
        for tip in 0..2 {
            tips[at + 1][tip] = sine * lower[tip] + cosine * upper[tip];
            tips[at][tip] = cosine * lower[tip] - sine * upper[tip];
        }
    }
    diagonal[0] -= carried;
    off_diagonal[0] = bulge;
    off_diagonal[last] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tridiagonal(diagonal: Vec<f64>, off_diagonal: &[f64], coupling: f64) -> Quadrature {
        Quadrature::of_tridiagonal(diagonal, off_diagonal.iter().copied().chain([coupling]).collect())
    }

    fn masses(quadrature: &Quadrature, positions: &[f64]) -> Vec<f64> {
        let mut masses = Vec::new();
        quadrature.for_each_mass_below(positions.iter().copied(), |_, mass| masses.push(mass));
        masses
    }

    /// Gauss–Chebyshev quadrature has a formula: nodes cos((k − ½)π/n), weights 1/n. The last components of the
    /// eigenvectors are √(2/n) sin((k − ½)π/n).
    #[test]
    fn chebyshev_matrices_give_chebyshev_quadrature() {
        for size in [2, 3, 17, 200] {
            let off_diagonal: Vec<f64> = (1..size).map(|at| if at == 1 { 0.5f64.sqrt() } else { 0.5 }).collect();
            let found = tridiagonal(vec![0.0; size], &off_diagonal, 0.5);
            for at in 0..size {
                let angle = std::f64::consts::PI * (at as f64 + 0.5) / size as f64;
                let (node, weight, residual) = (found.nodes[at], found.weights[at], found.residuals[at]);
                assert!((node + angle.cos()).abs() < 1e-13, "{size}: node {at} is {node}");
                assert!((weight - 1.0 / size as f64).abs() < 1e-13, "{size}: weight {at} is {weight}");
                let wanted = 0.5 * (2.0 / size as f64).sqrt() * angle.sin();
                assert!((residual - wanted).abs() < 1e-13, "{size}: residual {at} is {residual}, wanted {wanted}");
            }
        }
    }

    /// The tridiagonal matrix of the Lanczos process on a diagonal matrix, in double precision and with full orthogonalization.
    fn lanczos(values: &[f64], steps: usize) -> (Vec<f64>, Vec<f64>) {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut basis = vec![vec![1.0 / (values.len() as f64).sqrt(); values.len()]];
        let (mut alphas, mut betas) = (Vec::new(), Vec::new());
        for _ in 0..steps {
            let last = &basis[basis.len() - 1];
            let mut next: Vec<f64> = last.iter().zip(values).map(|(q, value)| q * value).collect();
            alphas.push(dot(last, &next));
            for _ in 0..2 {
                for q in &basis {
                    let part = dot(q, &next);
                    next.iter_mut().zip(q).for_each(|(next, q)| *next -= part * q);
                }
            }
            let length = dot(&next, &next).sqrt();
            betas.push(length);
            basis.push(next.iter().map(|next| next / length).collect());
        }
        (alphas, betas)
    }

    /// A third of 600 eigenvalues is 1, the others are evenly spaced over [0, `end`].
    fn with_a_step(end: f64) -> Vec<f64> {
        let even = (0..400).map(|at| end * (at as f64 + 0.5) / 400.0);
        even.chain([1.0; 200]).collect()
    }

    /// Radau's quadrature of k nodes, one of which is given, agrees with the spectrum in 2k − 2 moments.
    #[test]
    fn a_quadrature_with_a_node_at_a_step_keeps_the_moments() {
        // A symmetric spectrum, as bipartite graphs have it, and another one.
        for (end, steps) in [(2.0, 2), (2.0, 9), (2.0, 16), (1.7, 3), (1.7, 9), (1.7, 16)] {
            let values = with_a_step(end);
            let (diagonal, off_diagonal) = lanczos(&values, steps);
            let found = Quadrature::with_step(diagonal, off_diagonal, 1.0, 1.0 / 3.0);
            let (at, mass) = found.step.expect("a node at the step");
            assert!(found.nodes[at] == 1.0 && mass == 1.0 / 3.0 && found.weights[at] >= mass, "{found:?}");
            for power in 0..=(2 * found.nodes.len() as i32 - 2) {
                let moment: f64 =
                    found.nodes.iter().zip(&found.weights).map(|(node, weight)| weight * node.powi(power)).sum();
                let wanted = values.iter().map(|value| value.powi(power)).sum::<f64>() / values.len() as f64;
                assert!(
                    (moment / wanted - 1.0).abs() < 1e-11,
                    "{steps} steps, moment {power}: {moment}, wanted {wanted}"
                );
            }
        }
    }

    #[test]
    fn a_known_step_is_not_spread_over_its_neighbours() {
        for end in [2.0, 1.7] {
            let values = with_a_step(end);
            let (diagonal, off_diagonal) = lanczos(&values, 16);
            let plain = Quadrature::of_tridiagonal(diagonal.clone(), off_diagonal.clone());
            let stepped = Quadrature::with_step(diagonal, off_diagonal, 1.0, 1.0 / 3.0);
            let positions = [0.9, 0.95, 0.99, 0.9999, 1.0001, 1.01, 1.05, 1.1];
            let worst = |quadrature: &Quadrature| {
                let wanted = |position: f64| values.iter().filter(|&&value| value < position).count() as f64 / 600.0;
                let off = masses(quadrature, &positions).into_iter().zip(positions);
                off.map(|(mass, position)| (mass - wanted(position)).abs()).fold(0.0, f64::max)
            };
            assert!(worst(&stepped) < 0.01 && worst(&plain) > 0.1, "{end}: {} and {}", worst(&stepped), worst(&plain));
        }
    }

    #[test]
    fn only_clusters_that_matter_are_merged() {
        // Spacing 0.01, the third weight twice its neighbours: spreading the excess moves eigenvalues by up to 0.005.
        let quadrature = Quadrature {
            nodes: [1.00, 1.01, 1.02, 1.03, 1.04].to_vec(),
            weights: [0.16, 0.17, 0.34, 0.17, 0.16].to_vec(),
            residuals: vec![0.02; 5],
            step: None,
        };
        let residuals = |error: f64| quadrature.with_clusters_merged(4000, error).residuals;
        assert_eq!(residuals(0.019), [0.02, 0.02, 0.0, 0.02, 0.02]);
        assert_eq!(residuals(0.021), quadrature.residuals);
        let merged = quadrature.with_clusters_merged(4000, 0.019);
        // The neighbours of the cluster are still spread up to it.
        assert!((masses(&merged, &[1.0199])[0] - (0.33 - 0.085 * 0.01)).abs() < 1e-12);
        assert!((masses(&merged, &[1.0201])[0] - (0.67 + 0.085 * 0.01)).abs() < 1e-12);
    }

    #[test]
    fn a_split_matrix_has_weight_in_its_first_part_only() {
        let found = tridiagonal(vec![1.0, 1.0, 0.4, 0.4], &[0.5, 0.0, 0.25], 0.3);
        assert_eq!(found.nodes.len(), 2, "{found:?}");
        for (at, node) in [0.5, 1.5].iter().enumerate() {
            assert!((found.nodes[at] - node).abs() < 1e-14 && (found.weights[at] - 0.5).abs() < 1e-14, "{found:?}");
        }
    }

    #[test]
    fn mass_is_spread_over_the_residual() {
        let mut quadrature = Quadrature {
            nodes: vec![0.5, 1.0, 1.5],
            weights: vec![0.2, 0.6, 0.2],
            residuals: vec![9.0; 3],
            step: None,
        };
        let positions = [0.4, 0.5, 0.75, 1.0, 1.25, 1.6];
        let close = |found: Vec<f64>, wanted: [f64; 6]| {
            assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-14), "{found:?}");
        };
        close(masses(&quadrature, &positions), [0.0, 0.1, 0.3, 0.5, 0.7, 1.0]);
        // A converged node is a step; its neighbours are still spread up to it.
        quadrature.residuals[1] = 0.0;
        close(masses(&quadrature, &positions), [0.0, 0.1, 0.15, 0.8, 0.85, 1.0]);
        quadrature.residuals = vec![0.125; 3];
        close(masses(&quadrature, &positions), [0.0, 0.1, 0.2, 0.5, 0.8, 1.0]);
    }
}
