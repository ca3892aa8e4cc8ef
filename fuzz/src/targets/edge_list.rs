//! Edge lists, with blanks, commas and tabs, with and without weights and header.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "edge_list",
    share: 16,
    tokens: &[
        "\t",
        ",",
        ";",
        " ",
        "#",
        "%",
        "\r\n",
        "\"",
        "source,target\n",
        "weight",
        "+1",
        "-",
        "1e5",
        "\u{feff}",
        "\u{0}",
        "é",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::EdgeList, options)),
};
