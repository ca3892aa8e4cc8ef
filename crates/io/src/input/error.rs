use std::io;
use std::path::{Path, PathBuf};

use sgr_core::graph::GraphError;

/// How much of the input an error costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One graph was skipped; reading goes on with the next.
    Graph,
    /// Nothing more can be read from this file.
    File,
}

/// What is wrong with the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file could not be opened or read; a truncated .gz, .zst or .zip ends here too.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The zip archive is damaged.
    #[error("damaged zip archive: {0}")]
    Zip(String),
    /// The name does not tell the format.
    #[error("the name does not tell the format; wanted {wanted}, or --format")]
    UnknownFormat {
        /// The endings that are known.
        wanted: String,
    },
    /// Something other than what the format asks for.
    #[error("found {found}, wanted {wanted}")]
    Unexpected {
        /// What was found, shortened if long.
        found: String,
        /// What was wanted.
        wanted: String,
    },
    /// A part of the input that must be there is not.
    #[error("{missing} is missing; {wanted}")]
    Missing {
        /// What is not there.
        missing: String,
        /// What was wanted or can be done.
        wanted: String,
    },
    /// A declared size beyond the limit.
    #[error("declares {declared} {what}, wanted at most {limit}")]
    TooLarge {
        /// What was declared.
        what: &'static str,
        /// How many.
        declared: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The input is directed.
    #[error("directed input ({found}); add --directed-as undirected to forget the directions")]
    Directed {
        /// How it shows.
        found: String,
    },
    /// A graph without nodes has no spectrum.
    #[error("the graph has no nodes, so no spectrum")]
    EmptyGraph,
    /// Edge lines of a TU collection that come back to an earlier graph.
    #[error(
        "found an edge of graph {graph} after edges of graph {after}, wanted edge lines grouped by graph, or --gather"
    )]
    NotGrouped {
        /// The graph of this line.
        graph: u64,
        /// The later graph that had begun.
        after: u64,
    },
    /// The edges do not make a graph.
    #[error("{0}")]
    Graph(#[from] GraphError),
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
    /// What is wrong.
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

    /// An error that costs one graph of `path`.
    pub(crate) fn graph(path: &Path, graph: impl Into<String>, problem: impl Into<Problem>) -> Self {
        let problem = problem.into();
        let line = match &problem {
            Problem::Graph(error) => error.position(),
            _ => None,
        };
        Self { line, graph: Some(graph.into()), scope: Scope::Graph, ..Self::file(path, problem) }
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
        write!(formatter, "{}", self.path.display())?;
        if let Some(entry) = &self.entry {
            write!(formatter, ":{entry}")?;
        }
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        if let Some(graph) = &self.graph {
            write!(formatter, ": graph {graph}")?;
        }
        write!(formatter, ": {}", self.problem)
    }
}

impl std::error::Error for InputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}

impl Problem {
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
