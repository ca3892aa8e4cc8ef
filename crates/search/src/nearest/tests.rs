//! The nearest rows against a slow reference: ties, numbers of any size, rows that single precision cannot tell apart.

#![allow(clippy::unwrap_used)]

use super::{FEW, NearestSettings, Neighbor, nearest};
use crate::distance::{Distance, Preparation, PreparedRows};
use crate::rows::Rows;

/// Numbers that look random, the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// From -1 to 1.
    fn number(&mut self) -> f32 {
        self.next() as f32 / (1u64 << 30) as f32 - 1.0
    }

    fn values(&mut self, count: usize, mut value: impl FnMut(f32) -> f32) -> Vec<f32> {
        (0..count).map(|_| value(self.number())).collect()
    }
}

/// All rows sorted by their distances in double precision, which shares no code with the search.
fn reference(rows: &[f32], query: &[f32], among: Option<&[bool]>) -> Vec<(usize, f64)> {
    let square =
        |row: &[f32]| row.iter().zip(query).map(|(&a, &b)| (a as f64 - b as f64) * (a as f64 - b as f64)).sum();
    let rows = rows.chunks(query.len()).map(square).map(f64::sqrt).enumerate();
    let mut sorted: Vec<(usize, f64)> = rows.filter(|(row, _)| among.is_none_or(|among| among[*row])).collect();
    sorted.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap().then(a.0.cmp(&b.0)));
    sorted
}

fn search(rows: &[f32], queries: &[f32], dimensions: usize, settings: &NearestSettings<'_>) -> Vec<Vec<Neighbor>> {
    let prepare = |values| PreparedRows::euclidean(Rows::new(values, dimensions).unwrap());
    nearest(&prepare(rows), &prepare(queries), settings).unwrap()
}

/// Compares the search with the reference, on one thread and on several, for one query and for many.
fn compare(name: &str, rows: &[f32], queries: &[f32], dimensions: usize, count: usize, among: Option<&[bool]>) {
    let settings = |threads| NearestSettings { threads, among, ..NearestSettings::new(count) };
    let found = search(rows, queries, dimensions, &settings(1));
    for threads in [2, 3, 8] {
        assert_eq!(search(rows, queries, dimensions, &settings(threads)), found, "{name}: {threads} threads");
    }
    for (at, (query, found)) in queries.chunks(dimensions).zip(&found).enumerate() {
        let mut wanted = reference(rows, query, among);
        wanted.truncate(count);
        let name = format!("{name}, query {at}");
        let numbers = |wanted: &[(usize, f64)]| wanted.iter().map(|(row, _)| *row).collect::<Vec<_>>();
        assert_eq!(found.iter().map(|found| found.row).collect::<Vec<_>>(), numbers(&wanted), "{name}");
        for (found, (_, wanted)) in found.iter().zip(wanted) {
            assert!((found.distance - wanted).abs() <= 1e-13 * wanted, "{name}: {} {wanted}", found.distance);
        }
        let alone = search(rows, query, dimensions, &settings(1));
        assert_eq!(&alone[0], found, "{name} alone");
    }
}

#[test]
fn random_rows_of_any_shape() {
    let mut random = Random(1);
    for (count, dimensions, queries, wanted) in
        [(1, 1, 9, 3), (5, 2, 6, 5), (193, 3, 40, 1), (700, 33, 129, 10), (1500, 257, 20, 7), (400, 8, 1100, 300)]
    {
        let rows = random.values(count * dimensions, |number| number);
        let queries = random.values(queries * dimensions, |number| number);
        compare(&format!("{count}×{dimensions}"), &rows, &queries, dimensions, wanted, None);
    }
}

#[test]
fn ties_go_to_the_lower_number() {
    // Few whole numbers in few dimensions: many rows are equal, and many more at equal distances, without rounding.
    let mut random = Random(2);
    let rows = random.values(3000 * 3, |number| (number * 3.0).round());
    let queries = random.values(50 * 3, |number| (number * 3.0).round());
    for count in [1, 10, 999] {
        compare("whole numbers", &rows, &queries, 3, count, None);
    }
    compare("equal rows", &[2.5; 5000], &[2.5, 1.0].repeat(10), 1, 12, None);
}

