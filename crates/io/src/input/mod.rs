//! How does a file become graphs?
//!
//! [`open`] picks the reader by the file's name (or a [`Format`] given by hand; content is never sniffed) and hands
//! back a [`GraphReader`]: an iterator over [`GraphRecord`]s, read one at a time. One file of code per format.
//!
//! An item may be an [`InputError`]. If its [`Scope`] is [`Scope::Graph`], that graph was skipped and reading goes
//! on; if it is [`Scope::File`], nothing more comes from this file. No graph is dropped silently.

#[cfg(feature = "parquet")]
pub mod columns;
mod error;
mod format;
mod json;
mod memory;
mod molecules;
mod node_names;
mod options;
mod settings_text;
mod six_bit;
mod state;
mod stream;
#[cfg(feature = "parquet")]
mod table;
mod text;
mod tu;
mod vectors;

pub use error::{InputError, Problem, Remedy, Scope};
pub use format::Format;
pub use molecules::{HydrogenNodes, MoleculeOptions, SmilesGraphs};
pub use options::{Keep, ReadOptions};
pub use settings_text::read_text;
pub use state::FileState;
#[doc(hidden)]
pub use vectors::ids_path;
pub use vectors::{StoredVectors, holds_vectors, read_vectors};

#[cfg(feature = "parquet")]
pub use columns::{KeptColumns, KeptRow};
#[cfg(feature = "parquet")]
pub use table::report_damage_as_errors_only;

use std::io::Read;
use std::path::{Path, PathBuf};

use memory::MemoryLimit;
use sgr_core::graph::GraphRecord;
use stream::source::{self, Bytes};

/// Columns of a table that are to be kept: none in a build without the feature `parquet`, which reads no tables.
#[cfg(not(feature = "parquet"))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptColumns {}

/// The kept values of one row: none in a build without the feature `parquet`, which reads no tables.
#[cfg(not(feature = "parquet"))]
#[derive(Debug, Clone)]
pub enum KeptRow {}

/// A graph, and the values of its row that are to be kept, if any were asked for.
pub type GraphRow = (GraphRecord, Option<KeptRow>);

/// The graphs of a reader.
trait RowIterator: Iterator<Item = Result<GraphRow, InputError>> + Send {
    /// Passes over that many items: without building their graphs, where the format allows it.
    fn pass_over(&mut self, items: u64) {
        (0..items).take_while(|_| self.next().is_some()).for_each(drop);
    }
}

type BoxedRows = Box<dyn RowIterator>;

/// Graphs that must be read to be passed over.
struct ReadThrough<I>(I);

impl<I: Iterator<Item = Result<GraphRow, InputError>>> Iterator for ReadThrough<I> {
    type Item = Result<GraphRow, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<I: Iterator<Item = Result<GraphRow, InputError>> + Send> RowIterator for ReadThrough<I> {}

/// Graphs of one file or folder, one at a time.
#[must_use = "graphs are read as they are asked for"]
pub struct GraphReader {
    path: PathBuf,
    format: Format,
    rows: BoxedRows,
    kept: Option<KeptColumns>,
    has_molecules: bool,
}

impl GraphReader {
    /// The path that was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The format it is read as.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether the graphs are molecules or proteins: by the format, or because a table holds SMILES.
    #[must_use]
    pub fn has_molecules(&self) -> bool {
        self.has_molecules
    }

    /// The columns that are to be kept, if any were asked for.
    #[must_use]
    pub fn kept(&self) -> Option<&KeptColumns> {
        self.kept.as_ref()
    }

    /// Passes over that many items, graphs and problems alike; a table passes over whole row groups without reading them.
    pub fn pass_over(&mut self, items: u64) {
        self.rows.pass_over(items);
    }

