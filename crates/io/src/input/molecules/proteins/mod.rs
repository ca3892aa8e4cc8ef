//! Proteins as contact graphs: a node for each residue, at its Cα atom, and an edge between two that are near each other.
//!
//! All chains of the first model are one graph. Of alternate locations the first counts. The label of a node is the name of its residue: `ALA`.

mod contacts;
mod mmcif;
mod pdb;
mod tokens;

use std::path::Path;

use hashbrown::HashSet;

use self::contacts::contacts;
use crate::input::format::name_without_endings;
use crate::input::memory::{MemoryLimit, growing};
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;
use crate::input::{InputError, Problem, ReadOptions};
use sgr_core::graph::{GraphBuilder, GraphRecord, Label};

/// The graph of a PDB file.
pub(in crate::input) fn open_pdb(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    open(path, bytes, options, "a PDB file", pdb::read)
}

/// The graph of an mmCIF file.
pub(in crate::input) fn open_mmcif(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    open(path, bytes, options, "an mmCIF file", mmcif::read)
}

/// A reader of residues; an error has its line.
type Read = fn(Lines<Bytes>, &mut Residues) -> Result<(), (u64, Problem)>;

fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
    what: &str,
    read: Read,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    super::refuse_weights(path, what, options)?;
    let (path, options) = (path.to_owned(), options.clone());
    let lines = Lines::new(bytes, MemoryLimit::of(&options));
    Ok(std::iter::once_with(move || {
        let mut residues = Residues::new(&options);
        read(lines, &mut residues).map_err(|(line, problem)| InputError::file(&path, problem).at_line(line))?;
        graph_of(&path, residues, &options)
    }))
}

fn graph_of(path: &Path, residues: Residues, options: &ReadOptions) -> Result<GraphRecord, InputError> {
    let id = name_without_endings(path);
    let in_graph = |problem| InputError::graph(path, id.clone(), problem);
    if residues.places.is_empty() {
        let missing = "a C\u{3b1} atom of a residue".to_owned();
        let wanted = "wanted at least one, each is a node".to_owned();
        return Err(in_graph(Problem::Missing { missing, wanted }));
    }
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(residues.places.len()).map_err(|error| in_graph(error.into()))?;
    let memory = MemoryLimit::of(options);
    contacts(&residues.places, options.molecules.contact_distance, &mut builder, memory).map_err(in_graph)?;
    residues.labels.into_iter().for_each(|label| builder.add_node_label(label));
    let (graph, dropped) = builder.build().map_err(|error| in_graph(error.into()))?;
    Ok(GraphRecord { id: id.clone(), label: None, graph, dropped })
}

/// The residues of a file in their order.
#[derive(Debug)]
struct Residues {
    places: Vec<[f64; 3]>,
    /// Their names, if they are wanted.
    labels: Vec<Label>,
    has_labels: bool,
    known: HashSet<Label>,
    /// Chain, number and insertion code of the last one.
    last: Vec<u8>,
    memory: MemoryLimit,
}

impl Residues {
    fn new(options: &ReadOptions) -> Self {
        Self {
            places: Vec::new(),
            labels: Vec::new(),
            has_labels: options.molecules.labels,
            known: HashSet::new(),
            last: Vec::new(),
            memory: MemoryLimit::of(options),
        }
    }

    /// Whether a residue is the one before, of which this is another location.
    fn is_last(&self, key: &[&[u8]]) -> bool {
        !self.places.is_empty() && self.last == joined(key)
    }

    fn push(&mut self, key: &[&[u8]], name: &[u8], place: [f64; 3]) -> Result<(), Problem> {
        self.last = joined(key);
        self.places.push(place);
        if self.has_labels {
            let Ok(name) = std::str::from_utf8(name) else {
                return Err(Problem::unexpected(name, "the name of a residue in UTF-8"));
            };
            self.labels.push(self.known.get_or_insert_with(name, |name| name.into()).clone());
        }
        // Each label may be a text of its own.
        const TEXT: usize = 64;
        self.memory.check(
            growing(self.places.len(), 24)
                + growing(self.labels.len(), size_of::<Label>())
                + growing(self.known.len(), TEXT),
        )
    }
}

/// Parts of a key, parted by a byte that none has.
fn joined(key: &[&[u8]]) -> Vec<u8> {
    key.join(&b'\n')
}

/// A coordinate.
fn coordinate(text: &[u8]) -> Option<f64> {
    let number: f64 = std::str::from_utf8(text).ok()?.trim().parse().ok()?;
    number.is_finite().then_some(number)
}
