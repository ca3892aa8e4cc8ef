//! Edge lists as SNAP and many scripts write them: one graph a file, one edge a line.
//!
//! ```text
//! # a comment, also with %
//! alice bob
//! bob,carol            two or three columns, the same number on every line,
//! carol <tab> alice    parted by blanks or by one comma with or without blanks
//! dave dave            a loop: no edge, but it tells that there is a node dave
//! ```
//! A node is named by any UTF-8 text without blanks and commas; `1` and `01` are two nodes. Quotation marks are part
//! of a name. The third column is read only when weights are asked for. The file's name without its endings is the
//! graph's id.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::input::error::quoted;
use crate::input::memory::MemoryLimit;
use crate::input::node_names::NodeNames;
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;
use crate::input::{Format, InputError, Problem, ReadOptions, format};
use sgr_core::graph::{GraphBuilder, GraphRecord};

pub(in crate::input) fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    let memory = MemoryLimit::of(options);
    let lines = Lines::new(bytes, memory);
    let path = path.to_owned();
    let (names, builder) = (NodeNames::default(), GraphBuilder::new());
    let edges = Edges { weights: options.weights, memory, first_line: None, names, builder };
    let header = options.header;
    Ok(std::iter::once_with(move || edges.read(path, lines, header)))
}

/// The state of reading the one graph.
struct Edges {
    weights: bool,
    memory: MemoryLimit,
    /// Number of the first line with an edge, and of its columns.
    first_line: Option<(u64, usize)>,
    names: NodeNames,
    builder: GraphBuilder,
}

impl Edges {
    fn read<R: Read>(
        mut self,
        path: PathBuf,
        mut lines: Lines<R>,
        header: Option<bool>,
    ) -> Result<GraphRecord, InputError> {
        let mut is_first = true;
        loop {
            let number = lines.number() + 1;
            let line = match lines.next_line() {
                Ok(Some(line)) => line.trim_ascii(),
                Ok(None) => break,
                Err(problem) => return Err(InputError::reading(&path, problem, number)),
            };
            if matches!(line.first(), None | Some(b'#' | b'%')) {
                continue;
            }
            if std::mem::take(&mut is_first) {
                match header {
                    Some(true) => continue,
                    None => check_first(line).map_err(|problem| InputError::file(&path, problem).at_line(number))?,
                    Some(false) => {}
                }
            }
            self.add(line, number).map_err(|problem| InputError::file(&path, problem).at_line(number))?;
        }
        self.finish(&path)
    }

    fn add(&mut self, line: &[u8], number: u64) -> Result<(), Problem> {
        let (fields, count) = split(line)?;
        self.check_columns(count, number)?;
        let u = self.node(fields[0])?;
        let v = self.node(fields[1])?;
        if self.weights {
            let weight = weight(fields[2])?;
            self.builder.add_weighted_edge(u, v, weight, number)?;
        } else {
            self.builder.add_edge(u, v, number)?;
        }
        self.memory.check_now_and_then(number, || self.needed())
    }

    fn needed(&self) -> u64 {
        self.builder.memory() + self.names.memory()
    }

    /// Every line must look like the first: a column more or less is damage, or a name with a blank in it.
    #[inline]
    fn check_columns(&mut self, count: usize, number: u64) -> Result<(), Problem> {
        match self.first_line {
            Some((_, columns)) if columns == count => Ok(()),
            Some((first, columns)) => Err(Problem::Unexpected {
                found: format!("{count} columns"),
                wanted: format!("{columns} as on line {first}"),
            }),
            None if self.weights && count == 2 => Err(Problem::NoWeights {
                missing: "the third column".into(),
                wanted: "wanted a weight on every line".into(),
            }),
            None if count == 2 || count == 3 => {
                self.first_line = Some((number, count));
                Ok(())
            }
            None => {
                let plural = if count == 1 { "" } else { "s" };
                Err(Problem::Unexpected { found: format!("{count} column{plural}"), wanted: "2 or 3".into() })
            }
        }
    }

    #[inline]
    fn node(&mut self, name: &[u8]) -> Result<u32, Problem> {
        let known = self.names.len();
        let number = self.names.number(name, &mut self.builder)?;
        // A name that was seen before was checked then.
        if self.names.len() > known {
            if std::str::from_utf8(name).is_err() {
                return Err(Problem::unexpected(name, "a node name in UTF-8"));
            }
            self.memory.check(self.needed())?;
        }
        Ok(number)
    }

