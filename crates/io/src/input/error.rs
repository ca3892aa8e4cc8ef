//! Problems of graph files: facts, their places, and the remedies that a caller of the readers has.

use std::io;
use std::path::{Path, PathBuf};

use sgr_core::graph::{EmptyGraph, GraphError};

use super::Format;
use sgr_core::text::{shown, shown_path};

/// How much of the input an error costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One graph was skipped; reading goes on with the next.
    Graph,
    /// Nothing more can be read from this file.
    File,
}

/// A setting of the reader that would get past a problem. Front ends spell it in their own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// State the format: neither the name nor a setting determines it.
    StateFormat,
    /// Read the file as this format.
    UseFormat(Format),
    /// Read without weights.
    IgnoreWeights,
    /// Read without attributes.
    IgnoreAttributes,
    /// Accept directed input and forget the directions.
    ForgetDirections,
    /// Read all edges before the first graph.
    Gather,
    /// State whether the first line names the columns, or is what each line holds.
    StateHeader(&'static str),
    /// Allow more memory.
    AllowMemory,
}

/// A fault of the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file could not be opened or read; a truncated .gz, .zst or .zip ends here too.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The zip archive is damaged.
    #[error("damaged zip archive: {}", shown(.0))]
    Zip(String),
    /// The name does not tell the format.
    #[error("the name does not tell the format; wanted {wanted}")]
    UnknownFormat {
        /// The endings that are known.
        wanted: String,
    },
    /// Text that does not follow the format.
    #[error("found {found}, wanted {wanted}")]
    Unexpected {
        /// The text found, shortened if long.
        found: String,
        /// The text wanted.
        wanted: String,
    },
    /// A part of the input that must be there is not.
    #[error("{missing} is missing; {wanted}")]
    Missing {
        /// The missing part.
        missing: String,
        /// The wanted part, or a way out.
        wanted: String,
    },
    /// Weights were asked for, and the input has none.
    #[error("{missing} is missing; {wanted}")]
    NoWeights {
        /// The missing part.
        missing: String,
        /// The text wanted.
        wanted: String,
    },
    /// Attributes were asked for, and the input has none.
    #[error("{missing} is missing; {wanted}")]
    NoAttributes {
        /// The missing part.
        missing: String,
        /// The text wanted.
        wanted: String,
    },
    /// The content belongs to another format.
    #[error("found {found}, wanted {wanted}")]
    OtherFormat {
        /// The text found, shortened if long.
        found: String,
        /// The text wanted.
        wanted: &'static str,
        /// The format that it belongs to.
        format: Format,
    },
    /// The first line of an edge list, or of a list of SMILES, looks like the names of its columns, and no setting says whether it is.
    #[error("found {found}, which looks like a header, wanted {wanted}")]
    HeaderLine {
        /// The line, shortened if long.
        found: String,
        /// What each line holds.
        wanted: &'static str,
    },
    /// A declared size beyond the limit.
    #[error("declares {declared} {what}, wanted at most {limit}")]
    TooLarge {
        /// The things declared, in the plural.
        what: &'static str,
        /// How many.
        declared: u64,
        /// The limit in force.
        limit: u64,
    },
    /// A file that is too long for its purpose.
    #[error("found more than {limit} bytes, wanted at most that many")]
    TooLong {
        /// The limit in bytes.
        limit: u64,
    },
    /// Reading would take more memory than the limit.
    #[error("reading takes {needed} bytes of memory, wanted at most {limit}")]
    TooMuchMemory {
        /// Bytes that the next step would take.
        needed: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The input is directed.
    #[error("directed input ({found})")]
    Directed {
        /// How it shows.
        found: String,
    },
    /// A graph without nodes has no spectrum.
    #[error("{EmptyGraph}")]
    EmptyGraph,
    /// Edge lines of a TU collection that come back to an earlier graph.
    #[error("found an edge of graph {graph} after edges of graph {after}, wanted edge lines grouped by graph")]
    NotGrouped {
        /// The graph of this line.
        graph: u64,
        /// The later graph that had begun.
        after: u64,
    },
    /// A value of a column of a table that cannot be part of a graph.
    #[error("column \"{}\": found {found}, wanted {wanted}", shown(column))]
    Column {
        /// The column.
        column: String,
        /// The value.
        found: String,
        /// A value that would do.
        wanted: String,
    },
    /// The columns of a table hold no graphs.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Layout(super::columns::LayoutError),
    /// A damaged file of columns.
    #[error("damaged {format} file: {}", shown(cause))]
    Damaged {
        /// The format.
        format: Format,
        /// What its decoder says.
        cause: String,
    },
    /// The edges do not make a graph.
    #[error("{text}")]
    Graph {
        /// The error, with our numbers of nodes.
        error: GraphError,
        /// The error as a sentence, with nodes and places as the file has them.
        text: String,
    },
}

