//! SMILES: one molecule a line.
//!
//! ```text
//! CC(=O)Oc1ccccc1C(=O)O aspirin
//! [Na+].[Cl-] salt
//! ```
//! A SMILES (<http://opensmiles.org>), and behind blanks the name of the molecule: up to a tab, if there is one, otherwise to the end of the line.
//! A CXSMILES part, `|…|`, between the two is passed over. Without a name, the number of the line is the id; blank lines are not counted. A bad line costs
//! one molecule.

mod atom;
mod cursor;
mod parser;
mod rings;

use std::path::Path;

use self::cursor::SmilesError;
use self::parser::SmilesParser;
use super::MoleculeGraphs;
use crate::input::error::quoted;
use crate::input::stream::graph_per_line::{GraphPerLine, LineError, LineParser};
use crate::input::stream::source::Bytes;
use crate::input::{InputError, Problem, ReadOptions};
use sgr_core::graph::{Dropped, Graph, GraphRecord};

pub(in crate::input) fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    super::refuse_weights(path, "SMILES", options)?;
    let reader = SmilesLine { graphs: SmilesGraphs::new(options), header: options.header };
    Ok(GraphPerLine::new(path, bytes, reader, options))
}

/// Makes graphs of SMILES, one after another, and reuses its buffers.
///
/// ```
/// use sgr_io::input::{ReadOptions, SmilesGraphs};
/// let mut graphs = SmilesGraphs::new(&ReadOptions::new());
/// let (acetate, _) = graphs.of("CC(=O)[O-]")?;
/// let labels: Vec<&str> = acetate.node_labels().unwrap().iter().map(|label| &**label).collect();
/// assert_eq!(labels, ["C", "C", "O", "O-"]);
/// assert_eq!(graphs.of("CC(").unwrap_err().to_string(), "found the end at character 4, wanted a bond or an atom");
/// # Ok::<(), sgr_io::input::Problem>(())
/// ```
#[derive(Debug)]
pub struct SmilesGraphs {
    parser: SmilesParser,
    graphs: MoleculeGraphs,
}

impl SmilesGraphs {
    /// With the settings of molecules and the limit of memory of a reader.
    #[must_use]
    pub fn new(options: &ReadOptions) -> Self {
        Self { parser: SmilesParser::default(), graphs: MoleculeGraphs::new(options) }
    }

    /// The graph of a SMILES; blanks around it are none of it.
    ///
    /// # Errors
    /// [`Problem::Unexpected`] with the place of what is no SMILES, [`Problem::TooMuchMemory`].
    pub fn of(&mut self, smiles: &str) -> Result<(Graph, Dropped), Problem> {
        let blanks = smiles.len() - smiles.trim_ascii_start().len();
        self.graph(smiles.trim_ascii().as_bytes(), |at| format!("at character {}", blanks + at))
    }

    /// The graph of a SMILES; `place` tells in an error where the character with that number stands, counted from 1.
    pub(in crate::input) fn graph(
        &mut self,
        smiles: &[u8],
        place: impl FnOnce(usize) -> String,
    ) -> Result<(Graph, Dropped), Problem> {
        self.graphs.check_text(smiles)?;
        self.parser.parse(smiles, &mut self.graphs.molecule).map_err(|SmilesError { at, found, wanted }| {
            Problem::Unexpected { found: format!("{found} {}", place(at + 1)), wanted }
        })?;
        self.graphs.build()
    }
}

struct SmilesLine {
    graphs: SmilesGraphs,
    header: Option<bool>,
}

impl LineParser for SmilesLine {
    fn parse(&mut self, line: &[u8], ordinal: u64) -> Result<GraphRecord, LineError> {
        let blanks = line.len() - line.trim_ascii_start().len();
        let (smiles, rest) = split(&line[blanks..]);
        let name = std::str::from_utf8(name_in(rest));
        let id = name.ok().filter(|name| !name.is_empty()).map_or_else(|| ordinal.to_string(), str::to_owned);
        let graph = match name {
            Ok(_) => self.graphs.graph(smiles, |at| format!("at column {}", blanks + at)),
            Err(_) => Err(Problem::unexpected(rest, "a name in UTF-8")),
        };
        match graph {
            Ok((graph, dropped)) => Ok(GraphRecord { id, label: None, graph, dropped }),
            Err(problem) => Err(LineError { id, problem }),
        }
    }

    fn without_file_header<'a>(&self, line: &'a [u8]) -> Result<&'a [u8], Problem> {
        match self.header {
            Some(true) => Ok(b""),
            None if is_header(split(line.trim_ascii_start()).0) => {
                Err(Problem::HeaderLine { found: quoted(line), wanted: "a SMILES" })
            }
            _ => Ok(line),
        }
    }
}

/// Whether the first field of a file is the name of its column.
fn is_header(field: &[u8]) -> bool {
    [&b"smiles"[..], b"canonical_smiles", b"isomeric_smiles"].iter().any(|name| field.eq_ignore_ascii_case(name))
}

/// A line up to its first blank, and what follows.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    line.split_at(end)
}

/// The name behind a SMILES.
fn name_in(rest: &[u8]) -> &[u8] {
    let rest = rest.trim_ascii();
    let extension = rest.strip_prefix(b"|").and_then(|inner| memchr::memchr(b'|', inner));
    let rest = extension.map_or(rest, |end| rest[end + 2..].trim_ascii());
    let end = memchr::memchr(b'\t', rest).unwrap_or(rest.len());
    rest[..end].trim_ascii()
}
