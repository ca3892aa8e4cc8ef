//! mmCIF: the table `_atom_site`, whose columns have names.

use super::tokens::{Token, Tokens};
use super::{Residues, coordinate};
use crate::input::Problem;
use crate::input::error::quoted;
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;

/// Columns of the table that are read, and whether it must have them.
const COLUMNS: [(&str, bool); 12] = [
    ("group_PDB", false),
    ("type_symbol", false),
    ("label_atom_id", true),
    ("label_comp_id", true),
    ("label_asym_id", true),
    ("label_seq_id", false),
    ("auth_seq_id", false),
    ("pdbx_PDB_ins_code", false),
    ("pdbx_PDB_model_num", false),
    ("Cartn_x", true),
    ("Cartn_y", true),
    ("Cartn_z", true),
];

const CATEGORY: &[u8] = b"_atom_site.";

/// Longest value that is kept: names of residues and coordinates have a few characters.
const LONGEST: usize = 80;

pub(super) fn read(lines: Lines<Bytes>, residues: &mut Residues) -> Result<(), (u64, Problem)> {
    let mut tokens = Tokens::new(lines);
    let read = read_tokens(&mut tokens, residues);
    read.map_err(|problem| (tokens.number(), problem))
}

fn read_tokens(tokens: &mut Tokens<Bytes>, residues: &mut Residues) -> Result<(), Problem> {
    // The names of the columns of the table that began last, until its first value.
    let mut table: Option<Table> = None;
    while let Some(token) = tokens.next()? {
        match (token, &mut table) {
            (Token::Plain(word), _) if word.eq_ignore_ascii_case(b"loop_") => table = Some(Table::default()),
            (Token::Plain(name), Some(table)) if name.starts_with(b"_") => table.add_column(name),
            (first, Some(found)) if found.is_atoms => {
                found.check()?;
                found.take(first, residues)?;
                return read_rows(tokens, found, residues);
            }
            _ => table = None,
        }
    }
    let missing = "the table \"_atom_site\"".to_owned();
    Err(Problem::Missing { missing, wanted: "wanted the places of atoms".to_owned() })
}

/// Reads values up to the next name or keyword.
fn read_rows(tokens: &mut Tokens<Bytes>, table: &mut Table, residues: &mut Residues) -> Result<(), Problem> {
    while let Some(token) = tokens.next()? {
        if let Token::Plain(word) = token
            && (word.starts_with(b"_") || is_keyword(word))
        {
            break;
        }
        table.take(token, residues)?;
    }
    match table.at {
        0 => Ok(()),
        found => {
            let found = format!("a row of {found} values");
            Err(Problem::Unexpected { found, wanted: format!("{}, one for each column", table.columns) })
        }
    }
}

fn is_keyword(word: &[u8]) -> bool {
    [&b"loop_"[..], b"stop_", b"global_"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
        || [&b"data_"[..], b"save_"]
            .iter()
            .any(|start| word.get(..start.len()).is_some_and(|word| word.eq_ignore_ascii_case(start)))
}

/// A table, while its names and then its values are read.
#[derive(Debug, Default)]
struct Table {
    columns: usize,
    is_atoms: bool,
    /// Where the columns of [`COLUMNS`] are.
    places: [Option<usize>; COLUMNS.len()],
    /// The values of the row at hand, in the order of [`COLUMNS`].
    values: [Vec<u8>; COLUMNS.len()],
    /// Values of the row so far.
    at: usize,
    first_model: Option<Vec<u8>>,
}

impl Table {
    fn add_column(&mut self, name: &[u8]) {
        let is_atoms = name.get(..CATEGORY.len()).is_some_and(|category| category.eq_ignore_ascii_case(CATEGORY));
        self.is_atoms |= is_atoms;
        if is_atoms {
            let name = &name[CATEGORY.len()..];
            let known = COLUMNS.iter().position(|(column, _)| name.eq_ignore_ascii_case(column.as_bytes()));
            if let Some(known) = known {
                self.places[known].get_or_insert(self.columns);
            }
        }
        self.columns += 1;
    }

    fn check(&self) -> Result<(), Problem> {
        let missing = COLUMNS.iter().zip(&self.places).find(|((_, is_wanted), place)| *is_wanted && place.is_none());
        let Some(((name, _), _)) = missing else { return Ok(()) };
        let missing = format!("the column \"_atom_site.{name}\"");
        Err(Problem::Missing { missing, wanted: "wanted atoms with residues and places".to_owned() })
    }

    /// Takes the next value; the last one of a row completes an atom.
    fn take(&mut self, token: Token<'_>, residues: &mut Residues) -> Result<(), Problem> {
        if let Some(known) = self.places.iter().position(|place| *place == Some(self.at)) {
            let text = token.text();
            let value = &mut self.values[known];
            value.clear();
            value.extend_from_slice(&text[..text.len().min(LONGEST)]);
        }
        self.at += 1;
        if self.at < self.columns {
            return Ok(());
        }
        self.at = 0;
        self.add_atom(residues)
    }

    fn add_atom(&mut self, residues: &mut Residues) -> Result<(), Problem> {
        let [group, element, atom, residue, chain, number, author_number, insertion, model, x, y, z] = &self.values;
        let is_missing = |value: &[u8]| matches!(value, b"" | b"." | b"?");
        let first_model = self.first_model.get_or_insert_with(|| model.clone());
        let is_carbon = is_missing(element) || element.eq_ignore_ascii_case(b"C");
        // Ligands and water have no place in a chain.
        let is_of_chain = !is_missing(number) || group != b"HETATM";
        if first_model != model || atom != b"CA" || !is_carbon || !is_of_chain {
            return Ok(());
        }
        let number = if is_missing(number) { author_number } else { number };
        let key: [&[u8]; 3] = [chain, number, insertion];
        if residues.is_last(&key) {
            return Ok(());
        }
        let mut place = [0.0; 3];
        for (at, text) in place.iter_mut().zip([x, y, z]) {
            let found = || Problem::Unexpected { found: quoted(text), wanted: "a coordinate".to_owned() };
            *at = coordinate(text).ok_or_else(found)?;
        }
        residues.push(&key, residue, place)
    }
}
