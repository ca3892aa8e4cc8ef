//! mmCIF files.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "mmcif",
    share: 8,
    tokens: &[
        "loop_\n",
        "_atom_site.",
        "label_atom_id",
        "Cartn_x",
        "data_",
        "CA",
        "'",
        "\"",
        "\n;",
        "#",
        ".",
        "?",
        "1e300",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::Mmcif, options)),
};