#[test]
fn rows_that_single_precision_cannot_tell_apart() {
    let mut random = Random(3);
    // A cluster far from the origin and far from the mean of all rows: products cancel nearly all digits.
    for (offset, spread) in [(1000.0, 1e-3), (3e4, 1e-2), (1.0, 1e-6)] {
        let mut rows = random.values(1000 * 16, |number| offset + number * spread);
        rows.extend(random.values(1000 * 16, |number| -offset + number * spread));
        let queries = random.values(30 * 16, |number| offset + number * spread);
        compare(&format!("{offset} ± {spread}"), &rows, &queries, 16, 10, None);
    }
}

#[test]
fn numbers_of_any_size() {
    let mut random = Random(4);
    for exponent in [-44, -38, -30, -20, 18, 19, 25, 37, 38] {
        let scale = 10f32.powi(exponent);
        let rows = random.values(600 * 5, |number| number * scale);
        let queries = random.values(20 * 5, |number| number * scale);
        compare(&format!("1e{exponent}"), &rows, &queries, 5, 10, None);
    }
    let mut mixed = random.values(600 * 5, |number| number);
    mixed.iter_mut().step_by(7).for_each(|value| *value *= f32::MAX);
    mixed.iter_mut().skip(3).step_by(11).for_each(|value| *value *= 1e-40);
    compare("mixed", &mixed, &mixed[..100], 5, 10, None);
}

#[test]
fn sorted_rows() {
    let mut random = Random(5);
    let rows: Vec<f32> =
        (0..4000).flat_map(|row| random.values(4, |number| 40.0 - 0.01 * row as f32 + number)).collect();
    compare("farthest first", &rows, &[0.0, 0.1, 0.2, 0.3].repeat(FEW), 4, 10, None);
}

#[test]
fn only_rows_that_are_marked() {
    let mut random = Random(6);
    let rows = random.values(2000 * 6, |number| (number * 4.0).round());
    let queries = random.values(20 * 6, |number| (number * 4.0).round());
    for part in [2, 50, 1900] {
        let among: Vec<bool> = (0..2000).map(|row| row % part == 1).collect();
        compare(&format!("every {part}th"), &rows, &queries, 6, 10, Some(&among));
    }
    compare("none", &rows, &queries, 6, 10, Some(&[false; 2000]));
}

#[test]
fn nothing_is_found_among_nothing() {
    let settings = NearestSettings::new(3);
    assert_eq!(search(&[], &[1.0; 40], 4, &settings), vec![Vec::new(); 10]);
    assert_eq!(search(&[1.0; 40], &[], 4, &settings), Vec::<Vec<Neighbor>>::new());
    assert_eq!(search(&[1.0; 40], &[1.0; 4], 4, &NearestSettings::new(0)), vec![Vec::new()]);
}

#[test]
fn cosines_keep_their_digits() {
    let angles = [0.0f64, 1e-3, 0.1, 1.0, 3.0];
    let rows: Vec<f32> = angles
        .iter()
        .enumerate()
        .flat_map(|(row, angle)| {
            let length = 10f64.powi(row as i32);
            [(length * angle.cos()) as f32, (length * angle.sin()) as f32]
        })
        .chain([0.0, 0.0])
        .collect();
    let queries = [7.0, 0.0].repeat(FEW);
    let cosine = Preparation::of(Distance::Cosine, None).unwrap();
    let prepare = |values| cosine.prepare(Rows::new(values, 2).unwrap()).unwrap();
    for queries in [&queries[..], &queries[..2]] {
        let found = nearest(&prepare(&rows), &prepare(queries), &NearestSettings::new(6)).unwrap();
        let numbers: Vec<usize> = found[0].iter().map(|found| found.row).collect();
        // The row of zeros is at 1/2, between 1 − cos 1 = 0.46 and 1 − cos 3 = 1.99.
        assert_eq!(numbers, [0, 1, 2, 3, 5, 4]);
        assert_eq!((found[0][0].distance, found[0][4].distance), (0.0, 0.5));
        for (found, angle) in found[0].iter().zip([0.0, 1e-3, 0.1, 1.0]) {
            // Coordinates in single precision move an angle by 6e-8, and its cosine by that times the sine.
            assert!((found.distance - (1.0 - f64::cos(angle))).abs() <= 1e-7 * f64::sin(angle), "{angle}");
        }
    }
}

