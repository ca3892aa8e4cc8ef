//! Quantiles; for the channels.

/// Appends evenly spaced quantiles of an ascending list: its shape in a fixed number of values, whatever its length.
///
/// # Formula
/// ```text
/// q_i = value(a[⌊(i + ½)/p · n⌋])        i = 0, …, p − 1
/// ```
/// a = `ascending` of length n ≥ 1, p = `count`. In integers: no rounding moves an index. `value` must not fall, so that
/// quantiles of `value(a)` are values of quantiles and only p of them are computed.
///
/// # Complexity
/// O(p) time, no space.
pub(super) fn append_quantiles<T: Copy>(ascending: &[T], count: usize, value: impl Fn(T) -> f64, row: &mut Vec<f32>) {
    row.extend((0..count).map(|at| value(ascending[(2 * at + 1) * ascending.len() / (2 * count)]) as f32));
}

/// Names of `count` quantiles.
pub(super) fn quantile_names(prefix: &str, count: usize) -> impl Iterator<Item = String> {
    (0..count).map(move |at| format!("{prefix}_quantile_{at}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_those_of_the_formula() {
        for length in (1..40).chain([1000, 12_345]) {
            let list: Vec<usize> = (0..length).collect();
            for count in [1, 8, 16] {
                let mut row = Vec::new();
                append_quantiles(&list, count, |at| at as f64, &mut row);
                let exact = |at: usize| ((at as f64 + 0.5) / count as f64 * length as f64).floor() as f32;
                assert_eq!(row, (0..count).map(exact).collect::<Vec<_>>(), "{count} of {length}");
            }
        }
    }
}
