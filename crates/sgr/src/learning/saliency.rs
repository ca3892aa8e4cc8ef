use super::TrainingError;
use crate::representation::selu::selu_slope;
use crate::representation::{Buffers, Model};

/// How much the score of a class depends on each sample of the spectrum, on average over some graphs.
///
/// # Formula
/// ```text
/// s_i = mean over graphs of |∂ y_class / ∂ λ̃_i|,   ∂y_class/∂x_i = Σ_j V_class,j SELU′(z_j) W_j,i
/// ```
/// Tsitsulin et al., "SGR", figure 3 ("gradient magnitude of the classifier output with respect to the input spectrum …
/// averaged on 600 graphs"). y = the head's output before the softmax, z = W x + b.
///
/// # Complexity
/// O(graphs · N · M) time, O(M) space.
#[derive(Debug, Clone, PartialEq)]
pub struct Saliency {
    /// Name of the class.
    pub class: String,
    /// The mean magnitudes, one a sample of the spectrum.
    pub magnitudes: Vec<f64>,
}

impl Saliency {
    /// Of one class of `model`, over the rows of `inputs`.
    ///
    /// # Errors
    /// [`TrainingError::Class`] if there is no such class, [`TrainingError::Rows`] if `inputs` are not a whole number of
    /// rows and at least one, and [`TrainingError::NoSpectrum`] if the model does not look at the spectrum.
    pub fn of(model: &Model, inputs: &[f32], class: usize) -> Result<Self, TrainingError> {
        let (width, dimensions) = (model.perceptron().inputs(), model.perceptron().outputs());
        let names = model.channels().names();
        let spectrum = model.channels().range("spectrum");
        let spectrum = spectrum.ok_or_else(|| TrainingError::NoSpectrum { found: names.to_vec() })?;
        let Some(name) = model.classes().get(class) else {
            return Err(TrainingError::Class { row: 0, found: class, classes: model.classes().len() });
        };
        let rows = inputs.len() / width;
        if rows == 0 || inputs.len() != rows * width {
            return Err(TrainingError::Rows { inputs: inputs.len(), rows, width });
        }
        let head = &model.head_weights()[class * dimensions..(class + 1) * dimensions];
        let mut buffers = Buffers::new();
        let mut vector = Vec::new();
        let mut slopes = vec![0.0; spectrum.len()];
        let mut magnitudes = vec![0.0; spectrum.len()];
        for row in inputs.chunks_exact(width) {
            vector.clear();
            buffers.apply(model.perceptron(), row, &mut vector);
            slopes.fill(0.0);
            let weights = model.perceptron().weights().chunks_exact(width);
            for ((&output, &head), weights) in vector.iter().zip(head).zip(weights) {
                let factor = f64::from(head) * f64::from(selu_slope(output));
                let weights = &weights[spectrum.clone()];
                slopes.iter_mut().zip(weights).for_each(|(slope, &weight)| *slope += factor * f64::from(weight));
            }
            magnitudes.iter_mut().zip(&slopes).for_each(|(sum, slope): (&mut f64, &f64)| *sum += slope.abs());
        }
        magnitudes.iter_mut().for_each(|sum| *sum /= rows as f64);
        Ok(Self { class: name.clone(), magnitudes })
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
