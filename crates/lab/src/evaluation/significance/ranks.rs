//! Methods compared over collections.

use super::SIGNIFICANCE;
use sgr_core::numerics::distributions::{upper_fisher_tail, upper_studentized_range_quantile};

/// Values closer than this share a rank: means of the same runs in another order differ in their last bits.
const SAME: f64 = 1e-9;

/// Ranks of methods, averaged over collections, with Friedman's test and Nemenyi's critical difference.
#[derive(Debug, Clone, PartialEq)]
pub struct AverageRanks {
    /// Mean rank of each method; 1 is the best.
    pub ranks: Vec<f64>,
    /// Number of collections.
    pub collections: usize,
    /// Iman and Davenport's F of Friedman's test; infinite if all collections agree.
    pub statistic: f64,
    /// Probability of ranks as different if all methods are as good as each other.
    pub p: f64,
    /// Mean ranks that are further apart than this differ, at the level of 5 %.
    pub critical_difference: f64,
}

impl AverageRanks {
    /// Ranks methods by the accuracies in rows, one a collection.
    ///
    /// # Formula
    /// ```text
    /// χ² = 12 N / (k (k + 1)) · (Σ_j R_j² − k (k + 1)² / 4)              R_j: mean rank of method j
    /// F  = (N − 1) χ² / (N (k − 1) − χ²)                                 k − 1 and (k − 1)(N − 1) degrees of freedom
    /// CD = q / √2 · √(k (k + 1) / (6 N))                                 q: studentized range of k numbers, 0.95
    /// ```
    /// Demšar 2006, "Statistical Comparisons of Classifiers over Multiple Data Sets"; Iman & Davenport 1980. N collections, k
    /// methods. Equal accuracies share the mean of their ranks.
    ///
    /// # Edge cases
    /// Nothing for fewer than two methods or collections.
    ///
    /// # Panics
    /// If rows differ in length.
    #[must_use]
    pub fn of(accuracies: &[Vec<f64>]) -> Option<Self> {
        let (collections, methods) = (accuracies.len(), accuracies.first().map_or(0, Vec::len));
        if collections < 2 || methods < 2 {
            return None;
        }
        let mut ranks = vec![0.0; methods];
        for row in accuracies {
            assert_eq!(row.len(), methods, "found a row of {} accuracies, wanted {methods}", row.len());
            ranks.iter_mut().zip(ranks_of(row)).for_each(|(sum, rank)| *sum += rank / collections as f64);
        }
        Some(Self::of_ranks(ranks, collections))
    }

    fn of_ranks(ranks: Vec<f64>, collections: usize) -> Self {
        let (n, k) = (collections as f64, ranks.len() as f64);
        let squares: f64 = ranks.iter().map(|rank| rank * rank).sum();
        let chi = 12.0 * n / (k * (k + 1.0)) * (squares - k * (k + 1.0).powi(2) / 4.0);
        // Rounding may leave a little of either sign where all collections agree, or all methods are equal.
        let rest = n * (k - 1.0) - chi;
        let statistic = if rest > SAME { ((n - 1.0) * chi / rest).max(0.0) } else { f64::INFINITY };
        let p = upper_fisher_tail(statistic, k - 1.0, (k - 1.0) * (n - 1.0));
        let quantile = upper_studentized_range_quantile(SIGNIFICANCE, ranks.len()) / 2f64.sqrt();
        let critical_difference = quantile * (k * (k + 1.0) / (6.0 * n)).sqrt();
        Self { ranks, collections, statistic, p, critical_difference }
    }

    /// The largest sets of methods, in the order of their ranks, that do not differ: as positions in that order, from and to.
    #[must_use]
    pub fn alike(&self) -> Vec<(usize, usize)> {
        let mut sorted = self.ranks.clone();
        sorted.sort_by(f64::total_cmp);
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for first in 0..sorted.len() {
            let last = sorted.partition_point(|rank| rank - sorted[first] <= self.critical_difference) - 1;
            if last > first && groups.last().is_none_or(|&(_, end)| last > end) {
                groups.push((first, last));
            }
        }
        groups
    }
}

