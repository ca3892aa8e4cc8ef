//! Arrow's stream format.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::{ARROW_TOKENS, MEMORY_OF_TABLES, Target};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "arrow_stream",
    share: 4,
    tokens: ARROW_TOKENS,
    repair: None,
    run: |input| {
        let bytes = || Cursor::new(input.bytes.to_vec());
        check(input, |options| read(bytes(), "input", Format::Arrow, &options.clone().max_memory(MEMORY_OF_TABLES)))
    },
};
