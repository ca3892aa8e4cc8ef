//! The training of a network on one split.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::loss::Loss;
use crate::evaluation::{ClassLabels, Prediction, Split};
use crate::learning::optimizer::{Optimizer, Parameter};
use sgr_core::numerics::scramble;
use sgr_core::representation::first_largest;

/// Of this many examples of the training part, one is held out.
const HELD_OUT: usize = 10;

/// Keeps the random numbers of networks apart from those of splits with the same seed.
const NETWORKS: u64 = 0x6E65_7477_6F72_6B73;

/// A function from examples to a score for each class, with weights to learn.
pub(super) trait Network {
    /// Sets `scores` to those of the examples, row by row. With `dropout`, as in a training.
    fn forward(&mut self, examples: &[usize], dropout: Option<&mut ChaCha8Rng>, scores: &mut Vec<f32>);

    /// Sets the gradients, after a [`Self::forward`] of the same examples with dropout: `slopes` are those of the scores.
    fn backward(&mut self, examples: &[usize], slopes: &[f32]);

    /// All tensors, in the same order every time.
    fn parameters(&mut self) -> Vec<Parameter<'_>>;
}

/// How a network is trained.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrainingRules {
    pub(super) loss: Loss,
    pub(super) rate: f64,
    /// Examples between two steps.
    pub(super) batch: usize,
    /// Most passes over the training part.
    pub(super) epochs: usize,
    pub(super) stop: StopRule,
}

/// When a training ends before its last epoch, by the loss on the held-out examples.
#[derive(Debug, Clone, Copy)]
pub(super) enum StopRule {
    /// It has not been lower for this many epochs.
    Patience(usize),
    /// It is above the mean of this many epochs before.
    AboveMeanOf(usize),
}

impl StopRule {
    /// Whether to end after these losses.
    fn ends(self, losses: &[f64]) -> bool {
        let Some((&last, before)) = losses.split_last() else { return false };
        match self {
            Self::Patience(epochs) => {
                let lowest = losses.iter().copied().fold(f64::INFINITY, f64::min);
                let best = losses.iter().position(|&loss| loss == lowest).unwrap_or(0);
                losses.len() - 1 - best >= epochs
            }
            Self::AboveMeanOf(epochs) => {
                before.len() >= epochs && last > before[before.len() - epochs..].iter().sum::<f64>() / epochs as f64
            }
        }
    }
}

/// Random numbers of one run: a stream for each purpose.
#[derive(Debug, Clone, Copy)]
pub(super) struct Streams {
    pub(super) seed: u64,
    pub(super) run: usize,
}

impl Streams {
    fn random(self, purpose: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(scramble(self.seed ^ NETWORKS));
        random.set_stream(4 * self.run as u64 + purpose);
        random
    }
}

/// Examples with their classes.
#[derive(Debug, Default)]
struct Part {
    examples: Vec<usize>,
    classes: Vec<usize>,
}

impl Part {
    fn push(&mut self, example: usize, class: usize) {
        self.examples.push(example);
        self.classes.push(class);
    }
}

/// Trains a network on the training part of a split and predicts the test part. `make` draws the first weights.
///
/// A tenth of each class of the training part is held out; the weights are those of the epoch with the lowest loss on it.
/// A training without a finite loss counts as unfinished.
pub(super) fn learn_and_predict<N: Network>(
    make: impl FnOnce(&mut ChaCha8Rng) -> N,
    optimizer: &mut dyn Optimizer,
    rules: &TrainingRules,
    (labels, split): (&ClassLabels, &Split),
    streams: Streams,
) -> Prediction {
    let [training, held_out] = parts(labels, &split.training, &mut streams.random(0));
    let mut network = make(&mut streams.random(1));
    let is_finished = train(&mut network, optimizer, rules, &training, &held_out, streams);
    let mut classes = Vec::with_capacity(split.test.len());
    let mut scores = Vec::new();
    for examples in split.test.chunks(rules.batch) {
        network.forward(examples, None, &mut scores);
        classes.extend(scores.chunks_exact(labels.names().len()).map(first_largest));
    }
    Prediction { classes, unfinished: usize::from(!is_finished), cost: None }
}

