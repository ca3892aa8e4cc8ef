//! The lines of one molecule of an MDL file, and the numbers in them.

use std::io::Read;

use crate::input::Problem;
use crate::input::error::quoted;
use crate::input::memory::{MemoryLimit, growing};
use crate::input::molecules::elements::{HYDROGEN, number};
use crate::input::molecules::molecule::{Atom, BondKind, Molecule};
use crate::input::stream::lines::Lines;

/// A problem and its line.
#[derive(Debug)]
pub(super) struct LineProblem {
    pub(super) line: u64,
    pub(super) problem: Problem,
}

impl LineProblem {
    /// Text that is not what the format wants, with its column, counted from 1.
    pub(super) fn unexpected(line: u64, column: usize, found: &[u8], wanted: impl Into<String>) -> Self {
        let found = if found.is_empty() { "nothing".to_owned() } else { quoted(found) };
        Self {
            line,
            problem: Problem::Unexpected { found: format!("{found} at column {column}"), wanted: wanted.into() },
        }
    }

    pub(super) fn other(line: u64, found: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { line, problem: Problem::Unexpected { found: found.into(), wanted: wanted.into() } }
    }

    pub(super) fn missing(line: u64, missing: &str, wanted: &str) -> Self {
        Self { line, problem: Problem::Missing { missing: missing.to_owned(), wanted: wanted.to_owned() } }
    }
}

/// The lines of one molecule.
#[derive(Debug)]
pub(super) struct Record {
    text: Vec<u8>,
    /// Where each line ends in the text.
    ends: Vec<usize>,
    first_line: u64,
    memory: MemoryLimit,
}

impl Record {
    pub(super) fn new(memory: MemoryLimit) -> Self {
        Self { text: Vec::new(), ends: Vec::new(), first_line: 1, memory }
    }

    /// Reads the lines up to the next `$$$$` or the end of the file; `false` if nothing but blank lines is left.
    pub(super) fn read<R: Read>(&mut self, lines: &mut Lines<R>) -> Result<bool, (u64, Problem)> {
        self.text.clear();
        self.ends.clear();
        self.first_line = lines.number() + 1;
        loop {
            let number = lines.number() + 1;
            let Some(line) = lines.next_line().map_err(|problem| (number, problem))? else {
                return Ok(!self.text.trim_ascii().is_empty());
            };
            if line.starts_with(b"$$$$") {
                return Ok(true);
            }
            self.text.extend_from_slice(line);
            self.ends.push(self.text.len());
            // What becomes of the text takes a few times its length: coordinates are not kept.
            const PARTS: u64 = 4;
            let needed = growing(self.text.len(), 1) + growing(self.ends.len(), size_of::<usize>());
            self.memory.check(PARTS.saturating_mul(needed)).map_err(|problem| (number, problem))?;
        }
    }

    /// The lines with their numbers in the file.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        (self.first_line..).zip(starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end]))
    }

    pub(super) fn first_line(&self) -> u64 {
        self.first_line
    }

    pub(super) fn last_line(&self) -> u64 {
        self.first_line + (self.ends.len() as u64).saturating_sub(1)
    }
}

/// The atom of a symbol: an element, an isotope of hydrogen, or one of the marks for atoms that are not known.
pub(super) fn atom(symbol: &[u8]) -> Option<Atom> {
    const WILDCARDS: [&[u8]; 10] = [b"*", b"A", b"Q", b"X", b"M", b"R", b"R#", b"L", b"LP", b"Du"];
    if let Some(element) = number(symbol) {
        return Some(Atom::new(element));
    }
    match symbol {
        b"D" | b"T" => Some(Atom { is_isotope: true, ..Atom::new(HYDROGEN) }),
        _ if WILDCARDS.contains(&symbol) => Some(Atom::new(0)),
        // R groups with a number.
        [b'R', digits @ ..] if digits.iter().all(u8::is_ascii_digit) => Some(Atom::new(0)),
        _ => None,
    }
}

/// The kind of a bond by its number.
pub(super) fn bond_kind(number: u32) -> Option<BondKind> {
    Some(match number {
        1 => BondKind::Single,
        2 => BondKind::Double,
        3 => BondKind::Triple,
        4 => BondKind::Aromatic,
        5..=8 => BondKind::Any,
        9 => BondKind::Dative,
        10 => BondKind::Hydrogen,
        _ => return None,
    })
}

/// Marks the atoms of aromatic bonds, which the format does not.
pub(super) fn mark_aromatic(molecule: &mut Molecule) {
    for bond in &molecule.bonds {
        if bond.kind == BondKind::Aromatic {
            bond.ends.into_iter().for_each(|end| molecule.atoms[end as usize].is_aromatic = true);
        }
    }
}

/// An error if a bond joins an atom to itself, or two bonds join the same atoms. `lines` are the lines of the bonds.
pub(super) fn check_bonds(molecule: &Molecule, lines: &[u64]) -> Result<(), LineProblem> {
    let mut pairs: Vec<([u32; 2], u64)> = molecule
        .bonds
        .iter()
        .zip(lines)
        .map(|(bond, &line)| ([bond.ends[0].min(bond.ends[1]), bond.ends[0].max(bond.ends[1])], line))
        .collect();
    pairs.sort_unstable();
    let twice = pairs.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1]);
    let loops = pairs.iter().filter(|(ends, _)| ends[0] == ends[1]).copied();
    let Some(([u, v], line)) = twice.chain(loops).min_by_key(|(_, line)| *line) else { return Ok(()) };
    Err(match u == v {
        true => LineProblem::other(line, format!("a bond from atom {} to itself", u + 1), "two atoms"),
        false => {
            let found = format!("a second bond between atoms {} and {}", u + 1, v + 1);
            LineProblem::other(line, found, "one bond")
        }
    })
}
