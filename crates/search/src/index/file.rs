//! Index files, written and read; the format is in `docs/reference/index-file.md`.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use sgr_core::text::shown;
use sgr_io::output::{AtomicFile, OutputError};

use super::cells_file;
use super::columns::Column;
use super::header::{ColumnHeader, Header, Section};
use super::texts::Texts;
use super::values::{Values, map};
use super::{Columns, Index, IndexError};
use crate::distance::{Distance, Preparation, refuse_negative};
use crate::rows::Rows;

/// The first bytes of an index file.
const MAGIC: &[u8; 8] = b"SGRINDEX";
/// The version of files without statistics.
const PLAIN_VERSION: u32 = 1;
/// The version of files with the statistics that their distance needs.
const STATISTICS_VERSION: u32 = 2;
/// The version of files with cells, with statistics or without.
const VERSION: u32 = 3;
/// Magic, version, checksum of the header, length of the header.
const PREFIX: usize = 24;
/// Sections begin at multiples of this: a cache line, and any alignment of numbers.
const ALIGNMENT: usize = 64;

/// Writes an index.
pub(super) fn save(index: &Index, path: &Path) -> Result<(), IndexError> {
    let statistics = Some(index.preparation.statistics()).filter(|statistics| !statistics.is_empty());
    let mut sections: Vec<Bytes<'_>> = statistics.map(Bytes::Numbers).into_iter().collect();
    sections.extend([Bytes::Numbers(index.values.as_slice()), Bytes::texts(&index.ids)]);
    for (_, column) in index.columns.iter() {
        sections.push(Bytes::texts(&column.texts));
        sections.push(Bytes::Codes(&column.codes));
    }
    let columns_end = sections.len();
    sections.extend(index.cells.iter().flat_map(cells_file::sections));
    let described: Vec<Section> = sections.iter().map(Bytes::described).collect();
    let (described, cells) = described.split_at(columns_end);
    let (statistics, described) = described.split_at(usize::from(statistics.is_some()));
    let columns = index.columns.iter().zip(described[2..].chunks_exact(2)).map(|((name, column), sections)| {
        let (texts, codes) = (sections[0], sections[1]);
        ColumnHeader { name: name.clone(), count: column.texts.len() as u64, texts, codes }
    });
    let header = Header {
        distance: index.distance().name().to_owned(),
        dimensions: index.dimensions as u64,
        rows: index.len() as u64,
        source: index.source.clone(),
        statistics: statistics.first().copied(),
        vectors: described[0],
        ids: described[1],
        columns: columns.collect(),
        cells: cells_file::header(cells),
    };
    let mut file = AtomicFile::create(path)?;
    write(&mut file, &header, &sections).map_err(OutputError::at(path))?;
    Ok(file.commit()?)
}

fn write(file: &mut AtomicFile, header: &Header, sections: &[Bytes<'_>]) -> io::Result<()> {
    let version = header_version(header);
    let header = serde_json::to_vec(header)?;
    file.write_all(MAGIC)?;
    file.write_all(&version.to_le_bytes())?;
    file.write_all(&crc32fast::hash(&header).to_le_bytes())?;
    file.write_all(&(header.len() as u64).to_le_bytes())?;
    file.write_all(&header)?;
    let mut at = PREFIX + header.len();
    for section in sections {
        file.write_all(&[0; ALIGNMENT][..padding(at)])?;
        at += padding(at);
        section.pieces(|piece| file.write_all(piece))?;
        at += section.len();
    }
    Ok(())
}

/// The version of a file with that header.
fn header_version(header: &Header) -> u32 {
    match (&header.cells, header.statistics) {
        (Some(_), _) => VERSION,
        (None, Some(_)) => STATISTICS_VERSION,
        (None, None) => PLAIN_VERSION,
    }
}

/// Zeros from a position to the next section.
fn padding(at: usize) -> usize {
    at.next_multiple_of(ALIGNMENT) - at
}

/// The content of a section.
pub(super) enum Bytes<'a> {
    Numbers(&'a [f32]),
    Made(Vec<f32>),
    Small(&'a [i8]),
    Codes(&'a [u32]),
    Texts(Vec<u8>),
}

impl Bytes<'_> {
    /// Each text after its length.
    fn texts(texts: &Texts) -> Self {
        let mut bytes = Vec::new();
        for text in texts.iter() {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        Self::Texts(bytes)
    }

    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => 4 * numbers.len(),
            Self::Made(numbers) => 4 * numbers.len(),
            Self::Small(codes) => codes.len(),
            Self::Codes(codes) => 4 * codes.len(),
            Self::Texts(bytes) => bytes.len(),
        }
    }

    fn described(&self) -> Section {
        let mut hasher = crc32fast::Hasher::new();
        let hashed: io::Result<()> = self.pieces(|piece| {
            hasher.update(piece);
            Ok(())
        });
        debug_assert!(hashed.is_ok());
        Section { bytes: self.len() as u64, crc32: hasher.finalize() }
    }

    /// Hands on the bytes piece by piece.
    fn pieces(&self, mut give: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        /// 64 kB, the size of a file's buffer.
        const AT_ONCE: usize = 16 * 1024;
        fn encoded<T: Copy>(values: &[T], encode: impl Fn(T) -> [u8; 4]) -> Vec<u8> {
            values.iter().flat_map(|&value| encode(value)).collect()
        }
        match self {
            Self::Texts(bytes) => give(bytes),
            Self::Small(codes) => give(bytemuck::cast_slice(codes)),
            Self::Made(numbers) => Bytes::Numbers(numbers).pieces(give),
            Self::Numbers(numbers) => {
                numbers.chunks(AT_ONCE).try_for_each(|numbers| give(&encoded(numbers, f32::to_le_bytes)))
            }
            Self::Codes(codes) => codes.chunks(AT_ONCE).try_for_each(|codes| give(&encoded(codes, u32::to_le_bytes))),
        }
    }
}

/// Opens and checks an index.
pub(super) fn open(path: &Path) -> Result<Index, IndexError> {
    let file = File::open(path).map_err(IndexError::at(path))?;
    let is_file = file.metadata().map_err(IndexError::at(path))?.is_file();
    if !is_file {
        return Err(IndexError::Foreign {
            path: path.to_owned(),
            found: "no bytes: it is no ordinary file".to_owned(),
        });
    }
    let map = Arc::new(map(&file).map_err(IndexError::at(path))?);
    Reader { path, map: &map, at: 0 }.index()
}

/// A file on its way to an index.
pub(super) struct Reader<'a> {
    path: &'a Path,
    map: &'a Arc<Mmap>,
    /// Where the next section ends the one before.
    at: usize,
}

