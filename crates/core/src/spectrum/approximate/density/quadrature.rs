/// Sweeps for each eigenvalue on average; two or three are the rule.
const SWEEPS: usize = 30;

/// Weights below this are rounding errors: what the vector was made orthogonal to comes back with them.
const UNSEEN: f64 = 1e-12;

/// Standard deviations up to which a weight may differ from its neighbours' by chance.
const CHANCE: f64 = 2.0;

/// A distribution of mass over a few places: how a random vector sees a spectrum.
#[derive(Debug, Clone, Default)]
pub(super) struct Quadrature {
    /// Ascending.
    pub(super) places: Vec<f64>,
    /// Their sum is 1.
    pub(super) weights: Vec<f64>,
    /// How far from each place there is an eigenvalue at most.
    pub(super) reaches: Vec<f64>,
}

impl Quadrature {
    /// The eigenvalues of a symmetric tridiagonal matrix, each weighted by the square of its vector's first number: the
    /// Gauss quadrature of the measure that the matrix came from. The last of the off-diagonal numbers leads out of the
    /// matrix; with the vectors' last numbers it tells how far the eigenvalues are from those of the whole.
    ///
    /// Golub and Welsch 1969, "Calculation of Gauss Quadrature Rules": implicit QL, of the vectors the first and last
    /// numbers only.
    ///
    /// # Complexity
    /// O(n²).
    pub(super) fn of_tridiagonal(mut diagonal: Vec<f64>, mut off_diagonal: Vec<f64>) -> Self {
        let size = diagonal.len();
        let outward = std::mem::replace(&mut off_diagonal[size - 1], 0.0);
        let mut tips = vec![[0.0; 2]; size];
        (tips[0][0], tips[size - 1][1]) = (1.0, 1.0);
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
            sweep(&mut diagonal[low..=end], &mut off_diagonal[low..=end], &mut tips[low..=end]);
        }
        let mut order: Vec<usize> = (0..size).filter(|&at| tips[at][0] * tips[at][0] > UNSEEN).collect();
        order.sort_unstable_by(|&a, &b| diagonal[a].total_cmp(&diagonal[b]));
        Self {
            places: order.iter().map(|&at| diagonal[at]).collect(),
            weights: order.iter().map(|&at| tips[at][0] * tips[at][0]).collect(),
            reaches: order.iter().map(|&at| (outward * tips[at][1]).abs()).collect(),
        }
    }

    /// The same with all of the weight of a cluster at one place, if spreading it could move eigenvalues by a quarter of `error`.
    /// How those of a cluster are spread, the quadrature does not tell: that is the other extreme. Of `size` eigenvalues; what
    /// can well be chance is no cluster.
    pub(super) fn with_clusters_gathered(&self, size: usize, error: f64) -> Self {
        let mut gathered = self.clone();
        for (at, weights) in self.weights.windows(3).enumerate() {
            let usual = 0.5 * (weights[0] + weights[2]);
            let spacing = 0.5 * (self.places[at + 2] - self.places[at]);
            // Each weight is a sum of squares, one for each eigenvalue that it stands for.
            let deviation = (3.0 / (usual * size as f64)).sqrt();
            if weights[1] > usual * (1.0 + (0.5 * error / spacing).max(CHANCE * deviation)) {
                gathered.reaches[at + 1] = 0.0;
            }
        }
        gathered
    }

    /// Mass to the left of each of the ascending `places`.
    ///
    /// Half of each weight is to the left of its place and half to the right, spread evenly as far as its eigenvalues can
    /// be, but not beyond the next place. So what has converged to an eigenvalue is a step there, and what stands for many
    /// eigenvalues is spread over all of the way to its neighbours.
    pub(super) fn add_mass_below(&self, places: impl Iterator<Item = f64>, mut add: impl FnMut(usize, f64)) {
        let (mut next, mut below) = (0, 0.0);
        for (index, place) in places.enumerate() {
            while next < self.places.len() && self.places[next] <= place {
                below += self.weights[next];
                next += 1;
            }
            // Left of all there is nothing, right of all there is everything.
            let is_between = next > 0 && next < self.places.len();
            let between = if is_between { self.early(next, place) - self.late(next - 1, place) } else { 0.0 };
            add(index, below + between);
        }
    }

    /// Mass of a place to the right that is left of `place`.
    fn early(&self, at: usize, place: f64) -> f64 {
        let spread = self.reaches[at].min(self.places[at] - self.places[at - 1]);
        0.5 * self.weights[at] * share(self.places[at] - place, spread)
    }

    /// Mass of a place to the left that is right of `place`.
    fn late(&self, at: usize, place: f64) -> f64 {
        let spread = self.reaches[at].min(self.places[at + 1] - self.places[at]);
        0.5 * self.weights[at] * share(place - self.places[at], spread)
    }
}

