//! Matrix Market coordinate files.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "matrix_market",
    share: 16,
    tokens: &[
        "%%MatrixMarket",
        " matrix",
        " coordinate",
        " array",
        " pattern",
        " real",
        " integer",
        " complex",
        " symmetric",
        " general",
        " skew-symmetric",
        " hermitian",
        "%",
        "\n",
        " ",
        "1 1 1\n",
    ],
    repair: None,
    run: |input| {
        check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::MatrixMarket, options))
    },
};
