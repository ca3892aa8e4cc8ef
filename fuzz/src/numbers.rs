//! Numbers at the edges of what the readers can hold, as text and as bytes.

use rand::{Rng, RngExt};

/// Texts that take the place of a number: edges of 8, 16, 32 and 64 bits, of the limits of the readers, of doubles.
const EXTREMES: [&str; 34] = [
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "127",
    "128",
    "255",
    "256",
    "4095",
    "4096",
    "65535",
    "65536",
    "16777215",
    "16777216",
    "16777217",
    "2147483647",
    "2147483648",
    "4294967294",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999",
    "1e308",
    "1e309",
    "-1e400",
    "5e-324",
    "1e-320",
    "0.1",
    "nan",
    "inf",
];

/// An extreme number as text.
pub(crate) fn extreme_text(random: &mut impl Rng) -> &'static [u8] {
    EXTREMES[random.random_range(0..EXTREMES.len())].as_bytes()
}

/// Bits that take the place of a word in a binary file.
const WORDS: [u64; 10] =
    [0, 1, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff, 0x7fff_ffff_ffff_ffff, u64::MAX];

/// An extreme integer in little-endian bytes, of 2, 4 or 8 of them.
pub(crate) fn extreme_word(random: &mut impl Rng) -> Vec<u8> {
    let length = [2, 4, 8][random.random_range(0..3)];
    WORDS[random.random_range(0..WORDS.len())].to_le_bytes()[..length].to_vec()
}

/// The range of the number that begins at or after `from`: digits, with what may stand in a decimal.
pub(crate) fn next_number(bytes: &[u8], from: usize) -> Option<std::ops::Range<usize>> {
    let start = from + bytes[from..].iter().position(u8::is_ascii_digit)?;
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || b".eE".contains(byte)).count();
    Some(start..start + length)
}
