//! The random numbers of synthetic graphs: the same on every machine, for every graph a stream of its own.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A source of random numbers, made by [`generator`] or [`Family::generator`](super::Family::generator).
///
/// ChaCha with eight rounds: the same numbers on every machine and in every version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Number of 32-bit words that have been drawn: the cost of a graph in random numbers.
    #[must_use]
    pub fn words_drawn(&self) -> u128 {
        self.0.get_word_pos()
    }

    /// The numbers, for the models.
    pub(super) fn numbers(&mut self) -> &mut ChaCha8Rng {
        &mut self.0
    }
}

/// The random numbers of graph number `index`: one of the 2⁶⁴ streams that a ChaCha generator has for each seed.
///
/// Streams do not overlap and need no generator before them, so graphs can be drawn in any order on any thread.
#[must_use]
pub fn generator(seed: u64, index: u64) -> Random {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(index);
    Random(generator)
}
