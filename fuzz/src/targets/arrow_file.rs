//! Arrow's file format.

use sgr::input::open;

use super::{ARROW_TOKENS, MEMORY_OF_TABLES, Target, scratch};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "arrow_file",
    share: 4,
    tokens: ARROW_TOKENS,
    repair: None,
    run: |input| {
        let path = scratch::file("input.arrow", input.bytes)?;
        check(input, |options| open(&path, None, &options.clone().max_memory(MEMORY_OF_TABLES)))
    },
};
