//! How does a file become graphs?
//!
//! [`open`] picks the reader by the file's name (or a [`Format`] given by hand; content is never sniffed) and hands
//! back a [`GraphReader`]: an iterator over [`GraphRecord`]s, read one at a time. One file of code per format.
//!
//! An item may be an [`InputError`]. If its [`Scope`] is [`Scope::Graph`], that graph was skipped and reading goes
//! on; if it is [`Scope::File`], nothing more comes from this file. No graph is dropped silently.

mod error;
mod format;
mod graph_per_line;
mod json_edges;
mod json_scanner;
mod json_text;
mod lines;
mod matrix_market_header;
mod node_names;
mod read_ahead;
mod six_bits;
mod source;

mod edge_list;
mod graph6;
mod json_lines;
mod karateclub;
mod matrix_market;
mod sparse6;
mod tu;

pub use error::{InputError, Problem, Scope};
pub use format::Format;

use std::path::{Path, PathBuf};

use sgr_core::graph::GraphRecord;

/// What to read beside the bare structure, and how much to believe.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Use edge weights. Off by default: a weight column is ignored unless asked for.
    pub weights: bool,
    /// Keep node labels.
    pub node_labels: bool,
    /// Keep edge labels.
    pub edge_labels: bool,
    /// Accept directed input and forget the directions. Otherwise directed input is an error.
    pub directed_as_undirected: bool,
    /// The first line of an edge list names its columns.
    pub header: bool,
    /// Gather all edges of a TU collection before the first graph is built, for files whose edge lines are not grouped
    /// by graph. Costs memory for the whole file.
    pub gather: bool,
    /// Largest number of nodes that a file may declare without naming them: a header of a few bytes must not allocate
    /// gigabytes.
    pub max_declared_nodes: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            weights: false,
            node_labels: false,
            edge_labels: false,
            directed_as_undirected: false,
            header: false,
            gather: false,
            // About 130 MB of row offsets: far above any declared size seen in practice, far below a machine's memory.
            max_declared_nodes: 1 << 24,
        }
    }
}

/// Graphs of one file or folder, one at a time.
pub struct GraphReader {
    path: PathBuf,
    format: Format,
    graphs: Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send>,
}

impl GraphReader {
    /// The path that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The format it is read as.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl std::fmt::Debug for GraphReader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("GraphReader").field("path", &self.path).field("format", &self.format).finish()
    }
}

impl Iterator for GraphReader {
    type Item = Result<GraphRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.graphs.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.graphs.size_hint()
    }
}

/// Opens a file or folder of graphs; `format` overrides what the name says.
///
/// # Errors
/// [`Problem::UnknownFormat`] if the name tells nothing, [`Problem::Io`] if the file cannot be opened, and for formats
/// with a header whatever is wrong with it.
///
/// ```no_run
/// use sgr_io::input::{ReadOptions, open};
/// for record in open("MUTAG.zip".as_ref(), None, &ReadOptions::default())? {
///     let record = record?;
///     println!("{}: {} nodes", record.id, record.graph.node_count());
/// }
/// # Ok::<(), sgr_io::input::InputError>(())
/// ```
pub fn open(path: &Path, format: Option<Format>, options: &ReadOptions) -> Result<GraphReader, InputError> {
    let format = match format {
        Some(format) => format,
        None => Format::from_path(path)?,
    };
    let graphs: Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send> = match format {
        Format::Tu => tu::open(path, options)?,
        Format::EdgeList => Box::new(edge_list::open(path, options)?),
        Format::Graph6 => Box::new(graph6::open(path, options)?),
        Format::Sparse6 => Box::new(sparse6::open(path, options)?),
        Format::MatrixMarket => Box::new(matrix_market::open(path, options)?),
        Format::JsonLines => Box::new(json_lines::open(path, options)?),
        Format::KarateClub => Box::new(karateclub::open(path, options)?),
    };
    Ok(GraphReader { path: path.to_owned(), format, graphs })
}