/// The training part without every tenth example of each class, and those. A part of one example is both.
fn parts(labels: &ClassLabels, training: &[usize], random: &mut ChaCha8Rng) -> [Part; 2] {
    let mut order = training.to_vec();
    order.shuffle(random);
    order.sort_by_key(|&example| labels.classes()[example]);
    // Fewer than ten: the last one is held out.
    let first = order.len().saturating_sub(1).min(HELD_OUT - 1);
    let mut parts = [Part::default(), Part::default()];
    for (at, &example) in order.iter().enumerate() {
        let is_held_out = at % HELD_OUT == first;
        let class = labels.classes()[example];
        parts[usize::from(is_held_out)].push(example, class);
        if order.len() == 1 {
            parts[0].push(example, class);
        }
    }
    parts
}

/// Trains until the rule or the last epoch ends it and restores the best weights. Gives whether any loss was finite.
fn train<N: Network>(
    network: &mut N,
    optimizer: &mut dyn Optimizer,
    rules: &TrainingRules,
    training: &Part,
    held_out: &Part,
    streams: Streams,
) -> bool {
    let (mut order, mut dropout) = (streams.random(2), streams.random(3));
    let mut places: Vec<usize> = (0..training.examples.len()).collect();
    let mut losses: Vec<f64> = Vec::new();
    let mut best: Option<(f64, Vec<Vec<f32>>)> = None;
    let mut batch = Part::default();
    let mut scores = Vec::new();
    for _ in 0..rules.epochs {
        places.shuffle(&mut order);
        for places in places.chunks(rules.batch) {
            batch.examples.clear();
            batch.classes.clear();
            places.iter().for_each(|&place| batch.push(training.examples[place], training.classes[place]));
            network.forward(&batch.examples, Some(&mut dropout), &mut scores);
            rules.loss.with_gradient(&mut scores, &batch.classes);
            network.backward(&batch.examples, &scores);
            optimizer.step(&mut network.parameters(), rules.rate);
        }
        let loss = loss_on(network, rules, held_out);
        losses.push(loss);
        // NaN is not lower than any loss.
        if loss < best.as_ref().map_or(f64::INFINITY, |(lowest, _)| *lowest) {
            let weights = network.parameters().iter().map(|parameter| parameter.values.to_vec()).collect();
            best = Some((loss, weights));
        }
        if rules.stop.ends(&losses) {
            break;
        }
    }
    let Some((_, weights)) = best else { return false };
    for (parameter, weights) in network.parameters().into_iter().zip(weights) {
        parameter.values.copy_from_slice(&weights);
    }
    true
}

