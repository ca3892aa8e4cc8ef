//! How far off is a distance that a product in single precision gives?

/// Rounding to single precision changes a number by at most this part of it.
const UNIT: f64 = f32::EPSILON as f64 / 2.0;

/// Smallest positive number in single precision: the error of a result that is smaller than all normal numbers.
const TINY: f64 = 1.401_298_464_324_817e-45;

/// A bound of the error of half a squared distance that comes from a product.
///
/// # Formula
/// ```text
/// ½ ‖q − x‖² = ½ ‖q̃‖² − (q̃·x̃ − ½ ‖x̃‖²)        q̃ = q − c, x̃ = x − c, rounded
/// |error|    ≤ ½ γ (‖q̃‖ + ‖x̃‖)² + (d + 8) · tiny    γ = n u / (1 − n u), n = d + 8, u = 2⁻²⁴
/// ```
/// A sum of d products, in any order and with any fused operations, is off by at most γ_d ‖q̃‖ ‖x̃‖ (Higham 2002, "Accuracy and
/// Stability of Numerical Algorithms", §3.1). Half of ‖x̃‖² and the difference are rounded once each. Rounding q̃ and x̃ moves
/// each point by u of its norm, hence half the squared distance by less than 1.1 u (‖q̃‖ + ‖x̃‖)². The sum of these is
/// below the bound; each result below the normal numbers adds an error of at most `tiny`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    gamma: f64,
    tiny: f64,
    /// Part by which a distance in double precision may differ from another rounding of itself.
    slack: f64,
}

impl Bound {
    /// For vectors of that many dimensions.
    pub(super) fn new(dimensions: usize) -> Self {
        let terms = dimensions as f64 + 8.0;
        let rounding = terms * UNIT;
        // Beyond that the argument about rounding errors ends, and every row is a candidate.
        let gamma = if rounding < 0.5 { rounding / (1.0 - rounding) } else { f64::INFINITY };
        Self { gamma, tiny: terms * TINY, slack: 2.0 * terms * f64::EPSILON }
    }

    /// The largest error of half a squared distance between vectors of these norms; infinite where numbers of single
    /// precision may overflow.
    pub(super) fn of(self, query_norm: f64, row_norm: f64) -> f64 {
        // The norms are rounded as well, in double precision.
        let square = (query_norm + row_norm).powi(2) * (1.0 + 1e-9);
        if square > f64::from(f32::MAX) / 4.0 { f64::INFINITY } else { 0.5 * self.gamma * square + self.tiny }
    }

    /// Half the square of a distance, rounded up: of two rows, the one whose distance was computed as not larger has at
    /// most this.
    pub(super) fn half_square(self, distance: f64) -> f64 {
        0.5 * distance * distance * (1.0 + self.slack)
    }
}
