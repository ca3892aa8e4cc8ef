//! NumPy array files.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use super::{StoredVectors, check_count, ids_csv, label_column};
use crate::input::Problem;
use crate::input::error::quoted;

/// The longest header that is read: NumPy's own take 128 bytes for tables of any size.
const LONGEST_HEADER: usize = 1 << 16;

/// What the header of an array file says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The type, such as `<f4`.
    pub(super) descr: String,
    pub(super) shape: Vec<usize>,
}

pub(super) fn read(path: &Path, max_memory: u64) -> Result<StoredVectors, Problem> {
    let mut file = BufReader::new(File::open(path)?);
    let (values, dimensions) = read_vectors(&mut file, max_memory)?;
    let path = ids_path(path);
    let (ids, labels) = ids_csv::read(&path, max_memory)?;
    check_count(&format!("ids in {}", path.display()), ids.len(), values.len() / dimensions)?;
    Ok(StoredVectors { values, dimensions, ids, columns: label_column(labels) })
}

/// A table of numbers of single or double precision.
pub(super) fn read_vectors(file: &mut impl Read, max_memory: u64) -> Result<(Vec<f32>, usize), Problem> {
    let header = read_header(file)?;
    let [rows, dimensions] = header.shape[..] else {
        let found = format!("an array of shape {:?}", header.shape);
        return Err(Problem::Unexpected { found, wanted: "vectors × dimensions".to_owned() });
    };
    if dimensions == 0 {
        let wanted = "at least 1".to_owned();
        return Err(Problem::Unexpected { found: "vectors of 0 dimensions".to_owned(), wanted });
    }
    let values = match header.descr.as_str() {
        "<f4" => numbers(file, rows, dimensions, max_memory, f32::from_le_bytes)?,
        "<f8" => numbers(file, rows, dimensions, max_memory, |bytes| f64::from_le_bytes(bytes) as f32)?,
        other => return Err(unexpected_type(other, "<f4 or <f8")),
    };
    Ok((values, dimensions))
}

pub(super) fn unexpected_type(found: &str, wanted: &str) -> Problem {
    Problem::Unexpected { found: format!("an array of type {}", quoted(found.as_bytes())), wanted: wanted.to_owned() }
}

/// The numbers of an array, `width` in each of the rows, and not a byte more.
pub(super) fn numbers<const BYTES: usize, T>(
    file: &mut impl Read,
    rows: usize,
    width: usize,
    max_memory: u64,
    decode: impl Fn([u8; BYTES]) -> T,
) -> Result<Vec<T>, Problem> {
    const AT_ONCE: usize = 1 << 14;
    let count = rows.checked_mul(width);
    let needed = count.and_then(|count| count.checked_mul(size_of::<T>())).map_or(u64::MAX, |bytes| bytes as u64);
    if needed > max_memory {
        return Err(Problem::TooMuchMemory { needed, limit: max_memory });
    }
    let count = count.unwrap_or(0);
    let (mut numbers, mut bytes) = (Vec::new(), vec![0; BYTES * AT_ONCE]);
    while numbers.len() < count {
        let bytes = &mut bytes[..BYTES * AT_ONCE.min(count - numbers.len())];
        file.read_exact(bytes)?;
        numbers.extend(bytes.as_chunks::<BYTES>().0.iter().map(|bytes| decode(*bytes)));
    }
    if file.read(&mut [0])? > 0 {
        let wanted = format!("{count} numbers");
        return Err(Problem::Unexpected { found: "more bytes after the array".to_owned(), wanted });
    }
    Ok(numbers)
}

/// The header of an array file of version 1 or 2.
pub(super) fn read_header(file: &mut impl Read) -> Result<Header, Problem> {
    let mut start = [0; 8];
    file.read_exact(&mut start)?;
    if &start[..6] != b"\x93NUMPY" {
        return Err(Problem::unexpected(&start, "a NumPy array, which begins with \\x93NUMPY"));
    }
    let length = match start[6] {
        1 => {
            let mut length = [0; 2];
            file.read_exact(&mut length)?;
            usize::from(u16::from_le_bytes(length))
        }
        2 => {
            let mut length = [0; 4];
            file.read_exact(&mut length)?;
            u32::from_le_bytes(length) as usize
        }
        other => return Err(Problem::Unexpected { found: format!("version {other}"), wanted: "1 or 2".to_owned() }),
    };
    if length > LONGEST_HEADER {
        let found = format!("a header of {length} bytes");
        return Err(Problem::Unexpected { found, wanted: format!("at most {LONGEST_HEADER}") });
    }
    let mut text = vec![0; length];
    file.read_exact(&mut text)?;
    parse_header(&text).ok_or_else(|| Problem::unexpected(&text, "descr, fortran_order False and shape"))
}

/// A Python dictionary of three keys.
fn parse_header(text: &[u8]) -> Option<Header> {
    let text = std::str::from_utf8(text).ok()?;
    let after = |key: &str| text.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim_start());
    let descr = after("descr")?.strip_prefix('\'')?.split_once('\'')?.0.to_owned();
    if !after("fortran_order")?.starts_with("False") {
        return None;
    }
    let shape = after("shape")?.strip_prefix('(')?.split_once(')')?.0;
    let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
    Some(Header { descr, shape: lengths.map(|length| length.parse().ok()).collect::<Option<_>>()? })
}

/// `vectors.npy` → `vectors.npy.ids.csv`.
#[must_use]
pub fn ids_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".ids.csv");
    name.into()
}
