//! sparse6.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "sparse6",
    share: 16,
    tokens: &[">>sparse6<<", ":", ";", "\n", "?", "~", "~~", "~~~~~~~~", ":@", "}", ">>graph6<<"],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::Sparse6, options)),
};