    fn finish(mut self, path: &Path) -> Result<GraphRecord, InputError> {
        let id = format::name_without_endings(path);
        if self.builder.node_count() == 0 {
            return Err(InputError::graph(path, id, Problem::EmptyGraph));
        }
        match self.builder.build() {
            Ok((graph, dropped)) => Ok(GraphRecord { id, label: None, graph, dropped }),
            Err(error) => {
                let problem = Problem::graph(error, &|node| self.names.name(node), "on line");
                Err(InputError::graph(path, id, problem))
            }
        }
    }
}

/// Pairs of column names that scripts write before edges.
const END_NAMES: [[&str; 2]; 8] = [
    ["source", "target"],
    ["src", "dst"],
    ["from", "to"],
    ["u", "v"],
    ["node1", "node2"],
    ["node_1", "node_2"],
    ["id1", "id2"],
    ["head", "tail"],
];

/// Names of a third column.
const THIRD_NAMES: [&str; 6] = ["weight", "weights", "w", "value", "label", "type"];

/// An error if the first line is plainly no edge.
fn check_first(line: &[u8]) -> Result<(), Problem> {
    match table_of(line) {
        Some(format) => Err(Problem::other_format(line, "an edge on each line", format)),
        None if is_plainly_header(line) => Err(Problem::HeaderLine { found: quoted(line), wanted: "an edge" }),
        None => Ok(()),
    }
}

/// Whether a line can hardly be anything but names of columns, quoted or not, in capitals or not.
fn is_plainly_header(line: &[u8]) -> bool {
    let Ok((fields, count)) = split(line) else { return false };
    let bare = |field: &[u8]| {
        let text = String::from_utf8_lossy(field).to_ascii_lowercase();
        text.trim_matches(['"', '\'']).replace(['-', ' '], "_")
    };
    let [first, second, third] = fields.map(bare);
    let names_ends = END_NAMES.iter().any(|names| first == names[0] && second == names[1]);
    names_ends && (count == 2 || count == 3 && THIRD_NAMES.contains(&third.as_str()))
}

/// The format of a table with one graph a row, if a line can hardly be anything but the names of its columns.
fn table_of(line: &[u8]) -> Option<Format> {
    const GRAPH_COLUMNS: [&[u8]; 5] = [b"edge_index", b"edges", b"graph6", b"num_nodes", b"smiles"];
    let format = if line.contains(&b'\t') { Format::Tsv } else { Format::Csv };
    let mut names = line.split(|byte| matches!(byte, b'\t' | b',')).map(<[u8]>::trim_ascii);
    let holds_graphs = |name: &[u8]| GRAPH_COLUMNS.contains(&name.to_ascii_lowercase().as_slice());
    names.any(holds_graphs).then_some(format)
}

/// The first three fields of a line that is not blank at its ends, and how many there are in all.
#[inline]
fn split(line: &[u8]) -> Result<([&[u8]; 3], usize), Problem> {
    let mut fields: [&[u8]; 3] = [b""; 3];
    let mut count = 0;
    let mut rest = line;
    loop {
        let end = rest.iter().position(|byte| matches!(byte, b' ' | b'\t' | b',')).unwrap_or(rest.len());
        let (field, after) = rest.split_at(end);
        if field.is_empty() {
            let found = format!("an empty field in {}", quoted(line));
            return Err(Problem::Unexpected { found, wanted: "a node name or weight".into() });
        }
        if let Some(slot) = fields.get_mut(count) {
            *slot = field;
        }
        count += 1;
        rest = skip_blanks(after);
        match rest.split_first() {
            None => return Ok((fields, count)),
            // A field must follow, so that `a,,b` and `a,` do not pass.
            Some((b',', after_comma)) => rest = skip_blanks(after_comma),
            Some(_) => {}
        }
    }
}

#[inline]
fn skip_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(bytes.len());
    &bytes[blanks..]
}

/// A weight as text. Whether it is finite and not negative is for [`GraphBuilder`] to say.
fn weight(field: &[u8]) -> Result<f64, Problem> {
    let number = std::str::from_utf8(field).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| Problem::unexpected(field, "a weight"))
}
