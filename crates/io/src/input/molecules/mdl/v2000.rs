//! V2000: fields at fixed columns.

use super::record::{LineProblem, atom, bond_kind, mark_aromatic};
use crate::input::molecules::molecule::{Bond, Hydrogens, Molecule};

/// Columns, from 0, of a line's fields.
type Columns = std::ops::Range<usize>;

const ATOMS: Columns = 0..3;
const BONDS: Columns = 3..6;
const SYMBOL: Columns = 31..34;
const CHARGE: Columns = 36..39;
const VALENCE: Columns = 48..51;
const ENDS: [Columns; 2] = [0..3, 3..6];
const KIND: Columns = 6..9;

/// The mark of an atom with no hydrogens.
const NO_VALENCE: u32 = 15;

/// A line with its number in the file.
type Line<'a> = (u64, &'a [u8]);

/// Fills an empty molecule; gives the lines of its bonds.
pub(super) fn read<'a>(
    line: u64,
    counts: &[u8],
    mut lines: impl Iterator<Item = Line<'a>>,
    last: u64,
    molecule: &mut Molecule,
) -> Result<Vec<u64>, LineProblem> {
    let atoms = wanted_number(line, counts, ATOMS, "the number of atoms")?;
    let bonds = wanted_number(line, counts, BONDS, "the number of bonds")?;
    for at in 1..=atoms {
        let Some((number, line)) = lines.next() else {
            return Err(LineProblem::missing(
                last,
                &format!("the line of atom {at}"),
                &format!("wanted {atoms} atoms"),
            ));
        };
        read_atom(number, line, molecule)?;
    }
    let mut bond_lines = Vec::new();
    for at in 1..=bonds {
        let Some((number, line)) = lines.next() else {
            return Err(LineProblem::missing(
                last,
                &format!("the line of bond {at}"),
                &format!("wanted {bonds} bonds"),
            ));
        };
        read_bond(number, line, molecule)?;
        bond_lines.push(number);
    }
    read_properties(lines, molecule)?;
    mark_aromatic(molecule);
    Ok(bond_lines)
}

fn read_atom(number: u64, line: &[u8], molecule: &mut Molecule) -> Result<(), LineProblem> {
    let symbol = field(line, &SYMBOL);
    let Some(mut atom) = atom(symbol) else {
        return Err(LineProblem::unexpected(number, SYMBOL.start + 1, symbol, "the symbol of an element"));
    };
    // 1 to 3 and 5 to 7 are charges from 3 to −3; 4 is a radical.
    atom.charge = match optional_number(number, line, CHARGE, "a charge from 0 to 7")? {
        0 | 4 => 0,
        code @ 1..=7 => 4 - code as i8,
        _ => {
            return Err(LineProblem::unexpected(
                number,
                CHARGE.start + 1,
                field(line, &CHARGE),
                "a charge from 0 to 7",
            ));
        }
    };
    atom.hydrogens = match optional_number(number, line, VALENCE, "a valence")? {
        0 => Hydrogens::Implied,
        NO_VALENCE => Hydrogens::Given(0),
        valence => Hydrogens::Valence(valence.min(14) as u8),
    };
    molecule.atoms.push(atom);
    Ok(())
}

fn read_bond(number: u64, line: &[u8], molecule: &mut Molecule) -> Result<(), LineProblem> {
    let atoms = molecule.atoms.len() as u32;
    let end = |columns: Columns| {
        let start = columns.start;
        match wanted_number(number, line, columns.clone(), "the number of an atom")? {
            end if (1..=atoms).contains(&end) => Ok(end - 1),
            _ => Err(LineProblem::unexpected(
                number,
                start + 1,
                field(line, &columns),
                format!("an atom from 1 to {atoms}"),
            )),
        }
    };
    let [first, second] = ENDS;
    let ends = [end(first)?, end(second)?];
    let kind = bond_kind(wanted_number(number, line, KIND, "the kind of a bond")?);
    let Some(kind) = kind else {
        return Err(LineProblem::unexpected(
            number,
            KIND.start + 1,
            field(line, &KIND),
            "the kind of a bond, from 1 to 10",
        ));
    };
    molecule.bonds.push(Bond { ends, kind });
    Ok(())
}

/// Reads the charges of the property lines, which replace those of the atoms, up to `M  END`.
fn read_properties<'a>(lines: impl Iterator<Item = Line<'a>>, molecule: &mut Molecule) -> Result<(), LineProblem> {
    let mut replaces = true;
    for (number, line) in lines {
        let is_charge = line.starts_with(b"M  CHG");
        if line.starts_with(b"M  END") || line.starts_with(b">") {
            return Ok(());
        }
        if (is_charge || line.starts_with(b"M  RAD")) && std::mem::take(&mut replaces) {
            molecule.atoms.iter_mut().for_each(|atom| atom.charge = 0);
        }
        if is_charge || line.starts_with(b"M  ISO") {
            read_pairs(number, line, is_charge, molecule)?;
        }
    }
    Ok(())
}

/// `M  CHG  n aaa vvv aaa vvv …`
fn read_pairs(number: u64, line: &[u8], is_charge: bool, molecule: &mut Molecule) -> Result<(), LineProblem> {
    const COUNT: Columns = 6..9;
    const FIRST: usize = 9;
    const WIDTH: usize = 4;
    let pairs = wanted_number(number, line, COUNT, "a number of pairs")? as usize;
    for start in (FIRST..).step_by(2 * WIDTH).take(pairs) {
        let (atom, value) = (start..start + WIDTH, start + WIDTH..start + 2 * WIDTH);
        let at = wanted_number(number, line, atom.clone(), "the number of an atom")?;
        let Some(place) = molecule.atoms.get_mut((at as usize).wrapping_sub(1)) else {
            return Err(LineProblem::unexpected(number, atom.start + 1, field(line, &atom), "the number of an atom"));
        };
        let text = field(line, &value);
        let parsed: Option<i16> = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        match (is_charge, parsed, parsed.and_then(|value| i8::try_from(value).ok())) {
            (true, _, Some(charge)) => place.charge = charge,
            (false, Some(isotope), _) => place.is_isotope = isotope != 0,
            _ => return Err(LineProblem::unexpected(number, value.start + 1, text, "a charge or an isotope")),
        }
    }
    Ok(())
}

/// The text between columns, without blanks; empty behind the end of the line.
fn field<'a>(line: &'a [u8], columns: &Columns) -> &'a [u8] {
    let end = columns.end.min(line.len());
    line.get(columns.start..end).unwrap_or_default().trim_ascii()
}

fn wanted_number(number: u64, line: &[u8], columns: Columns, wanted: &str) -> Result<u32, LineProblem> {
    let text = field(line, &columns);
    let digits = std::str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let parsed = digits.and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| LineProblem::unexpected(number, columns.start + 1, text, wanted))
}

/// As [`wanted_number`]; 0 if there is nothing.
fn optional_number(number: u64, line: &[u8], columns: Columns, wanted: &str) -> Result<u32, LineProblem> {
    if field(line, &columns).is_empty() { Ok(0) } else { wanted_number(number, line, columns, wanted) }
}
