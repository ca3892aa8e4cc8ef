//! The dictionary of karateclub.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "karateclub",
    share: 16,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        "[[",
        "]]",
        ",",
        ":",
        "\"0\":",
        "null",
        "true",
        "\\u0000",
        "\\ud800",
        "\n",
        "[0,1]",
        "\"a\":[[0,1]]",
        "{}",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::KarateClub, options)),
};
