//! Cells against the exact search: recall, any number of threads, filters, rows taken out, numbers of any size.

#![allow(clippy::unwrap_used)]

use super::{Cells, Effort};
use crate::distance::PreparedRows;
use crate::nearest::{NearestSettings, Neighbor, nearest};
use crate::rows::Rows;

/// Numbers that look random, the same every time.
struct Random(u64);

impl Random {
    /// From -1 to 1.
    fn number(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f32 / (1u64 << 30) as f32 - 1.0
    }

    /// Rows of `dimensions` numbers that are combinations of `rank` directions, with a little of their own.
    fn rows(&mut self, count: usize, dimensions: usize, rank: usize) -> Vec<f32> {
        let directions: Vec<f32> = (0..rank * dimensions).map(|_| self.number()).collect();
        let mut row = || {
            let parts: Vec<f32> = (0..rank).map(|_| self.number()).collect();
            let mut at = |dimension: usize| {
                let sum =
                    |sum: f32, (rank, part): (usize, &f32)| sum + part * directions[rank * dimensions + dimension];
                parts.iter().enumerate().fold(0.02 * self.number(), sum)
            };
            (0..dimensions).map(&mut at).collect::<Vec<_>>()
        };
        (0..count).flat_map(|_| row()).collect()
    }
}

fn exact(rows: Rows<'_>, queries: Rows<'_>, settings: &NearestSettings<'_>) -> Vec<Vec<Neighbor>> {
    nearest(&PreparedRows::euclidean(rows), &PreparedRows::euclidean(queries), settings).unwrap()
}

/// The part of the exact distances that was found.
fn recall(found: &[Vec<Neighbor>], exact: &[Vec<Neighbor>]) -> f64 {
    let right = found.iter().zip(exact).map(|(found, exact)| {
        let last = exact.last().unwrap().distance;
        found.iter().filter(|found| found.distance <= last).count()
    });
    right.sum::<usize>() as f64 / exact.iter().map(Vec::len).sum::<usize>() as f64
}

/// An effort that sees all rows.
const ALL: Effort = Effort { reach: 1.0, recall: 1.0, error: 0.0, seen: 1.0 };

#[test]
fn the_measured_recall_is_that_of_other_queries() {
    for seed in 1..=4 {
        let mut random = Random(seed);
        let values = random.rows(9000, 24, 5);
        let (rows, queries) = values.split_at(8000 * 24);
        let (rows, queries) = (Rows::new(rows, 24).unwrap(), Rows::new(queries, 24).unwrap());
        let cells = Cells::build(rows, 2).unwrap();
        let settings = NearestSettings::new(10);
        let wanted = exact(rows, queries, &settings);
        assert!(!cells.efforts().is_empty() && cells.effort(0.99).is_some(), "{:?}", cells.efforts());
        for effort in cells.efforts() {
            let found = recall(&cells.search(rows, queries, effort, &settings), &wanted);
            // Both are means over 1000 queries with the same standard error, known to a few per cent: five of them, and one
            // neighbour of a hundred queries for errors that were measured as zero.
            let bound = 5.0 * 2f64.sqrt() * effort.error() + 0.001;
            assert!((found - effort.recall()).abs() <= bound, "seed {seed}: {found}, {effort:?}");
        }
    }
}

#[test]
fn a_larger_reach_sees_more_and_finds_more() {
    let values = Random(7).rows(8000, 24, 5);
    let rows = Rows::new(&values, 24).unwrap();
    let cells = Cells::build(rows, 2).unwrap();
    let efforts = cells.efforts();
    assert!(efforts.len() > 3 && efforts.windows(2).all(|pair| pair[0].seen() <= pair[1].seen()), "{efforts:?}");
    assert!(efforts[0].recall() < 0.95 && efforts[efforts.len() - 1].recall() > 0.999, "{efforts:?}");
    assert!(efforts[efforts.len() - 1].seen() < 0.1, "{efforts:?}");
}

