//! Numbers beyond the range of `f64`: products of many pivots.

/// The number `mantissa · 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scaled {
    mantissa: f64,
    exponent: i32,
}

/// Exponent bits of the number 1.
const BIAS: i32 = 1023;

/// All exponent bits.
const EXPONENT: u64 = 0x7ff;

impl Scaled {
    /// `value · 2^exponent` with a mantissa of size 1. Zero and numbers that are not finite stay as they are.
    pub(super) fn new(value: f64, exponent: i32) -> Self {
        let bits = value.to_bits();
        let own = ((bits >> 52) & EXPONENT) as i32;
        if own == 0 || own == EXPONENT as i32 {
            return Self { mantissa: value, exponent };
        }
        let mantissa = f64::from_bits((bits & !(EXPONENT << 52)) | ((BIAS as u64) << 52));
        Self { mantissa, exponent: exponent + own - BIAS }
    }

    /// The product.
    pub(super) fn times(self, other: Self) -> Self {
        Self::new(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }

    /// `base^power`.
    pub(super) fn power(base: f64, mut power: usize) -> Self {
        let (mut result, mut square) = (Self::new(1.0, 0), Self::new(base, 0));
        while power > 0 {
            if power % 2 == 1 {
                result = result.times(square);
            }
            square = square.times(square);
            power /= 2;
        }
        result
    }

    /// The quotient, as far as the range of `f64` goes.
    pub(super) fn over(self, other: Self) -> f64 {
        let quotient = self.mantissa / other.mantissa;
        let exponent = self.exponent - other.exponent;
        quotient * power_of_two(exponent / 2) * power_of_two(exponent - exponent / 2)
    }

    /// Binary logarithm of the size of the quotient.
    pub(super) fn log2_over(self, other: Self) -> f64 {
        (self.mantissa / other.mantissa).abs().log2() + f64::from(self.exponent - other.exponent)
    }

    /// Whether the number can be divided by.
    pub(super) fn is_usable(self) -> bool {
        self.mantissa.is_finite() && self.mantissa != 0.0
    }
}

/// `2^exponent`, or the nearest end of the normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent.clamp(1 - BIAS, BIAS) + BIAS) as u64) << 52)
}
