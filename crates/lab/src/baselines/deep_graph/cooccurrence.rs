//! Positive pointwise mutual information of colours.

use faer::{Mat, MatRef};

use super::colour_counts::ColourCounts;

/// The positive pointwise mutual information P of words: see [`DeepGraphKernel`](super::DeepGraphKernel).
#[derive(Debug)]
pub(super) struct MutualInformation(Mat<f64>);

impl MutualInformation {
    /// `word_of_colour` has the number of each colour's word, if it is one, below `words`.
    ///
    /// # Complexity
    /// O(Σ w²) time over graphs with w words, O(words²) space.
    pub(super) fn of(counts: &ColourCounts, word_of_colour: &[Option<u32>], words: usize) -> Self {
        let pairs = pairs(counts, word_of_colour, words);
        let sums: Vec<f64> = pairs.chunks_exact(words.max(1)).map(|row| row.iter().sum()).collect();
        let total: f64 = sums.iter().sum();
        Self(Mat::from_fn(words, words, |row, column| {
            // Words that never meet have ln 0 = −∞; words that meet no word 0/0, which the maximum makes 0 too.
            (pairs[row * words + column] * total / (sums[row] * sums[column])).ln().max(0.0)
        }))
    }

    pub(super) fn matrix(&self) -> MatRef<'_, f64> {
        self.0.as_ref()
    }
}

/// N_ab: how often a node of word a meets one of word b, if each node meets one other node of its graph.
fn pairs(counts: &ColourCounts, word_of_colour: &[Option<u32>], words: usize) -> Vec<f64> {
    let mut pairs = vec![0.0; words * words];
    for row in counts.rows() {
        let nodes: f64 = row.iter().map(|&(_, count)| f64::from(count)).sum();
        let known: Vec<(usize, f64)> = row
            .iter()
            .filter_map(|&(colour, count)| Some((word_of_colour[colour as usize]? as usize, f64::from(count))))
            .collect();
        for &(a, count) in &known {
            let row = &mut pairs[a * words..][..words];
            let share = count / (nodes - 1.0).max(1.0);
            known.iter().for_each(|&(b, other)| row[b] += share * (other - if a == b { 1.0 } else { 0.0 }));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::super::label_numbers::LabelNumbers;
    use super::*;

    #[test]
    fn information_by_hand() {
        // Graphs with colours 0 0 1 and 0 1 2; 2 is no word.
        let labels = LabelNumbers { offsets: vec![0, 3, 6], numbers: vec![0, 0, 1, 0, 1, 2], count: 3 };
        let counts = ColourCounts::of(&labels);
        assert_eq!(counts.frequencies(), [2, 2, 1]);
        let words = [Some(0), Some(1), None];
        // The first graph: 2 · 1/2 of 0 with 0, 2 · 1/2 of 0 with 1; the second: 1/2 of 0 with 1.
        assert_eq!(pairs(&counts, &words, 2), [1.0, 1.5, 1.5, 0.0]);
        // Sums 2.5 and 1.5, together 4: ln(1 · 4 / 6.25) < 0, ln(1.5 · 4 / 3.75).
        let information = MutualInformation::of(&counts, &words, 2);
        assert_eq!([0, 1, 2, 3].map(|at| information.0[(at / 2, at % 2)]), [0.0, 1.6f64.ln(), 1.6f64.ln(), 0.0]);
        // A graph of one node: no pairs, no information.
        let labels = LabelNumbers { offsets: vec![0, 1, 2], numbers: vec![0, 0], count: 1 };
        assert_eq!(MutualInformation::of(&ColourCounts::of(&labels), &[Some(0)], 1).0[(0, 0)], 0.0);
    }
}
