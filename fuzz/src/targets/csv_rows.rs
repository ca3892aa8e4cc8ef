//! Tables of comma- and tab-separated values.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "csv_rows",
    share: 8,
    tokens: &[
        ",",
        "\t",
        "\"",
        "\"\"",
        "\r\n",
        "\n",
        "[",
        "]",
        "[[",
        "]]",
        "{\"u\":0,\"v\":1}",
        "edges",
        "edge_index",
        "src",
        "dst",
        "graph6",
        "num_nodes",
        "weight",
        "label",
        "id",
        "true",
        "007",
        "-1",
        "null",
        "\u{feff}",
    ],
    repair: None,
    run: |input| {
        // A tab between the names of the columns tells which of the two it is.
        let first = input.bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let format = if first.contains(&b'\t') { Format::Tsv } else { Format::Csv };
        check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", format, options))
    },
};