impl<'a> Reader<'a> {
    /// The bytes of the next section, of any length.
    pub(super) fn bytes(&mut self, place: &str, section: Section) -> Result<&'a [u8], IndexError> {
        let map: &'a Mmap = self.map;
        Ok(&map[self.section(place, section, None)?])
    }

    pub(super) fn damaged(&self, place: &str, found: impl ToString, wanted: impl ToString) -> IndexError {
        let (found, wanted) = (found.to_string(), wanted.to_string());
        IndexError::Damaged { path: self.path.to_owned(), place: place.to_owned(), found, wanted }
    }

    fn index(mut self) -> Result<Index, IndexError> {
        let header = self.header()?;
        let distance: Distance =
            header.distance.parse().map_err(|error| self.damaged("header", error, "a known distance"))?;
        let whole = |number: u64| {
            usize::try_from(number).map_err(|_| self.damaged("header", "a number beyond this machine", "smaller ones"))
        };
        let (dimensions, rows) = (whole(header.dimensions)?, whole(header.rows)?);
        let preparation = self.preparation(distance, dimensions, header.statistics)?;
        let width = preparation
            .width(dimensions)
            .map_err(|error| self.damaged("statistics", error, "those of the distance"))?;
        let numbers = rows.checked_mul(width).and_then(|numbers| numbers.checked_mul(4));
        let numbers = numbers.ok_or_else(|| self.damaged("header", format!("{rows} rows"), "fewer"))?;
        let vectors = self.section("vectors", header.vectors, Some(numbers))?;
        let values = Values::in_file(self.map, vectors);
        Rows::new(values.as_slice(), width)
            .and_then(|rows| refuse_negative(distance, rows))
            .map_err(|error| self.damaged("vectors", error, "numbers that have this distance"))?;
        let ids = self.section("ids", header.ids, None)?;
        let ids = self.texts("ids", ids, rows)?;
        let mut columns = Columns::new();
        for ColumnHeader { name, count, texts, codes } in header.columns {
            let place = format!("column \"{}\"", shown(&name));
            let texts = self.section(&place, texts, None)?;
            let texts = self.texts(&place, texts, usize::try_from(count).unwrap_or(usize::MAX))?;
            let codes = self.section(&place, codes, rows.checked_mul(4))?;
            let codes = self.map[codes].as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
            let column = Column { codes: codes.collect(), texts };
            if let Some(code) = column.codes.iter().find(|&&code| code as usize > column.texts.len()) {
                return Err(self.damaged(&place, format!("code {code}"), format!("at most {count}")));
            }
            columns.insert(name, column);
        }
        let cells = header.cells.map(|cells| cells_file::read(&mut self, &cells, rows, width)).transpose()?;
        match self.map.len().checked_sub(self.at) {
            Some(0) => Ok(Index { preparation, dimensions, source: header.source, values, ids, columns, cells }),
            _ => Err(self.damaged("end", format!("{} bytes", self.map.len()), format!("{} bytes", self.at))),
        }
    }

    /// The distance with the statistics that it needs.
    fn preparation(
        &mut self,
        distance: Distance,
        dimensions: usize,
        statistics: Option<Section>,
    ) -> Result<Preparation, IndexError> {
        let bytes = statistics.map(|section| self.section("statistics", section, None)).transpose()?;
        let bytes = bytes.map_or(&[][..], |bytes| &self.map[bytes]);
        let (numbers, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(self.damaged("statistics", format!("{} bytes", bytes.len()), "a multiple of 4"));
        }
        let numbers: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let preparation = Preparation::of_kept(distance, dimensions, &numbers);
        preparation.map_err(|error| self.damaged("statistics", error, "those of the distance"))
    }

    /// Magic, version and header.
    fn header(&mut self) -> Result<Header, IndexError> {
        let bytes = &self.map[..];
        if !bytes.starts_with(MAGIC) {
            let found = match bytes {
                [] => "nothing".to_owned(),
                _ => format!("\"{}\"", shown(&String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]))),
            };
            return Err(IndexError::Foreign { path: self.path.to_owned(), found });
        }
        let Some((prefix, rest)) = bytes.split_at_checked(PREFIX) else {
            return Err(self.damaged("beginning", format!("{} bytes", bytes.len()), format!("at least {PREFIX}")));
        };
        let number = |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
        let version = number(8);
        if !(PLAIN_VERSION..=VERSION).contains(&version) {
            return Err(IndexError::Version { path: self.path.to_owned(), found: version, wanted: VERSION });
        }
        let length = u64::from(number(16)) | u64::from(number(20)) << 32;
        let header = usize::try_from(length).ok().and_then(|length| rest.get(..length));
        let Some(header) = header else {
            return Err(self.damaged("header", format!("{} bytes", rest.len()), format!("{length} bytes")));
        };
        self.check_sum("header", header, number(12))?;
        self.at = PREFIX + header.len();
        let wanted = format!("the keys of version {version}");
        let header: Header = serde_json::from_slice(header).map_err(|error| self.damaged("header", error, &wanted))?;
        match header_version(&header) == version {
            true => Ok(header),
            false => Err(self.damaged("header", "the keys statistics and cells of another version", wanted)),
        }
    }

    /// The bytes of the next section, which have its checksum, and the length that they must have.
    fn section(&mut self, place: &str, section: Section, wanted: Option<usize>) -> Result<Range<usize>, IndexError> {
        let length = usize::try_from(section.bytes).unwrap_or(usize::MAX);
        if let Some(wanted) = wanted.filter(|wanted| *wanted != length) {
            return Err(self.damaged(place, format!("{length} bytes"), format!("{wanted} bytes")));
        }
        let start = self.at + padding(self.at);
        let end = start.checked_add(length).filter(|end| *end <= self.map.len());
        let Some(end) = end else {
            let found = self.map.len().saturating_sub(start);
            return Err(self.damaged(place, format!("{found} bytes"), format!("{length} bytes")));
        };
        if self.map[self.at..start].iter().any(|byte| *byte != 0) {
            return Err(self.damaged(place, "other bytes before it", "zeros"));
        }
        self.check_sum(place, &self.map[start..end], section.crc32)?;
        self.at = end;
        Ok(start..end)
    }

    fn check_sum(&self, place: &str, bytes: &[u8], wanted: u32) -> Result<(), IndexError> {
        let found = crc32fast::hash(bytes);
        let shown = |sum: u32| format!("the checksum {sum:08x}");
        if found == wanted { Ok(()) } else { Err(self.damaged(place, shown(found), shown(wanted))) }
    }

    /// That many texts, each after its length.
    fn texts(&self, place: &str, bytes: Range<usize>, count: usize) -> Result<Texts, IndexError> {
        let mut rest = &self.map[bytes];
        let mut texts = Texts::default();
        while let Some((length, tail)) = rest.split_first_chunk::<4>() {
            let length = u32::from_le_bytes(*length) as usize;
            let Some((text, tail)) = tail.split_at_checked(length) else {
                return Err(self.damaged(place, format!("{} bytes", tail.len()), format!("a text of {length}")));
            };
            texts.push(std::str::from_utf8(text).map_err(|error| self.damaged(place, error, "UTF-8"))?);
            rest = tail;
        }
        if texts.len() != count || !rest.is_empty() {
            let found = format!("{} texts and {} more bytes", texts.len(), rest.len());
            return Err(self.damaged(place, found, format!("{count} texts")));
        }
        Ok(texts)
    }
}
