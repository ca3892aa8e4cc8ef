//! Prepared rows against the definitions of the distances, and statistics that are none.

#![allow(clippy::unwrap_used)]

use sgr_core::representation::{PairDistances, StatisticsParts, VectorStatistics};

use super::{Distance, Preparation};
use crate::SearchError;
use crate::rows::Rows;

const DIMENSIONS: usize = 11;

fn number(at: usize) -> f32 {
    ((at * 7919 + at / 7) % 1009) as f32 / 100.0 - 5.0
}

/// Deviations, three axes, and five quantiles of each dimension, of which some are equal.
fn statistics() -> VectorStatistics {
    let quantiles = (0..DIMENSIONS).flat_map(|dimension| {
        let start = dimension as f32 / 2.0 - 4.0;
        [start, start + 1.0, start + 1.0, start + 1.0, start + 4.0]
    });
    let parts = StatisticsParts {
        distance: Distance::Ranks,
        graphs: 100,
        deviations: (0..DIMENSIONS).map(|at| 0.1 + at as f32).collect(),
        whitening: (0..3 * DIMENSIONS).map(|at| number(3 * at + 1)).collect(),
        quantiles: quantiles.collect(),
        pairs: PairDistances {
            count: 1,
            distances: vec![Distance::Cosine],
            families: vec![],
            quantiles: vec![0.0, 1.0],
        },
    };
    VectorStatistics::new(parts, DIMENSIONS).unwrap()
}

/// The distance of two vectors by its definition, in double precision.
fn defined(distance: Distance, a: &[f32], b: &[f32], statistics: &VectorStatistics) -> f64 {
    let wide = |row: &[f32]| row.iter().map(|&value| f64::from(value)).collect::<Vec<f64>>();
    let (a, b) = (wide(a), wide(b));
    let length = |row: &[f64]| row.iter().map(|value| value * value).sum::<f64>().sqrt();
    let difference: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    match distance {
        Distance::Euclidean => length(&difference),
        Distance::Cosine => 1.0 - a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>() / length(&a) / length(&b),
        Distance::Standardized => {
            let divided = difference.iter().zip(statistics.deviations());
            length(&divided.map(|(value, &deviation)| value / f64::from(deviation)).collect::<Vec<_>>())
        }
        Distance::Whitened => {
            let axes = statistics.whitening().chunks(DIMENSIONS);
            let along = |axis: &[f32]| axis.iter().zip(&difference).map(|(&axis, value)| f64::from(axis) * value).sum();
            length(&axes.map(along).collect::<Vec<_>>())
        }
        // By counting: the quantiles as a sample of a hundred values to the interval.
        _ => {
            let rank = |value: f64, quantiles: &[f32]| {
                let sample = quantiles.windows(2).flat_map(|pair| {
                    let [low, high] = [pair[0], pair[1]].map(f64::from);
                    (0..100_000).map(move |at| low + (high - low) * (f64::from(at) + 0.5) / 1e5)
                });
                let (mut below, mut all) = (0.0, 0.0);
                for drawn in sample {
                    all += 1.0;
                    below += if drawn < value {
                        1.0
                    } else if drawn == value {
                        0.5
                    } else {
                        0.0
                    };
                }
                below / all
            };
            let rows = statistics.quantiles().chunks(5).zip(a.iter().zip(&b));
            length(&rows.map(|(quantiles, (&a, &b))| rank(a, quantiles) - rank(b, quantiles)).collect::<Vec<_>>())
        }
    }
}

#[test]
fn distances_are_their_definitions() {
    let statistics = statistics();
    let mut values: Vec<f32> = (0..6 * DIMENSIONS).map(number).collect();
    // On quantiles that are equal, on the lowest, on the highest, and outside.
    values[..4].copy_from_slice(&[-3.0, -3.5, 1.0, -100.0]);
    let rows = Rows::new(&values, DIMENSIONS).unwrap();
    for distance in Distance::OF_ANY_NUMBERS {
        let preparation = Preparation::of(distance, Some(&statistics)).unwrap();
        let width = preparation.prepare(rows).unwrap().rows().dimensions();
        assert_eq!(width, if distance == Distance::Whitened { 3 } else { DIMENSIONS });
        for one in 0..rows.len() {
            for other in 0..one {
                let found = preparation.between(rows.row(one), rows.row(other)).unwrap();
                let wanted = defined(distance, rows.row(one), rows.row(other), &statistics);
                // The reference of the ranks counts a sample; the others round prepared numbers to single precision.
                let tolerance = if distance == Distance::Ranks { 1e-5 } else { 1e-6 };
                assert!((found - wanted).abs() <= tolerance * wanted.max(1.0), "{distance}: {found} {wanted}");
            }
        }
    }
}

