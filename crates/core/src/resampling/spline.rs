//! The cubic spline of the [`Resampler`](super::Resampler).

/// Cubic spline through evenly spaced values with not-a-knot ends.
///
/// # Formula
/// With knots at 0, 1, …, n−1 and second derivatives m:
/// ```text
/// m_{i−1} + 4 m_i + m_{i+1} = 6 Δ²y_i        1 ≤ i ≤ n−2,   Δ²y_i = y_{i−1} − 2 y_i + y_{i+1}
/// m_0 = 2 m_1 − m_2,   m_{n−1} = 2 m_{n−2} − m_{n−3}         (third derivative continuous at the second knot)
/// ```
/// The end conditions turn the first and last of the inner equations into m_1 = Δ²y_1 and m_{n−2} = Δ²y_{n−2}.
/// de Boor, "A Practical Guide to Splines", ch. IV.
#[derive(Debug, Default)]
pub(super) struct NotAKnotSpline {
    /// Second derivatives at the knots.
    curvature: Vec<f64>,
    pivots: Vec<f64>,
}

impl NotAKnotSpline {
    /// Fits the spline to at least one value.
    ///
    /// # Complexity
    /// O(n) time and space.
    pub(super) fn fit(&mut self, values: &[f64]) {
        let n = values.len();
        let bend = |i: usize| values[i - 1] - 2.0 * values[i] + values[i + 1];
        self.curvature.clear();
        self.curvature.resize(n, 0.0);
        match n {
            0..=2 => {}
            3 => self.curvature.fill(bend(1)),
            _ => {
                self.curvature[1] = bend(1);
                self.curvature[n - 2] = bend(n - 2);
                self.solve_inner(bend);
                let m = &mut self.curvature;
                m[0] = 2.0 * m[1] - m[2];
                m[n - 1] = 2.0 * m[n - 2] - m[n - 3];
            }
        }
    }

    /// Solves for the curvatures 2..n−3 by elimination without pivoting: the matrix is diagonally dominant.
    fn solve_inner(&mut self, bend: impl Fn(usize) -> f64) {
        let m = &mut self.curvature;
        let n = m.len();
        self.pivots.clear();
        self.pivots.resize(n, 0.0);
        let mut below = 0.0;
        for i in 2..n - 2 {
            let pivot = 1.0 / (4.0 - below);
            self.pivots[i] = pivot;
            let known = if i + 1 == n - 2 { m[n - 2] } else { 0.0 };
            // m[i − 1] is the known m[1] at first, then the eliminated right-hand side.
            m[i] = (6.0 * bend(i) - m[i - 1] - known) * pivot;
            below = pivot;
        }
        for i in (2..n.saturating_sub(3)).rev() {
            m[i] -= self.pivots[i] * m[i + 1];
        }
    }

    /// The value at `x` of the spline fitted to `values`. Outside the knots the first or last piece is extrapolated.
    pub(super) fn at(&self, values: &[f64], x: f64) -> f64 {
        let n = values.len();
        if n == 1 {
            return values[0];
        }
        // `as` saturates at 0: a position left of the first knot belongs to the first piece.
        let piece = (x as usize).min(n - 2);
        let right = x - piece as f64;
        let left = 1.0 - right;
        let (m0, m1) = (self.curvature[piece], self.curvature[piece + 1]);
        values[piece] * left
            + values[piece + 1] * right
            + ((left * left * left - left) * m0 + (right * right * right - right) * m1) / 6.0
    }
}
