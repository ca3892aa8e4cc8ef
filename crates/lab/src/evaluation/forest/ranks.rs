//! Features as ranks, so that cuts compare integers.

use super::super::VectorRows;

/// Each number replaced by its rank among the distinct numbers of its column.
///
/// A tree only asks which of two numbers is larger, except that it cuts in the middle between them; so all trees of all
/// splits sort and compare these instead.
#[derive(Debug)]
pub(super) struct Ranks {
    examples: usize,
    /// Column after column.
    ranks: Vec<u32>,
    /// The distinct numbers of each column, ascending.
    values: Vec<Vec<f32>>,
}

impl Ranks {
    /// # Complexity
    /// O(n d log n) time, O(n d) space.
    pub(super) fn of(vectors: VectorRows<'_>) -> Self {
        let (examples, columns) = (vectors.len(), vectors.width());
        let mut result = Self { examples, ranks: Vec::with_capacity(examples * columns), values: Vec::new() };
        for column in 0..columns {
            // Adding zero makes −0 the same number as 0.
            let numbers: Vec<f32> = (0..examples).map(|row| vectors.row(row)[column] + 0.0).collect();
            let mut values = numbers.clone();
            values.sort_unstable_by(f32::total_cmp);
            values.dedup();
            let rank = |number: &f32| values.partition_point(|value| value < number) as u32;
            result.ranks.extend(numbers.iter().map(rank));
            result.values.push(values);
        }
        result
    }

    pub(super) fn examples(&self) -> usize {
        self.examples
    }

    pub(super) fn columns(&self) -> usize {
        self.values.len()
    }

    /// The ranks of all examples in one column.
    pub(super) fn column(&self, column: usize) -> &[u32] {
        &self.ranks[column * self.examples..][..self.examples]
    }

    /// The largest rank on the lower side of a cut halfway between two numbers of a column.
    pub(super) fn cut_between(&self, column: usize, below: u32, above: u32) -> u32 {
        let values = &self.values[column];
        let middle = 0.5 * (f64::from(values[below as usize]) + f64::from(values[above as usize]));
        let between = &values[below as usize..above as usize];
        below + between.partition_point(|&value| f64::from(value) <= middle) as u32 - 1
    }
}