/// The mean loss.
fn loss_on<N: Network>(network: &mut N, rules: &TrainingRules, part: &Part) -> f64 {
    let mut scores = Vec::new();
    let batches = part.examples.chunks(rules.batch).zip(part.classes.chunks(rules.batch));
    let losses = batches.map(|(examples, classes)| {
        network.forward(examples, None, &mut scores);
        rules.loss.with_gradient(&mut scores, classes)
    });
    losses.sum::<f64>() / part.examples.len() as f64
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
pub(super) mod tests {
    use super::super::layers::finite_differences::{dot, numbers};
    use super::*;

    /// Compares the gradient of each tensor with central differences along random directions, for both losses, with the
    /// same dropout in each pass.
    pub(crate) fn compare_with_finite_differences<N: Network>(network: &mut N, examples: &[usize], classes: &[usize]) {
        // Biases of zero put fields without nodes on a kink.
        let tensors = network.parameters().into_iter().zip(100..);
        for (parameter, seed) in tensors.filter(|(tensor, _)| tensor.values.iter().all(|&value| value == 0.0)) {
            let moves = numbers(parameter.values.len(), seed);
            parameter.values.iter_mut().zip(moves).for_each(|(value, by)| *value += 0.1 * by);
        }
        let mut scores = Vec::new();
        let loss_at = |network: &mut N, loss: Loss, scores: &mut Vec<f32>| {
            network.forward(examples, Some(&mut ChaCha8Rng::seed_from_u64(5)), scores);
            loss.with_gradient(scores, classes) / classes.len() as f64
        };
        for loss in [Loss::CrossEntropy, Loss::Hinge] {
            loss_at(network, loss, &mut scores);
            network.backward(examples, &scores);
            let gradients: Vec<Vec<f32>> = network.parameters().iter().map(|tensor| tensor.gradient.to_vec()).collect();
            let zeros = gradients.iter().position(|gradient| gradient.iter().all(|&slope| slope == 0.0));
            assert_eq!(zeros, None, "{loss:?}: a tensor without slope");
            for (tensor, gradient) in gradients.iter().enumerate() {
                let agrees = |seed: u64| {
                    let direction = numbers(gradient.len(), seed);
                    // Short enough to cross few kinks, long enough for a loss of 7 digits.
                    let step = 1e-3 / (gradient.len() as f32).sqrt();
                    let point = network.parameters()[tensor].values.to_vec();
                    let [above, below] = [step, -step].map(|step| {
                        let moved = point.iter().zip(&direction).map(|(value, along)| value + step * along);
                        network.parameters()[tensor].values.copy_from_slice(&moved.collect::<Vec<_>>());
                        loss_at(network, loss, &mut scores)
                    });
                    network.parameters()[tensor].values.copy_from_slice(&point);
                    let quotient = (above - below) / (2.0 * f64::from(step));
                    (dot(gradient, &direction) - quotient).abs() < 0.02 * dot(gradient, gradient).sqrt()
                };
                // Two of sixteen directions may cross a kink.
                let agreeing = (0..16).map(agrees).filter(|&agrees| agrees).count();
                assert!(agreeing >= 14, "{loss:?}, tensor {tensor}: {agreeing} of 16 directions agree");
            }
        }
    }

    #[test]
    fn a_training_ends_by_its_rule() {
        let patience = StopRule::Patience(2);
        assert!(!patience.ends(&[]) && !patience.ends(&[3.0, 2.0, 2.5]));
        assert!(patience.ends(&[3.0, 2.0, 2.5, 2.0]));
        assert!(patience.ends(&[f64::NAN, f64::NAN, f64::NAN]));
        let mean = StopRule::AboveMeanOf(2);
        assert!(!mean.ends(&[1.0, 2.0]) && !mean.ends(&[9.0, 3.0, 1.0, 2.0]));
        assert!(mean.ends(&[9.0, 3.0, 1.0, 2.1]));
    }

    #[test]
    fn a_tenth_of_each_class_is_held_out() {
        let names: Vec<Option<&str>> = (0..100).map(|at| Some(if at % 5 == 0 { "a" } else { "b" })).collect();
        let labels = ClassLabels::new(&names).unwrap();
        let training: Vec<usize> = (0..90).collect();
        let [kept, held_out] = parts(&labels, &training, &mut ChaCha8Rng::seed_from_u64(1));
        let count = |part: &Part, class: usize| part.classes.iter().filter(|&&found| found == class).count();
        assert_eq!([count(&kept, 0), count(&kept, 1), count(&held_out, 0), count(&held_out, 1)], [17, 64, 1, 8]);
        let mut all = [&kept.examples[..], &held_out.examples[..]].concat();
        all.sort_unstable();
        assert_eq!(all, training);
        let sizes = |count: usize| {
            parts(&labels, &training[..count], &mut ChaCha8Rng::seed_from_u64(1)).map(|part| part.examples.len())
        };
        assert_eq!([sizes(1), sizes(2), sizes(9), sizes(10)], [[1, 1], [1, 1], [8, 1], [9, 1]]);
    }
}
