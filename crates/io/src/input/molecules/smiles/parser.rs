//! The grammar of SMILES: chains, branches, bonds, ring closures, dots. No recursion: branches wait in a list.

use super::atom::atom;
use super::cursor::{Cursor, SmilesError};
use super::rings::Rings;
use crate::input::molecules::molecule::{Bond, BondKind, Molecule};

/// The first atom of a component hangs on none.
const NONE: u32 = u32::MAX;

/// Reads SMILES, and reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct SmilesParser {
    rings: Rings,
    /// The atom that the chain joins each atom to, or [`NONE`].
    before: Vec<u32>,
    /// The atoms that open branches hang on, and where those begin.
    branches: Vec<(u32, usize)>,
}

/// What came last, which tells what may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or a dot.
    Start,
    Atom,
    /// A number of a ring, or the end of a branch.
    Done,
    /// The beginning of a branch.
    Branch,
    /// A bond; its kind is implied if it only has a direction.
    Bond(Option<BondKind>),
    /// A bond at the beginning of a branch, which only an atom may follow.
    BranchBond(Option<BondKind>),
}

impl SmilesParser {
    /// Fills an empty molecule.
    pub(super) fn parse(&mut self, text: &[u8], molecule: &mut Molecule) -> Result<(), SmilesError> {
        molecule.clear();
        self.rings.clear();
        self.before.clear();
        self.branches.clear();
        let mut cursor = Cursor::new(text);
        let (mut last, mut chain) = (Last::Start, NONE);
        while let Some(next) = cursor.peek() {
            let at = cursor.at;
            last = match next {
                b'(' if matches!(last, Last::Atom | Last::Done) => {
                    self.branches.push((chain, at));
                    cursor.at += 1;
                    Last::Branch
                }
                b')' if matches!(last, Last::Atom | Last::Done) => {
                    let Some((atom, _)) = self.branches.pop() else {
                        return Err(cursor.unexpected("a \"(\" before it"));
                    };
                    chain = atom;
                    cursor.at += 1;
                    Last::Done
                }
                b'.' if matches!(last, Last::Atom | Last::Done) => {
                    chain = NONE;
                    cursor.at += 1;
                    Last::Start
                }
                b'0'..=b'9' | b'%' if matches!(last, Last::Atom | Last::Done | Last::Bond(_)) => {
                    self.read_ring(&mut cursor, chain, last, molecule)?;
                    Last::Done
                }
                _ => match (bond(&mut cursor), last) {
                    (Some(kind), Last::Atom | Last::Done) => Last::Bond(kind),
                    (Some(kind), Last::Branch) => Last::BranchBond(kind),
                    (Some(_), _) => {
                        cursor.at = at;
                        return Err(cursor.unexpected(wanted_after(last)));
                    }
                    (None, _) => {
                        let Some(atom) = atom(&mut cursor)? else {
                            return Err(cursor.unexpected(wanted_after(last)));
                        };
                        let number = molecule.atoms.len() as u32;
                        molecule.atoms.push(atom);
                        self.before.push(chain);
                        if chain != NONE {
                            let kind = kind_of(last, [chain, number], molecule);
                            molecule.bonds.push(Bond { ends: [chain, number], kind });
                        }
                        chain = number;
                        Last::Atom
                    }
                },
            };
        }
        if !matches!(last, Last::Atom | Last::Done) {
            return Err(cursor.unexpected(wanted_after(last)));
        }
        if let Some((_, at)) = self.branches.pop() {
            return Err(SmilesError::new(at, "a branch without an end", "a \")\" behind it"));
        }
        self.rings.finish()
    }

    /// Reads the number of a ring at an atom.
    fn read_ring(
        &mut self,
        cursor: &mut Cursor<'_>,
        atom: u32,
        last: Last,
        molecule: &mut Molecule,
    ) -> Result<(), SmilesError> {
        let written = if let Last::Bond(kind) = last { kind } else { None };
        let before = |atom: u32| self.before[atom as usize];
        if let Some((ends, kind)) = self.rings.read(cursor, atom, written, before)? {
            let kind = kind.unwrap_or_else(|| implied(ends, molecule));
            molecule.bonds.push(Bond { ends, kind });
        }
        Ok(())
    }
}

/// The kind of the bond to an atom of a chain.
fn kind_of(last: Last, ends: [u32; 2], molecule: &Molecule) -> BondKind {
    match last {
        Last::Bond(Some(kind)) | Last::BranchBond(Some(kind)) => kind,
        _ => implied(ends, molecule),
    }
}

/// A bond that is not written: aromatic between aromatic atoms, otherwise single.
fn implied(ends: [u32; 2], molecule: &Molecule) -> BondKind {
    let is_aromatic = |end: u32| molecule.atoms[end as usize].is_aromatic;
    if ends.into_iter().all(is_aromatic) { BondKind::Aromatic } else { BondKind::Single }
}

/// The bond that comes next, if one does. Its direction is accepted and not used; a bond that has nothing else is implied.
#[inline]
fn bond(cursor: &mut Cursor<'_>) -> Option<Option<BondKind>> {
    let after = cursor.rest().get(1).copied();
    let (kind, length) = match cursor.peek()? {
        b'-' if after == Some(b'>') => (Some(BondKind::Dative), 2),
        b'<' if after == Some(b'-') => (Some(BondKind::Dative), 2),
        b'-' => (Some(BondKind::Single), 1),
        b'=' => (Some(BondKind::Double), 1),
        b'#' => (Some(BondKind::Triple), 1),
        b'$' => (Some(BondKind::Quadruple), 1),
        b':' => (Some(BondKind::Aromatic), 1),
        b'~' => (Some(BondKind::Any), 1),
        // Twice is once: SMILES come from programs in which a backslash must be written so.
        b'\\' if after == Some(b'\\') => (None, 2),
        b'/' | b'\\' => (None, 1),
        _ => return None,
    };
    cursor.at += length;
    Some(kind)
}

fn wanted_after(last: Last) -> &'static str {
    match last {
        Last::Start => "an atom",
        Last::Atom | Last::Done => "an atom, a bond, a branch, the number of a ring or a dot",
        Last::Branch => "a bond or an atom",
        Last::Bond(_) => "an atom or the number of a ring",
        Last::BranchBond(_) => "an atom",
    }
}
