//! Vectors with each number replaced by its rank among the same numbers of the others.

use rayon::prelude::*;

/// A column whose numbers differ by no more than this part of their size is constant: sixteen roundings of single precision. Ranks
/// would turn the rounding of equal graphs into differences.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The vectors with ranks in place of their numbers; equal numbers share the mean of their ranks. Constant columns are left out.
///
/// Columns of any size have the same weight then, and outliers little. The order of the vectors changes nothing, so that a
/// permutation test of the ranks is one of the vectors.
///
/// # Complexity
/// O(width · n log n) time.
pub(super) fn column_ranks(vectors: &[&[f32]]) -> Vec<Vec<f64>> {
    let width = vectors.first().map_or(0, |vector| vector.len());
    let square = |value: &f32| f64::from(*value).powi(2);
    let squares: f64 = vectors.iter().flat_map(|vector| vector.iter().map(square)).sum();
    let usual = (squares / (vectors.len() * width).max(1) as f64).sqrt();
    let columns: Vec<Vec<f64>> =
        (0..width).into_par_iter().filter_map(|column| ranks(vectors, column, usual)).collect();
    (0..vectors.len()).map(|row| columns.iter().map(|ranks| ranks[row]).collect()).collect()
}

/// The ranks in one column, from 1; `None` if it is constant. `usual` is the usual size of the numbers of all columns.
fn ranks(vectors: &[&[f32]], column: usize, usual: f64) -> Option<Vec<f64>> {
    let value = |row: usize| vectors[row][column];
    let mut order: Vec<usize> = (0..vectors.len()).collect();
    order.sort_unstable_by(|&one, &other| value(one).total_cmp(&value(other)));
    let (least, most) = (f64::from(value(*order.first()?)), f64::from(value(*order.last()?)));
    if most - least <= ROUNDING * usual.max(least.abs()).max(most.abs()) {
        return None;
    }
    let (mut ranks, mut before) = (vec![0.0; order.len()], 0);
    // Zeros of both signs are equal.
    for equal in order.chunk_by(|&one, &other| value(one) == value(other)) {
        let rank = before as f64 + (equal.len() + 1) as f64 / 2.0;
        equal.iter().for_each(|&row| ranks[row] = rank);
        before += equal.len();
    }
    Some(ranks)
}

#[cfg(test)]
mod tests {
    use super::column_ranks;

    #[test]
    fn ranks_are_those_of_each_column() {
        let rows: [[f32; 2]; 4] = [[5.0, 1.0], [-3.0, 2.0], [1e3, 1.0], [0.5, 1.0]];
        let rows = rows.each_ref().map(|row| &row[..]);
        assert_eq!(column_ranks(&rows), [[3.0, 2.0], [1.0, 4.0], [4.0, 2.0], [2.0, 2.0]]);
    }

    #[test]
    fn constant_columns_are_left_out_up_to_rounding() {
        let rows: [[f32; 3]; 3] = [[7.0, -0.0, 1.0], [7.000_001, 0.0, 2.0], [7.0, 1e-6, 3.0]];
        let rows = rows.each_ref().map(|row| &row[..]);
        assert_eq!(column_ranks(&rows), [[1.0], [2.0], [3.0]]);
        assert_eq!(column_ranks(&[]), Vec::<Vec<f64>>::new());
    }
}