/// Counts of few dimensions that are above 0, as fingerprints have them, and rows of zeros; fractions too.
fn counts(random: &mut Random, rows: usize, dimensions: usize, unit: f32) -> Vec<f32> {
    let mut count = || if random.next().is_multiple_of(4) { (random.next() % 5) as f32 * unit } else { 0.0 };
    let mut values: Vec<f32> = (0..rows * dimensions).map(|_| count()).collect();
    values[..2 * dimensions].fill(0.0);
    values
}

/// All rows by their Tanimoto distances, ties by their numbers. Rounded: sums of fractions differ in their last digits.
fn tanimoto_reference(rows: &[f32], query: &[f32], among: Option<&[bool]>) -> Vec<(usize, f64)> {
    let distance = |row: &[f32]| {
        let pairs = || row.iter().zip(query).map(|(&a, &b)| [f64::from(a), f64::from(b)]);
        let larger: f64 = pairs().map(|[a, b]| a.max(b)).sum();
        let smaller: f64 = pairs().map(|[a, b]| a.min(b)).sum();
        if larger == 0.0 { 0.0 } else { rounded(1.0 - smaller / larger) }
    };
    let mut all: Vec<(usize, f64)> = rows.chunks(query.len()).map(distance).enumerate().collect();
    all.retain(|(row, _)| among.is_none_or(|among| among[*row]));
    all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    all
}

fn rounded(distance: f64) -> f64 {
    (distance * 1e12).round() / 1e12
}

#[test]
fn tanimoto_of_every_pair() {
    let mut random = Random(7);
    let tanimoto = Preparation::of(Distance::Tanimoto, None).unwrap();
    // More rows than a block; more dimensions than common numbers. Halves have exact sums.
    for (count, dimensions, asked, unit) in [(5000, 7, 12, 1.0), (300, 90, 40, 0.5), (2, 3, 2, 2.0)] {
        let rows = counts(&mut random, count, dimensions, unit);
        let queries = counts(&mut random, asked, dimensions, unit);
        let prepare = |values| tanimoto.prepare(Rows::new(values, dimensions).unwrap()).unwrap();
        let marks: Vec<bool> = (0..count).map(|row| row % 3 != 1).collect();
        for (among, wanted) in [(None, 25), (Some(&marks[..]), 4)] {
            let search = |threads| {
                let settings = NearestSettings { threads, among, ..NearestSettings::new(wanted) };
                nearest(&prepare(&rows), &prepare(&queries), &settings).unwrap()
            };
            let found = search(1);
            assert!([2, 5].into_iter().all(|threads| search(threads) == found));
            for (query, found) in queries.chunks(dimensions).zip(found) {
                let mut reference = tanimoto_reference(&rows, query, among);
                reference.truncate(wanted);
                let found = found.iter().map(|found| (found.row, rounded(found.distance)));
                assert_eq!(found.collect::<Vec<_>>(), reference);
            }
        }
    }
}

/// The search sums what the distance of two vectors sums, to the last digit.
#[test]
fn tanimoto_of_the_search_is_that_of_two_vectors() {
    let mut random = Random(8);
    let rows = random.values(600 * 9, |number| (number * 4.0).max(0.0));
    let tanimoto = Preparation::of(Distance::Tanimoto, None).unwrap();
    let prepared = tanimoto.prepare(Rows::new(&rows, 9).unwrap()).unwrap();
    for (query, found) in nearest(&prepared, &prepared, &NearestSettings::new(50)).unwrap().iter().enumerate() {
        assert_eq!(found[0].distance, 0.0);
        for found in found {
            let [query, row] = [query, found.row].map(|row| &rows[9 * row..9 * row + 9]);
            assert_eq!(Ok(found.distance), tanimoto.between(query, row));
        }
    }
}
