//! Random numbers that a hash determines: the same in every version and on every machine.

use crate::numerics::scramble;

/// SplitMix64's step between two states.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Numbers of 16 bits in the sum that stands for a normal number.
const SUMMANDS: i64 = 8;

/// Normal numbers of one hash, by their index.
///
/// # Formula
/// A normal number is the sum of eight uniform numbers of 16 bits, less its mean: an integer with the deviation
/// √(8 (2^32 − 1) / 12) = 53509.9. Its kurtosis is 2.85 instead of 3, and its absolute value at most 4.9 deviations. Integers
/// alone make it: a logarithm may differ in its last bit from machine to machine.
#[derive(Debug, Clone, Copy)]
pub(in crate::representation) struct HashedNormals {
    key: u64,
}

impl HashedNormals {
    /// The numbers of `hash` under `seed`.
    pub(in crate::representation) fn new(seed: u64, hash: u64) -> Self {
        Self { key: scramble(scramble(seed) ^ hash) }
    }

    /// A uniform number of 64 bits; those of `index` 2i and 2i + 1 are in the normal number i.
    pub(in crate::representation) fn word(self, index: u64) -> u64 {
        scramble(self.key.wrapping_add(index.wrapping_mul(STEP)))
    }

    /// Normal number `index` with the given deviation, rounded down.
    pub(in crate::representation) fn normal(self, index: u64, deviation: f64) -> i32 {
        const MEAN: i64 = SUMMANDS * 0xFFFF / 2;
        let sum = sixteens(self.word(2 * index)) + sixteens(self.word(2 * index + 1)) - MEAN;
        // A multiplier of 2^20 parts: an integer again, so that no rounding of a product is involved.
        let multiplier = (deviation / DEVIATION * f64::from(1 << 20)).round() as i64;
        ((sum * multiplier) >> 20) as i32
    }
}

/// Deviation of the sum.
const DEVIATION: f64 = 53_509.92;

/// The sum of the four numbers of 16 bits in a word.
fn sixteens(word: u64) -> i64 {
    (0..4).map(|part| (word >> (16 * part) & 0xFFFF) as i64).sum()
}

/// A hash of a text: FNV-1a of 64 bits (Fowler, Noll, Vo), scrambled, because FNV mixes the last bytes badly.
pub(in crate::representation) fn text_hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    scramble(text.bytes().fold(0xCBF2_9CE4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::{DEVIATION, HashedNormals, text_hash};

    /// Mean 0 ± 5/√N, variance 1 ± 5 √(1.85/N), and no correlation between numbers of different hashes or indices: each
    /// bound is five standard errors.
    #[test]
    fn numbers_are_normal_by_their_moments() {
        let count = 40_000u64;
        let numbers = |hash: u64| {
            let normals = HashedNormals::new(7, hash);
            (0..count).map(move |index| f64::from(normals.normal(index, 1000.0)) / 1000.0).collect::<Vec<f64>>()
        };
        let (one, other) = (numbers(text_hash("C")), numbers(text_hash("N")));
        let mean = |terms: &mut dyn Iterator<Item = f64>| terms.sum::<f64>() / count as f64;
        let error = 5.0 / (count as f64).sqrt();
        assert!(mean(&mut one.iter().copied()).abs() < error);
        assert!((mean(&mut one.iter().map(|x| x * x)) - 1.0).abs() < error * 1.85f64.sqrt());
        assert!((mean(&mut one.iter().map(|x| x.powi(4))) - 2.85).abs() < error * 10.0);
        assert!(mean(&mut one.iter().zip(&other).map(|(x, y)| x * y)).abs() < error);
        assert!(mean(&mut one.windows(2).map(|pair| pair[0] * pair[1])).abs() < error);
        assert!(one.iter().all(|x| x.abs() < 4.91));
    }

    #[test]
    fn the_deviation_is_that_of_eight_uniform_numbers() {
        assert!((DEVIATION - (8.0 * (f64::from(1 << 16).powi(2) - 1.0) / 12.0).sqrt()).abs() < 1e-3);
    }

    /// The published test vectors of FNV-1a, before the scrambling.
    #[test]
    fn texts_have_different_hashes() {
        use crate::numerics::scramble;
        assert_eq!(text_hash(""), scramble(0xCBF2_9CE4_8422_2325));
        assert_eq!(text_hash("a"), scramble(0xAF63_DC4C_8601_EC8C));
        assert_eq!(text_hash("foobar"), scramble(0x8594_4171_F739_67E8));
    }
}
