//! Words: typical heat-kernel signatures.

use super::WIDTH;

/// The vocabulary, as `cargo bench -p sgr-graphs --features lab --bench heat_vocabulary` prints it: σ, then a word a line.
const TEXT: &str = include_str!("vocabulary.txt");

/// Words and the width of their soft assignment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Vocabulary {
    /// σ.
    deviation: f64,
    pub(super) words: Vec<[f64; WIDTH]>,
}

impl Vocabulary {
    /// That of the library. A test reads the same text: every number in it is one.
    pub(super) fn built_in() -> Self {
        let numbers = |line: &str| -> Vec<f64> { line.split(' ').filter_map(|number| number.parse().ok()).collect() };
        let mut lines = TEXT.lines().map(numbers);
        let deviation = lines.next().and_then(|line| line.first().copied()).unwrap_or(1.0);
        Self { deviation, words: lines.filter_map(|line| line.try_into().ok()).collect() }
    }

    /// Adds the shares of the words in one signature, times `weight`, to `frequencies`.
    pub(super) fn assign(&self, signature: &[f64; WIDTH], weight: f64, frequencies: &mut [f64]) {
        let square = |word: &[f64; WIDTH]| word.iter().zip(signature).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        let squares: Vec<f64> = self.words.iter().map(square).collect();
        // Relative to the nearest word, so that a signature far from all has shares too.
        let nearest = squares.iter().copied().fold(f64::INFINITY, f64::min);
        let share = |square: f64| (-(square - nearest) / (2.0 * self.deviation * self.deviation)).exp();
        let sum: f64 = squares.iter().map(|&square| share(square)).sum();
        frequencies
            .iter_mut()
            .zip(&squares)
            .for_each(|(frequency, &square)| *frequency += weight * share(square) / sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_48_words_of_length_1() {
        let vocabulary = Vocabulary::built_in();
        assert_eq!(vocabulary.words.len(), 48);
        assert_eq!(TEXT.split_whitespace().count(), 1 + 48 * WIDTH);
        assert!(vocabulary.deviation > 0.0 && vocabulary.deviation < 1.0);
        for word in &vocabulary.words {
            let length = word.iter().map(|value| value * value).sum::<f64>().sqrt();
            // A mean of points on the sphere lies inside.
            assert!(length > 0.9 && length < 1.0 + 1e-6, "{word:?}");
        }
    }

    #[test]
    fn shares_fall_with_the_squared_distance_and_sum_up_to_the_weight() {
        let mut words = vec![[0.0; WIDTH]; 3];
        (words[1][0], words[2][0]) = (1.0, 2.0);
        let vocabulary = Vocabulary { deviation: 1.0, words };
        let mut frequencies = [0.0; 3];
        vocabulary.assign(&[0.0; WIDTH], 2.0, &mut frequencies);
        let shares = [1.0, (-0.5f64).exp(), (-2.0f64).exp()];
        let sum: f64 = shares.iter().sum();
        let close = frequencies.iter().zip(shares).all(|(found, share)| (found - 2.0 * share / sum).abs() < 1e-15);
        assert!(close, "{frequencies:?}");
    }
}
