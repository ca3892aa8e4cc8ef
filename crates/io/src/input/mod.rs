//! How does a file become graphs?
//!
//! [`open`] picks the reader by the file's name (or a [`Format`] given by hand; content is never sniffed) and hands
//! back a [`GraphReader`]: an iterator over [`GraphRecord`]s, read one at a time. One file of code per format.
//!
//! An item may be an [`InputError`]. If its [`Scope`] is [`Scope::Graph`], that graph was skipped and reading goes
//! on; if it is [`Scope::File`], nothing more comes from this file. No graph is dropped silently.

mod error;
mod format;
mod json;
mod memory;
mod node_names;
mod options;
mod settings_text;
mod six_bit;
mod stream;
mod text;
mod tu;

pub use error::{InputError, Problem, Remedy, Scope};
pub use format::Format;
pub use options::{Keep, ReadOptions};
pub use settings_text::read_text;

use std::io::Read;
use std::path::{Path, PathBuf};

use memory::MemoryLimit;
use sgr_core::graph::GraphRecord;
use stream::source::{self, Bytes};

/// Graphs of one file or folder, one at a time.
#[must_use = "graphs are read as they are asked for"]
pub struct GraphReader {
    path: PathBuf,
    format: Format,
    graphs: Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send>,
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
    if format == Format::Tu {
        return Ok(GraphReader { path: path.to_owned(), format, graphs: tu::open(path, options)? });
    }
    read_bytes(path, source::open(path, MemoryLimit::of(options))?, format, options)
}

/// Reads graphs from a stream of bytes, such as standard input, while it flows; `name` stands for the file in errors and
/// in the id of the graph of a format with one graph a file.
///
/// # Errors
/// As for [`open`]; [`Problem::Unexpected`] for [`Format::Tu`], which is several files.
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
    if options.attributes == Keep::Required && !matches!(format, Format::JsonLines | Format::Tu) {
        let wanted = format!("wanted a format that holds them: {} or {}", Format::Tu, Format::JsonLines);
        return Err(InputError::file(path, Problem::NoAttributes { missing: "attributes of nodes".into(), wanted }));
    }
    let graphs: Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send> = match format {
        Format::Tu => {
            let (found, wanted) = ("a TU collection in a stream".to_owned(), "a folder or a .zip file".to_owned());
            return Err(InputError::file(path, Problem::Unexpected { found, wanted }));
        }
        Format::EdgeList => Box::new(text::edge_list::open(path, bytes, options)?),
        Format::Graph6 => Box::new(six_bit::open(path, bytes, &six_bit::GRAPH6, options)?),
        Format::Sparse6 => Box::new(six_bit::open(path, bytes, &six_bit::SPARSE6, options)?),
        Format::MatrixMarket => Box::new(text::matrix_market::open(path, bytes, options)?),
        Format::JsonLines => Box::new(json::json_lines::open(path, bytes, options)?),
        Format::KarateClub => Box::new(json::karateclub::open(path, bytes, options)?),
    };
    Ok(GraphReader { path: path.to_owned(), format, graphs })
}