#[test]
fn tanimoto_is_one_minus_the_shared_part() {
    let tanimoto = Preparation::of(Distance::Tanimoto, None).unwrap();
    for (a, b, wanted) in [
        // Bits: one of three is shared. Counts: 1 + 0 + 2 of 3 + 1 + 2.
        (&[1.0, 1.0, 0.0][..], &[0.0, 1.0, 1.0][..], 1.0 - 1.0 / 3.0),
        (&[3.0, 0.0, 2.0], &[1.0, 1.0, 2.0], 0.5),
        (&[0.25, 0.5], &[0.5, 0.25], 0.5),
        (&[1.0, 0.0], &[0.0, 4.0], 1.0),
        (&[0.1, 0.7], &[0.1, 0.7], 0.0),
        (&[0.0, -0.0], &[0.0, 0.0], 0.0),
        (&[0.0, 0.0], &[0.0, 1.0], 1.0),
        (&[f32::MAX; 2], &[f32::MAX, 0.0], 0.5),
    ] {
        assert_eq!(tanimoto.between(a, b), Ok(wanted), "{a:?} {b:?}");
        assert_eq!(tanimoto.between(b, a), Ok(wanted), "{b:?} {a:?}");
    }
}

#[test]
fn tanimoto_refuses_numbers_below_zero() {
    let values = [1.0, 0.0, 2.0, -0.5];
    let rows = Rows::new(&values, 2).unwrap();
    let error = Preparation::of(Distance::Tanimoto, None).unwrap().prepare(rows).unwrap_err();
    let wanted = "vector number 1 (from 0): found -0.5 in dimension 1, wanted at least 0 for the distance tanimoto";
    assert_eq!(error.to_string(), wanted);
    assert!(Preparation::of(Distance::Cosine, None).unwrap().prepare(rows).is_ok());
}

#[test]
fn vectors_of_another_length_and_too_large_ones_are_refused() {
    let rows = [1.0f32; 10];
    let rows = Rows::new(&rows, 10).unwrap();
    for distance in [Distance::Standardized, Distance::Whitened, Distance::Ranks] {
        let preparation = Preparation::of(distance, Some(&statistics())).unwrap();
        assert_eq!(preparation.prepare(rows), Err(SearchError::Dimensions { found: 10, wanted: 11 }));
        let between = preparation.between(&[1.0; DIMENSIONS], &[1.0; 10]);
        assert_eq!(between, Err(SearchError::Dimensions { found: 10, wanted: 11 }));
        assert_eq!(Preparation::of(distance, None), Err(SearchError::NoStatistics { distance }));
    }
    let large = [f32::MAX; DIMENSIONS];
    let error = Preparation::of(Distance::Standardized, Some(&statistics()))
        .and_then(|preparation| preparation.prepare(Rows::new(&large, DIMENSIONS).unwrap()).map(|_| ()));
    assert!(matches!(error, Err(SearchError::NotFinite { row: 0, column: 0, .. })), "{error:?}");
}

#[test]
fn kept_statistics_are_checked() {
    for distance in Distance::ALL {
        let preparation = Preparation::of(distance, Some(&statistics())).unwrap();
        let kept = |numbers: &[f32]| Preparation::of_kept(distance, DIMENSIONS, numbers);
        assert_eq!(kept(preparation.statistics()), Ok(preparation.clone()));
        let mut numbers = preparation.statistics().to_vec();
        numbers.push(1.0);
        assert!(matches!(kept(&numbers), Err(SearchError::Statistics { .. })), "{distance}");
        if distance.needs_statistics() {
            for bad in [f32::NAN, f32::INFINITY] {
                numbers.truncate(preparation.statistics().len());
                numbers[DIMENSIONS - 1] = bad;
                assert!(matches!(kept(&numbers), Err(SearchError::Statistics { .. })), "{distance}");
            }
            assert!(matches!(kept(&[]), Err(SearchError::Statistics { .. })), "{distance}");
        }
    }
    let kept = |distance, numbers: &[f32]| Preparation::of_kept(distance, 2, numbers).is_ok();
    assert!(kept(Distance::Standardized, &[1.0, 1e-9]));
    assert!(!kept(Distance::Standardized, &[1.0, 0.0]) && !kept(Distance::Standardized, &[1.0, -1.0]));
    assert!(!kept(Distance::Standardized, &[1.0; 4]));
    assert!(kept(Distance::Whitened, &[-1.0; 4]) && !kept(Distance::Whitened, &[1.0; 6]));
    assert!(kept(Distance::Ranks, &[0.0, 0.0, -1.0, 2.0]) && !kept(Distance::Ranks, &[0.0, 0.0, 2.0, 1.0]));
    assert!(!kept(Distance::Ranks, &[0.0, 1.0]));
}
