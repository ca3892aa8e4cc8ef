//! V3000: words behind `M  V30`, and lines that go on on the next one.
//!
//! ```text
//! M  V30 BEGIN CTAB
//! M  V30 COUNTS 2 1 0 0 0
//! M  V30 BEGIN ATOM
//! M  V30 1 C 0.0 0.0 0.0 0
//! M  V30 2 O 1.4 0.0 0.0 0 CHG=-1
//! M  V30 END ATOM
//! M  V30 BEGIN BOND
//! M  V30 1 1 1 2
//! M  V30 END BOND
//! M  V30 END CTAB
//! ```
//! Atoms may have any numbers. Blocks other than those of atoms and bonds are passed over.

use hashbrown::HashMap;

use super::record::{LineProblem, atom, bond_kind, mark_aromatic};
use crate::input::molecules::molecule::{Bond, BondKind, Hydrogens, Molecule};

const PREFIX: &[u8] = b"M  V30 ";

/// A word of a statement, and its column in the line that the statement begins on, counted from 1.
type Word<'a> = (usize, &'a [u8]);

/// The block that a statement is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    Atoms,
    Bonds,
    Other,
}

/// Fills an empty molecule; gives the lines of its bonds.
pub(super) fn read<'a>(
    mut lines: impl Iterator<Item = (u64, &'a [u8])>,
    last: u64,
    molecule: &mut Molecule,
) -> Result<Vec<u64>, LineProblem> {
    let (mut block, mut numbers, mut bond_lines) = (Block::Other, HashMap::new(), Vec::new());
    let (mut counts, mut joined) = (None, Vec::new());
    while let Some((line, text)) = lines.next() {
        if text.starts_with(b"M  END") || text.starts_with(b">") {
            break;
        }
        let Some(mut statement) = text.strip_prefix(PREFIX) else { continue };
        if statement.ends_with(b"-") {
            joined.clear();
            join(&mut joined, statement, &mut lines);
            statement = &joined;
        }
        let words: Vec<Word<'_>> = words(statement).collect();
        let is = |at: usize, wanted: &[u8]| words.get(at).is_some_and(|(_, word)| *word == wanted);
        match words.first() {
            Some((_, b"BEGIN")) if is(1, b"ATOM") => block = Block::Atoms,
            Some((_, b"BEGIN")) if is(1, b"BOND") => block = Block::Bonds,
            Some((_, b"BEGIN" | b"END")) => block = Block::Other,
            Some((_, b"COUNTS")) => {
                counts = Some((
                    number(line, words.get(1), "the number of atoms")?,
                    number(line, words.get(2), "the number of bonds")?,
                ));
            }
            Some(_) if block == Block::Atoms => read_atom(line, &words, &mut numbers, molecule)?,
            Some(_) if block == Block::Bonds => {
                read_bond(line, &words, &numbers, molecule)?;
                bond_lines.push(line);
            }
            _ => {}
        }
    }
    mark_aromatic(molecule);
    let found = (molecule.atoms.len(), molecule.bonds.len());
    match counts {
        Some((atoms, bonds)) if found == (atoms as usize, bonds as usize) => Ok(bond_lines),
        Some((atoms, bonds)) => {
            let found = format!("{} atoms and {} bonds", found.0, found.1);
            Err(LineProblem::other(last, found, format!("{atoms} and {bonds}, as the line of counts says")))
        }
        None => Err(LineProblem::missing(last, "the line \"M  V30 COUNTS\"", "wanted the numbers of atoms and bonds")),
    }
}

/// Puts a statement of several lines together: each line but the last ends with a minus sign.
fn join<'a>(joined: &mut Vec<u8>, first: &[u8], lines: &mut impl Iterator<Item = (u64, &'a [u8])>) {
    let mut part = first;
    loop {
        let Some(more) = part.strip_suffix(b"-") else {
            joined.extend_from_slice(part);
            return;
        };
        joined.extend_from_slice(more);
        match lines.next().and_then(|(_, line)| line.strip_prefix(PREFIX)) {
            Some(next) => part = next,
            None => return,
        }
    }
}