/// An error with the place where it was found: file, entry of an archive, line, graph.
#[derive(Debug)]
pub struct InputError {
    /// The file or folder.
    pub path: PathBuf,
    /// The file inside an archive or folder.
    pub entry: Option<String>,
    /// The line, counted from 1.
    pub line: Option<u64>,
    /// The graph, by its id.
    pub graph: Option<String>,
    /// How much of the input it costs.
    pub scope: Scope,
    /// The fault.
    pub problem: Problem,
}

impl InputError {
    /// An error that ends the reading of `path`.
    pub(crate) fn file(path: &Path, problem: impl Into<Problem>) -> Self {
        Self {
            path: path.to_owned(),
            entry: None,
            line: None,
            graph: None,
            scope: Scope::File,
            problem: problem.into(),
        }
    }

    /// An error of reading a line. The line is of interest where it takes too much memory; an error of the system has its own
    /// place.
    pub(crate) fn reading(path: &Path, problem: Problem, line: u64) -> Self {
        let is_of_line = matches!(problem, Problem::TooMuchMemory { .. });
        let error = Self::file(path, problem);
        if is_of_line { error.at_line(line) } else { error }
    }

    /// An error that costs one graph of `path`.
    pub(crate) fn graph(path: &Path, graph: impl Into<String>, problem: impl Into<Problem>) -> Self {
        let problem = problem.into();
        let line = match &problem {
            Problem::Graph { error, .. } => error.position(),
            _ => None,
        };
        Self { line, graph: Some(graph.into()), scope: Scope::Graph, ..Self::file(path, problem) }
    }

    /// The setting that gets past the problem, if there is one.
    #[must_use]
    pub fn remedy(&self) -> Option<Remedy> {
        self.problem.remedy()
    }

    /// The same error, at a line (counted from 1).
    pub(crate) fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The same error, inside a file of an archive or folder.
    pub(crate) fn in_entry(mut self, entry: &str) -> Self {
        self.entry = Some(entry.to_owned());
        self
    }
}

impl std::fmt::Display for InputError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", shown_path(&self.path))?;
        if let Some(entry) = &self.entry {
            write!(formatter, ":{}", shown(entry))?;
        }
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        if let Some(graph) = &self.graph {
            write!(formatter, ": graph {}", shown(graph))?;
        }
        write!(formatter, ": {}", self.problem)
    }
}

// No `source`: the text contains the problem, and a printer of chains would repeat it.
impl std::error::Error for InputError {}

impl From<GraphError> for Problem {
    fn from(error: GraphError) -> Self {
        Self::graph(error, &|node| node.to_string(), "on line")
    }
}

impl Problem {
    /// The setting that gets past the problem, if there is one.
    #[must_use]
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::UnknownFormat { .. } => Some(Remedy::StateFormat),
            Self::OtherFormat { format, .. } => Some(Remedy::UseFormat(*format)),
            Self::NoWeights { .. } => Some(Remedy::IgnoreWeights),
            Self::NoAttributes { .. } => Some(Remedy::IgnoreAttributes),
            Self::Directed { .. } => Some(Remedy::ForgetDirections),
            Self::NotGrouped { .. } => Some(Remedy::Gather),
            Self::HeaderLine { wanted, .. } => Some(Remedy::StateHeader(wanted)),
            Self::TooMuchMemory { .. } => Some(Remedy::AllowMemory),
            Self::Io(_)
            | Self::Zip(_)
            | Self::Unexpected { .. }
            | Self::Missing { .. }
            | Self::TooLarge { .. }
            | Self::TooLong { .. }
            | Self::EmptyGraph
            | Self::Column { .. }
            | Self::Damaged { .. }
            | Self::Graph { .. } => None,
            #[cfg(feature = "parquet")]
            Self::Layout(_) => None,
        }
    }

    /// [`Problem::Graph`] with nodes by the names that the file gives them; `place` goes before a position: `on line`.
    pub(crate) fn graph(error: GraphError, name: &dyn Fn(u32) -> String, place: &str) -> Self {
        let text = error.describe(name, &|position| format!("{place} {position}"));
        Self::Graph { error, text }
    }

    /// [`Problem::OtherFormat`] from raw bytes.
    pub(crate) fn other_format(found: &[u8], wanted: &'static str, format: Format) -> Self {
        Self::OtherFormat { found: quoted(found), wanted, format }
    }

    /// [`Problem::Unexpected`] from raw bytes: shown as text, cut after 40 characters.
    pub(crate) fn unexpected(found: &[u8], wanted: impl Into<String>) -> Self {
        Self::Unexpected { found: quoted(found), wanted: wanted.into() }
    }
}

/// Bytes as a short quoted text for an error message; invalid UTF-8 is shown as escapes.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let shown: String = match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().take(SHOWN).flat_map(char::escape_debug).collect(),
        Err(_) => bytes.iter().take(SHOWN).flat_map(|byte| byte.escape_ascii()).map(char::from).collect(),
    };
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{shown}{more}\"")
}
