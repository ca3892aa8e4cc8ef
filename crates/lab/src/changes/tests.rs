//! Changes against brute force, by hand, and as often as they are promised.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{ChangeError, ChangeSettings, Changes, LEAST_PAST, Series};
use sgr_core::numerics::standard_normal;

fn settings() -> ChangeSettings {
    ChangeSettings::default().with_threads(2)
}

fn series(rows: &[Vec<f32>]) -> Series {
    let mut series = Series::new(rows.first().map_or(1, Vec::len));
    rows.iter().enumerate().for_each(|(at, row)| series.push(format!("s{at}"), row).unwrap());
    series
}

fn numbers(values: &[f32]) -> Series {
    series(&values.iter().map(|&value| vec![value]).collect::<Vec<_>>())
}

fn changes(series: &Series, settings: &ChangeSettings) -> Changes {
    Changes::of(series, settings, &()).unwrap()
}

fn positions(changes: &Changes) -> Vec<usize> {
    changes.points.iter().map(|point| point.position).collect()
}

/// Normal numbers, `shift` more from `change` on.
fn noise(seed: u64, length: usize, width: usize, change: usize, shift: f64) -> Series {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut row = |at: usize| {
        let moved = if at < change { 0.0 } else { shift };
        (0..width).map(|_| (standard_normal(&mut random) + moved) as f32).collect()
    };
    series(&(0..length).map(&mut row).collect::<Vec<Vec<f32>>>())
}

/// Ranks column by column, by counting.
fn slow_ranks(rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let count = |is: &dyn Fn(&Vec<f32>) -> bool| rows.iter().filter(|other| is(other)).count() as f32;
    let rank =
        |row: &Vec<f32>, at: usize| count(&|other| other[at] < row[at]) + 0.5 * count(&|other| other[at] == row[at]);
    rows.iter().map(|row| (0..row.len()).map(|at| rank(row, at)).collect()).collect()
}

/// The gains of the best beginning and the best middle by the definition of the energy distance: means of distances between and
/// within the parts.
fn slow_gains(rows: &[&Vec<f32>], least: usize) -> [f64; 2] {
    let distance = |a: &[f32], b: &[f32]| {
        a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum::<f64>().sqrt()
    };
    let mean = |left: &[&Vec<f32>], right: &[&Vec<f32>]| {
        let sum: f64 = left.iter().flat_map(|a| right.iter().map(move |b| distance(a, b))).sum();
        sum / (left.len() * right.len()) as f64
    };
    let gain = |from: usize, to: usize| {
        let (part, others) = (&rows[from..to], [&rows[..from], &rows[to..]].concat());
        let energy = 2.0 * mean(part, &others) - mean(part, part) - mean(&others, &others);
        energy * (part.len() * others.len()) as f64 / (2 * rows.len()) as f64
    };
    let ends = least..=rows.len() - least;
    let beginning = ends.clone().map(|to| gain(0, to)).fold(f64::NEG_INFINITY, f64::max);
    let middles = ends.flat_map(|to| (least..to).map(move |from| (from, to))).filter(|(from, to)| to - from >= least);
    [beginning, middles.map(|(from, to)| gain(from, to)).fold(f64::NEG_INFINITY, f64::max)]
}

/// All orders, by putting each item in front of the orders of the others.
fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![vec![]];
    }
    let with_first = |at: usize| {
        let others: Vec<usize> = items.iter().copied().filter(|&item| item != items[at]).collect();
        orders(&others).into_iter().map(move |order| [vec![items[at]], order].concat())
    };
    (0..items.len()).flat_map(with_first).collect()
}

/// The share of all orders whose best part gains as much: twice the smaller share where both kinds are possible.
fn slow_p_value(rows: &[Vec<f32>], least: usize) -> f64 {
    let rows = slow_ranks(rows);
    let gains = |order: &[usize]| slow_gains(&order.iter().map(|&at| &rows[at]).collect::<Vec<_>>(), least);
    let all: Vec<usize> = (0..rows.len()).collect();
    let (found, orders) = (gains(&all), orders(&all));
    let gains: Vec<[f64; 2]> = orders.iter().map(|order| gains(order)).collect();
    // Equal gains are a few roundings apart.
    let share = |kind: usize| {
        gains.iter().filter(|gains| gains[kind] >= found[kind] - 1e-9).count() as f64 / gains.len() as f64
    };
    if rows.len() < 3 * least { share(0) } else { (2.0 * share(0).min(share(1))).min(1.0) }
}

