//! How much each point of a map wants to be near each other one.

use crate::map::neighbours::Neighbours;

/// Bisections of a kernel's width: beyond, doubles have no further digits.
const BISECTIONS: usize = 60;

/// Symmetric probabilities of pairs in compressed rows; all of them together are 1.
#[derive(Debug)]
pub(super) struct Affinities {
    pub(super) offsets: Vec<usize>,
    pub(super) others: Vec<u32>,
    pub(super) values: Vec<f64>,
}

impl Affinities {
    /// Of the nearest neighbours of each point.
    ///
    /// # Formula
    /// ```text
    /// p_{j|i} ∝ exp(−β_i d_ij²),   −Σ_j p_{j|i} ln p_{j|i} = ln perplexity,   p_ij = (p_{j|i} + p_{i|j}) / 2n
    /// ```
    /// van der Maaten 2014, "Accelerating t-SNE using Tree-Based Algorithms", eq. (6) to (8).
    pub(super) fn of(neighbours: &Neighbours, perplexity: f64) -> Self {
        let count = neighbours.count();
        let mut pairs: Vec<(u32, u32, f64)> = Vec::with_capacity(2 * count * neighbours.each());
        for (point, (others, distances)) in (0u32..).zip(neighbours.rows()) {
            for (&other, probability) in others.iter().zip(conditional(distances, perplexity)) {
                let half = probability / (2.0 * count as f64);
                pairs.push((point, other, half));
                pairs.push((other, point, half));
            }
        }
        // A pair that is near in both directions comes twice, with values whose order does not matter to their sum of two.
        pairs.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
        let mut affinities = Self { offsets: vec![0; count + 1], others: Vec::new(), values: Vec::new() };
        for pair in pairs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            affinities.others.push(pair[0].1);
            affinities.values.push(pair.iter().map(|pair| pair.2).sum());
            affinities.offsets[pair[0].0 as usize + 1] = affinities.others.len();
        }
        // A point without pairs: its row ends where the one before does.
        for at in 1..=count {
            affinities.offsets[at] = affinities.offsets[at].max(affinities.offsets[at - 1]);
        }
        affinities
    }

    /// The others of a point, with the probabilities.
    pub(super) fn row(&self, point: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
        let range = self.offsets[point]..self.offsets[point + 1];
        self.others[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }
}

/// p_{j|i} for the neighbours of one point at some distances, ascending.
fn conditional(distances: &[f32], perplexity: f64) -> Vec<f64> {
    let least = distances.first().map_or(0.0, |&distance| f64::from(distance).powi(2));
    // The nearest one subtracted: exp never vanishes for all.
    let squares: Vec<f64> = distances.iter().map(|&distance| f64::from(distance).powi(2) - least).collect();
    let scale = squares.iter().sum::<f64>() / squares.len().max(1) as f64;
    if scale <= 0.0 {
        return vec![1.0 / squares.len().max(1) as f64; squares.len()];
    }
    let (mut low, mut high, wanted) = (0.0, f64::INFINITY, perplexity.ln());
    let mut beta = 1.0 / scale;
    let mut probabilities = Vec::new();
    for _ in 0..BISECTIONS {
        probabilities = squares.iter().map(|square| (-beta * square).exp()).collect();
        let sum: f64 = probabilities.iter().sum();
        let mean: f64 = probabilities.iter().zip(&squares).map(|(value, square)| value * square).sum::<f64>() / sum;
        probabilities.iter_mut().for_each(|value| *value /= sum);
        // ln Σ exp(−β d²) + β ⟨d²⟩ falls as β grows.
        if sum.ln() + beta * mean > wanted {
            low = beta
        } else {
            high = beta
        }
        beta = if high.is_finite() { (low + high) / 2.0 } else { 2.0 * beta };
    }
    probabilities
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use sgr_search::distance::Preparation;

    use super::*;

    #[test]
    fn the_entropy_is_that_of_the_perplexity() {
        let distances: Vec<f32> = (1..=90).map(|at| 0.3 + at as f32 / 17.0).collect();
        for perplexity in [2.0, 10.0, 30.0] {
            let found = conditional(&distances, perplexity);
            let entropy: f64 = found.iter().filter(|value| **value > 0.0).map(|value| -value * value.ln()).sum();
            assert!((entropy.exp() - perplexity).abs() < 1e-6, "{perplexity}: {}", entropy.exp());
            assert!(found.windows(2).all(|pair| pair[0] >= pair[1]));
        }
        assert_eq!(conditional(&[0.0; 4], 2.0), [0.25; 4]);
    }

    #[test]
    fn probabilities_are_symmetric_and_sum_to_one() {
        let rows: Vec<f32> = (0..60).map(|at| ((at * at) % 37) as f32).collect();
        let affinities = Affinities::of(&Neighbours::of(&rows, 2, &Preparation::default(), 9, 1).unwrap(), 3.0);
        assert!((affinities.values.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for point in 0..30 {
            for (other, value) in affinities.row(point) {
                let back = affinities.row(other as usize).find(|(third, _)| *third as usize == point);
                assert_eq!(back.map(|(_, value)| value), Some(value));
            }
        }
    }
}
