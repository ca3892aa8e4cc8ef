//! PDB: fields at fixed columns.
//!
//! ```text
//! ATOM      2  CA AALA A  12B     11.639   6.071  -5.147  1.00  0.00           C
//! ```
//! Atom, alternate location, residue, chain, number of the residue and insertion code, then the place. Atoms of `HETATM` lines are
//! of a residue, such as a modified one, before the `TER` of their chain; behind it they are ligands.

use std::ops::Range;

use hashbrown::HashSet;

use super::{Residues, coordinate};
use crate::input::Problem;
use crate::input::error::quoted;
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;

const ATOM: Range<usize> = 12..16;
const RESIDUE: Range<usize> = 17..20;
const CHAIN: Range<usize> = 21..22;
/// The number of the residue with its insertion code.
const NUMBER: Range<usize> = 22..27;
const PLACE: [Range<usize>; 3] = [30..38, 38..46, 46..54];

pub(super) fn read(mut lines: Lines<Bytes>, residues: &mut Residues) -> Result<(), (u64, Problem)> {
    let (mut ended, mut chain) = (HashSet::new(), Vec::new());
    loop {
        let number = lines.number() + 1;
        let Some(line) = lines.next_line().map_err(|problem| (number, problem))? else { return Ok(()) };
        let is_polymer = line.starts_with(b"ATOM  ");
        if line.starts_with(b"ENDMDL") {
            return Ok(());
        }
        if line.starts_with(b"TER") {
            ended.insert(chain.clone());
        }
        if !is_polymer && !line.starts_with(b"HETATM") {
            continue;
        }
        chain.clear();
        chain.extend_from_slice(field(line, CHAIN));
        // A calcium ion is `CA  `.
        if field(line, ATOM) != b" CA " || !is_polymer && ended.contains(&chain) {
            continue;
        }
        let key = [field(line, CHAIN), field(line, NUMBER)];
        if residues.is_last(&key) {
            continue;
        }
        let place = place(line).map_err(|problem| (number, problem))?;
        residues.push(&key, field(line, RESIDUE).trim_ascii(), place).map_err(|problem| (number, problem))?;
    }
}

fn place(line: &[u8]) -> Result<[f64; 3], Problem> {
    let mut place = [0.0; 3];
    for (at, columns) in place.iter_mut().zip(PLACE) {
        let (column, text) = (columns.start + 1, field(line, columns));
        *at = coordinate(text).ok_or_else(|| Problem::Unexpected {
            found: format!("{} at column {column}", quoted(text.trim_ascii())),
            wanted: "a coordinate".to_owned(),
        })?;
    }
    Ok(place)
}

/// The text between columns, as far as the line goes.
fn field(line: &[u8], columns: Range<usize>) -> &[u8] {
    line.get(columns.start..columns.end.min(line.len())).unwrap_or_default()
}
