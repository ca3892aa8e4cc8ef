//! Parquet files.

use sgr::input::open;

use super::{MEMORY_OF_TABLES, Target, scratch};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "parquet",
    share: 4,
    tokens: &["PAR1", "edges", "num_nodes", "src", "dst", "\u{0}\u{0}\u{0}\u{0}", "\u{7f}\u{7f}\u{7f}\u{7f}"],
    repair: None,
    run: |input| {
        let path = scratch::file("input.parquet", input.bytes)?;
        check(input, |options| open(&path, None, &options.clone().max_memory(MEMORY_OF_TABLES)))
    },
};
