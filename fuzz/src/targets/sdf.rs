//! MDL files.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "sdf",
    share: 8,
    tokens: &[
        "$$$$\n",
        "M  END\n",
        "M  CHG  1   1  -1\n",
        "M  ISO  1   1  13\n",
        "V3000",
        "V2000",
        "M  V30 ",
        "BEGIN ATOM\n",
        "BEGIN BOND\n",
        "COUNTS 2 1 0 0 0\n",
        "CHG=1",
        " -\n",
        "999",
        "> <a>\n",
    ],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::Sdf, options)),
};
