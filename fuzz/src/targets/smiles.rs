//! SMILES.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "smiles",
    share: 16,
    tokens: &[
        "(", ")", "[", "]", ".", "=", "#", "->", "%10", "%(123)", "1", "c1ccccc1", "[nH]", "[C@@H]", "[CH99]", "++",
        "-2", "[13C:7]", "\n", " ", "|x|",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::Smiles, options)),
};