#[test]
fn probabilities_of_short_series_are_those_of_all_orders() {
    let rows =
        |values: &[(i32, i32)]| -> Vec<Vec<f32>> { values.iter().map(|&(a, b)| vec![a as f32, b as f32]).collect() };
    let cases = [
        rows(&[(0, 0), (1, 0), (0, 2), (7, 1), (8, 0), (7, 3)]),
        rows(&[(0, 0), (9, 0), (0, 2), (7, 1), (1, 0), (7, 3), (2, 2)]),
        // Ties: vectors that are equal, and sums that are.
        rows(&[(0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (1, 0), (1, 0)]),
        rows(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]),
        rows(&[(3, 3), (0, 0), (3, 3), (0, 0), (3, 3), (0, 0)]),
        noise(5, 7, 2, 3, 1.0).vectors().into_iter().map(<[f32]>::to_vec).collect(),
    ];
    for (case, rows) in cases.iter().enumerate() {
        for least in 1..=3 {
            // Nothing is that unlikely: the first test is told.
            let strict = settings().with_min_segment(least).with_false_alarms(1e-9).with_permutations(usize::MAX);
            let found = changes(&series(rows), &strict);
            assert_eq!(found.next_p_value, Some(slow_p_value(rows, least)), "case {case}, parts of {least}");
            assert!(found.points.is_empty());
        }
    }
}

/// The probability of any change point in noise is at most the stated rate. It is the rate where only one kind of part is possible:
/// 4 of 40 equally likely ranks. Bounds of 3.3 standard deviations: one run in a thousand would leave them, and the seeds are fixed.
#[test]
fn false_alarms_come_as_often_as_stated() {
    let wanted = settings().with_false_alarms(0.1).with_permutations(39).with_threads(1);
    let alarms = |length: usize, least: usize| {
        let wanted = wanted.clone().with_min_segment(least);
        let has_any = |seed: &u64| !changes(&noise(*seed, length, 2, length, 0.0), &wanted).points.is_empty();
        (0..400).filter(has_any).count()
    };
    let (one_kind, both) = (alarms(12, 5), alarms(12, 3));
    assert!((20..=60).contains(&one_kind), "{one_kind} of 400 series, wanted about 40");
    assert!((10..=60).contains(&both), "{both} of 400 series, wanted at most about 40");
}

/// After a change that nothing misses, both segments are noise: two tests at 1 − (1 − 2/40)² ≈ 0.0975 together. Half of a segment
/// is a part of only one kind.
#[test]
fn false_alarms_beside_a_change_are_as_rare() {
    let wanted = settings().with_false_alarms(0.1).with_permutations(39).with_threads(1).with_min_segment(5);
    let found: Vec<usize> = (0..300).map(|seed| changes(&noise(seed, 24, 2, 12, 40.0), &wanted).points.len()).collect();
    assert!(found.iter().all(|&points| points >= 1));
    let more = found.iter().filter(|&&points| points > 1).count();
    assert!((12..=47).contains(&more), "{more} of 300 series, wanted about 29");
}

#[test]
fn changes_are_found_where_they_are() {
    let found = changes(&noise(2, 40, 3, 17, 4.0), &settings());
    assert_eq!(positions(&found), [17]);
    let point = found.points[0];
    // No random order is as good: 1 in 1000, for two kinds of parts. A shift of 4 in each of 3 columns.
    assert_eq!(point.p_value, 2e-3);
    assert!((point.shift - 4.0 * 3f64.sqrt()).abs() < 1.0, "{}", point.shift);
    let segments: Vec<usize> = found.snapshots.iter().filter_map(|snapshot| snapshot.segment).collect();
    assert_eq!(segments, [vec![0; 17], vec![1; 23]].concat());
    // The first snapshot after the change stands out, and those after it less and less.
    let scores: Vec<f64> = found.snapshots.iter().filter_map(|snapshot| snapshot.score).collect();
    let highest = scores.iter().copied().fold(0.0, f64::max);
    assert_eq!(found.snapshots[17].score, Some(highest));
    assert!(highest > 3.5, "{highest}");
}

