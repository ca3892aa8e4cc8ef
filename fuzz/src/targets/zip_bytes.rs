//! The bytes of a .zip archive: its headers and its compressed entries.

use sgr::input::open;

use super::{Target, scratch};
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "zip_bytes",
    share: 4,
    tokens: &[
        "PK\u{1}\u{2}",
        "PK\u{3}\u{4}",
        "PK\u{5}\u{6}",
        "PK\u{6}\u{6}",
        "_A.txt",
        "../",
        "/",
        "\u{0}\u{0}\u{0}\u{0}",
        "\u{1}\u{0}",
    ],
    repair: None,
    run: |input| {
        let path = scratch::file("input.zip", input.bytes)?;
        check(input, |options| open(&path, None, options))
    },
};
