//! Statistics of vectors: against slow references that share no code, in model files, and in hostile ones.

use std::ops::ControlFlow;
use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use sgr::embed::StreamSettings;
use sgr::learning::{Curriculum, FamilyVectors, train_model, with_statistics};
use sgr::representation::{BuiltIn, Distance, Model, VectorStatistics};
use sgr::search::distance::Preparation;

use crate::models::kept_model;

const DIMENSIONS: usize = 6;

/// Correlated vectors of three families, of which the last has two. One dimension hardly varies, one not at all, and one is
/// the sum of two others.
fn vectors() -> FamilyVectors {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut vectors = FamilyVectors { dimensions: DIMENSIONS, ..FamilyVectors::default() };
    for (name, count) in [("rings", 60), ("trees", 40), ("pairs", 2)] {
        vectors.push_family(name, count);
        for _ in 0..count {
            let [a, b, c] = [0; 3].map(|_| random.random_range(-1.0..1.0f32));
            let shift = if name == "trees" { 3.0 } else { 0.0 };
            vectors.rows.extend([a + shift, 0.5 * a + b, a + shift + 0.5 * a + b, 1e-6 * c, 7.0, (3.0 * c).round()]);
        }
    }
    vectors
}

fn statistics() -> VectorStatistics {
    vectors().statistics(Distance::Whitened, 3).unwrap()
}

fn column(vectors: &FamilyVectors, at: usize) -> Vec<f64> {
    vectors.rows.chunks(DIMENSIONS).map(|row| f64::from(row[at])).collect()
}

fn covariance(one: &[f64], other: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (m, n) = (mean(one), mean(other));
    one.iter().zip(other).map(|(a, b)| (a - m) * (b - n)).sum::<f64>() / one.len() as f64
}

