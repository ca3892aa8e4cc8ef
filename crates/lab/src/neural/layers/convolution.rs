//! One-dimensional convolutions.

use pulp::Arch;
use rand_chacha::ChaCha8Rng;

use super::Weights;
use super::correlation::{BLOCK, Correlation, WeightGradient};
use crate::learning::optimizer::Parameter;

/// Zeros before and after the positions of a channel: a window may begin this far before the first position and end this
/// far behind the last, which bounds the taps. One of the widest registers.
pub(super) const LEAD: usize = 16;

/// Sequences of equal length in several channels: a channel after another, in a channel a sequence after another.
///
/// Sequences touch each other. A window across the end of one gives an output of no meaning, which costs less than
/// padding; its slope must be zero.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sequences {
    channels: usize,
    count: usize,
    length: usize,
    values: Vec<f32>,
}

impl Sequences {
    /// Makes it `count` sequences of zeros of this length in as many channels.
    pub(crate) fn reset(&mut self, channels: usize, count: usize, length: usize) {
        (self.channels, self.count, self.length) = (channels, count, length);
        self.values.clear();
        self.values.resize(channels * self.stride(), 0.0);
    }

    pub(super) fn channels(&self) -> usize {
        self.channels
    }

    /// Positions of all sequences of a channel.
    pub(super) fn positions(&self) -> usize {
        self.count * self.length
    }

    /// Numbers from a channel to the next.
    pub(super) fn stride(&self) -> usize {
        LEAD + self.positions().next_multiple_of(LEAD) + LEAD
    }

    /// Where a sequence starts in its channel's numbers.
    pub(super) fn start(&self, sequence: usize) -> usize {
        LEAD + sequence * self.length
    }

    /// A sequence in a channel.
    pub(crate) fn sequence(&self, channel: usize, sequence: usize) -> &[f32] {
        &self.values[channel * self.stride() + self.start(sequence)..][..self.length]
    }

    /// A sequence in a channel, to change.
    pub(crate) fn sequence_mut(&mut self, channel: usize, sequence: usize) -> &mut [f32] {
        let from = channel * self.stride() + self.start(sequence);
        &mut self.values[from..from + self.length]
    }

    /// All numbers, with the zeros between the channels.
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    /// Likewise, to change.
    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }
}

/// A convolution with stride 1 and without padding.
///
/// # Formula
/// ```text
/// y_o(p) = b_o + Σ_c Σ_t W(c, t, o) x_c(p + t)
/// ∂W(c, t, o) = Σ_p ∂y_o(p) x_c(p + t),   ∂b_o = Σ_p ∂y_o(p),   ∂x_c(q) = Σ_o Σ_t W(c, t, o) ∂y_o(q − t)
/// ```
/// A sequence of n positions has n − taps + 1 outputs; the numbers behind them have no meaning.
///
/// # Complexity
/// O(positions · channels · taps · filters) time.
#[derive(Debug, Clone)]
pub(crate) struct Convolution {
    arch: Arch,
    channels: usize,
    taps: usize,
    filters: usize,
    /// [channel][tap][filter].
    pub(crate) weights: Weights,
    pub(crate) bias: Weights,
}

impl Convolution {
    /// Glorot's first weights and biases of zero.
    ///
    /// # Panics
    /// If channels and filters are no multiples of 8, or there are more than 17 taps: the kernels take no others.
    pub(crate) fn random(channels: usize, taps: usize, filters: usize, random: &mut ChaCha8Rng) -> Self {
        let fits = channels.is_multiple_of(BLOCK) && filters.is_multiple_of(BLOCK) && taps <= LEAD + 1;
        assert!(fits, "found {channels} channels, {taps} taps, {filters} filters, wanted multiples of 8 and 17 taps");
        let weights = Weights::glorot(channels * taps * filters, taps * (channels + filters), random);
        Self { arch: Arch::new(), channels, taps, filters, weights, bias: Weights::zeros(filters) }
    }

    /// Sets `out` to the outputs for `input`, at the same positions.
    pub(crate) fn forward(&self, input: &Sequences, out: &mut Sequences) {
        out.reset(self.filters, input.count, input.length);
        let (weights, start) = (&self.weights.values, &self.bias.values);
        self.arch.dispatch(Correlation { input, back: 0, weights, taps: self.taps, start, out });
    }

    /// Sets the gradients by weights and biases. `slopes` is zero where an output has no meaning.
    pub(crate) fn backward(&mut self, input: &Sequences, slopes: &Sequences) {
        let stride = slopes.stride();
        for (sum, row) in self.bias.gradient.iter_mut().zip(slopes.values().chunks_exact(stride)) {
            *sum = row.iter().map(|&slope| f64::from(slope)).sum::<f64>() as f32;
        }
        self.arch.dispatch(WeightGradient { input, slopes, taps: self.taps, gradient: &mut self.weights.gradient });
    }

