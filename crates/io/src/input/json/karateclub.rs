//! karateclub's collections: one JSON dictionary from graph ids to lists of edges.
//!
//! ```text
//! {"0": [[0, 1], [1, 2]], "1": [[0, 1]], …}
//! ```
//! Edges are read as in JSON lines: `[u, v]` or `[u, v, weight]`. The file is read graph by graph, so it may be larger
//! than memory. A bad edge costs its graph; a broken dictionary costs the rest of the file. A key given twice gives two
//! graphs of the same id.

use std::path::{Path, PathBuf};

use super::edges::JsonGraph;
use super::scanner::JsonScanner;
use crate::input::memory::MemoryLimit;
use crate::input::stream::source::Bytes;
use crate::input::{Format, InputError, Problem, ReadOptions, Scope};
use sgr_core::graph::GraphRecord;

pub(in crate::input) fn open(
    path: &Path,
    bytes: Bytes,
    options: &ReadOptions,
) -> Result<impl Iterator<Item = Result<GraphRecord, InputError>> + Send + use<>, InputError> {
    Ok(Dictionary {
        path: path.to_owned(),
        scanner: JsonScanner::new(bytes, MemoryLimit::of(options)),
        graph: JsonGraph::new(options),
        value: Vec::new(),
        place: Place::Start,
    })
}

/// Where in the dictionary we are.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Start,
    AfterGraph,
    End,
}

struct Dictionary {
    path: PathBuf,
    scanner: JsonScanner<Bytes>,
    graph: JsonGraph,
    /// The JSON of the graph being read.
    value: Vec<u8>,
    place: Place,
}

impl Dictionary {
    fn next_graph(&mut self) -> Result<Option<GraphRecord>, InputError> {
        let has_next = match self.place {
            Place::Start => self.enter(),
            Place::AfterGraph => self.pass_comma(),
            Place::End => return Ok(None),
        };
        if !has_next.map_err(|problem| self.in_file(problem))? {
            self.place = Place::End;
            return Ok(None);
        }
        self.place = Place::AfterGraph;
        let (id, line) = self.read_key().map_err(|problem| self.in_file(problem))?;
        self.read_value(id, line)
    }

    fn in_file(&self, problem: Problem) -> InputError {
        InputError::file(&self.path, problem).at_line(self.scanner.line())
    }

    /// Passes the opening brace; whether a key comes.
    fn enter(&mut self) -> Result<bool, Problem> {
        self.scanner.skip_byte_order_mark()?;
        self.expect(b'{', "a dictionary {id: [[u, v], …], …}")?;
        if self.scanner.peek()? == Some(b'}') {
            self.scanner.pass();
            return self.leave();
        }
        Ok(true)
    }

    /// Skips the comma or brace after a graph; whether a key follows.
    fn pass_comma(&mut self) -> Result<bool, Problem> {
        match self.scanner.peek()? {
            Some(b',') => {
                self.scanner.pass();
                Ok(true)
            }
            Some(b'}') => {
                self.scanner.pass();
                self.leave()
            }
            found => Err(unexpected(found, "',' or '}' after a graph")),
        }
    }

    /// Makes sure that nothing follows the dictionary.
    fn leave(&mut self) -> Result<bool, Problem> {
        match self.scanner.peek()? {
            None => Ok(false),
            Some(b'{') => Err(Problem::other_format(b"{", "the end of the file", Format::JsonLines)),
            found => Err(unexpected(found, "the end of the file")),
        }
    }

    fn expect(&mut self, wanted: u8, in_words: &str) -> Result<(), Problem> {
        match self.scanner.peek()? {
            Some(found) if found == wanted => {
                self.scanner.pass();
                Ok(())
            }
            found => Err(unexpected(found, in_words)),
        }
    }

    /// The next key, with the colon after it, and its line.
    fn read_key(&mut self) -> Result<(String, u64), Problem> {
        match self.scanner.peek()? {
            Some(b'"') => {}
            found => return Err(unexpected(found, "a graph's id in quotation marks")),
        }
        let line = self.scanner.line();
        self.scanner.copy_value(&mut self.value)?;
        let key = serde_json::from_slice(&self.value);
        let key = key.map_err(|_| Problem::unexpected(&self.value, "a graph's id as a JSON string"))?;
        self.expect(b':', "':' after a graph's id")?;
        Ok((key, line))
    }

    /// The graph after its key; `key_line` is where that stands.
    fn read_value(&mut self, id: String, key_line: u64) -> Result<Option<GraphRecord>, InputError> {
        let copied = self.scanner.peek().map_err(Problem::from).and_then(|_| {
            let line = self.scanner.line();
            self.scanner.copy_value(&mut self.value).map(|()| line)
        });
        let first_line = copied.map_err(|problem| self.in_file(problem))?;
        let Ok(json) = std::str::from_utf8(&self.value) else {
            let problem = Problem::unexpected(&self.value, "edges in UTF-8");
            return Err(InputError::graph(&self.path, id, problem).at_line(key_line));
        };
        self.graph.begin();
        if let Err(error) = self.graph.read_edges(json, None) {
            let line = first_line + error.line.saturating_sub(1);
            return Err(InputError::graph(&self.path, id, error.problem).at_line(line));
        }
        match self.graph.build() {
            Ok((graph, dropped)) => Ok(Some(GraphRecord { id, label: None, graph, dropped })),
            Err(problem) => Err(InputError::graph(&self.path, id, problem).at_line(key_line)),
        }
    }
}

impl Iterator for Dictionary {
    type Item = Result<GraphRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_graph().transpose();
        if let Some(Err(InputError { scope: Scope::File, .. })) = &next {
            self.place = Place::End;
        }
        next
    }
}

fn unexpected(found: Option<u8>, wanted: &str) -> Problem {
    match found {
        Some(byte) => Problem::unexpected(&[byte], wanted),
        None => Problem::Unexpected { found: "the end of the file".into(), wanted: wanted.to_owned() },
    }
}