/// Eigenvalues and eigenvectors (rows) of a symmetric matrix by Jacobi's rotations.
fn jacobi(mut matrix: Vec<Vec<f64>>) -> Vec<(f64, Vec<f64>)> {
    let size = matrix.len();
    let mut axes: Vec<Vec<f64>> =
        (0..size).map(|at| (0..size).map(|to| f64::from(u8::from(at == to))).collect()).collect();
    for _ in 0..60 {
        for p in 0..size {
            for q in p + 1..size {
                let angle = 0.5 * (2.0 * matrix[p][q]).atan2(matrix[q][q] - matrix[p][p]);
                let (sine, cosine) = angle.sin_cos();
                for row in &mut matrix {
                    (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                }
                for at in 0..size {
                    let (a, b) = (matrix[p][at], matrix[q][at]);
                    (matrix[p][at], matrix[q][at]) = (cosine * a - sine * b, sine * a + cosine * b);
                    let (a, b) = (axes[p][at], axes[q][at]);
                    (axes[p][at], axes[q][at]) = (cosine * a - sine * b, sine * a + cosine * b);
                }
            }
        }
    }
    (0..size).map(|at| (matrix[at][at], axes[at].clone())).collect()
}

#[test]
fn deviations_are_those_of_the_population_and_never_too_small() {
    let (vectors, statistics) = (vectors(), statistics());
    assert_eq!((statistics.graphs(), statistics.distance()), (102, Distance::Whitened));
    let deviations: Vec<f64> =
        (0..DIMENSIONS).map(|at| covariance(&column(&vectors, at), &column(&vectors, at)).sqrt()).collect();
    let largest = deviations.iter().copied().fold(0.0, f64::max);
    for (found, wanted) in statistics.deviations().iter().zip(&deviations) {
        assert!((f64::from(*found) / wanted.max(1e-3 * largest) - 1.0).abs() < 1e-6, "{found} {wanted}");
    }
}

#[test]
fn the_whitened_distance_is_mahalanobis_along_the_axes_that_count() {
    let (vectors, statistics) = (vectors(), statistics());
    let columns: Vec<Vec<f64>> = (0..DIMENSIONS).map(|at| column(&vectors, at)).collect();
    let matrix = columns.iter().map(|one| columns.iter().map(|other| covariance(one, other)).collect()).collect();
    let axes = jacobi(matrix);
    let largest = axes.iter().map(|axis| axis.0).fold(0.0, f64::max);
    let axes: Vec<(f64, Vec<f64>)> = axes.into_iter().filter(|(variance, _)| *variance >= 1e-3 * largest).collect();
    // Three directions: two that the first three dimensions have, and the last dimension.
    assert_eq!((axes.len(), statistics.whitening().len()), (3, 3 * DIMENSIONS));
    let preparation = Preparation::of(Distance::Whitened, Some(&statistics)).unwrap();
    let rows: Vec<&[f32]> = vectors.rows.chunks(DIMENSIONS).collect();
    for (one, other) in [(0, 1), (3, 70), (100, 101), (5, 5)] {
        let along = |axis: &Vec<f64>| -> f64 {
            let steps = axis.iter().zip(rows[one].iter().zip(rows[other]));
            steps.map(|(axis, (a, b))| axis * (f64::from(*a) - f64::from(*b))).sum()
        };
        let wanted = axes.iter().map(|(variance, axis)| along(axis).powi(2) / variance).sum::<f64>().sqrt();
        let found = preparation.between(rows[one], rows[other]).unwrap();
        assert!((found - wanted).abs() <= 1e-5 * wanted, "{found} {wanted}");
    }
}

#[test]
fn quantiles_are_those_of_the_ordered_values() {
    let (vectors, statistics) = (vectors(), statistics());
    assert_eq!(statistics.quantiles().len(), 33 * DIMENSIONS);
    for (at, quantiles) in statistics.quantiles().chunks(33).enumerate() {
        let values = column(&vectors, at);
        for (level, &quantile) in quantiles.iter().enumerate() {
            // At least this share of the others is at or below a quantile, and at or above it; one may be cut.
            let level = level as f64 / 32.0;
            let share = |fits: &dyn Fn(f64) -> bool| values.iter().filter(|value| fits(**value)).count() as f64 / 101.0;
            let (quantile, slack) = (f64::from(quantile), 1e-6 * f64::from(quantile.abs()) + 1e-12);
            assert!(share(&|value| value <= quantile + slack) >= level, "dimension {at} at {level}");
            assert!(share(&|value| value >= quantile - slack) >= 1.0 - level, "dimension {at} at {level}");
        }
        let ends = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        assert_eq!((f64::from(quantiles[0]), f64::from(quantiles[32])), ends);
    }
}

#[test]
fn shares_of_pairs_are_those_of_all_pairs() {
    let (vectors, statistics) = (vectors(), statistics());
    let pairs = statistics.pairs();
    assert_eq!((pairs.families().join(" "), pairs.count), ("rings trees pairs".to_owned(), 20_000));
    let rows: Vec<&[f32]> = vectors.rows.chunks(DIMENSIONS).collect();
    for distance in Distance::OF_ANY_NUMBERS {
        let preparation = Preparation::of(distance, Some(&statistics)).unwrap();
        let between = |one: usize, other: usize| preparation.between(rows[one], rows[other]).unwrap();
        for (family, range) in [(None, 0..102), (Some(0), 0..60), (Some(1), 60..100)] {
            let all = || range.clone().flat_map(|one| (range.start..one).map(move |other| (one, other)));
            let mut distances: Vec<f64> = all().map(|(one, other)| between(one, other)).collect();
            distances.sort_by(f64::total_cmp);
            for at in [0, 10, 100, 300, 500, 700] {
                let value = distances[at * (distances.len() - 1) / 700];
                let wanted = distances.partition_point(|distance| *distance <= value) as f64 / distances.len() as f64;
                let found = pairs.share_within(distance, family, value).unwrap();
                // The error of 20,000 draws is 0.004 at most; quantiles are in per cent.
                assert!((found - wanted).abs() < 0.02, "{distance}, {family:?}: {found} {wanted}");
                assert_eq!(pairs.share_beyond(distance, family, value), Some(1.0 - found));
            }
            assert_eq!(pairs.share_within(distance, family, -1.0), Some(0.0));
            assert_eq!(pairs.share_within(distance, family, 1e9), Some(1.0));
        }
        // One pair: any shorter distance is closer than all, the same or a longer one than none.
        let only = between(100, 101);
        assert_eq!(pairs.share_beyond(distance, Some(2), only * 0.999), Some(1.0), "{distance}");
        assert_eq!(pairs.share_beyond(distance, Some(2), only * 1.001), Some(0.0), "{distance}");
        assert_eq!(pairs.share_within(distance, Some(3), 1.0), None);
    }
}

#[test]
fn vectors_without_statistics_are_refused() {
    let mut one = FamilyVectors { dimensions: 2, rows: vec![1.0, 2.0], ..FamilyVectors::default() };
    one.push_family("alone", 1);
    let said = one.statistics(Distance::Euclidean, 0).unwrap_err().to_string();
    assert_eq!(said, "found 2 inputs for 1 rows, wanted 2 a row");
    // All the same: nothing varies, and nothing is divided by zero.
    let mut same = FamilyVectors { dimensions: 2, rows: [1.0, 2.0].repeat(5), ..FamilyVectors::default() };
    same.push_family("same", 5);
    let statistics = same.statistics(Distance::Euclidean, 0).unwrap();
    for distance in [Distance::Euclidean, Distance::Standardized, Distance::Whitened, Distance::Ranks] {
        let between = Preparation::of(distance, Some(&statistics)).unwrap().between(&[1.0, 2.0], &[1.0, 2.0]);
        assert_eq!((between, statistics.pairs().share_within(distance, None, 0.0)), (Ok(0.0), Some(1.0)));
    }
}

/// The kept model with statistics.
fn model() -> Model {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let rows: Vec<f32> = (0..60).map(|_| random.random_range(-1.0..1.0f32)).collect();
    let mut vectors = FamilyVectors { dimensions: 3, rows, ..FamilyVectors::default() };
    vectors.push_family("rings", 20);
    kept_model().with_statistics(Some(vectors.statistics(Distance::Ranks, 1).unwrap())).unwrap()
}

#[test]
fn files_with_statistics_are_version_3_and_say_the_same_about_vectors() {
    let (model, bytes) = (model(), model().to_bytes());
    let back = Model::from_bytes(&bytes).unwrap();
    assert_eq!(back.statistics(), model.statistics());
    assert!(back.to_bytes() == bytes && bytes.len() > kept_model().to_bytes().len());
    assert_eq!(back.statistics().unwrap().distance(), Distance::Ranks);
    assert_eq!(back.digest(), kept_model().digest());
    assert_eq!(kept_model().digest(), sgr::graph::digest(&kept_model().to_bytes()));
    // Without statistics it is the file of version 2 again.
    assert!(back.with_statistics(None).unwrap().to_bytes() == kept_model().to_bytes());
    let longer = vectors().statistics(Distance::Euclidean, 0).unwrap();
    let error = kept_model().with_statistics(Some(longer)).unwrap_err().to_string();
    assert_eq!(error, "tensor statistics.deviations: found the shape [6], wanted [3]");
    let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(tensors.tensor("statistics.deviations").unwrap().shape(), [3]);
    assert_eq!(tensors.tensor("statistics.pairs").unwrap().shape(), [5, 2, 101]);
    assert_eq!(tensors.tensor("statistics.quantiles").unwrap().shape(), [3, 33]);
    assert_eq!(tensors.tensor("statistics.whitening").unwrap().shape(), [3, 3]);
}

/// The kept file of version 3.
const KEPT: &[u8] = include_bytes!("data/model-version-3.safetensors");

/// To make the kept file anew (only if version 3 has never been released):
/// `SGR_KEEP=1 cargo test -p sgr-graphs --all-features --test promises the_kept_file_of_version_3`.
#[test]
fn the_kept_file_of_version_3_is_read_and_written_as_it_is() {
    if std::env::var_os("SGR_KEEP").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promises/data/model-version-3.safetensors");
        std::fs::write(path, model().to_bytes()).unwrap();
    }
    let kept = Model::from_bytes(KEPT).unwrap();
    assert!(kept.to_bytes() == KEPT);
    assert_eq!(kept.digest(), kept_model().digest());
    assert_eq!(kept.statistics().unwrap().pairs().families(), ["rings"]);
}