    /// Sets `gradient` to the gradient by the inputs: the correlation with the weights turned round.
    pub(crate) fn backward_inputs(&self, slopes: &Sequences, gradient: &mut Sequences) {
        let (channels, taps, filters) = (self.channels, self.taps, self.filters);
        gradient.reset(channels, slopes.count, slopes.length);
        let mut turned = vec![0.0; self.weights.values.len()];
        for (row, weights) in self.weights.values.chunks_exact(filters).enumerate() {
            let (channel, tap) = (row / taps, row % taps);
            for (filter, &weight) in weights.iter().enumerate() {
                turned[(filter * taps + taps - 1 - tap) * channels + channel] = weight;
            }
        }
        let (start, back) = (vec![0.0; channels], taps - 1);
        self.arch.dispatch(Correlation { input: slopes, back, weights: &turned, taps, start: &start, out: gradient });
    }

    /// Its tensors.
    pub(crate) fn parameters(&mut self) -> [Parameter<'_>; 2] {
        [self.weights.parameter(), self.bias.parameter()]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::super::finite_differences::{compare, dot, numbers};
    use super::*;

    /// Channels, taps, filters; sequences and their length.
    const SHAPES: [(usize, usize, usize, usize, usize); 3] = [(8, 1, 8, 1, 1), (8, 3, 16, 2, 5), (16, 10, 8, 3, 40)];

    fn sequences(channels: usize, count: usize, length: usize, seed: u64) -> Sequences {
        let mut sequences = Sequences::default();
        sequences.reset(channels, count, length);
        for channel in 0..channels {
            for sequence in 0..count {
                let values = numbers(length, seed + (channel * count + sequence) as u64);
                sequences.sequence_mut(channel, sequence).copy_from_slice(&values);
            }
        }
        sequences
    }

    /// Slopes that are zero where an output has no meaning.
    fn pulls(filters: usize, taps: usize, count: usize, length: usize) -> Sequences {
        let mut pulls = sequences(filters, count, length, 1000);
        for filter in 0..filters {
            (0..count).for_each(|sequence| pulls.sequence_mut(filter, sequence)[length - taps + 1..].fill(0.0));
        }
        pulls
    }

    /// The definition, term by term, in double precision.
    fn reference(layer: &Convolution, input: &Sequences, filter: usize, sequence: usize, position: usize) -> f64 {
        let mut sum = f64::from(layer.bias.values[filter]);
        for channel in 0..layer.channels {
            for tap in 0..layer.taps {
                let weight = layer.weights.values[(channel * layer.taps + tap) * layer.filters + filter];
                sum += f64::from(weight) * f64::from(input.sequence(channel, sequence)[position + tap]);
            }
        }
        sum
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for (channels, taps, filters, count, length) in SHAPES {
            let mut layer = Convolution::random(channels, taps, filters, &mut ChaCha8Rng::seed_from_u64(1));
            layer.bias.values = numbers(filters, 9);
            let input = sequences(channels, count, length, 1);
            let mut out = Sequences::default();
            layer.forward(&input, &mut out);
            for filter in 0..filters {
                for sequence in 0..count {
                    for position in 0..=length - taps {
                        let exact = reference(&layer, &input, filter, sequence, position);
                        let found = f64::from(out.sequence(filter, sequence)[position]);
                        assert!((found - exact).abs() < 1e-5, "{filter} {sequence} {position}: {found}, {exact}");
                    }
                }
            }
        }
    }

    #[test]
    fn gradients_are_finite_differences() {
        let (channels, taps, filters, count, length) = SHAPES[1];
        let mut layer = Convolution::random(channels, taps, filters, &mut ChaCha8Rng::seed_from_u64(1));
        layer.bias.values = numbers(filters, 9);
        let (input, pull) = (sequences(channels, count, length, 1), pulls(filters, taps, count, length));
        let loss = |layer: &Convolution, input: &Sequences| {
            let mut out = Sequences::default();
            layer.forward(input, &mut out);
            dot(out.values(), pull.values())
        };
        layer.backward(&input, &pull);
        let mut gradient = Sequences::default();
        layer.backward_inputs(&pull, &mut gradient);
        for channel in 0..channels {
            for sequence in 0..count {
                compare(input.sequence(channel, sequence), gradient.sequence(channel, sequence), |moved| {
                    let mut input = input.clone();
                    input.sequence_mut(channel, sequence).copy_from_slice(moved);
                    loss(&layer, &input)
                });
            }
        }
        let fixed = layer.clone();
        compare(&fixed.weights.values, &fixed.weights.gradient, |moved| {
            layer.weights.values = moved.to_vec();
            loss(&layer, &input)
        });
        layer = fixed.clone();
        compare(&fixed.bias.values, &fixed.bias.gradient, |moved| {
            layer.bias.values = moved.to_vec();
            loss(&layer, &input)
        });
    }
}
