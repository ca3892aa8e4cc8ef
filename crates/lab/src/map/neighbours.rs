//! The nearest graphs of each graph.

use sgr_search::SearchError;
use sgr_search::distance::Preparation;
use sgr_search::nearest::{NearestSettings, nearest};
use sgr_search::rows::Rows;

/// For each row the same number of nearest other rows, nearest first, with their distances.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Neighbours {
    each: usize,
    count: usize,
    others: Vec<u32>,
    distances: Vec<f32>,
}

impl Neighbours {
    /// The `wanted` nearest of each row of `width` numbers, or all others if there are fewer; of equally near ones the first.
    ///
    /// # Errors
    /// [`SearchError`]: numbers that are not finite, or rows of another width than the statistics of the distance.
    pub(crate) fn of(
        rows: &[f32],
        width: usize,
        preparation: &Preparation,
        wanted: usize,
        threads: usize,
    ) -> Result<Self, SearchError> {
        let rows = preparation.prepare(Rows::new(rows, width)?)?;
        let count = rows.rows().len();
        let each = wanted.min(count.saturating_sub(1));
        // Each row finds itself too, unless as many equal ones come before it.
        let mut settings = NearestSettings::new(each + 1);
        settings.threads = threads;
        let (mut others, mut distances) = (Vec::with_capacity(count * each), Vec::with_capacity(count * each));
        for (point, found) in nearest(&rows, &rows, &settings)?.into_iter().enumerate() {
            for neighbor in found.into_iter().filter(|neighbor| neighbor.row != point).take(each) {
                others.push(neighbor.row as u32);
                distances.push(neighbor.distance as f32);
            }
        }
        Ok(Self { each, count, others, distances })
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
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::{Neighbours, Preparation};
    use sgr_search::distance::Distance;

    fn of(rows: &[f32], width: usize, wanted: usize, threads: usize) -> Neighbours {
        Neighbours::of(rows, width, &Preparation::default(), wanted, threads).unwrap()
    }

    #[test]
    fn the_distance_decides_which_are_near() {
        let rows = [1.0, 0.0, 1.0, 1.0, 90.0, 1.0];
        let cosine = Preparation::of(Distance::Cosine, None).unwrap();
        let found = Neighbours::of(&rows, 2, &cosine, 1, 1).unwrap();
        assert_eq!((found.others()[0], of(&rows, 2, 1, 1).others()[0]), (2, 1));
        let standardized = Preparation::of_kept(Distance::Standardized, 2, &[1000.0, 1.0]).unwrap();
        let found = Neighbours::of(&rows, 2, &standardized, 1, 1).unwrap();
        assert_eq!((found.others()[1], found.distances()[1]), (2, 0.089));
        assert!(Neighbours::of(&rows, 3, &standardized, 1, 1).is_err());
    }

    #[test]
    fn nearest_come_first_and_equal_ones_in_order() {
        let found = of(&[0.0, 10.0, 1.0, -1.0, 10.0], 1, 2, 1);
        assert_eq!(found.others(), [2, 3, 4, 2, 0, 3, 0, 2, 1, 2]);
        assert_eq!(found.distances()[..4], [1.0, 1.0, 0.0, 9.0]);
        assert_eq!(found.first(1).others(), [2, 4, 0, 0, 1]);
        assert_eq!(of(&[5.0], 1, 3, 1).each(), 0);
        // More equal rows than are wanted: no row is its own neighbour.
        let equal = of(&[1.0; 20], 2, 3, 2);
        assert_eq!((equal.others()[27..].to_vec(), equal.distances().len()), (vec![0, 1, 2], 30));
    }
}
