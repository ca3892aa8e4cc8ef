//! The classes of a collection as a logistic regression sees them.

use crate::evaluation::{ClassLabels, EvaluationError, LogisticRegression, VectorRows};

/// A logistic regression on whole vectors, learned from all graphs.
#[derive(Debug)]
pub(super) struct ClassModel {
    pub(super) labels: ClassLabels,
    /// One row for two classes, otherwise a row for each; the intercept last.
    weights: Vec<Vec<f64>>,
}

impl ClassModel {
    pub(super) fn learn(labels: ClassLabels, vectors: VectorRows<'_>) -> Result<Self, EvaluationError> {
        let regression = LogisticRegression::new(vectors)?;
        let everyone: Vec<usize> = (0..vectors.len()).collect();
        let weights = regression.coefficients(&regression.fit(&labels, &everyone));
        Ok(Self { labels, weights })
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.labels.names().len()
    }

    /// (x, 1)·w for each row of weights.
    pub(super) fn decision_values(&self, vector: &[f32]) -> Vec<f64> {
        let value = |weights: &Vec<f64>| {
            let products = vector.iter().zip(weights).map(|(value, weight)| f64::from(*value) * weight);
            products.sum::<f64>() + weights[vector.len()]
        };
        self.weights.iter().map(value).collect()
    }

    /// The decision values after the last numbers of a vector have changed by `change`.
    pub(super) fn moved(&self, values: &[f64], change: &[f64]) -> Vec<f64> {
        values.iter().zip(&self.weights).map(|(value, weights)| value + step(weights, change)).collect()
    }

    /// The change of the log-odds of a class against the rest, if the last numbers of a vector change by `change`.
    pub(super) fn slope(&self, class: usize, change: &[f64]) -> f64 {
        match self.weights.as_slice() {
            // The weights of the second class.
            [weights] if class == 0 => -step(weights, change),
            [weights] => step(weights, change),
            many => step(&many[class], change),
        }
    }

    /// The probability of each class.
    ///
    /// # Formula
    /// ```text
    /// p = (1 − s(v), s(v)) for two classes,   p_c = s(v_c) / Σ_k s(v_k) for more,    s(v) = 1 / (1 + e^(−v))
    /// ```
    /// As `predict_proba` of scikit-learn's `LogisticRegression(solver="liblinear")`.
    pub(super) fn probabilities(values: &[f64]) -> Vec<f64> {
        let sigmoid = |value: &f64| 1.0 / (1.0 + (-value).exp());
        if let [value] = values {
            return vec![sigmoid(&-value), sigmoid(value)];
        }
        let shares: Vec<f64> = values.iter().map(sigmoid).collect();
        let total: f64 = shares.iter().sum();
        // Far from all classes every share may be zero: then none is more likely than another.
        let even = 1.0 / shares.len() as f64;
        shares.iter().map(|share| if total > 0.0 { share / total } else { even }).collect()
    }

    /// The most likely class of a vector, the first of several.
    pub(super) fn predicted(&self, vector: &[f32]) -> (usize, f64) {
        let probabilities = Self::probabilities(&self.decision_values(vector));
        let better =
            |best: (usize, f64), (class, &likely): (usize, &f64)| if likely > best.1 { (class, likely) } else { best };
        probabilities.iter().enumerate().fold((0, f64::NEG_INFINITY), better)
    }
}

/// The change of a decision value.
fn step(weights: &[f64], change: &[f64]) -> f64 {
    let first = weights.len() - 1 - change.len();
    weights[first..].iter().zip(change).map(|(weight, change)| weight * change).sum()
}

#[cfg(test)]
mod tests {
    use super::ClassModel;

    #[test]
    fn probabilities_add_up_to_one() {
        let two = ClassModel::probabilities(&[2.0]);
        assert!((two[1] - 0.880_797_077_977_882_3).abs() < 1e-15 && (two[0] + two[1] - 1.0).abs() < 1e-15);
        let three = ClassModel::probabilities(&[0.0, 0.0, 1e3]);
        assert_eq!(three, [0.25, 0.25, 0.5]);
        assert_eq!(ClassModel::probabilities(&[-1e3; 4]), [0.25; 4]);
    }
}
