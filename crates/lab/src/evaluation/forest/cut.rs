//! The best cut of one feature.

use super::ranks::Ranks;

/// A training example of one tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) example: u32,
    pub(super) class: u32,
    /// How often the bootstrap drew it.
    pub(super) count: u32,
}

/// A question: is the rank in `column` at most `rank`?
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    pub(super) column: usize,
    pub(super) rank: u32,
    /// Larger is purer.
    pub(super) purity: f64,
}

/// Buffers for the search of cuts.
#[derive(Debug)]
pub(super) struct CutSearch<'a> {
    ranks: &'a Ranks,
    /// Rank in the high half, position among the samples in the low half: sorts as one integer.
    keys: Vec<u64>,
    below: Vec<u64>,
    above: Vec<u64>,
}

impl<'a> CutSearch<'a> {
    pub(super) fn new(ranks: &'a Ranks, classes: usize) -> Self {
        Self { ranks, keys: Vec::new(), below: vec![0; classes], above: vec![0; classes] }
    }

    /// The purest cut of the samples by one column; none where all have the same number.
    ///
    /// # Formula
    /// ```text
    /// purity = Σ_c a_c² / a + Σ_c b_c² / b        a_c, b_c samples of class c above and below, a, b in all
    /// ```
    /// Least weighted Gini impurity is largest purity: Breiman et al. 1984, "Classification and Regression Trees". The
    /// squares are whole numbers, updated as samples pass from one side to the other.
    ///
    /// # Complexity
    /// O(m log m) time for m samples.
    pub(super) fn best(&mut self, samples: &[Sample], counts: &[u64], column: usize) -> Option<Cut> {
        if !self.sort(samples, column) {
            return None;
        }
        self.below.fill(0);
        self.above.copy_from_slice(counts);
        let mut total_above: u64 = counts.iter().sum();
        let (mut total_below, mut squares_below) = (0u64, 0u64);
        let mut squares_above: u64 = counts.iter().map(|count| count * count).sum();
        let (mut best, mut purity) = ((0, 0), f64::NEG_INFINITY);
        for pair in self.keys.windows(2) {
            let sample = samples[pair[0] as u32 as usize];
            let (class, count) = (sample.class as usize, u64::from(sample.count));
            squares_below += count * (2 * self.below[class] + count);
            squares_above -= count * (2 * self.above[class] - count);
            self.below[class] += count;
            self.above[class] -= count;
            total_below += count;
            total_above -= count;
            let (rank, next) = ((pair[0] >> 32) as u32, (pair[1] >> 32) as u32);
            if rank != next {
                let here = squares_below as f64 / total_below as f64 + squares_above as f64 / total_above as f64;
                if here > purity {
                    (best, purity) = ((rank, next), here);
                }
            }
        }
        Some(Cut { column, rank: self.ranks.cut_between(column, best.0, best.1), purity })
    }

    /// Sorts the samples by a column; false where there is nothing to sort.
    fn sort(&mut self, samples: &[Sample], column: usize) -> bool {
        let ranks = self.ranks.column(column);
        let rank = |sample: &Sample| u64::from(ranks[sample.example as usize]);
        self.keys.clear();
        self.keys.extend(samples.iter().enumerate().map(|(at, sample)| rank(sample) << 32 | at as u64));
        let first = self.keys[0] >> 32;
        let differs = self.keys.iter().any(|key| key >> 32 != first);
        if differs {
            self.keys.sort_unstable();
        }
        differs
    }
}