/// What is said about the file with a changed header or changed numbers.
fn refused(change: impl FnOnce(&mut Value, &mut [u8])) -> String {
    let bytes = KEPT;
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let mut header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let mut data = bytes[8 + length..].to_vec();
    change(&mut header, &mut data);
    let header = header.to_string();
    let file = [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &data].concat();
    Model::from_bytes(&file).map(|_| "nothing").unwrap_err().to_string()
}

#[test]
fn hostile_statistics_are_refused() {
    let set = |tensor: &str, position: u64, value: f32| {
        refused(|header, data| {
            let start = (header[tensor]["data_offsets"][0].as_u64().unwrap() + 4 * position) as usize;
            data[start..start + 4].copy_from_slice(&value.to_le_bytes());
        })
    };
    for (tensor, value, wanted) in [
        ("statistics.deviations", f32::NAN, "found NaN at position 1, wanted a finite number"),
        ("statistics.deviations", 0.0, "found 0 at position 1, wanted a standard deviation of at least 1e-9"),
        ("statistics.deviations", -1.0, "found -1 at position 1, wanted a standard deviation of at least 1e-9"),
        ("statistics.whitening", f32::INFINITY, "found inf at position 1, wanted a finite number"),
        ("statistics.whitening", -2e9, "found -2000000000 at position 1, wanted at most 1e9 in size"),
        ("statistics.quantiles", f32::NAN, "found NaN at position 1, wanted a finite number"),
        ("statistics.quantiles", -5.0, "found -5 at position 1, wanted at least"),
        ("statistics.pairs", f32::NEG_INFINITY, "found -inf at position 1, wanted a finite number"),
        ("statistics.pairs", -1.0, "found -1 at position 1, wanted at least 0"),
        ("statistics.pairs", 1e9, "at position 2, wanted at least 1000000000, the one before"),
    ] {
        let said = set(tensor, 1, value);
        assert!(said.starts_with(&format!("tensor {tensor}: ")) && said.contains(wanted), "{said}");
    }
    let described = |key: &str, value: Value| {
        refused(|header, _| {
            let text = header["__metadata__"]["statistics"].as_str().unwrap();
            let mut described: Value = serde_json::from_str(text).unwrap();
            described[key] = value;
            header["__metadata__"]["statistics"] = described.to_string().into();
        })
    };
    for (key, value, wanted) in [
        ("distance", json!("manhattan"), "wanted a JSON object of settings: unknown variant `manhattan`"),
        ("distance", json!("tanimoto"), "found distance tanimoto, wanted a distance of numbers of both signs"),
        ("graphs", json!(0), "metadata statistics: found graphs 0, wanted at least 1"),
        ("graphs", json!(-1), "wanted a JSON object of settings: invalid value"),
        ("axes", json!(0), "tensor statistics.whitening: found the shape [3, 3], wanted [0, 3]"),
        (
            "axes",
            json!(u64::MAX),
            "tensor statistics.whitening: found the shape [3, 3], wanted [18446744073709551615, 3]",
        ),
        ("levels", json!(32), "tensor statistics.quantiles: found the shape [3, 33], wanted [3, 32]"),
        ("pairs", json!(0), "no pairs or no distance"),
        ("pair_levels", json!(202), "tensor statistics.pairs: found the shape [5, 2, 101], wanted [5, 2, 202]"),
        ("pair_distances", json!(["ranks", "ranks", "cosine", "whitened", "euclidean"]), "a distance twice"),
        ("families", json!([]), "tensor statistics.pairs: found the shape [5, 2, 101], wanted [5, 1, 101]"),
        ("more", json!(1), "unknown field `more`"),
    ] {
        let said = described(key, value);
        assert!(said.contains(wanted), "{key}: {said}");
    }
    for tensor in ["deviations", "pairs", "quantiles", "whitening"].map(|name| format!("statistics.{name}")) {
        let said = refused(|header, _| drop(header.as_object_mut().unwrap().remove(&tensor)));
        assert_eq!(said, format!("the header: missing field `{tensor}` in version 3"));
        let said = refused(|header, _| header["__metadata__"]["version"] = json!("2"));
        assert_eq!(said, "the header: unknown field `statistics` in version 2");
    }
    for length in 0..KEPT.len() {
        assert!(Model::from_bytes(&KEPT[..length]).is_err(), "cut off after {length} bytes");
    }
}

