/// Sweeps for each eigenvalue on average; two or three are the rule.
const SWEEPS: usize = 30;

/// A distribution of mass over a few places: how a random vector sees a spectrum.
#[derive(Debug, Clone, Default)]
pub(super) struct Quadrature {
    /// Ascending.
    pub(super) places: Vec<f64>,
    /// Their sum is 1.
    pub(super) weights: Vec<f64>,
}

impl Quadrature {
    /// The eigenvalues of a symmetric tridiagonal matrix, each weighted by the square of its vector's first number: the
    /// Gauss quadrature of the measure that the matrix came from.
    ///
    /// Golub and Welsch 1969, "Calculation of Gauss Quadrature Rules": implicit QL, of the vectors the first numbers only.
    ///
    /// # Complexity
    /// O(n²).
    pub(super) fn of_tridiagonal(mut diagonal: Vec<f64>, mut off_diagonal: Vec<f64>) -> Self {
        let size = diagonal.len();
        off_diagonal.resize(size, 0.0);
        let mut first = vec![0.0; size];
        first[0] = 1.0;
        let mut low = 0;
        for _ in 0..SWEEPS * size {
            // A block that starts at `low` and ends before the first negligible off-diagonal.
            let negligible = |at: usize| {
                off_diagonal[at].abs() <= f64::EPSILON * (diagonal[at].abs() + diagonal[(at + 1).min(size - 1)].abs())
            };
            let Some(end) = (low..size).find(|&at| at + 1 == size || negligible(at)) else { break };
            if end == low {
                low += 1;
                continue;
            }
            sweep(&mut diagonal[low..=end], &mut off_diagonal[low..=end], &mut first[low..=end]);
        }
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_unstable_by(|&a, &b| diagonal[a].total_cmp(&diagonal[b]));
        Self {
            places: order.iter().map(|&at| diagonal[at]).collect(),
            weights: order.iter().map(|&at| first[at] * first[at]).collect(),
        }
    }

    /// Mass to the left of each of the ascending `places`: half of each weight is to the left of its own place, and between
    /// two places it grows evenly.
    pub(super) fn add_mass_below(&self, places: impl Iterator<Item = f64>, mut add: impl FnMut(usize, f64)) {
        let (mut next, mut below) = (0, 0.0);
        let (mut left, mut left_mass) = (f64::NEG_INFINITY, 0.0);
        for (index, place) in places.enumerate() {
            while next < self.places.len() && self.places[next] <= place {
                (left, left_mass) = (self.places[next], below + 0.5 * self.weights[next]);
                below += self.weights[next];
                next += 1;
            }
            let mass = match self.places.get(next) {
                // Left of all there is nothing, right of all there is everything.
                Some(_) if next == 0 => 0.0,
                Some(right) => {
                    let right_mass = below + 0.5 * self.weights[next];
                    left_mass + (right_mass - left_mass) * (place - left) / (right - left)
                }
                None => 1.0,
            };
            add(index, mass);
        }
    }
}

/// One sweep of implicit QL with Wilkinson's shift over an unreduced block.
fn sweep(diagonal: &mut [f64], off_diagonal: &mut [f64], first: &mut [f64]) {
    let last = diagonal.len() - 1;
    let half = (diagonal[1] - diagonal[0]) / (2.0 * off_diagonal[0]);
    let shift = diagonal[0] - off_diagonal[0] / (half + (half * half + 1.0).sqrt().copysign(half));
    let (mut sine, mut cosine, mut carried) = (1.0, 1.0, 0.0);
    let mut bulge = diagonal[last] - shift;
    for at in (0..last).rev() {
        let (beside, above) = (sine * off_diagonal[at], cosine * off_diagonal[at]);
        // No number here is so large or small that its square would leave the range.
        let length = (beside * beside + bulge * bulge).sqrt();
        off_diagonal[at + 1] = length;
        if length == 0.0 {
            // The block falls apart here; the next search finds it.
            diagonal[at + 1] -= carried;
            off_diagonal[last] = 0.0;
            return;
        }
        (sine, cosine) = (beside / length, bulge / length);
        let moved = diagonal[at + 1] - carried;
        let turn = (diagonal[at] - moved) * sine + 2.0 * cosine * above;
        carried = sine * turn;
        diagonal[at + 1] = moved + carried;
        bulge = cosine * turn - above;
        let upper = first[at + 1];
        first[at + 1] = sine * first[at] + cosine * upper;
        first[at] = cosine * first[at] - sine * upper;
    }
    diagonal[0] -= carried;
    off_diagonal[0] = bulge;
    off_diagonal[last] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gauss–Chebyshev quadrature has a formula: places cos((k − ½)π/n), weights 1/n.
    #[test]
    fn chebyshev_matrices_give_chebyshev_quadrature() {
        for size in [1, 2, 3, 17, 200] {
            let off_diagonal = (1..size).map(|at| if at == 1 { 0.5f64.sqrt() } else { 0.5 }).collect();
            let found = Quadrature::of_tridiagonal(vec![0.0; size], off_diagonal);
            for (at, (place, weight)) in found.places.iter().zip(&found.weights).enumerate() {
                let wanted = -(std::f64::consts::PI * (at as f64 + 0.5) / size as f64).cos();
                assert!((place - wanted).abs() < 1e-13, "{size}: place {at} is {place}, wanted {wanted}");
                assert!((weight - 1.0 / size as f64).abs() < 1e-13, "{size}: weight {at} is {weight}");
            }
        }
    }

    #[test]
    fn a_matrix_in_two_parts_weighs_only_the_first() {
        let found = Quadrature::of_tridiagonal(vec![1.0, 1.0, 0.5, 0.5], vec![0.5, 0.0, 0.25]);
        let total: f64 = found.weights.iter().sum();
        let at_ends: f64 = [0.5, 1.5]
            .iter()
            .map(|end| {
                found.places.iter().position(|place| (place - end).abs() < 1e-14).map_or(0.0, |at| found.weights[at])
            })
            .sum();
        assert!((total - 1.0).abs() < 1e-14 && (at_ends - 1.0).abs() < 1e-14, "{found:?}");
    }

    #[test]
    fn mass_grows_evenly_between_places() {
        let quadrature = Quadrature { places: vec![0.5, 1.0, 1.5], weights: vec![0.2, 0.6, 0.2] };
        let mut masses = Vec::new();
        quadrature.add_mass_below([0.4, 0.5, 0.75, 1.0, 1.25, 1.6].into_iter(), |_, mass| masses.push(mass));
        for (found, wanted) in masses.iter().zip([0.0, 0.1, 0.3, 0.5, 0.7, 1.0]) {
            assert!((found - wanted).abs() < 1e-14, "{masses:?}");
        }
    }
}
