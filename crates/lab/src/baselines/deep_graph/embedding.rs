//! Embeddings of colours.

use super::super::BaselineError;
use super::colour_counts::ColourCounts;
use super::cooccurrence::MutualInformation;
use sgr_core::numerics::symmetric_eigen;

/// Most words. All eigenvectors of their matrix are computed, in two or three seconds and 25 MB: 2048 words took eight
/// times as long and were no more accurate on ENZYMES, PROTEINS and IMDB-BINARY.
const MOST_WORDS: usize = 1024;

/// Eigenvalues within this share of the largest are one eigenvalue, and those within it of 0 are 0.
const CLOSE: f64 = 1e-6;

/// Vectors for the colours that are words.
pub(super) struct Embedding {
    dimensions: usize,
    word_of_colour: Vec<Option<u32>>,
    /// Word after word.
    vectors: Vec<f64>,
}

impl Embedding {
    /// # Errors
    /// [`BaselineError::NoConvergence`].
    pub(super) fn of(counts: &ColourCounts, dimensions: usize) -> Result<Self, BaselineError> {
        let (word_of_colour, words) = words(&counts.frequencies(), MOST_WORDS);
        let information = MutualInformation::of(counts, &word_of_colour, words);
        let what = "matrix of mutual information";
        let (values, vectors) =
            symmetric_eigen(information.matrix()).ok_or(BaselineError::NoConvergence { what, rows: words })?;
        // Largest first.
        let values: Vec<f64> = values.into_iter().rev().collect();
        let dimensions = complete_dimensions(&values, dimensions);
        let entry = |at: usize| {
            let (word, place) = (at / dimensions, at % dimensions);
            vectors[(word, words - 1 - place)] * values[place].sqrt()
        };
        Ok(Self { dimensions, word_of_colour, vectors: (0..words * dimensions).map(entry).collect() })
    }

    /// Numbers in a vector.
    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The vector of a colour, if it has one.
    pub(super) fn vector(&self, colour: u32) -> Option<&[f64]> {
        let word = self.word_of_colour[colour as usize]? as usize;
        Some(&self.vectors[word * self.dimensions..][..self.dimensions])
    }
}

/// The number of each colour's word, and how many words there are: colours that at least two graphs have, or, if there are
/// more than `most`, at least as many graphs as it takes to be no more.
fn words(frequencies: &[u32], most: usize) -> (Vec<Option<u32>>, usize) {
    let mut descending: Vec<u32> = frequencies.iter().copied().filter(|&frequency| frequency > 1).collect();
    descending.sort_unstable_by(|a, b| b.cmp(a));
    let least = descending.get(most).map_or(2, |&frequency| frequency + 1);
    let mut count = 0;
    let number = |&frequency: &u32| {
        (frequency >= least).then(|| {
            count += 1;
            count - 1
        })
    };
    let words = frequencies.iter().map(number).collect();
    (words, count as usize)
}

/// The most dimensions, up to the wanted number, that cut no eigenspace and have positive eigenvalues.
fn complete_dimensions(values: &[f64], wanted: usize) -> usize {
    let tolerance = CLOSE * values.first().map_or(0.0, |value| value.abs());
    let positive = values.iter().take_while(|value| **value > tolerance).count();
    let is_cut = |at: usize| at < values.len() && values[at - 1] - values[at] <= tolerance;
    (1..=positive.min(wanted)).rev().find(|&at| !is_cut(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_colours_of_the_most_graphs() {
        assert_eq!(words(&[1, 2, 5, 2, 3], 9), (vec![None, Some(0), Some(1), Some(2), Some(3)], 4));
        // Three are too few for all that two graphs have: none of those is one.
        assert_eq!(words(&[1, 2, 5, 2, 3], 3), (vec![None, None, Some(0), None, Some(1)], 2));
        assert_eq!(words(&[1, 1], 3), (vec![None, None], 0));
    }

    #[test]
    fn eigenspaces_are_never_cut() {
        assert_eq!(complete_dimensions(&[3.0, 2.0, 1.0], 2), 2);
        assert_eq!(complete_dimensions(&[3.0, 2.0, 2.0], 2), 1);
        assert_eq!(complete_dimensions(&[3.0, 2.0, 2.0], 3), 3);
        assert_eq!(complete_dimensions(&[2.0, 2.0, 2.0], 2), 0);
        assert_eq!(complete_dimensions(&[2.0, 1.0, 0.0, -1.0], 4), 2);
        assert_eq!(complete_dimensions(&[], 4), 0);
    }
}
