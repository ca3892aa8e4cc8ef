//! A fixed hash of 64-bit words, for the digests of collections and the signatures of rows.

/// Spreads the bits of small integers over the whole word: the finalizer of SplitMix64.
///
/// # Formula
/// ```text
/// x ← x + γ,   x ← (x ⊕ x≫30) · a,   x ← (x ⊕ x≫27) · b,   x ⊕ x≫31
/// ```
/// Steele, Lea & Flood 2014, "Fast Splittable Pseudorandom Number Generators"; γ, a and b are theirs. A bijection.
#[must_use]
#[inline]
pub fn scramble(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::scramble;

    /// The generator with seed 1234567: its state grows by γ, which `scramble` adds itself.
    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let step = 0x9E37_79B9_7F4A_7C15u64;
        let numbers: Vec<u64> = (0..3).map(|at| scramble(step.wrapping_mul(at).wrapping_add(1_234_567))).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
