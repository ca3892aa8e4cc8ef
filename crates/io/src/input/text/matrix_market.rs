//! Matrix Market coordinate files: one graph a file, as its adjacency matrix.
//!
//! ```text
//! %%MatrixMarket matrix coordinate pattern|integer|real symmetric|general
//! % comments
//! 4 4 3               rows, columns, entries
//! 2 1                 row and column, counted from 1; the value follows unless the file is a pattern
//! 3 1
//! 4 4                 a diagonal entry is a loop: dropped and counted
//! ```
//! A `symmetric` file gives each edge once; a `general` one must give both directions (and the same value in both, if
//! weights are asked for), otherwise it is directed. An entry whose value is zero is no edge, with or without weights:
//! the matrix is the same as without it. Other values are looked at only when weights are asked for. The file's name
//! without its endings is the graph's id. Format: <https://math.nist.gov/MatrixMarket/formats.html>.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::matrix_market_header::{Field, Header, fields, is_skipped, number, read_header};
use crate::input::memory::{MemoryLimit, growing};
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;
use crate::input::{InputError, Problem, ReadOptions, format};
use sgr_core::graph::{GraphBuilder, GraphError, GraphRecord};

pub(in crate::input) fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    let memory = MemoryLimit::of(options);
    let mut lines = Lines::new(bytes, memory);
    let header = read_header(path, &mut lines, options)?;
    let entries = Entries {
        path: path.to_owned(),
        header,
        memory,
        weights: options.weights,
        must_be_symmetric: !header.symmetric && !options.directed_as_undirected,
        directions: Directions::default(),
        builder: GraphBuilder::new(),
    };
    Ok(std::iter::once_with(move || entries.read(lines)))
}

/// The state of reading the one graph.
struct Entries {
    path: PathBuf,
    header: Header,
    memory: MemoryLimit,
    weights: bool,
    must_be_symmetric: bool,
    directions: Directions,
    builder: GraphBuilder,
}

impl Entries {
    fn read<R: Read>(mut self, mut lines: Lines<R>) -> Result<GraphRecord, InputError> {
        let reserved = self.builder.reserve_nodes(self.header.nodes as usize).map_err(Problem::from);
        let reserved = reserved.and_then(|()| self.memory.check(self.needed()));
        reserved.map_err(|problem| InputError::file(&self.path, problem).at_line(self.header.line))?;
        let mut count = 0;
        loop {
            let number = lines.number() + 1;
            let added = match lines.next_line().map_err(|problem| InputError::reading(&self.path, problem, number))? {
                Some(line) if is_skipped(line) => continue,
                Some(_) if count == self.header.entries => Err(self.wrong_count("one more entry".into())),
                Some(line) => self.add(line, number),
                None if count == self.header.entries => return self.finish(),
                None => Err(self.wrong_count(format!("the end of the file after {count} entries"))),
            };
            added.map_err(|problem| InputError::file(&self.path, problem).at_line(number))?;
            count += 1;
        }
    }

    fn wrong_count(&self, found: String) -> Problem {
        let Header { entries, line, .. } = self.header;
        Problem::Unexpected { found, wanted: format!("{entries} entries as line {line} declares") }
    }

    fn add(&mut self, line: &[u8], number: u64) -> Result<(), Problem> {
        let mut fields = fields(line);
        let row = self.node(fields.next(), "row")?;
        let column = self.node(fields.next(), "column")?;
        let value = match self.header.field {
            Field::Pattern => 1.0,
            field => value(fields.next(), field)?,
        };
        if let Some(more) = fields.next() {
            return Err(Problem::unexpected(more, "the end of the line"));
        }
        if self.must_be_symmetric && value != 0.0 {
            self.directions.add(row, column);
        }
        if self.weights {
            self.builder.add_weighted_edge(row, column, value, number)?;
        } else if value == 0.0 {
            self.builder.drop_zero_weight();
        } else {
            self.builder.add_edge(row, column, number)?;
        }
        self.memory.check_now_and_then(number, || self.needed())
    }

    fn needed(&self) -> u64 {
        self.builder.memory() + growing(self.directions.above.len() + self.directions.below.len(), size_of::<u64>())
    }

