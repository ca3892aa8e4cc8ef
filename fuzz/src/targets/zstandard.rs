//! Compressed bytes of a .zst file.

use sgr::input::open;

use super::{Target, scratch};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "zstandard",
    share: 4,
    tokens: &["(", "/", "\u{0}\u{0}\u{0}\u{0}", "\u{1}", "P*M\u{18}"],
    repair: None,
    run: |input| {
        let path = scratch::file("input.txt.zst", input.bytes)?;
        check(input, |options| open(&path, None, options))
    },
};
