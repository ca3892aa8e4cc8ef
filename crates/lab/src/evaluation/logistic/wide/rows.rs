//! Examples as dense or sparse rows.

use super::group_pass::{GROUP, GroupPass};
use super::trust_region::Search;
use crate::evaluation::VectorRows;

/// Numbers that are multiplied side by side.
pub(super) const LANES: usize = 8;
/// Zeros are kept while there are no more than seven for each other number: the columns of the others must be looked up, one
/// by one.
const DENSE_SHARE: usize = 8;

/// Examples, each with a 1 after its numbers for the intercept, and then zeros up to a multiple of [`LANES`].
#[derive(Debug)]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// Numbers of an example and the 1.
    width: usize,
}

/// An example, its zeros left out where that pays.
#[derive(Debug)]
enum Row {
    /// All numbers.
    Dense(Vec<[f32; LANES]>),
    /// The columns and values of those that are not zero.
    Sparse { columns: Vec<u32>, values: Vec<f32> },
}

/// The examples to learn from, in the order in which a pass comes to them.
pub(super) struct Training<'a> {
    /// Position among the targets, and numbers.
    dense: Vec<(usize, &'a [[f32; LANES]])>,
    sparse: Vec<(usize, &'a [u32], &'a [f32])>,
}

impl Rows {
    pub(super) fn of(vectors: VectorRows<'_>) -> Self {
        let rows = (0..vectors.len()).map(|at| Row::of(vectors.row(at))).collect();
        Self { rows, width: vectors.width() + 1 }
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Numbers of an example and the 1.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// (x, 1)·w.
    pub(super) fn score(&self, example: usize, weights: &[f64]) -> f64 {
        match &self.rows[example] {
            Row::Dense(numbers) => {
                let products = numbers.as_flattened().iter().zip(weights);
                products.map(|(&value, weight)| f64::from(value) * weight).sum()
            }
            Row::Sparse { columns, values } => sparse_dot(columns, values, weights),
        }
    }

    /// Some of the examples.
    pub(super) fn training(&self, examples: &[usize]) -> Training<'_> {
        let mut training = Training { dense: vec![], sparse: vec![] };
        for (at, &example) in examples.iter().enumerate() {
            match &self.rows[example] {
                Row::Dense(numbers) => training.dense.push((at, numbers)),
                Row::Sparse { columns, values } => training.sparse.push((at, columns, values)),
            }
        }
        training
    }
}

impl Row {
    fn of(numbers: &[f32]) -> Self {
        let with_intercept = || numbers.iter().copied().chain([1.0]);
        let present = with_intercept().filter(|&value| value != 0.0).count();
        if numbers.len() < DENSE_SHARE * present {
            let mut row = vec![[0.0; LANES]; (numbers.len() + 1).div_ceil(LANES)];
            row.as_flattened_mut().iter_mut().zip(with_intercept()).for_each(|(place, value)| *place = value);
            return Self::Dense(row);
        }
        let (columns, values) = (0..).zip(with_intercept()).filter(|&(_, value)| value != 0.0).unzip();
        Self::Sparse { columns, values }
    }
}

impl Training<'_> {
    /// One pass over the examples for all searches: to each Σ_i f_i x_i, with the factor f_i that it makes of the product of
    /// x_i and its probe. An example is fetched from memory once for all of them.
    ///
    /// # Complexity
    /// O(z) time a search for z numbers that are kept.
    pub(super) fn pass(&self, searches: &mut [&mut Search<'_>]) {
        let mut group_pass = GroupPass::new(searches.len());
        let (groups, rest) = self.dense.as_chunks::<GROUP>();
        groups.iter().for_each(|group| group_pass.run(group, searches));
        rest.chunks(1).for_each(|row| group_pass.run(row, searches));
        for search in searches {
            for &(at, columns, values) in &self.sparse {
                let factor = search.factor(at, sparse_dot(columns, values, search.probe().as_flattened()));
                let sum = search.sum().as_flattened_mut();
                for (&column, &value) in columns.iter().zip(values) {
                    sum[column as usize] += factor * f64::from(value);
                }
            }
        }
    }
}

fn sparse_dot(columns: &[u32], values: &[f32], vector: &[f64]) -> f64 {
    columns.iter().zip(values).map(|(&column, &value)| f64::from(value) * vector[column as usize]).sum()
}
