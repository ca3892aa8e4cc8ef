//! The nearest graphs of each graph.

use rayon::prelude::*;

/// For each row the same number of nearest other rows, nearest first, with their Euclidean distances.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Neighbours {
    each: usize,
    count: usize,
    others: Vec<u32>,
    distances: Vec<f32>,
}

impl Neighbours {
    /// The `wanted` nearest of each row of `width` numbers, or all others if there are fewer; of equally near ones the first.
    pub(crate) fn of(rows: &[f32], width: usize, wanted: usize) -> Self {
        // TEMPORARY: all pairs by hand until the exact search of crates/search is merged.
        let count = rows.len() / width.max(1);
        let each = wanted.min(count.saturating_sub(1));
        let row = |at: usize| &rows[at * width..][..width];
        let nearest = |point: usize| {
            let distance = |other: usize| -> f32 {
                let pairs = row(point).iter().zip(row(other));
                pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
            };
            let mut all: Vec<(f32, u32)> =
                (0..count).filter(|&other| other != point).map(|other| (distance(other), other as u32)).collect();
            let ascending = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            if each > 0 && each < all.len() {
                all.select_nth_unstable_by(each - 1, ascending);
            }
            all.truncate(each);
            all.sort_unstable_by(ascending);
            all
        };
        let found: Vec<Vec<(f32, u32)>> = (0..count).into_par_iter().map(nearest).collect();
        let (distances, others) = found.into_iter().flatten().unzip();
        Self { each, count, others, distances }
    }

    /// Neighbours of each row.
    pub(crate) fn each(&self) -> usize {
        self.each
    }

    /// Number of rows.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The neighbours of each row and their distances, in the order of the rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&[u32], &[f32])> {
        (0..self.count).map(|at| {
            let range = at * self.each..(at + 1) * self.each;
            (&self.others[range.clone()], &self.distances[range])
        })
    }

    /// The first `each` neighbours of each row.
    pub(crate) fn first(&self, each: usize) -> Self {
        let each = each.min(self.each);
        let rows = || self.rows();
        let others = rows().flat_map(|(others, _)| others[..each].iter().copied()).collect();
        let distances = rows().flat_map(|(_, distances)| distances[..each].iter().copied()).collect();
        Self { each, count: self.count, others, distances }
    }

    /// All neighbours, row after row.
    pub(crate) fn others(&self) -> &[u32] {
        &self.others
    }

    /// All distances, row after row.
    pub(crate) fn distances(&self) -> &[f32] {
        &self.distances
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbours;

    #[test]
    fn nearest_come_first_and_equal_ones_in_order() {
        let found = Neighbours::of(&[0.0, 10.0, 1.0, -1.0, 10.0], 1, 2);
        assert_eq!(found.others(), [2, 3, 4, 2, 0, 3, 0, 2, 1, 2]);
        assert_eq!(found.distances()[..4], [1.0, 1.0, 0.0, 9.0]);
        assert_eq!(found.first(1).others(), [2, 4, 0, 0, 1]);
        assert_eq!(Neighbours::of(&[5.0], 1, 3).each(), 0);
    }
}
