//! Input number i of a target: a seed file, changed a few times.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::digest;

use crate::numbers::{extreme_text, extreme_word, next_number};
use crate::seeds::Seed;
use crate::targets::{Input, Target, VARIANTS};

/// Longest input: memory and time of a reader show in files of this size, and longer ones would only be slower.
const LONGEST: usize = 1 << 16;

/// Input number `index` of `target` in the campaign with this `seed`.
#[must_use]
pub fn input(target: &Target, seeds: &[Seed], seed: u64, index: u64) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ digest(target.name.as_bytes()));
    random.set_stream(index);
    let mut bytes = seeds[random.random_range(0..seeds.len())].bytes.clone();
    // Half of the inputs have one change: near misses reach deepest.
    let changes = 1 + random.random_range(0..2u32) * random.random_range(0..8u32);
    for _ in 0..changes {
        change(&mut bytes, target, seeds, &mut random);
        bytes.truncate(LONGEST);
    }
    if let Some(repair) = target.repair {
        // One in four keeps its damaged frame.
        if random.random_range(0..4) > 0 {
            repair(&mut bytes);
        }
    }
    bytes
}

impl<'a> Input<'a> {
    /// The input with the settings that its content stands for, so that a file is enough to repeat a failure.
    #[must_use]
    pub fn of(bytes: &'a [u8]) -> Self {
        let digest = digest(bytes);
        Self { bytes, variant: digest % VARIANTS, number: digest / VARIANTS }
    }

    /// The input with settings of one's choice and all checks.
    #[must_use]
    pub fn with_variant(bytes: &'a [u8], variant: u64) -> Self {
        Self { bytes, variant, number: 0 }
    }
}

/// One change.
fn change(bytes: &mut Vec<u8>, target: &Target, seeds: &[Seed], random: &mut impl Rng) {
    let at = random.random_range(0..=bytes.len());
    let end = (at + random.random_range(1..24)).min(bytes.len());
    match random.random_range(0..15) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
        1 if at < bytes.len() => bytes[at] = random.random(),
        2 => drop(
            bytes.splice(at..at, (0..random.random_range(1..8)).map(|_| random.random::<u8>()).collect::<Vec<_>>()),
        ),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let (chunk, to) = (bytes[at..end].to_vec(), random.random_range(0..=bytes.len()));
            bytes.splice(to..to, chunk);
        }
        5 => splice(bytes, &seeds[random.random_range(0..seeds.len())].bytes, random),
        6 | 7 => {
            let token = target.tokens[random.random_range(0..target.tokens.len())];
            // In between, or in the place of something else.
            let replaced = if random.random() { at..at } else { at..(at + token.len()).min(bytes.len()) };
            bytes.splice(replaced, token.bytes());
        }
        8 | 9 => replace_number(bytes, at, random),
        10 => bytes.truncate(at),
        11 => repeat_line(bytes, at, random),
        12 => repeat_byte(bytes, at, random),
        13 => {
            let word = extreme_word(random);
            bytes.splice(at..(at + word.len()).min(bytes.len()), word);
        }
        _ => move_line(bytes, at, random),
    }
}

/// The start of this one and the end of another.
fn splice(bytes: &mut Vec<u8>, other: &[u8], random: &mut impl Rng) {
    bytes.truncate(random.random_range(0..=bytes.len()));
    bytes.extend_from_slice(&other[random.random_range(0..=other.len())..]);
}

/// Another number in the place of one, or of all that are equal to it: rows and columns, both ends, both directions.
fn replace_number(bytes: &mut Vec<u8>, at: usize, random: &mut impl Rng) {
    let Some(number) = next_number(bytes, at) else { return };
    let (old, new) = (bytes[number.clone()].to_vec(), extreme_text(random));
    if random.random() {
        bytes.splice(number, new.iter().copied());
        return;
    }
    let mut from = 0;
    while let Some(number) = next_number(bytes, from) {
        let is_equal = bytes[number.clone()] == old;
        from = if is_equal { number.start + new.len() } else { number.end };
        if is_equal {
            bytes.splice(number, new.iter().copied());
        }
    }
}

/// The line that `at` is in, with its end.
fn line_around(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length + 1);
    start..end
}

/// A line many times: repeated edges, graphs, keys, entries.
fn repeat_line(bytes: &mut Vec<u8>, at: usize, random: &mut impl Rng) {
    let line = line_around(bytes, at);
    let times = (1usize << random.random_range(1..9)).min(LONGEST / line.len().max(1));
    let repeated = bytes[line.clone()].repeat(times);
    bytes.splice(line, repeated);
}

/// A byte many times: deep nesting, long names, long runs of blanks.
fn repeat_byte(bytes: &mut Vec<u8>, at: usize, random: &mut impl Rng) {
    if let Some(&byte) = bytes.get(at) {
        bytes.splice(at..at, std::iter::repeat_n(byte, 1 << random.random_range(1..14)));
    }
}

/// Takes a line away and puts it back elsewhere, or not.
fn move_line(bytes: &mut Vec<u8>, at: usize, random: &mut impl Rng) {
    let line: Vec<u8> = bytes.drain(line_around(bytes, at)).collect();
    if random.random() {
        let to = line_around(bytes, random.random_range(0..=bytes.len())).start;
        bytes.splice(to..to, line);
    }
}