#[test]
fn several_changes_are_found_even_back_to_where_it_began() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let levels = [0.0, 8.0, 0.0, 20.0];
    let values: Vec<f32> = (0..60).map(|at| (levels[at / 15] + standard_normal(&mut random)) as f32).collect();
    let found = changes(&numbers(&values), &settings());
    assert_eq!(positions(&found), [15, 30, 45]);
    // Two segments were compared when the part from 15 to 30 was found: 1 − (1 − p)², for both of its ends.
    let p_values: Vec<f64> = found.points.iter().map(|point| point.p_value).collect();
    assert_eq!(p_values, [1.0 - 0.998 * 0.998, 1.0 - 0.998 * 0.998, 0.002]);
}

#[test]
fn spread_alone_is_a_change() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let width = |at: usize| if at < 40 { 0.2 } else { 5.0 };
    let values: Vec<f32> = (0..80).map(|at| (width(at) * standard_normal(&mut random)) as f32).collect();
    let found = positions(&changes(&numbers(&values), &settings()));
    assert!(matches!(found[..], [at] if at.abs_diff(40) <= 3), "{found:?}");
}

#[test]
fn short_series_have_an_answer() {
    let nothing = changes(&Series::new(2), &settings());
    assert_eq!((nothing.snapshots.len(), nothing.points.len(), nothing.next_p_value), (0, 0, None));
    let values = [1.0, 4.0, 8.0, 9.0, 9.0];
    for length in 1..=values.len() {
        let found = changes(&numbers(&values[..length]), &settings());
        let distances: Vec<Option<f64>> = found.snapshots.iter().map(|snapshot| snapshot.distance).collect();
        // From 1, from (1 + 4)/2, from 4, from (4 + 8)/2.
        assert_eq!(distances, [None, Some(3.0), Some(5.5), Some(5.0), Some(3.0)][..length]);
        assert!(found.points.is_empty() && found.next_p_value.is_none());
        assert!(found.snapshots.iter().all(|snapshot| snapshot.score.is_none() && snapshot.segment == Some(0)));
    }
}

#[test]
fn equal_vectors_never_change() {
    let found = changes(&numbers(&[2.5; 30]), &settings());
    assert!(found.points.is_empty() && found.next_p_value.is_none());
    for (at, snapshot) in found.snapshots.iter().enumerate() {
        assert_eq!(snapshot.distance, (at > 0).then_some(0.0));
        assert_eq!(snapshot.score, (at > LEAST_PAST).then_some(0.0));
    }
}

#[test]
fn one_outlier_is_an_outlier_and_no_change() {
    for at in [0, 5, 15, 29] {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut values: Vec<f32> = (0..30).map(|_| standard_normal(&mut random) as f32).collect();
        values[at] = 1000.0;
        let found = changes(&numbers(&values), &settings());
        assert!(found.points.is_empty(), "outlier at {at}: {:?}", found.points);
        // The past has a median, so that the snapshots after it are as usual.
        let high: Vec<usize> = (0..30).filter(|&other| found.snapshots[other].score > Some(50.0)).collect();
        assert_eq!(high, if at > LEAST_PAST { vec![at] } else { vec![] });
    }
}

