//! Distributions behind tests of significance and confidence intervals.

mod beta;
mod fisher;
mod normal;
mod student;
mod studentized_range;

pub use fisher::upper_fisher_tail;
pub use normal::{normal_distribution, upper_normal_tail};
pub use student::{two_sided_student_tail, upper_student_quantile};
pub use studentized_range::{studentized_range_distribution, upper_studentized_range_quantile};

/// Halvings of a bracket: after this many a bracket of 2^10 is one rounding error wide.
const HALVINGS: usize = 70;

/// The argument above 0 at which a function that decreases to 0 takes a value, by division of a bracket.
///
/// # Complexity
/// About 80 values of the function.
fn solve_decreasing(value: f64, function: impl Fn(f64) -> f64) -> f64 {
    // A tail of 10^−300 of Student's t with 1 degree of freedom lies at 10^300: the bracket doubles as often as it must.
    let mut high = 1.0;
    while function(high) > value && high < f64::MAX / 2.0 {
        high *= 2.0;
    }
    let mut low = if high > 1.0 { 0.5 * high } else { 0.0 };
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if function(middle) > value { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