    /// The graphs with the values that are to be kept.
    pub fn into_rows(self) -> impl Iterator<Item = Result<GraphRow, InputError>> + Send {
        self.rows
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
        self.rows.next().map(|row| row.map(|(record, _)| record))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

/// Opens a file or folder of graphs; a `format` that is given overrides the name.
///
/// # Errors
/// [`Problem::UnknownFormat`] if the name does not tell the format, [`Problem::Io`] if the file cannot be opened, and any
/// problem of the header for formats that have one.
///
/// ```no_run
/// use sgr_io::input::{ReadOptions, open};
/// for record in open("MUTAG.zip", None, &ReadOptions::default())? {
///     let record = record?;
///     println!("{}: {} nodes", record.id, record.graph.node_count());
/// }
/// # Ok::<(), sgr_io::input::InputError>(())
/// ```
pub fn open(path: impl AsRef<Path>, format: Option<Format>, options: &ReadOptions) -> Result<GraphReader, InputError> {
    let path = path.as_ref();
    let format = match format {
        Some(format) => format,
        None => Format::from_path(path)?,
    };
    match format {
        Format::Tu => {
            refuse_keep(path, format, options)?;
            return Ok(GraphReader {
                path: path.to_owned(),
                format,
                rows: rows_of(tu::open(path, options)?),
                kept: None,
                has_molecules: false,
            });
        }
        _ if format.is_table() => return open_table(path, format, options),
        _ => {}
    }
    read_bytes(path, source::open(path, MemoryLimit::of(options))?, format, options)
}

/// Reads graphs from a stream of bytes, such as standard input, while it flows; `name` stands for the file in errors and
/// in the id of the graph of a format with one graph a file.
///
/// # Errors
/// As for [`open`]; [`Problem::Unexpected`] for [`Format::Tu`], which is several files, and for [`Format::Parquet`], whose end
/// comes first.
///
/// ```
/// use sgr_io::input::{Format, ReadOptions, read};
/// let lines = std::io::Cursor::new("a b\nb c\n");
/// let record = read(lines, "path", Format::EdgeList, &ReadOptions::new())?.next().unwrap()?;
/// assert_eq!((record.id.as_str(), record.graph.edge_count()), ("path", 2));
/// # Ok::<(), sgr_io::input::InputError>(())
/// ```
pub fn read(
    bytes: impl Read + Send + 'static,
    name: &str,
    format: Format,
    options: &ReadOptions,
) -> Result<GraphReader, InputError> {
    read_bytes(Path::new(name), Box::new(bytes), format, options)
}

fn read_bytes(path: &Path, bytes: Bytes, format: Format, options: &ReadOptions) -> Result<GraphReader, InputError> {
    let not_in_streams = |found: &str, wanted: &str| {
        let (found, wanted) = (format!("{found} in a stream"), wanted.to_owned());
        Err(InputError::file(path, Problem::Unexpected { found, wanted }))
    };
    if format.is_table() && format != Format::Parquet {
        return table_of_stream(path, bytes, format, options);
    }
    if options.attributes == Keep::Required && !matches!(format, Format::JsonLines | Format::Tu) {
        let wanted = format!("wanted a format that holds them: {} or {}", Format::Tu, Format::JsonLines);
        return Err(InputError::file(path, Problem::NoAttributes { missing: "attributes of nodes".into(), wanted }));
    }
    if format != Format::Sdf {
        refuse_keep(path, format, options)?;
    }
    let mut kept = None;
    let rows = match format {
        Format::Tu => return not_in_streams("a TU collection", "a folder or a .zip file"),
        Format::Parquet | Format::Arrow | Format::Csv | Format::Tsv | Format::JsonRows => {
            return not_in_streams("a Parquet table", "a file or a folder of files");
        }
        Format::EdgeList => rows_of(text::edge_list::open(path, bytes, options)?),
        Format::Graph6 => rows_of(six_bit::open(path, bytes, &six_bit::GRAPH6, options)?),
        Format::Sparse6 => rows_of(six_bit::open(path, bytes, &six_bit::SPARSE6, options)?),
        Format::MatrixMarket => rows_of(text::matrix_market::open(path, bytes, options)?),
        Format::JsonLines => rows_of(json::json_lines::open(path, bytes, options)?),
        Format::KarateClub => rows_of(json::karateclub::open(path, bytes, options)?),
        Format::Smiles => rows_of(molecules::smiles::open(path, bytes, options)?),
        Format::Sdf => {
            let graphs = molecules::mdl::open(path, bytes, options)?;
            kept = graphs.kept().cloned();
            Box::new(ReadThrough(graphs))
        }
        Format::Pdb => rows_of(molecules::proteins::open_pdb(path, bytes, options)?),
        Format::Mmcif => rows_of(molecules::proteins::open_mmcif(path, bytes, options)?),
    };
    Ok(GraphReader { path: path.to_owned(), format, rows, kept, has_molecules: format.is_molecular() })
}

#[cfg(feature = "parquet")]
fn open_table(path: &Path, format: Format, options: &ReadOptions) -> Result<GraphReader, InputError> {
    let graphs = table::TableGraphs::open(path, format, options)?;
    Ok(reader_of_table(path, format, graphs))
}

#[cfg(feature = "parquet")]
fn reader_of_table(path: &Path, format: Format, graphs: table::TableGraphs) -> GraphReader {
    let (kept, has_molecules) = (graphs.kept().cloned(), graphs.has_molecules());
    GraphReader { path: path.to_owned(), format, rows: Box::new(graphs), kept, has_molecules }
}

#[cfg(feature = "parquet")]
fn table_of_stream(
    path: &Path,
    bytes: Bytes,
    format: Format,
    options: &ReadOptions,
) -> Result<GraphReader, InputError> {
    let graphs = table::TableGraphs::of_stream(path, bytes, format, options)?;
    Ok(reader_of_table(path, format, graphs))
}

#[cfg(not(feature = "parquet"))]
fn table_of_stream(path: &Path, _: Bytes, format: Format, options: &ReadOptions) -> Result<GraphReader, InputError> {
    open_table(path, format, options)
}

#[cfg(not(feature = "parquet"))]
fn open_table(path: &Path, format: Format, _: &ReadOptions) -> Result<GraphReader, InputError> {
    let (found, wanted) = (format!("format {format}"), "a build of sgr with its feature \"parquet\"".to_owned());
    Err(InputError::file(path, Problem::Unexpected { found, wanted }))
}

/// An error if columns are to be kept of a format that has none.
#[cfg(feature = "parquet")]
fn refuse_keep(path: &Path, format: Format, options: &ReadOptions) -> Result<(), InputError> {
    if options.keep.is_empty() {
        return Ok(());
    }
    let (found, wanted) =
        (format!("format {format}"), "a table or an SDF file, whose columns or data fields can be kept".to_owned());
    Err(InputError::file(path, Problem::Unexpected { found, wanted }))
}

#[cfg(not(feature = "parquet"))]
fn refuse_keep(_: &Path, _: Format, _: &ReadOptions) -> Result<(), InputError> {
    Ok(())
}

/// Graphs without anything to keep.
fn rows_of(graphs: impl Iterator<Item = Result<GraphRecord, InputError>> + Send + 'static) -> BoxedRows {
    Box::new(ReadThrough(graphs.map(|graph| graph.map(|graph| (graph, None)))))
}
