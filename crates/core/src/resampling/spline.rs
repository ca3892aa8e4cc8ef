//! The cubic spline of the [`Resampler`](super::Resampler).

/// Values of a spline that are computed at a time: a register of AVX-512.
const AT_ONCE: usize = 8;

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
    /// Reciprocal pivots of the elimination, which are the same for all values: as many as were needed so far.
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
        let Self { curvature: m, pivots } = self;
        let n = m.len();
        while pivots.len() < n - 4 {
            pivots.push(1.0 / (4.0 - pivots.last().copied().unwrap_or(0.0)));
        }
        for (i, pivot) in (2..n - 2).zip(pivots.iter()) {
            let known = if i + 1 == n - 2 { m[n - 2] } else { 0.0 };
            // m[i − 1] is the known m[1] at first, then the eliminated right-hand side.
            m[i] = (6.0 * bend(i) - m[i - 1] - known) * pivot;
        }
        for (i, pivot) in (2..n.saturating_sub(3)).zip(pivots.iter()).rev() {
            m[i] -= pivot * m[i + 1];
        }
    }

    /// Writes the values at `positions(0)`, `positions(1)`, … of the spline fitted to `values`. Outside the knots the first or
    /// last piece is extrapolated.
    ///
    /// # Complexity
    /// O(1) time for each value, several at a time: the compiler makes vector instructions of the loops over [`AT_ONCE`] values.
    #[inline(always)]
    pub(super) fn sample(&self, values: &[f64], positions: impl Fn(usize) -> f64, samples: &mut [f64]) {
        let n = values.len();
        if n == 1 {
            samples.fill(values[0]);
            return;
        }
        for (group, samples) in samples.chunks_mut(AT_ONCE).enumerate() {
            let x: [f64; AT_ONCE] = std::array::from_fn(|at| positions(group * AT_ONCE + at));
            // `as` saturates at 0: a position left of the first knot belongs to the first piece.
            let piece = x.map(|x| (x as usize).min(n - 2));
            let (y0, y1) = (piece.map(|piece| values[piece]), piece.map(|piece| values[piece + 1]));
            let (m0, m1) = (piece.map(|piece| self.curvature[piece]), piece.map(|piece| self.curvature[piece + 1]));
            let sampled: [f64; AT_ONCE] = std::array::from_fn(|at| {
                let right = x[at] - piece[at] as f64;
                let left = 1.0 - right;
                y0[at] * left
                    + y1[at] * right
                    + ((left * left * left - left) * m0[at] + (right * right * right - right) * m1[at]) / 6.0
            });
            samples.copy_from_slice(&sampled[..samples.len()]);
        }
    }
}
