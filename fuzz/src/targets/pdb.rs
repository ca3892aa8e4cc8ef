//! PDB files.

use std::io::Cursor;

use sgr::input::{Format, read};

use super::Target;
use crate::graph_checks::check;

pub(super) const TARGET: Target = Target {
    name: "pdb",
    share: 8,
    tokens: &["ATOM  ", "HETATM", " CA ", "TER", "ENDMDL", "ALA", "\n", "   0.000", "1e300   ", "nan"],
    repair: None,
    run: |input| check(input, |options| read(Cursor::new(input.bytes.to_vec()), "input", Format::Pdb, options)),
};
