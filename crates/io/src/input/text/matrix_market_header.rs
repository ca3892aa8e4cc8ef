//! The first lines of a Matrix Market file: kind and size of the matrix.

use std::io::Read;
use std::path::Path;

use crate::input::stream::lines::Lines;
use crate::input::{InputError, Problem, ReadOptions};

const SIZES: &str = "a line with rows, columns and entries";

/// The value of an entry, next to its row and column.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Field {
    Pattern,
    Integer,
    Real,
}

/// The declarations of the first lines.
#[derive(Clone, Copy)]
pub(super) struct Header {
    pub(super) field: Field,
    /// Whether one triangle stands for both.
    pub(super) symmetric: bool,
    pub(super) nodes: u32,
    pub(super) entries: u64,
    /// Line of the three sizes.
    pub(super) line: u64,
}

/// Reads as far as the line with the sizes.
pub(super) fn read_header<R: Read>(
    path: &Path,
    lines: &mut Lines<R>,
    options: &ReadOptions,
) -> Result<Header, InputError> {
    let banner = lines.next_line().map_err(|problem| InputError::reading(path, problem, 1))?.unwrap_or_default();
    let (field, symmetric) =
        read_banner(banner, options).map_err(|problem| InputError::file(path, problem).at_line(1))?;
    loop {
        let number = lines.number() + 1;
        let sizes = match lines.next_line().map_err(|problem| InputError::reading(path, problem, number))? {
            Some(line) if is_skipped(line) => continue,
            Some(line) => read_sizes(line, options),
            None => {
                Err(Problem::Missing { missing: "the size of the matrix".into(), wanted: format!("wanted {SIZES}") })
            }
        };
        return match sizes {
            Ok((nodes, entries)) => Ok(Header { field, symmetric, nodes, entries, line: number }),
            Err(problem) => Err(InputError::file(path, problem).at_line(number)),
        };
    }
}

/// The number of nodes and of entries that the file declares.
fn read_sizes(line: &[u8], options: &ReadOptions) -> Result<(u32, u64), Problem> {
    let sizes: Vec<Option<u64>> = fields(line).take(4).map(number).collect();
    let [Some(rows), Some(columns), Some(entries)] = sizes[..] else { return Err(Problem::unexpected(line, SIZES)) };
    if rows != columns {
        let found = format!("a {rows} × {columns} matrix");
        return Err(Problem::Unexpected { found, wanted: "a square one".into() });
    }
    match u32::try_from(rows) {
        Ok(nodes) if rows <= options.max_declared_nodes as u64 => Ok((nodes, entries)),
        _ => Err(Problem::TooLarge { what: "nodes", declared: rows, limit: options.max_declared_nodes as u64 }),
    }
}

/// The kind of values and whether one triangle stands for both, from the first line.
fn read_banner(line: &[u8], options: &ReadOptions) -> Result<(Field, bool), Problem> {
    let words: Vec<Vec<u8>> = fields(line).take(6).map(<[u8]>::to_ascii_lowercase).collect();
    let wanted = "%%MatrixMarket matrix coordinate pattern|integer|real symmetric|general";
    let [banner, object, layout, field, symmetry] = &words[..] else { return Err(Problem::unexpected(line, wanted)) };
    if banner != b"%%matrixmarket" || object != b"matrix" {
        return Err(Problem::unexpected(line, wanted));
    }
    if layout != b"coordinate" {
        return Err(Problem::unexpected(layout, "coordinate"));
    }
    let field = match field.as_slice() {
        b"pattern" => Field::Pattern,
        b"integer" => Field::Integer,
        b"real" => Field::Real,
        other => return Err(Problem::unexpected(other, "pattern, integer or real")),
    };
    let symmetric = match symmetry.as_slice() {
        b"symmetric" => true,
        b"general" => false,
        other => return Err(Problem::unexpected(other, "symmetric or general")),
    };
    if field == Field::Pattern && options.weights {
        let wanted = "wanted an integer or real matrix, and this one is a pattern".into();
        return Err(Problem::NoWeights { missing: "the value of the entries".into(), wanted });
    }
    Ok((field, symmetric))
}

/// Blank lines and comments.
pub(super) fn is_skipped(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), None | Some(b'%'))
}

/// The words of a line.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}

/// A word as a number.
pub(super) fn number(field: &[u8]) -> Option<u64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}
