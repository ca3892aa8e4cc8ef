//! Mini-batch training.

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::gradient::{Backpropagation, Tally};
use super::network::Network;
use super::optimizer::{Adam, Optimizer};
use super::split::Split;
use super::standardization::Standardization;
use super::{Ending, Epoch, Trained, TrainingError, TrainingSet, TrainingSettings};
use sgr_core::representation::Perceptron;

/// Rows that are scored at once: bounds the memory to a megabyte or two.
const SCORED_AT_ONCE: usize = 512;

/// Finds a perceptron and a head that tell the classes of `set` apart.
///
/// Mini-batch Adam on the mean cross-entropy. A part of each class is held out; training ends when the loss on it has not
/// fallen for as many epochs as the settings' patience, and the weights are those of the epoch where it was lowest.
/// `observe` sees each epoch and may end the training; the best so far is kept.
///
/// The same set, settings and seed give the same bytes.
///
/// # Errors
/// [`TrainingError`] if a setting is outside its range, a channel has a weight but is not in the set, there are too few
/// rows to hold some out, or the loss was never finite.
///
/// # Complexity
/// O(rows · inputs · N) time an epoch; O(rows · inputs + inputs · N) space.
pub fn train(
    set: &TrainingSet,
    settings: &TrainingSettings,
    observe: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<Trained, TrainingError> {
    settings.check()?;
    let weights = set.input_weights(settings)?;
    let split = Split::new(set, settings.validation, &mut random(settings, 0))?;
    let rows = || split.training.iter().map(|&row| set.row(row));
    let standardization = match settings.standardize {
        true => Standardization::of(rows(), set.width()),
        false => Standardization::none(set.width()),
    };
    let standardization = standardization.weighted(&weights);
    let [training, validation] = [&split.training, &split.validation].map(|rows| Part::of(set, rows, &standardization));
    let (classes, dimensions) = (set.names().len(), settings.dimensions);
    let network = Network::random(&weights, settings.gain, dimensions, classes, &mut random(settings, 1));
    let mut course = Course {
        settings,
        order: random(settings, 2),
        adam: Adam::new(),
        pass: Backpropagation::new(&network),
        network,
        batch: Part::default(),
    };
    let mut history: Vec<Epoch> = Vec::new();
    let mut best: Option<(Epoch, Network)> = None;
    let mut ending = Ending::Complete;
    for number in 1..=settings.epochs {
        let training_loss = course.run_epoch(number - 1, &training);
        let (validation_loss, validation_accuracy) = course.score(&validation);
        let epoch = Epoch { number, training_loss, validation_loss, validation_accuracy };
        history.push(epoch);
        let lowest = best.as_ref().map_or(f64::INFINITY, |(epoch, _)| epoch.validation_loss);
        // NaN is not lower than any loss.
        if validation_loss < lowest {
            best = Some((epoch, course.network.clone()));
        }
        if observe(&epoch).is_break() {
            ending = Ending::Stopped;
            break;
        }
        if number - best.as_ref().map_or(0, |(epoch, _)| epoch.number) >= settings.patience {
            ending = Ending::Patience;
            break;
        }
    }
    let diverged = TrainingError::Diverged { epochs: history.len(), learning_rate: settings.learning_rate };
    let (best, network) = best.ok_or(diverged)?;
    let Network { hidden, mut hidden_bias, head, mut head_bias } = network;
    hidden_bias.truncate(dimensions);
    head_bias.truncate(classes);
    let mut weights = Network::rows_of(&hidden);
    standardization.fold(&mut weights, &mut hidden_bias);
    Ok(Trained {
        perceptron: Perceptron::new(set.width(), weights, hidden_bias),
        head_weights: Network::rows_of(&head),
        head_bias,
        classes: set.names().to_vec(),
        history,
        best,
        ending,
        settings: settings.clone(),
    })
}

/// One stream of random numbers for each purpose, so that holding out more rows does not change the first weights.
fn random(settings: &TrainingSettings, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(stream);
    random
}

/// Rows of a set, standardized and weighted.
#[derive(Debug, Default)]
struct Part {
    inputs: Vec<f32>,
    classes: Vec<usize>,
}

impl Part {
    fn of(set: &TrainingSet, rows: &[usize], standardization: &Standardization) -> Self {
        let mut inputs: Vec<f32> = rows.iter().flat_map(|&row| set.row(row)).copied().collect();
        standardization.apply(&mut inputs);
        Self { inputs, classes: rows.iter().map(|&row| set.classes()[row]).collect() }
    }

    /// Makes this the given rows of another part.
    fn gather(&mut self, part: &Self, rows: &[usize], width: usize) {
        self.inputs.clear();
        self.classes.clear();
        for &row in rows {
            self.inputs.extend_from_slice(&part.inputs[row * width..(row + 1) * width]);
            self.classes.push(part.classes[row]);
        }
    }
}

/// The state of a training.
struct Course<'a> {
    settings: &'a TrainingSettings,
    order: ChaCha8Rng,
    network: Network,
    adam: Adam,
    pass: Backpropagation,
    batch: Part,
}

impl Course<'_> {
    /// One pass over the training part in a new order; gives the mean loss.
    fn run_epoch(&mut self, epochs_before: usize, training: &Part) -> f64 {
        let TrainingSettings { batch, epochs, learning_rate, schedule, weight_decay, .. } = *self.settings;
        let mut rows: Vec<usize> = (0..training.classes.len()).collect();
        rows.shuffle(&mut self.order);
        let steps = rows.len().div_ceil(batch);
        let mut loss = 0.0;
        for (step, rows) in rows.chunks(batch).enumerate() {
            self.batch.gather(training, rows, self.network.hidden.rows());
            loss += self.pass.run(&self.network, &self.batch.inputs, &self.batch.classes).loss;
            let rate = learning_rate * schedule.factor(epochs_before * steps + step, epochs.saturating_mul(steps));
            self.adam.step(&mut self.network.parameters(&self.pass.gradient, weight_decay), rate);
        }
        loss / rows.len() as f64
    }

    /// Mean loss and accuracy.
    fn score(&mut self, part: &Part) -> (f64, f64) {
        let width = self.network.hidden.rows();
        let mut total = Tally::default();
        let blocks = part.inputs.chunks(SCORED_AT_ONCE * width).zip(part.classes.chunks(SCORED_AT_ONCE));
        for (inputs, classes) in blocks {
            let tally = self.pass.forward(&self.network, inputs, classes);
            total.loss += tally.loss;
            total.hits += tally.hits;
        }
        let rows = part.classes.len() as f64;
        (total.loss / rows, total.hits as f64 / rows)
    }
}