/// The share of what is spread evenly that lies farther away than `distance`.
fn share(distance: f64, spread: f64) -> f64 {
    if distance < spread { 1.0 - distance / spread } else { 0.0 }
}

/// One sweep of implicit QL with Wilkinson's shift over an unreduced block.
fn sweep(diagonal: &mut [f64], off_diagonal: &mut [f64], tips: &mut [[f64; 2]]) {
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

    fn tridiagonal(diagonal: Vec<f64>, off_diagonal: &[f64], outward: f64) -> Quadrature {
        Quadrature::of_tridiagonal(diagonal, off_diagonal.iter().copied().chain([outward]).collect())
    }

    fn masses(quadrature: &Quadrature, places: &[f64]) -> Vec<f64> {
        let mut masses = Vec::new();
        quadrature.add_mass_below(places.iter().copied(), |_, mass| masses.push(mass));
        masses
    }

    /// Gauss–Chebyshev quadrature has a formula: places cos((k − ½)π/n), weights 1/n. The next vector is known, too: the
    /// last numbers of the vectors are √(2/n) sin((k − ½)π/n).
    #[test]
    fn chebyshev_matrices_give_chebyshev_quadrature() {
        for size in [2, 3, 17, 200] {
            let off_diagonal: Vec<f64> = (1..size).map(|at| if at == 1 { 0.5f64.sqrt() } else { 0.5 }).collect();
            let found = tridiagonal(vec![0.0; size], &off_diagonal, 0.5);
            for at in 0..size {
                let angle = std::f64::consts::PI * (at as f64 + 0.5) / size as f64;
                let (place, weight, reach) = (found.places[at], found.weights[at], found.reaches[at]);
                assert!((place + angle.cos()).abs() < 1e-13, "{size}: place {at} is {place}");
                assert!((weight - 1.0 / size as f64).abs() < 1e-13, "{size}: weight {at} is {weight}");
                let wanted = 0.5 * (2.0 / size as f64).sqrt() * angle.sin();
                assert!((reach - wanted).abs() < 1e-13, "{size}: reach {at} is {reach}, wanted {wanted}");
            }
        }
    }

    #[test]
    fn only_clusters_that_matter_are_gathered() {
        // Spaced 0.01 apart, the third twice as heavy as its neighbours: that many more could be 0.005 to either side.
        let quadrature = Quadrature {
            places: [1.00, 1.01, 1.02, 1.03, 1.04].to_vec(),
            weights: [0.16, 0.17, 0.34, 0.17, 0.16].to_vec(),
            reaches: vec![0.02; 5],
        };
        let reaches = |error: f64| quadrature.with_clusters_gathered(4000, error).reaches;
        assert_eq!(reaches(0.019), [0.02, 0.02, 0.0, 0.02, 0.02]);
        assert_eq!(reaches(0.021), quadrature.reaches);
        let gathered = quadrature.with_clusters_gathered(4000, 0.019);
        // Its neighbours still reach over to it.
        assert!((masses(&gathered, &[1.0199])[0] - (0.33 - 0.085 * 0.01)).abs() < 1e-12);
        assert!((masses(&gathered, &[1.0201])[0] - (0.67 + 0.085 * 0.01)).abs() < 1e-12);
    }

    #[test]
    fn a_matrix_in_two_parts_weighs_only_the_first() {
        let found = tridiagonal(vec![1.0, 1.0, 0.4, 0.4], &[0.5, 0.0, 0.25], 0.3);
        assert_eq!(found.places.len(), 2, "{found:?}");
        for (at, place) in [0.5, 1.5].iter().enumerate() {
            assert!((found.places[at] - place).abs() < 1e-14 && (found.weights[at] - 0.5).abs() < 1e-14, "{found:?}");
        }
    }

    #[test]
    fn mass_is_spread_as_far_as_eigenvalues_can_be() {
        let mut quadrature =
            Quadrature { places: vec![0.5, 1.0, 1.5], weights: vec![0.2, 0.6, 0.2], reaches: vec![9.0; 3] };
        let places = [0.4, 0.5, 0.75, 1.0, 1.25, 1.6];
        let close = |found: Vec<f64>, wanted: [f64; 6]| {
            assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-14), "{found:?}");
        };
        close(masses(&quadrature, &places), [0.0, 0.1, 0.3, 0.5, 0.7, 1.0]);
        // What has converged is a step, and its neighbours still reach it.
        quadrature.reaches[1] = 0.0;
        close(masses(&quadrature, &places), [0.0, 0.1, 0.15, 0.8, 0.85, 1.0]);
        quadrature.reaches = vec![0.125; 3];
        close(masses(&quadrature, &places), [0.0, 0.1, 0.2, 0.5, 0.8, 1.0]);
    }
}