/// Ranks of values, 1 for the largest; equal ones share the mean of theirs.
fn ranks_of(values: &[f64]) -> Vec<f64> {
    let rank = |&value: &f64| {
        let larger = values.iter().filter(|&&other| other > value + SAME).count();
        let equal = values.iter().filter(|&&other| (other - value).abs() <= SAME).count();
        larger as f64 + 0.5 * (equal as f64 + 1.0)
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// The mean ranks of Demšar 2006, §3.2.2: four classifiers on fourteen data sets have F = 3.69 and CD = 1.25.
    #[test]
    fn a_published_example_comes_out() {
        let found = AverageRanks::of_ranks(vec![3.143, 2.000, 2.893, 1.964], 14);
        // The published ranks are rounded.
        assert!((found.statistic - 3.69).abs() < 1e-2 && (found.p - 0.0197).abs() < 2e-4, "{found:?}");
        assert!((found.critical_difference - 1.25).abs() < 5e-3, "{found:?}");
        // In order: 1.964, 2.000, 2.893, 3.143.
        assert_eq!(found.alike(), [(0, 3)]);
        assert_eq!(AverageRanks { critical_difference: 1.15, ..found.clone() }.alike(), [(0, 2), (1, 3)]);
        assert_eq!(AverageRanks { critical_difference: 0.95, ..found.clone() }.alike(), [(0, 2), (2, 3)]);
        assert!(AverageRanks { critical_difference: 0.01, ..found }.alike().is_empty());
    }

    /// Ranks by SciPy's `rankdata`, p by its `f.sf`.
    #[test]
    fn another_implementation_agrees() {
        let table = [
            [0.763, 0.768, 0.771, 0.798],
            [0.599, 0.591, 0.590, 0.569],
            [0.954, 0.971, 0.968, 0.967],
            [0.628, 0.661, 0.654, 0.657],
            [0.882, 0.888, 0.886, 0.898],
            [0.936, 0.931, 0.916, 0.931],
            [0.661, 0.668, 0.609, 0.685],
            [0.583, 0.583, 0.563, 0.625],
            [0.775, 0.838, 0.866, 0.875],
            [1.000, 1.000, 1.000, 1.000],
            [0.940, 0.962, 0.965, 0.962],
            [0.619, 0.666, 0.614, 0.669],
            [0.972, 0.981, 0.975, 0.975],
            [0.957, 0.978, 0.946, 0.970],
        ];
        let found = AverageRanks::of(&table.map(|row| row.to_vec())).unwrap();
        for (rank, exact) in found.ranks.iter().zip([44.0, 28.0, 41.0, 27.0]) {
            assert!((rank - exact / 14.0).abs() < 1e-12, "{found:?}");
        }
        assert!((found.statistic - 3.986_666_666_666_65).abs() < 1e-9, "{found:?}");
        assert!((found.p - 0.014_352_446_216_024_03).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn ties_and_extremes_have_ranks() {
        assert_eq!(ranks_of(&[3.0, 5.0, 3.0, 1.0]), [2.5, 1.0, 2.5, 4.0]);
        let equal = AverageRanks::of(&[vec![1.0, 1.0], vec![2.0, 2.0]]).unwrap();
        assert_eq!((equal.ranks, equal.statistic, equal.p), (vec![1.5, 1.5], 0.0, 1.0));
        let agreed = AverageRanks::of(&[vec![2.0, 1.0, 0.0], vec![9.0, 5.0, 3.0]]).unwrap();
        assert_eq!((agreed.ranks, agreed.statistic, agreed.p), (vec![1.0, 2.0, 3.0], f64::INFINITY, 0.0));
        assert_eq!(AverageRanks::of(&[vec![1.0, 2.0]]), None);
        assert_eq!(AverageRanks::of(&[vec![1.0], vec![2.0]]), None);
        assert_eq!(AverageRanks::of(&[]), None);
    }
}
