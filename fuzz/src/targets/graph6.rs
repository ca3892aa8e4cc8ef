//! graph6.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "graph6",
    share: 16,
    tokens: &[">>graph6<<", "\n", "?", "~", "~~", "~~~~~~~~", "@", "A_", "}", ">>sparse6<<:", ":"],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::Graph6, options)),
};
