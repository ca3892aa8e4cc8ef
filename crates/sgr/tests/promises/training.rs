//! Training: the gradient against finite differences, what it learns, how it ends, and the same bytes for a seed.

use std::ops::ControlFlow;

use crate::models::random_model;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::learning::{
    Ending, Epoch, Saliency, Schedule, Trained, TrainingError, TrainingSet, TrainingSettings, loss_and_gradient, train,
};
use sgr::representation::{Channels, Model};
use sgr::resampling::KnotRule;

/// Rows of noise around the centre of their class; `gap` apart on average. Some inputs are far from 0 and hardly move.
fn toy_set(rows: usize, width: usize, classes: usize, gap: f32, seed: u64) -> TrainingSet {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let centres: Vec<f32> = (0..classes * width).map(|_| gap * random.random_range(-1.0..1.0f32)).collect();
    let labels: Vec<usize> = (0..rows).map(|row| row % classes).collect();
    let mut inputs = Vec::new();
    for &class in &labels {
        for at in 0..width {
            inputs.push(centres[class * width + at] + random.random_range(-1.0..1.0f32));
        }
    }
    TrainingSet::new(width, inputs, labels, (0..classes).map(|class| format!("{class}")).collect()).unwrap()
}

fn settings(change: impl FnOnce(&mut TrainingSettings)) -> TrainingSettings {
    let mut settings = TrainingSettings::default();
    (settings.dimensions, settings.epochs, settings.batch) = (20, 30, 32);
    change(&mut settings);
    settings
}

