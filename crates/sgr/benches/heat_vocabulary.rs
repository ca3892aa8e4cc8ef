//! Prints the vocabulary of heat-kernel signatures that the library holds.
//!
//! `cargo bench -p sgr-graphs --features lab --bench heat_vocabulary > crates/lab/src/baselines/heat_signatures/vocabulary.txt`
//! takes some seconds. The test `the_vocabulary_is_that_of_the_synthetic_graphs` compares the two.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints, and fails loudly")]

fn main() {
    print!("{}", sgr::experiment::heat_vocabulary().expect("a recipe in range"));
}
