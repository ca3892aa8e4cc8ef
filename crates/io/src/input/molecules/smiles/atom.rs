//! Atoms of a SMILES: the organic subset, and those in brackets.

use super::cursor::{Cursor, SmilesError};
use crate::input::error::quoted;
use crate::input::molecules::elements::{LAST, longest_symbol, number};
use crate::input::molecules::molecule::{Atom, Hydrogens};

/// Largest numbers of a bracket. An isotope's and a class's have no meaning here; a hundred hydrogens are no atom's.
const MOST_HYDROGENS: u32 = 99;
const LARGEST_ISOTOPE: u32 = u16::MAX as u32;
const LARGEST_CLASS: u32 = 999_999_999;

/// The atom that comes next; `None` if what comes next begins no atom.
#[inline]
pub(super) fn atom(cursor: &mut Cursor<'_>) -> Result<Option<Atom>, SmilesError> {
    let Some(first) = cursor.peek() else { return Ok(None) };
    let (element, length) = match first {
        b'C' if cursor.rest().get(1) == Some(&b'l') => (17, 2),
        b'B' if cursor.rest().get(1) == Some(&b'r') => (35, 2),
        b'C' => (6, 1),
        b'N' => (7, 1),
        b'O' => (8, 1),
        b'S' => (16, 1),
        b'P' => (15, 1),
        b'F' => (9, 1),
        b'B' => (5, 1),
        b'I' => (53, 1),
        b'*' => (0, 1),
        b'[' => return bracket(cursor).map(Some),
        other => {
            let Some(element) = aromatic_organic(other) else { return Ok(None) };
            cursor.at += 1;
            return Ok(Some(Atom { is_aromatic: true, ..Atom::new(element) }));
        }
    };
    cursor.at += length;
    Ok(Some(Atom::new(element)))
}

/// An atom of the organic subset in small letters.
fn aromatic_organic(letter: u8) -> Option<u8> {
    Some(match letter {
        b'c' => 6,
        b'n' => 7,
        b'o' => 8,
        b's' => 16,
        b'p' => 15,
        b'b' => 5,
        _ => return None,
    })
}

/// `[` isotope symbol chirality hydrogens charge class `]`
fn bracket(cursor: &mut Cursor<'_>) -> Result<Atom, SmilesError> {
    cursor.at += 1;
    let isotope = cursor.number(LARGEST_ISOTOPE, "an isotope")?;
    let (element, is_aromatic) = element(cursor)?;
    chirality(cursor)?;
    let hydrogens = match cursor.take(b'H') {
        true => cursor.number(MOST_HYDROGENS, "a number of hydrogens")?.unwrap_or(1),
        false => 0,
    };
    let charge = charge(cursor)?;
    if cursor.take(b':') && cursor.number(LARGEST_CLASS, "a class")?.is_none() {
        return Err(cursor.unexpected("the class of the atom, a number"));
    }
    if !cursor.take(b']') {
        return Err(cursor.unexpected("\"]\", or chirality, hydrogens, charge and class in this order"));
    }
    let is_isotope = isotope.is_some_and(|isotope| isotope > 0);
    Ok(Atom { element, charge, is_aromatic, is_isotope, hydrogens: Hydrogens::Given(hydrogens as u8) })
}

/// The element, and whether it is in small letters.
fn element(cursor: &mut Cursor<'_>) -> Result<(u8, bool), SmilesError> {
    if cursor.take(b'*') {
        return Ok((0, false));
    }
    if cursor.take(b'#') {
        return match cursor.number(LAST.into(), "an atomic number")? {
            Some(number) => Ok((number as u8, false)),
            None => Err(cursor.unexpected("an atomic number")),
        };
    }
    let rest = cursor.rest();
    if let Some((element, length)) = longest_symbol(rest) {
        cursor.at += length;
        return Ok((element, false));
    }
    let pair = [&b"Se"[..], b"As", b"Te", b"Si"]
        .into_iter()
        .find(|symbol| rest.len() >= 2 && rest[0] == symbol[0].to_ascii_lowercase() && rest[1] == symbol[1]);
    if let Some(element) = pair.and_then(number) {
        cursor.at += 2;
        return Ok((element, true));
    }
    match rest.first().and_then(|&letter| aromatic_organic(letter)) {
        Some(element) => {
            cursor.at += 1;
            Ok((element, true))
        }
        None => Err(cursor.unexpected("an element")),
    }
}

/// Chirality: accepted and not used.
fn chirality(cursor: &mut Cursor<'_>) -> Result<(), SmilesError> {
    /// Classes with their largest numbers.
    const CLASSES: [(&[u8], u32); 5] = [(b"TH", 2), (b"AL", 2), (b"SP", 3), (b"TB", 20), (b"OH", 30)];
    if !cursor.take(b'@') || cursor.take(b'@') {
        return Ok(());
    }
    let Some((name, largest)) = CLASSES.into_iter().find(|(name, _)| cursor.rest().starts_with(name)) else {
        return Ok(());
    };
    cursor.at += name.len();
    let start = cursor.at;
    match cursor.number(largest, "a kind of chirality")? {
        Some(0) => Err(SmilesError::new(start, quoted(b"0"), format!("a kind of chirality from 1 to {largest}"))),
        _ => Ok(()),
    }
}

/// `+`, `-`, `++`, `--`, or a sign and a number.
fn charge(cursor: &mut Cursor<'_>) -> Result<i8, SmilesError> {
    let (sign, largest) = match cursor.peek() {
        Some(sign @ b'+') => (sign, 127),
        Some(sign @ b'-') => (sign, 128),
        _ => return Ok(0),
    };
    cursor.at += 1;
    let size = match cursor.take(sign) {
        true => 2,
        false => cursor.number(largest, "a charge")?.unwrap_or(1) as i16,
    };
    let charge = if sign == b'+' { size } else { -size };
    Ok(i8::try_from(charge).unwrap_or(0))
}
