//! The part of the campaign that runs with all tests: a fixed number of inputs for each target, the seeds, and the inputs
//! that once failed. No limit of time: tests do not depend on the speed of a machine.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use sgr_fuzz::seeds::{Seed, regressions_of, seeds_of};
use sgr_fuzz::targets::{self, Input, USUAL_VARIANTS, Verdict};
use sgr_fuzz::{Limits, clean_up, run, worker};

/// Inputs for each share of a target.
const INPUTS: u64 = 60;

const LIMITS: Limits = Limits { time: None, ..Limits::CAMPAIGN };

#[test]
fn mutated_files_are_read_or_refused() {
    for target in targets::ALL {
        let inputs = INPUTS * target.share;
        let tally = worker::run_range(target, 1, 0..inputs, LIMITS, None).unwrap();
        let reports: Vec<String> = tally.failures.iter().map(|failure| failure.report()).collect();
        assert!(reports.is_empty(), "{}", reports.join("\n"));
        assert_eq!(tally.inputs, inputs);
        // Mutations that spoil everything or nothing test nothing.
        let (accepted, refused) = (tally.accepted, tally.refused);
        assert!(accepted > 0 && refused > 0, "{}: {accepted} accepted, {refused} refused", target.name);
    }
    clean_up();
}

/// Runs a file with every setting; gives how often it was accepted. `large_*` declares as much as it may, and takes a tenth
/// of a second each time: it is read without and with weights.
fn run_file(target: &targets::Target, seed: &Seed) -> usize {
    let is_large = seed.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("large_"));
    let verdicts = (0..if is_large { 2 } else { USUAL_VARIANTS }).map(|variant| {
        let outcome = run(target, Input::with_variant(&seed.bytes, variant), LIMITS);
        outcome.verdict.unwrap_or_else(|promise| panic!("{}, variant {variant}: {promise}", seed.path.display()))
    });
    verdicts.filter(|verdict| *verdict == Verdict::Accepted).count()
}

#[test]
fn every_seed_is_accepted_with_some_settings() {
    for target in targets::ALL {
        for seed in seeds_of(target.name).unwrap() {
            assert!(run_file(target, &seed) > 0, "{} is always refused", seed.path.display());
        }
    }
    clean_up();
}

#[test]
fn inputs_that_once_failed_do_not_fail_again() {
    for target in targets::ALL {
        for regression in regressions_of(target.name).unwrap() {
            run_file(target, &regression);
        }
    }
    clean_up();
}

#[test]
fn an_input_is_made_again_by_its_number() {
    let target = targets::by_name("json_lines").unwrap();
    let seeds = seeds_of(target.name).unwrap();
    let made: Vec<Vec<u8>> = (0..100).map(|index| sgr_fuzz::input(target, &seeds, 1, index)).collect();
    let again: Vec<Vec<u8>> = (0..100).rev().map(|index| sgr_fuzz::input(target, &seeds, 1, index)).collect();
    assert!(made.iter().eq(again.iter().rev()));
    assert!((0..100).any(|index| sgr_fuzz::input(target, &seeds, 2, index) != made[index as usize]));
}
