//! Losses of scores, and their gradients.

/// What a training makes small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// `−ln softmax(s)_y`: the cross-entropy of the softmax of the scores.
    CrossEntropy,
    /// `max(0, 1 + max_{c ≠ y} s_c − s_y)`: the multiclass hinge of Crammer & Singer 2001.
    Hinge,
}

impl Loss {
    /// The sum of the losses of all rows. `scores` becomes the gradient of the mean loss by the scores.
    ///
    /// # Edge cases
    /// At a kink of the hinge, the slope of the flat side.
    pub(super) fn with_gradient(self, scores: &mut [f32], classes: &[usize]) -> f64 {
        let (width, share) = (scores.len() / classes.len(), 1.0 / classes.len() as f32);
        let mut loss = 0.0;
        for (scores, &class) in scores.chunks_exact_mut(width).zip(classes) {
            loss += match self {
                Self::CrossEntropy => cross_entropy(scores, class),
                Self::Hinge => hinge(scores, class),
            };
            scores.iter_mut().for_each(|slope| *slope *= share);
        }
        loss
    }
}

/// The loss of one row, whose scores become the slopes p − 1_class.
fn cross_entropy(scores: &mut [f32], class: usize) -> f64 {
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // The largest becomes 0: nothing overflows.
    let shifted = f64::from(scores[class] - largest);
    let sum: f64 = scores.iter().map(|&score| f64::from(score - largest).exp()).sum();
    scores.iter_mut().for_each(|score| *score = (f64::from(*score - largest).exp() / sum) as f32);
    scores[class] -= 1.0;
    sum.ln() - shifted
}

fn hinge(scores: &mut [f32], class: usize) -> f64 {
    let rivals = (0..scores.len()).filter(|&rival| rival != class);
    let rival = rivals.reduce(|best, rival| if scores[rival] > scores[best] { rival } else { best });
    let Some(rival) = rival else { return 0.0 };
    let loss = 1.0 + f64::from(scores[rival]) - f64::from(scores[class]);
    scores.fill(0.0);
    if loss > 0.0 {
        (scores[rival], scores[class]) = (1.0, -1.0);
    }
    // NaN stays NaN: the training sees that it diverged.
    if loss < 0.0 { 0.0 } else { loss }
}

#[cfg(test)]
mod tests {
    use super::super::layers::finite_differences::{compare, numbers};
    use super::*;

    #[test]
    fn values_by_hand() {
        let mut scores = [1.0, 2.0, 0.0, 1.0];
        // ln(1 + e) and ln(1 + e): the first row loses by 1, the second too.
        let loss = Loss::CrossEntropy.with_gradient(&mut scores, &[0, 0]);
        assert!((loss - 2.0 * (1.0 + 1.0f64.exp()).ln()).abs() < 1e-6);
        let p = (1.0 / (1.0 + 1.0f64.exp())) as f32;
        for (found, wanted) in scores.iter().zip([p - 1.0, 1.0 - p, p - 1.0, 1.0 - p]) {
            assert!((found - wanted / 2.0).abs() < 1e-6);
        }
        let mut scores = [3.0, 1.0, 2.5, 3.0, 1.0, 1.0];
        // 1 + 2.5 − 3 = 0.5 for class 0; 3 is ahead of 1 by 2 for class 0.
        assert_eq!(Loss::Hinge.with_gradient(&mut scores, &[0, 0]), 0.5);
        assert_eq!(scores, [-0.5, 0.0, 0.5, 0.0, 0.0, 0.0]);
        assert!(Loss::Hinge.with_gradient(&mut [f32::NAN, 1.0], &[0]).is_nan());
        // Scores that overflow exp.
        assert!((Loss::CrossEntropy.with_gradient(&mut [1000.0, 0.0], &[1]) - 1000.0).abs() < 1e-3);
    }

    #[test]
    fn gradients_are_finite_differences() {
        // Far apart, so that no step crosses a kink.
        let scores: Vec<f32> = numbers(5 * 3, 8).into_iter().map(|score| 4.0 * score).collect();
        let classes = [0, 2, 1, 1, 0];
        for loss in [Loss::CrossEntropy, Loss::Hinge] {
            let mut gradient = scores.clone();
            loss.with_gradient(&mut gradient, &classes);
            compare(&scores, &gradient, |moved| loss.with_gradient(&mut moved.to_vec(), &classes) / 5.0);
        }
    }
}