fn run(set: &TrainingSet, settings: &TrainingSettings) -> Trained {
    train(set, settings, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn model_of(trained: Trained, width: usize) -> Model {
    let channels = Channels::parse(&["spectrum"], width, KnotRule::Literal).unwrap();
    trained.into_model(channels).unwrap()
}

/// Mean cross-entropy by its definition, in f64, sharing nothing with the library. `numbers`: W, b, V, c.
fn slow_loss(numbers: &[f64], set: &TrainingSet, dimensions: usize) -> f64 {
    let (width, classes) = (set.width(), set.names().len());
    let (w, rest) = numbers.split_at(dimensions * width);
    let (b, rest) = rest.split_at(dimensions);
    let (v, c) = rest.split_at(classes * dimensions);
    let mut total = 0.0;
    for (row, &class) in set.inputs().chunks(width).zip(set.classes()) {
        let vector: Vec<f64> = (0..dimensions)
            .map(|output| {
                let z = b[output] + (0..width).map(|at| w[output * width + at] * f64::from(row[at])).sum::<f64>();
                1.0507009873554805 * if z > 0.0 { z } else { 1.6732632423543772 * (z.exp() - 1.0) }
            })
            .collect();
        let scores: Vec<f64> = (0..classes)
            .map(|k| c[k] + (0..dimensions).map(|j| v[k * dimensions + j] * vector[j]).sum::<f64>())
            .collect();
        total += scores.iter().map(|score| score.exp()).sum::<f64>().ln() - scores[class];
    }
    total / set.len() as f64
}

#[test]
fn gradient_is_the_limit_of_differences() {
    // Panels not full and more than one; rows that do not fill a block.
    for (width, dimensions, classes, rows) in [(5, 4, 2, 1), (7, 33, 3, 13), (40, 8, 40, 50)] {
        let model = random_model(&["spectrum"], width, dimensions, classes, 3);
        let set = toy_set(rows, width, classes, 1.0, 8);
        let (loss, gradient) = loss_and_gradient(&model, &set);
        let layer = model.perceptron();
        let parts = [layer.weights(), layer.bias(), model.head_weights(), model.head_bias()];
        let mut numbers: Vec<f64> = parts.concat().into_iter().map(f64::from).collect();
        let found = [gradient.weights, gradient.bias, gradient.head_weights, gradient.head_bias].concat();
        assert!((slow_loss(&numbers, &set, dimensions) - loss).abs() < 1e-6);
        assert_eq!(found.len(), numbers.len());
        for at in 0..numbers.len() {
            let (value, step) = (numbers[at], 1e-5);
            numbers[at] = value + step;
            let above = slow_loss(&numbers, &set, dimensions);
            numbers[at] = value - step;
            let below = slow_loss(&numbers, &set, dimensions);
            numbers[at] = value;
            let exact = (above - below) / (2.0 * step);
            // The differences are good to 1e-9; sums in f32 to about 1e-6 of their terms.
            assert!((f64::from(found[at]) - exact).abs() < 3e-6 * exact.abs().max(1.0), "{at}: {} {exact}", found[at]);
        }
    }
}

#[test]
fn a_separable_set_is_learned() {
    for (standardize, schedule, weight_decay) in
        [(true, Schedule::Constant, 0.0), (false, Schedule::Constant, 0.01), (true, Schedule::Cosine, 0.01)]
    {
        let set = toy_set(900, 12, 3, 2.0, 1);
        let settings = settings(|settings| {
            (settings.standardize, settings.schedule, settings.weight_decay) = (standardize, schedule, weight_decay);
        });
        let trained = run(&set, &settings);
        assert!(trained.best.validation_accuracy > 0.95, "{:?}", trained.best);
        assert!(trained.history[0].training_loss > 2.0 * trained.best.training_loss, "{:?}", trained.history);
        // The weights that come out take the inputs as they are.
        let model = model_of(trained, 12);
        let hits =
            model.classify(set.inputs()).iter().zip(set.classes()).filter(|(found, class)| found == class).count();
        assert!(hits > 855, "{hits} of 900 with {standardize}");
    }
}

#[test]
fn standardization_is_folded_into_the_weights() {
    // Inputs around 1000 that differ by little: hopeless unless standardized.
    let plain = toy_set(600, 6, 2, 2.0, 2);
    let inputs: Vec<f32> = plain.inputs().iter().map(|value| 1000.0 + value).collect();
    let set = TrainingSet::new(6, inputs, plain.classes().to_vec(), plain.names().to_vec()).unwrap();
    let trained = run(&set, &settings(|settings| settings.standardize = true));
    let best = trained.best;
    assert!(best.validation_accuracy > 0.95, "{best:?}");
    let model = model_of(trained, 6);
    let hits = model.classify(set.inputs()).iter().zip(set.classes()).filter(|(found, class)| found == class).count();
    assert!(hits > 570, "{hits} of 600");
    let (loss, _) = loss_and_gradient(&model, &set);
    assert!((loss - best.validation_loss).abs() < 0.15, "{loss} over all rows against {best:?}");
}

/// Three channels of 3, 3 and 24 inputs.
fn three_channels() -> Channels {
    Channels::parse(&["size", "components", "degrees"], 2, KnotRule::Literal).unwrap()
}

fn weigh(settings: &mut TrainingSettings, weights: [f64; 3]) {
    settings.channel_weights = three_channels().names().iter().map(|&name| name.to_owned()).zip(weights).collect();
}

#[test]
fn channel_weights_are_folded_into_the_weights() {
    // The squares of the weights add up to the number of inputs, so that the first weights are the same, and all weights
    // are powers of two, so that nothing is rounded otherwise.
    let weights = [2.0, 2.0, 0.5];
    let plain = toy_set(300, 30, 3, 1.0, 5);
    let by_hand: Vec<f32> = plain
        .inputs()
        .chunks(30)
        .flat_map(|row| row.iter().enumerate().map(|(at, value)| value * if at < 6 { 2.0 } else { 0.5 }))
        .collect();
    let by_hand = TrainingSet::new(30, by_hand, plain.classes().to_vec(), plain.names().to_vec()).unwrap();
    let set = plain.clone().with_channels(&three_channels()).unwrap();
    let short =
        |settings: &mut TrainingSettings| (settings.standardize, settings.epochs, settings.gain) = (false, 5, 0.5);
    let weighted = run(
        &set,
        &settings(|settings| {
            short(settings);
            weigh(settings, weights);
        }),
    );
    let expected = run(&by_hand, &settings(short));
    assert_eq!(weighted.history, expected.history);
    let vectors = |trained: &Trained, inputs: &[f32]| {
        let mut vectors = Vec::new();
        trained.perceptron.apply(inputs, &mut vectors);
        vectors
    };
    assert!(vectors(&weighted, set.inputs()) == vectors(&expected, by_hand.inputs()));
    // Weights of 1 and no weights are the same; others are not.
    let ones = run(&set, &settings(|settings| weigh(settings, [1.0; 3])));
    let none = run(&plain, &settings(|_| {}));
    assert!(ones.perceptron.weights() == none.perceptron.weights());
    let heavy = run(&set, &settings(|settings| weigh(settings, [1.0, 4.0, 1.0])));
    assert!(heavy.perceptron.weights() != none.perceptron.weights());
}

#[test]
fn a_channel_without_weight_is_not_looked_at() {
    let set = toy_set(300, 30, 3, 1.0, 6).with_channels(&three_channels()).unwrap();
    let trained = run(&set, &settings(|settings| weigh(settings, [1.0, 0.0, 0.5])));
    for row in trained.perceptron.weights().chunks(30) {
        assert!(row[3..6].iter().all(|&weight| weight == 0.0), "{row:?}");
        assert!(row[..3].iter().chain(&row[6..]).all(|&weight| weight != 0.0), "{row:?}");
    }
    // Standardized and weighted, and yet it takes the inputs as they are.
    let best = trained.best;
    let model = trained.into_model(three_channels()).unwrap();
    let (loss, _) = loss_and_gradient(&model, &set);
    assert!((loss - best.training_loss).abs() < 0.15, "{loss} over all rows against {best:?}");
}

#[test]
fn weights_of_other_channels_are_refused() {
    let plain = toy_set(100, 30, 2, 1.0, 7);
    let refused = |set: &TrainingSet, weights: &[(&str, f64)]| {
        let settings = settings(|settings| {
            settings.channel_weights = weights.iter().map(|&(name, weight)| (name.to_owned(), weight)).collect();
        });
        train(set, &settings, &mut |_| ControlFlow::Continue(())).unwrap_err().to_string()
    };
    let set = plain.clone().with_channels(&three_channels()).unwrap();
    assert_eq!(
        refused(&set, &[("size", 1.0), ("spectrum", 2.0)]),
        "channel_weights: found \"spectrum\", wanted one of the channels [\"size\", \"components\", \"degrees\"]"
    );
    assert!(refused(&plain, &[("size", 1.0)]).ends_with("wanted one of the channels []"));
    let zeros = [("size", 0.0), ("components", 0.0), ("degrees", 0.0)];
    assert_eq!(refused(&set, &zeros), "channel_weights: found 0 for every channel, wanted more than 0 for one of them");
    let narrow = Channels::parse(&["size"], 2, KnotRule::Literal).unwrap();
    let error = plain.with_channels(&narrow).unwrap_err();
    assert_eq!(error.to_string(), "found channels of 3 inputs, wanted 30");
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_does_not() {
    let set = toy_set(300, 9, 3, 1.0, 3);
    let model = |seed| model_of(run(&set, &settings(|settings| (settings.seed, settings.epochs) = (seed, 5))), 9);
    let first = model(7);
    // On another thread as well.
    let again = std::thread::scope(|scope| scope.spawn(|| model(7)).join().unwrap());
    assert!(again.to_bytes() == first.to_bytes());
    // The weights, for the file names the seed.
    assert!(model(8).perceptron().weights() != first.perceptron().weights());
}

#[test]
fn early_stopping_keeps_the_best_epoch() {
    // Noise cannot be learned: the validation loss soon rises.
    let set = toy_set(200, 30, 2, 0.0, 4);
    let settings = settings(|settings| {
        (settings.epochs, settings.patience, settings.learning_rate, settings.validation) = (200, 4, 0.01, 0.3);
    });
    let trained = run(&set, &settings);
    assert_eq!(trained.ending, Ending::Patience);
    let lowest = trained.history.iter().min_by(|a, b| a.validation_loss.total_cmp(&b.validation_loss)).unwrap();
    assert_eq!(trained.best, *lowest);
    assert_eq!(trained.history.len(), lowest.number + 4);
    // The same run cut off at the best epoch has the same weights.
    let best = lowest.number;
    let mut stop_at_best =
        |epoch: &Epoch| if epoch.number == best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let cut = train(&set, &settings, &mut stop_at_best).unwrap();
    assert_eq!(cut.perceptron.weights(), trained.perceptron.weights());
    assert_eq!(cut.head_bias, trained.head_bias);
}

#[test]
fn an_observer_that_stops_keeps_the_best_so_far() {
    let set = toy_set(200, 30, 2, 0.0, 4);
    let settings = settings(|settings| (settings.learning_rate, settings.patience) = (0.01, 100));
    let mut seen = Vec::new();
    let mut observe = |epoch: &Epoch| {
        seen.push(*epoch);
        if epoch.number == 12 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let trained = train(&set, &settings, &mut observe).unwrap();
    assert_eq!((trained.ending, trained.history.len()), (Ending::Stopped, 12));
    assert_eq!(trained.history, seen);
    let lowest = seen.iter().min_by(|a, b| a.validation_loss.total_cmp(&b.validation_loss)).unwrap();
    assert_eq!(trained.best, *lowest);
    assert!(lowest.number < 12, "noise is not learned better and better");
    let model = model_of(trained, 30);
    let [scores, settings] = [model.provenance().scores(), model.provenance().settings()]
        .map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
    assert_eq!((&scores["best_epoch"], &scores["ending"]), (&lowest.number.into(), &"stopped".into()));
    assert_eq!(settings["patience"], 100);
}

#[test]
fn saliency_is_the_mean_magnitude_of_differences() {
    let model = random_model(&["size", "spectrum"], 10, 40, 3, 9);
    let set = toy_set(25, 13, 3, 1.0, 5);
    for classes in [&[0][..], &[1], &[2], &[2, 0], &[0, 1, 2]] {
        let saliency = Saliency::of(&model, set.inputs(), classes).unwrap();
        assert_eq!(saliency.magnitudes.len(), 10);
        let dot = |a: &[f32], b: &[f64]| a.iter().zip(b).map(|(&a, b)| f64::from(a) * b).sum::<f64>();
        let score = |row: &[f64]| {
            let layer = model.perceptron();
            let selu = |z: f64| 1.0507009873554805 * if z > 0.0 { z } else { 1.6732632423543772 * (z.exp() - 1.0) };
            let rows = layer.weights().chunks(13).zip(layer.bias());
            let vector: Vec<f64> = rows.map(|(weights, &bias)| selu(dot(weights, row) + f64::from(bias))).collect();
            let score = |class: usize| {
                dot(&model.head_weights()[class * 40..(class + 1) * 40], &vector) + f64::from(model.head_bias()[class])
            };
            classes.iter().map(|&class| score(class).exp()).sum::<f64>().ln()
        };
        for (sample, &found) in saliency.magnitudes.iter().enumerate() {
            let mut exact = 0.0;
            for row in set.inputs().chunks(13) {
                let mut row: Vec<f64> = row.iter().map(|&value| f64::from(value)).collect();
                row[3 + sample] += 1e-6;
                let above = score(&row);
                row[3 + sample] -= 2e-6;
                exact += ((above - score(&row)) / 2e-6).abs() / 25.0;
            }
            assert!((found - exact).abs() < 1e-5, "{found} against {exact}");
        }
        let strip = saliency.strip();
        let largest = (0..10).max_by(|&a, &b| saliency.magnitudes[a].total_cmp(&saliency.magnitudes[b])).unwrap();
        assert_eq!(strip[largest], 255.0);
        assert!(strip.contains(&0.0) && strip.iter().all(|value| (0.0..=255.0).contains(value)));
    }
    let flat = Saliency { magnitudes: vec![2.0; 3] };
    assert_eq!(flat.strip(), [0.0; 3]);
    assert!(matches!(Saliency::of(&model, set.inputs(), &[0, 3]), Err(TrainingError::Class { found: 3, .. })));
    assert!(matches!(Saliency::of(&model, &[0.0; 14], &[0]), Err(TrainingError::Rows { .. })));
    let blind = random_model(&["size"], 10, 4, 3, 9);
    let error = Saliency::of(&blind, &[0.0; 3], &[0]).unwrap_err();
    assert_eq!(error.to_string(), "found a model of the channels [\"size\"], wanted one that looks at the spectrum");
}

#[test]
fn settings_go_through_toml_and_are_checked() {
    let settings = settings(|settings| (settings.schedule, settings.learning_rate) = (Schedule::Cosine, 3e-4));
    let mut settings = settings;
    settings.channel_weights.extend([("size".to_owned(), 0.25), ("spectrum".to_owned(), 2.0)]);
    let text = toml::to_string(&settings).unwrap();
    assert_eq!(toml::from_str::<TrainingSettings>(&text).unwrap(), settings);
    let short: TrainingSettings = toml::from_str("epochs = 7\nschedule = \"cosine\"").unwrap();
    assert_eq!((short.epochs, short.batch, short.schedule), (7, 64, Schedule::Cosine));
    let error = toml::from_str::<TrainingSettings>("epoch = 7").unwrap_err();
    assert!(error.to_string().contains("unknown field `epoch`, expected one of `dimensions`"), "{error}");
    let refused = |change: fn(&mut TrainingSettings)| {
        let mut settings = TrainingSettings::default();
        change(&mut settings);
        settings.check().unwrap_err().to_string()
    };
    assert_eq!(refused(|settings| settings.epochs = 0), "epochs: found 0, wanted at least 1");
    assert_eq!(refused(|settings| settings.batch = 0), "batch: found 0, wanted 1 to 65536");
    assert_eq!(refused(|settings| settings.dimensions = 1 << 40), "dimensions: found 1099511627776, wanted 1 to 65536");
    assert_eq!(refused(|settings| settings.patience = 0), "patience: found 0, wanted at least 1");
    let nan = refused(|settings| settings.learning_rate = f64::NAN);
    assert_eq!(nan, "learning_rate: found NaN, wanted more than 0 and at most 1");
    assert_eq!(refused(|settings| settings.weight_decay = -1.0), "weight_decay: found -1, wanted 0 to 1");
    let all = refused(|settings| settings.validation = 1.0);
    assert_eq!(all, "validation: found 1, wanted more than 0 and less than 1");
    assert_eq!(refused(|settings| settings.gain = 0.0), "gain: found 0, wanted more than 0 and at most 1000");
    let negative = refused(|settings| _ = settings.channel_weights.insert("size".into(), -1.0));
    assert_eq!(negative, "channel_weights: found -1, wanted 0 to 1000");
    assert!(refused(|settings| _ = settings.channel_weights.insert("size".into(), f64::NAN)).contains("found NaN"));
    assert!(TrainingSettings::default().check().is_ok());
    assert!(TrainingSettings::default().standardize);
}

#[test]
fn sets_that_make_no_sense_are_refused() {
    let names = || vec!["a".to_owned(), "b".to_owned()];
    let refused = |width, inputs: &[f32], classes: &[usize]| {
        TrainingSet::new(width, inputs.to_vec(), classes.to_vec(), names()).unwrap_err().to_string()
    };
    assert_eq!(refused(2, &[0.0; 3], &[0, 1]), "found 3 inputs for 2 rows, wanted 2 a row");
    assert_eq!(refused(0, &[], &[]), "found 0 inputs for 0 rows, wanted 0 a row");
    assert_eq!(refused(1, &[0.0; 2], &[0, 2]), "row 1: found class 2, wanted one below 2");
    assert_eq!(refused(2, &[0.0, 0.0, 0.0, f32::NAN], &[0, 1]), "row 1: found NaN at input 1, wanted a finite number");
    let one = TrainingSet::new(1, vec![0.0], vec![0], vec!["a".into()]).unwrap_err();
    assert_eq!(one.to_string(), "found 1 classes, wanted at least 2 to tell apart");
    let tiny = TrainingSet::new(1, vec![0.0, 1.0], vec![0, 1], names()).unwrap();
    let error = train(&tiny, &TrainingSettings::default(), &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.to_string(), "found 2 rows to train on and 0 held out, wanted some of each");
    // Inputs so large that every score overflows.
    let huge = TrainingSet::new(1, vec![f32::MAX; 40], (0..40).map(|row| row % 2).collect(), names()).unwrap();
    let plain = settings(|settings| settings.standardize = false);
    let error = train(&huge, &plain, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, TrainingError::Diverged { .. }), "{error}");
}