/// The words of a statement; blanks inside of brackets or quotation marks part none.
fn words(statement: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += statement[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = at;
        let (mut depth, mut is_quoted) = (0usize, false);
        while let Some(&byte) = statement.get(at) {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b'(' if !is_quoted => depth += 1,
                b')' if !is_quoted => depth = depth.saturating_sub(1),
                _ if byte.is_ascii_whitespace() && depth == 0 && !is_quoted => break,
                _ => {}
            }
            at += 1;
        }
        (start < at).then(|| (PREFIX.len() + start + 1, &statement[start..at]))
    })
}

/// `number symbol x y z class [NAME=VALUE …]`
fn read_atom(
    line: u64,
    words: &[Word<'_>],
    numbers: &mut HashMap<u32, u32>,
    molecule: &mut Molecule,
) -> Result<(), LineProblem> {
    let given = number(line, words.first(), "the number of an atom")?;
    let &(column, symbol) = words.get(1).unwrap_or(&(0, b""));
    let Some(mut atom) = atom(symbol).or_else(|| is_list(symbol).then(|| atom(b"*"))?) else {
        return Err(LineProblem::unexpected(line, column, symbol, "the symbol of an element"));
    };
    for &(column, word) in words.iter().skip(6) {
        let Some(equals) = memchr::memchr(b'=', word) else { continue };
        let (name, value) = (&word[..equals], &word[equals + 1..]);
        let parsed: Option<i32> = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok());
        let small = parsed.and_then(|value| i8::try_from(value).ok());
        match (name, parsed, small) {
            (b"CHG", _, Some(charge)) => atom.charge = charge,
            (b"MASS", Some(mass), _) => atom.is_isotope = mass != 0,
            (b"VAL", Some(-1), _) => atom.hydrogens = Hydrogens::Given(0),
            (b"VAL", _, Some(valence @ 1..=14)) => atom.hydrogens = Hydrogens::Valence(valence as u8),
            (b"VAL", Some(0), _) => {}
            (b"CHG" | b"MASS" | b"VAL", ..) => {
                return Err(LineProblem::unexpected(line, column + equals + 1, value, "a number in its range"));
            }
            _ => {}
        }
    }
    if numbers.insert(given, molecule.atoms.len() as u32).is_some() {
        return Err(LineProblem::other(line, format!("a second atom {given}"), "a number of its own for each atom"));
    }
    molecule.atoms.push(atom);
    Ok(())
}

/// A list of elements, which a query has: `[C,N]`, `NOT[C,N]`.
fn is_list(symbol: &[u8]) -> bool {
    symbol.ends_with(b"]") && (symbol.starts_with(b"[") || symbol.starts_with(b"NOT["))
}

/// `number kind atom atom [NAME=VALUE …]`
fn read_bond(
    line: u64,
    words: &[Word<'_>],
    numbers: &HashMap<u32, u32>,
    molecule: &mut Molecule,
) -> Result<(), LineProblem> {
    number(line, words.first(), "the number of a bond")?;
    let kind: Option<BondKind> = bond_kind(number(line, words.get(1), "the kind of a bond")?);
    let Some(kind) = kind else {
        return Err(unexpected(line, words.get(1), "the kind of a bond, from 1 to 10"));
    };
    let end = |at: usize| {
        let given = number(line, words.get(at), "the number of an atom")?;
        numbers.get(&given).copied().ok_or_else(|| unexpected(line, words.get(at), "the number of an atom before"))
    };
    molecule.bonds.push(Bond { ends: [end(2)?, end(3)?], kind });
    Ok(())
}

fn number(line: u64, word: Option<&Word<'_>>, wanted: &str) -> Result<u32, LineProblem> {
    let text = word.and_then(|(_, word)| std::str::from_utf8(word).ok());
    let digits = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    digits.and_then(|text| text.parse().ok()).ok_or_else(|| unexpected(line, word, wanted))
}

fn unexpected(line: u64, word: Option<&Word<'_>>, wanted: &str) -> LineProblem {
    match word {
        Some(&(column, word)) => LineProblem::unexpected(line, column, word, wanted),
        None => LineProblem::other(line, "the end of the line", wanted),
    }
}
