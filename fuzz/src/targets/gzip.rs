//! Compressed bytes of a .gz file.

use sgr::input::open;

use super::{Target, scratch};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "gzip",
    share: 4,
    tokens: &["\u{1f}", "\u{8}", "\u{0}\u{0}\u{0}\u{0}", "\u{3}", "\u{7f}"],
    repair: None,
    run: |input| {
        let path = scratch::file("input.jsonl.gz", input.bytes)?;
        check(input, |options| open(&path, None, options))
    },
};
