//! Tables of JSON objects.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "json_rows",
    share: 8,
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
        "\"edge_index\"",
        "\"src\"",
        "\"dst\"",
        "\"graph6\"",
        "\"num_nodes\"",
        "\"weight\"",
        "\"node_labels\"",
        "\"x\"",
        "\"label\"",
        "null",
        "true",
        "1e999",
        "\\ud800",
        "\n",
        "{\"u\":0,\"v\":1}",
        "[0,1]",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::JsonRows, options)),
};
