//! JSON lines.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "json_lines",
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
        "\"edges\"",
        "\"nodes\"",
        "\"id\"",
        "\"label\"",
        "\"node_labels\"",
        "\"node_attributes\"",
        "\"edge_labels\"",
        "\"directed\"",
        "null",
        "true",
        "false",
        "\\u0000",
        "\\ud800",
        "\n",
        "[0,1]",
        "{\"edges\":[[0,1]]}",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::JsonLines, options)),
};