#[test]
fn statistics_of_a_training_are_those_of_its_graphs_drawn_again() {
    let text = r#"
        channels = ["spectrum", "size"]
        samples = 16
        distance = "standardized"
        [[graphs]]
        families = ["erdos-renyi", "grid"]
        count = 60
        nodes = [6, 30]
        bins = 2
        [training]
        dimensions = 8
        epochs = 2
    "#;
    let curriculum = Curriculum::from_toml(text).unwrap();
    let mut settings = StreamSettings::default();
    settings.threads = 2;
    let (model, _) = train_model(&curriculum, &settings, &mut |_| ControlFlow::Continue(())).unwrap();
    let statistics = model.statistics().unwrap();
    assert_eq!((statistics.graphs(), statistics.distance()), (120, Distance::Standardized));
    assert_eq!(statistics.pairs().families(), ["erdos-renyi", "grid"]);
    assert_eq!(Curriculum::of(&model).unwrap(), curriculum);
    let plain = model.clone().with_statistics(None).unwrap();
    settings.threads = 1;
    let again = with_statistics(plain, &curriculum, &settings, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(again.to_bytes() == model.to_bytes());
    // The weights do not depend on the default distance.
    let other = curriculum.with_distance(Distance::Ranks);
    let (other, _) = train_model(&other, &settings, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((other.digest(), other.statistics().unwrap().distance()), (model.digest(), Distance::Ranks));
}

#[test]
fn built_in_models_have_statistics_of_all_their_graphs() {
    for built_in in BuiltIn::ALL {
        let (model, curriculum) = (built_in.model(), Curriculum::built_in(built_in.name()).unwrap());
        let statistics = model.statistics().unwrap();
        assert_eq!((statistics.graphs(), statistics.distance()), (curriculum.graph_count(), curriculum.distance));
        let mut wanted: Vec<&str> = Vec::new();
        for family in model.classes().iter().map(|class| Curriculum::family_of_class(class)) {
            if !wanted.contains(&family) {
                wanted.push(family);
            }
        }
        assert_eq!(statistics.pairs().families(), wanted);
        assert_eq!(statistics.pairs().distances, Distance::OF_ANY_NUMBERS);
    }
}