/// The score by its definition, and where the median of the deviations is 0.
#[test]
fn scores_are_robust() {
    // Distances to the snapshot before: 1 2 3 4 5 6 7 8 9, then 15.
    let steps = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 15.0];
    let mut at = 0.0;
    let values: Vec<f32> = steps
        .iter()
        .map(|step| {
            at += step;
            at
        })
        .collect();
    let one = settings().with_window(1);
    let found = changes(&numbers(&values), &one);
    // Median 5, deviations 0 1 1 2 2 3 3 4 4 with median 2.
    let score = found.snapshots[10].score.unwrap();
    assert!((score - 10.0 / (2.0 * 1.482_602_218_505_602)).abs() < 1e-12, "{score}");
    // Distances 0 0 0 0 0 0 0 4, then 2: the median deviation is 0, the mean 4/8.
    let values = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 5.0, 7.0];
    let score = changes(&numbers(&values), &one).snapshots[9].score.unwrap();
    assert!((score - 2.0 / (0.5 * 1.253_314_137_315_500_3)).abs() < 1e-12, "{score}");
    // No variation at all: in units of the rounding, 10⁻⁵ of the length.
    let values = [4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 5.0];
    let score = changes(&numbers(&values), &one).snapshots[9].score.unwrap();
    assert!((score - 1.0 / 4e-5).abs() < 1e-6, "{score}");
    // Rounding after such a past is no alarm.
    let values = [4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0f32.next_up()];
    let score = changes(&numbers(&values), &one).snapshots[9].score.unwrap();
    assert!(score < 0.1, "{score}");
}

#[test]
fn gaps_keep_their_places_and_change_nothing_else() {
    let whole = noise(2, 40, 3, 17, 4.0);
    let mut with_gaps = Series::new(3);
    let gaps = [0, 9, 17, 18, 42];
    let mut rows = whole.vectors().into_iter();
    for position in 0..45 {
        match gaps.contains(&position) {
            true => with_gaps.push_gap("gap".to_owned()),
            false => with_gaps.push(format!("s{position}"), rows.next().unwrap()).unwrap(),
        }
    }
    let (whole, found) = (changes(&whole, &settings()), changes(&with_gaps, &settings()));
    let present: Vec<usize> = (0..45).filter(|position| !gaps.contains(position)).collect();
    assert_eq!(found.points[0].position, present[whole.points[0].position]);
    assert_eq!((found.points.len(), found.points[0].p_value), (1, whole.points[0].p_value));
    for (row, &position) in present.iter().enumerate() {
        assert_eq!(found.snapshots[position], whole.snapshots[row]);
    }
    for gap in gaps {
        let snapshot = found.snapshots[gap];
        assert_eq!((snapshot.distance, snapshot.score, snapshot.segment), (None, None, None));
    }
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let series = noise(9, 50, 4, 25, 0.6);
    let on = |threads: usize, seed: u64| changes(&series, &settings().with_threads(threads).with_seed(seed));
    assert_eq!(on(1, 0), on(3, 0));
    assert_ne!(on(1, 0), on(1, 1));
}

#[test]
fn settings_and_vectors_that_make_no_sense_are_refused() {
    let refused = |settings: ChangeSettings| Changes::of(&numbers(&[1.0]), &settings, &()).unwrap_err().to_string();
    for rate in [0.0, 1.0, -0.1, f64::NAN] {
        assert!(refused(settings().with_false_alarms(rate)).contains("wanted a probability between 0 and 1"));
    }
    assert_eq!(refused(settings().with_window(0)), "window: found 0, wanted at least 1");
    assert_eq!(refused(settings().with_min_segment(0)), "min segment: found 0, wanted at least 1");
    let few = refused(settings().with_permutations(38));
    assert_eq!(few, "permutations: found 38, wanted at least 39 for false alarms of 0.05");
    assert!(Changes::of(&numbers(&[1.0]), &settings().with_permutations(39), &()).is_ok());
    let small = settings().with_max_memory(399);
    let error = Changes::of(&numbers(&[1.0; 10]), &small, &()).unwrap_err();
    assert_eq!(error, ChangeError::TooMuchMemory { snapshots: 10, bytes: 400, limit: 399 });
    let mut series = Series::new(2);
    assert!(matches!(series.push("a".to_owned(), &[1.0]), Err(ChangeError::Width { found: 1, wanted: 2, .. })));
    assert!(matches!(series.push("a".to_owned(), &[1.0, f32::NAN]), Err(ChangeError::NotFinite { column: 1, .. })));
    assert!(series.is_empty());
}
