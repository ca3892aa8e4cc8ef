//! The two spaces against each other and against zero slope.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;

/// Counts from 0 to 10⁴ in a few of many columns.
fn counts(examples: usize, width: usize) -> Vec<f32> {
    let mut state = 7u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let number = |_| match draw() % 16 {
        0 => (draw() % 3) as f32,
        1 => (draw() % 10_000) as f32,
        _ => 0.0,
    };
    (0..examples * width).map(number).collect()
}

fn examples_of(rows: &[f32], width: usize, in_columns: bool) -> ExactExamples {
    let rows = SparseRows::of(VectorRows::new(rows, width).unwrap());
    let curvature = if in_columns { Curvature::Columns } else { Curvature::of_examples(&rows) };
    ExactExamples { rows, curvature }
}

/// ∇f, written down without the code above: no column is left out.
fn steepest_slope(rows: &[f32], width: usize, targets: &[f64], weights: &[f64]) -> f64 {
    let mut gradient = weights.to_vec();
    for (row, target) in rows.chunks(width).zip(targets) {
        let full: Vec<f64> = row.iter().map(|&value| f64::from(value)).chain([1.0]).collect();
        let score: f64 = full.iter().zip(weights).map(|(value, weight)| value * weight).sum();
        let pull = target / (1.0 + (target * score).exp());
        gradient.iter_mut().zip(&full).for_each(|(slope, value)| *slope -= pull * value);
    }
    gradient.iter().map(|slope| slope.abs()).fold(0.0, f64::max)
}

#[test]
fn the_slope_is_zero_in_both_spaces_from_any_start() {
    // Separable, because there are more columns than examples; and not.
    for (count, width) in [(60, 200), (150, 40)] {
        let rows = counts(count, width);
        let targets: Vec<f64> = (0..count).map(|at| if at * at % 7 < 3 { 1.0 } else { -1.0 }).collect();
        let all: Vec<usize> = (0..count).collect();
        let [columns, examples] = [true, false].map(|in_columns| examples_of(&rows, width, in_columns));
        let first = columns.minimize(&all, &targets, 1.0, None);
        let start = Col::from_fn(columns.rows.columns(), |at| 1e-4 * (at % 5) as f64);
        let others =
            [examples.minimize(&all, &targets, 1.0, None), examples.minimize(&all, &targets, 1.0, Some(&start))];
        let weights = columns.coefficients(&first.weights.iter().copied().collect::<Vec<_>>());
        let slope = steepest_slope(&rows, width, &targets, &weights);
        assert!(first.finished && slope < 1e-3, "{count} x {width}: {slope}");
        for other in others {
            let gap = (&other.weights - &first.weights).norm_l2() / first.weights.norm_l2();
            assert!(other.finished && gap < 1e-3, "{count} x {width}: {gap}");
        }
    }
}

#[test]
fn columns_of_zeros_have_no_weight() {
    let rows = [1.0, 0.0, 2.0, 0.0, 0.0, 5.0];
    let examples = examples_of(&rows, 3, true);
    assert_eq!(examples.rows.columns(), 3);
    let minimum = examples.minimize(&[0, 1], &[1.0, -1.0], 1.0, None);
    let weights = examples.coefficients(&minimum.weights.iter().copied().collect::<Vec<_>>());
    assert!(weights.len() == 4 && weights[1] == 0.0 && weights[0] > 0.0 && weights[2] < 0.0, "{weights:?}");
}