    fn node(&self, field: Option<&[u8]>, what: &str) -> Result<u32, Problem> {
        let field = field.unwrap_or_default();
        match number(field) {
            Some(node) if (1..=u64::from(self.header.nodes)).contains(&node) => Ok((node - 1) as u32),
            _ => Err(Problem::unexpected(field, format!("a {what} from 1 to {}", self.header.nodes))),
        }
    }

    fn finish(mut self) -> Result<GraphRecord, InputError> {
        let id = format::name_without_endings(&self.path);
        if self.header.nodes == 0 {
            return Err(InputError::graph(&self.path, id, Problem::EmptyGraph));
        }
        let (asymmetry, repeats) = self.directions.check();
        if let Some(found) = asymmetry {
            return Err(InputError::graph(&self.path, id, Problem::Directed { found }));
        }
        // Without repeats, two weights for one edge can only be the two directions.
        let two_directions = self.must_be_symmetric && !repeats;
        match self.builder.build() {
            Ok((graph, dropped)) => Ok(GraphRecord { id, label: None, graph, dropped }),
            Err(error) => Err(InputError::graph(&self.path, id, explain(error, two_directions))),
        }
    }
}

/// The text of `error`, with nodes counted from 1 as in the file.
fn explain(error: GraphError, two_directions: bool) -> Problem {
    let one_based = |node: u32| (u64::from(node) + 1).to_string();
    match error {
        GraphError::ConflictingWeights { u, v, first_weight, first_position, second_weight, second_position } => {
            let (u, v) = (one_based(u), one_based(v));
            if two_directions {
                return Problem::Directed {
                    found: format!(
                        "entry {u} {v} is {first_weight} on line {first_position}, entry {v} {u} is {second_weight} on \
                         line {second_position}"
                    ),
                };
            }
            Problem::graph(error, &one_based, "on line")
        }
        error => Problem::graph(error, &one_based, "on line"),
    }
}

/// The entries above and below the diagonal of a `general` matrix, both as (smaller, larger) node packed into 64 bits.
#[derive(Default)]
struct Directions {
    above: Vec<u64>,
    below: Vec<u64>,
}

impl Directions {
    fn add(&mut self, row: u32, column: u32) {
        let pair = u64::from(row.min(column)) << 32 | u64::from(row.max(column));
        match row.cmp(&column) {
            std::cmp::Ordering::Less => self.above.push(pair),
            std::cmp::Ordering::Greater => self.below.push(pair),
            std::cmp::Ordering::Equal => {}
        }
    }

    /// The first entry without its mirror image, in words, and whether any entry was given twice.
    fn check(&mut self) -> (Option<String>, bool) {
        let given = self.above.len() + self.below.len();
        for side in [&mut self.above, &mut self.below] {
            side.sort_unstable();
            side.dedup();
        }
        let repeats = self.above.len() + self.below.len() < given;
        let alike = self.above.iter().zip(&self.below).take_while(|(above, below)| above == below).count();
        // Where the sorted lists part, the smaller pair is the one that the other list lacks.
        let (above, below) = (self.above.get(alike).copied(), self.below.get(alike).copied());
        let lonely = above.into_iter().chain(below).min();
        let asymmetry = lonely.map(|pair| {
            let (smaller, larger) = ((pair >> 32) + 1, (pair & u64::from(u32::MAX)) + 1);
            let (row, column) = if above == lonely { (smaller, larger) } else { (larger, smaller) };
            format!("entry {row} {column} without entry {column} {row}")
        });
        (asymmetry, repeats)
    }
}

fn value(field: Option<&[u8]>, kind: Field) -> Result<f64, Problem> {
    let field = field.unwrap_or_default();
    let text = std::str::from_utf8(field).unwrap_or_default();
    let (value, wanted) = match kind {
        Field::Integer => (text.parse::<i64>().ok().map(|value| value as f64), "an integer value"),
        Field::Real | Field::Pattern => (text.parse().ok(), "a value"),
    };
    value.ok_or_else(|| Problem::unexpected(field, wanted))
}
