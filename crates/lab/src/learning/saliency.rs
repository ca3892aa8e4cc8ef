//! Influence of each sample of the spectrum on a class.

use super::TrainingError;
use sgr_core::numerics::selu::selu_slope;
use sgr_core::representation::Model;

/// How much the score of a class, or of several together, depends on each sample of the spectrum, on average over some
/// graphs.
///
/// # Formula
/// ```text
/// s_i = mean over graphs of |∂y / ∂λ̃_i|,   ∂y/∂x_i = Σ_j u_j SELU′(z_j) W_j,i,   z = W x + b
/// y = y_c,               u = V_c                           one class c
/// y = ln Σ_c e^(y_c),    u = Σ_c p_c V_c,  p = softmax y   several classes
/// ```
/// Tsitsulin et al., "SGR", figure 3 ("gradient magnitude of the classifier output with respect to the input spectrum …
/// averaged on 600 graphs"). y = the head's output before the softmax. Several classes count as the event that it is any
/// of them: the parts of a family.
///
/// # Complexity
/// O(graphs · N · M) time, O(M) space.
#[derive(Debug, Clone, PartialEq)]
pub struct Saliency {
    /// The mean magnitudes, one a sample of the spectrum.
    pub magnitudes: Vec<f64>,
}

impl Saliency {
    /// Of the given classes of `model` together, over the rows of `inputs`.
    ///
    /// # Errors
    /// [`TrainingError::Class`] if there is no such class or none is given, [`TrainingError::Rows`] if `inputs` are not a
    /// whole number of rows and at least one, and [`TrainingError::NoSpectrum`] if the model does not look at the spectrum.
    pub fn of(model: &Model, inputs: &[f32], classes: &[usize]) -> Result<Self, TrainingError> {
        let (width, dimensions) = (model.perceptron().inputs(), model.perceptron().outputs());
        let names = model.channels().names();
        let spectrum = model.channels().range("spectrum");
        let spectrum = spectrum.ok_or_else(|| TrainingError::NoSpectrum { found: names.to_vec() })?;
        let known = model.classes().len();
        if classes.is_empty() || classes.iter().any(|&class| class >= known) {
            let found = classes.iter().copied().max().unwrap_or(known);
            return Err(TrainingError::Class { row: 0, found, classes: known });
        }
        let rows = inputs.len() / width;
        if rows == 0 || inputs.len() != rows * width {
            return Err(TrainingError::Rows { inputs: inputs.len(), rows, width });
        }
        let (vectors, scores) = model.vectors_and_scores(inputs);
        let mut slopes = vec![0.0; spectrum.len()];
        let mut magnitudes = vec![0.0; spectrum.len()];
        for (vector, scores) in vectors.chunks_exact(dimensions).zip(scores.chunks_exact(known)) {
            let head = mixed_head(model, scores, classes);
            slopes.fill(0.0);
            let weights = model.perceptron().weights().chunks_exact(width);
            for ((&output, &head), weights) in vector.iter().zip(&head).zip(weights) {
                let factor = head * f64::from(selu_slope(output));
                let weights = &weights[spectrum.clone()];
                slopes.iter_mut().zip(weights).for_each(|(slope, &weight)| *slope += factor * f64::from(weight));
            }
            magnitudes.iter_mut().zip(&slopes).for_each(|(sum, slope): (&mut f64, &f64)| *sum += slope.abs());
        }
        magnitudes.iter_mut().for_each(|sum| *sum /= rows as f64);
        Ok(Self { magnitudes })
    }

    /// The magnitudes as the paper's figure has them: the smallest becomes 0, the largest 255, those between in
    /// proportion. All 0 if they are equal.
    pub fn strip(&self) -> Vec<f64> {
        let smallest = self.magnitudes.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = self.magnitudes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let span = largest - smallest;
        let scaled = |value: &f64| if span > 0.0 { (value - smallest) / span * 255.0 } else { 0.0 };
        self.magnitudes.iter().map(scaled).collect()
    }
}

/// The rows of the head for the given classes, each by its share of their probability.
fn mixed_head(model: &Model, scores: &[f32], classes: &[usize]) -> Vec<f64> {
    let dimensions = model.perceptron().outputs();
    let highest = classes.iter().map(|&class| scores[class]).fold(f32::NEG_INFINITY, f32::max);
    let shares: Vec<f64> = classes.iter().map(|&class| f64::from(scores[class] - highest).exp()).collect();
    let total: f64 = shares.iter().sum();
    let mut mixed = vec![0.0; dimensions];
    for (&class, share) in classes.iter().zip(shares) {
        let head = &model.head_weights()[class * dimensions..(class + 1) * dimensions];
        mixed.iter_mut().zip(head).for_each(|(sum, &weight)| *sum += share / total * f64::from(weight));
    }
    mixed
}