#[test]
fn distances_are_exact_and_rows_found_once() {
    let values = Random(8).rows(5000, 17, 3);
    let rows = Rows::new(&values, 17).unwrap();
    let (cells, queries) = (Cells::build(rows, 1).unwrap(), rows.range(0..300));
    let settings = NearestSettings::new(12);
    let found = cells.search(rows, queries, &ALL, &settings);
    let wanted = exact(rows, queries, &settings);
    assert!(recall(&found, &wanted) > 0.999);
    for (query, found) in found.iter().enumerate() {
        let by_order = |pair: &[Neighbor]| pair[0].order(&pair[1]).is_lt();
        assert!(found.len() == 12 && found.windows(2).all(by_order), "{found:?}");
        for hit in found {
            let square = |(a, b): (&f32, &f32)| (f64::from(*a) - f64::from(*b)).powi(2);
            let distance = queries.row(query).iter().zip(rows.row(hit.row)).map(square).sum::<f64>().sqrt();
            assert!((hit.distance - distance).abs() <= 1e-13 * distance, "{hit:?} {distance}");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let values = Random(9).rows(6000, 40, 6);
    let rows = Rows::new(&values, 40).unwrap();
    let cells = Cells::build(rows, 1).unwrap();
    let search = |threads| {
        let settings = NearestSettings { threads, ..NearestSettings::new(10) };
        cells.search(rows, rows.range(0..500), &cells.efforts()[2], &settings)
    };
    for threads in [2, 3] {
        assert!(Cells::build(rows, threads).unwrap() == cells, "{threads} threads");
        assert_eq!(search(threads), search(1), "{threads} threads");
    }
}

#[test]
fn a_filter_leaves_as_many_as_there_are() {
    let values = Random(10).rows(5000, 12, 3);
    let rows = Rows::new(&values, 12).unwrap();
    let cells = Cells::build(rows, 2).unwrap();
    let queries = rows.range(0..200);
    for (part, count) in [(2, 10), (100, 10), (1000, 10), (2500, 10), (6000, 3)] {
        let among: Vec<bool> = (0..rows.len()).map(|row| row % part == 1).collect();
        let settings = NearestSettings { among: Some(&among), ..NearestSettings::new(count) };
        let wanted = exact(rows, queries, &settings);
        let found = cells.search(rows, queries, cells.effort(0.99).unwrap(), &settings);
        for (found, wanted) in found.iter().zip(&wanted) {
            assert_eq!(found.len(), wanted.len(), "one of {part}");
            assert!(found.iter().all(|found| among[found.row]), "one of {part}");
        }
        assert!(recall(&found, &wanted) > 0.98, "one of {part}");
    }
}

#[test]
fn rows_that_are_taken_out_are_not_found_and_all_others_are() {
    let values = Random(11).rows(5000, 12, 3);
    let rows = Rows::new(&values, 12).unwrap();
    let mut cells = Cells::build(rows, 2).unwrap();
    let settings = NearestSettings::new(10);
    for gone in [vec![3usize, 4, 4999], (0..5000).step_by(3).collect(), (100..4000).collect()] {
        let mut changed = cells.clone();
        let stays: Vec<bool> = (0..5000).map(|row| !gone.contains(&row)).collect();
        changed.retain(&stays);
        assert_eq!(changed.check(rows.dimensions()), Ok(()));
        let kept: Vec<f32> = (0..5000).filter(|&row| stays[row]).flat_map(|row| rows.row(row)).copied().collect();
        let kept = Rows::new(&kept, 12).unwrap();
        assert_eq!(changed.len(), kept.len());
        let found = changed.search(kept, kept, &ALL, &settings);
        assert!(recall(&found, &exact(kept, kept, &settings)) > 0.999);
        // The codes are those of the rows: each finds itself.
        assert!(found.iter().enumerate().all(|(row, found)| found[0].row == row));
    }
    cells.retain(&[false; 5000]);
    assert!(cells.is_empty() && cells.search(rows, rows.range(0..2), &ALL, &settings) == vec![Vec::new(); 2]);
}

#[test]
fn numbers_of_any_size() {
    let mut random = Random(12);
    for (name, scale) in [("tiny", 1e-42), ("small", 1e-20), ("large", 1e18), ("huge", 1e37)] {
        let values: Vec<f32> = random.rows(2000, 6, 2).iter().map(|value| value * scale).collect();
        let rows = Rows::new(&values, 6).unwrap();
        let cells = Cells::build(rows, 2).unwrap();
        assert_eq!(cells.check(6), Ok(()), "{name}");
        let found = cells.search(rows, rows.range(0..50), &ALL, &NearestSettings::new(5));
        assert!(found.iter().all(|found| found.len() == 5), "{name}");
    }
    // Rows at the ends of all numbers, beside which the others are one point; equal rows.
    let mut values = random.rows(2000, 6, 2);
    values[6..12].fill(f32::MAX);
    values[12..18].fill(-f32::MAX);
    for values in [values, vec![2.5; 12_000], vec![f32::MAX; 12_000]] {
        let rows = Rows::new(&values, 6).unwrap();
        let cells = Cells::build(rows, 2).unwrap();
        assert_eq!(cells.check(6), Ok(()));
        let found = cells.search(rows, rows.range(1..50), &ALL, &NearestSettings::new(5));
        assert!(found.iter().all(|found| found.len() == 5));
        assert!(found[..2].iter().all(|found| found[0].distance == 0.0), "{found:?}");
    }
    for count in [0, 1, 3, 5] {
        let values = random.rows(count, 3, 2);
        let cells = Cells::build(Rows::new(&values, 3).unwrap(), 2);
        assert_eq!(cells.map_or(0, |cells| cells.len()), count);
    }
}
