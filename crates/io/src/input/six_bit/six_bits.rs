//! Shared parts of graph6 and sparse6: printable characters that carry six bits each, and the number of nodes in front.
//!
//! ```text
//! a character c from 63 (?) to 126 (~) is the six bits of c − 63, most significant first
//! n ≤ 62       one character
//! n < 2^18     ~ and three characters
//! n < 2^36     ~~ and six characters
//! ```
//! McKay, formats.txt of nauty: <https://users.cecs.anu.edu.au/~bdm/data/formats.txt>.

use crate::input::Problem;
use crate::input::error::quoted;

const LOWEST: u8 = 63;
const HIGHEST: u8 = 126;

/// Whether this character carries six bits.
pub(super) fn is_six_bits(character: u8) -> bool {
    (LOWEST..=HIGHEST).contains(&character)
}

/// Checks that all characters of a line carry six bits.
pub(super) fn check_characters(line: &[u8]) -> Result<(), Problem> {
    match line.iter().position(|&character| !is_six_bits(character)) {
        None => Ok(()),
        Some(at) => Err(Problem::Unexpected {
            found: format!("character {} in column {}", quoted(&line[at..=at]), at + 1),
            wanted: format!("one from '{}' to '{}'", char::from(LOWEST), char::from(HIGHEST)),
        }),
    }
}

/// The number of nodes at the start of a checked line, and the rest of the line.
pub(super) fn node_count(line: &[u8]) -> Result<(u64, &[u8]), Problem> {
    let (digits, rest) = match line {
        [HIGHEST, HIGHEST, rest @ ..] => rest.split_at_checked(6).ok_or_else(|| cut_size(line))?,
        [HIGHEST, rest @ ..] => rest.split_at_checked(3).ok_or_else(|| cut_size(line))?,
        line => line.split_at_checked(1).ok_or_else(|| cut_size(line))?,
    };
    Ok((digits.iter().fold(0, |count, &digit| count << 6 | u64::from(digit - LOWEST)), rest))
}

fn cut_size(line: &[u8]) -> Problem {
    Problem::Unexpected {
        found: format!("{} at the end of the line", quoted(line)),
        wanted: "a number of nodes".into(),
    }
}

/// The bits of a checked line, most significant first.
pub(super) struct Bits<'a> {
    characters: &'a [u8],
    /// Number of bits taken.
    taken: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(characters: &'a [u8]) -> Self {
        Self { characters, taken: 0 }
    }

    /// How many bits are left.
    pub(super) fn left(&self) -> usize {
        self.characters.len() * 6 - self.taken
    }

    /// The next `count` bits as a number, if that many are left.
    pub(super) fn take(&mut self, count: usize) -> Option<u64> {
        if self.left() < count {
            return None;
        }
        let mut value = 0;
        let mut wanted = count;
        while wanted > 0 {
            let in_character = 6 - self.taken % 6;
            let now = wanted.min(in_character);
            let bits = u64::from(self.characters[self.taken / 6] - LOWEST) >> (in_character - now);
            value = value << now | bits & ((1 << now) - 1);
            self.taken += now;
            wanted -= now;
        }
        Some(value)
    }
}
