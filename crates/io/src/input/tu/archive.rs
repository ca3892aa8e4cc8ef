//! A .zip archive, whose directory is read once.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use hashbrown::HashSet;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::input::stream::read_ahead::ReadAhead;
use crate::input::{InputError, Problem};
use sgr_core::text::shown;

/// Entries below this size are not worth a thread.
const SMALL_ENTRY: u64 = 1 << 18;

/// Compressed bytes for each read of the file. A small archive is read at once.
const BUFFER: usize = 1 << 16;

/// An archive, and how its entries are read.
#[derive(Debug)]
pub(super) struct Archive(ZipArchive<ArchiveBytes>);

impl Archive {
    /// Opens an archive, and gives the names of the files in it.
    pub(super) fn open(path: &Path) -> Result<(Self, Vec<String>), InputError> {
        let bytes = ArchiveBytes::open(path.into()).map_err(|error| InputError::file(path, error))?;
        let damaged = |error: ZipError| InputError::file(path, Problem::Zip(error.to_string()));
        let mut archive = ZipArchive::new(bytes).map_err(damaged)?;
        let names = checked_names(path, &mut archive)?;
        Ok((Self(archive), names))
    }

    /// The bytes of an entry: small ones are unpacked at once, large ones by a thread that reads ahead.
    pub(super) fn entry(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let mut archive = self.0.clone();
        let entry = archive.by_name(name)?;
        if entry.size() < SMALL_ENTRY {
            let mut bytes = Vec::with_capacity(entry.size() as usize + 1);
            entry.take(SMALL_ENTRY).read_to_end(&mut bytes)?;
            // The size is only a claim of the archive's directory.
            if (bytes.len() as u64) < SMALL_ENTRY {
                return Ok(Box::new(io::Cursor::new(bytes)));
            }
        } else {
            drop(entry);
        }
        let name = name.to_owned();
        Ok(Box::new(ReadAhead::spawn(move |sender| sender.send_all(archive.by_name(&name)?))))
    }
}

/// The bytes of the file. A clone opens it again when it is first read: each has a place of its own.
#[derive(Debug)]
struct ArchiveBytes {
    path: Arc<Path>,
    file: Option<BufReader<File>>,
    /// The place in the file.
    place: u64,
}

impl ArchiveBytes {
    fn open(path: Arc<Path>) -> io::Result<Self> {
        let mut bytes = Self { path, file: None, place: 0 };
        bytes.file()?;
        Ok(bytes)
    }

    fn file(&mut self) -> io::Result<&mut BufReader<File>> {
        let file = match self.file.take() {
            Some(file) => file,
            None => BufReader::with_capacity(BUFFER, File::open(&self.path)?),
        };
        Ok(self.file.insert(file))
    }
}

impl Clone for ArchiveBytes {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), file: None, place: 0 }
    }
}

impl Read for ArchiveBytes {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.file()?.read(target)?;
        self.place += read as u64;
        Ok(read)
    }
}

impl Seek for ArchiveBytes {
    /// Keeps the bytes in memory if the new place is among them: a reader of archives goes to each header by a seek.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = self.place;
        let target = match to {
            SeekFrom::Start(target) => Some(target),
            SeekFrom::Current(offset) => place.checked_add_signed(offset),
            SeekFrom::End(_) => None,
        };
        let offset = target.and_then(|target| i64::try_from(i128::from(target) - i128::from(place)).ok());
        self.place = match (offset, target) {
            (Some(offset), Some(target)) => {
                self.file()?.seek_relative(offset)?;
                target
            }
            _ => self.file()?.seek(to)?,
        };
        Ok(self.place)
    }
}

/// Names of the files in an archive, after checking that none points outside of it.
fn checked_names(path: &Path, archive: &mut ZipArchive<ArchiveBytes>) -> Result<Vec<String>, InputError> {
    if archive.has_duplicate_names() {
        let again = repeated_name(path, archive.central_directory_start()).unwrap_or_default();
        let found = format!("the entry \"{}\" twice", shown(&again));
        return Err(InputError::file(path, Problem::Unexpected { found, wanted: "each entry once".to_owned() }));
    }
    let damaged = |error: ZipError| InputError::file(path, Problem::Zip(error.to_string()));
    let mut names = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(damaged)?;
        let name = entry.name().map_err(damaged)?;
        if entry.enclosed_name().is_none() {
            let found = format!("the entry \"{}\"", shown(&name));
            let wanted = "entries inside the archive's own folder".to_owned();
            return Err(InputError::file(path, Problem::Unexpected { found, wanted }));
        }
        // macOS puts a shadow of every file there.
        if entry.is_file() && !name.starts_with("__MACOSX/") {
            names.push(name.into_owned());
        }
    }
    Ok(names)
}

/// The first name that the directory of an archive has twice. A central header has a fixed part of 46 bytes with the lengths
/// of name, extra field and comment at 28, 30 and 32; the three follow it (APPNOTE.TXT 4.3.12).
fn repeated_name(path: &Path, start: u64) -> io::Result<String> {
    const SIGNATURE: &[u8; 4] = b"PK\x01\x02";
    let mut file = BufReader::new(File::open(path)?);
    file.seek(io::SeekFrom::Start(start))?;
    let mut seen = HashSet::new();
    let mut fixed = [0; 46];
    loop {
        file.read_exact(&mut fixed)?;
        if !fixed.starts_with(SIGNATURE) {
            return Ok(String::new());
        }
        let length = |at: usize| usize::from(u16::from_le_bytes([fixed[at], fixed[at + 1]]));
        let mut name = vec![0; length(28)];
        file.read_exact(&mut name)?;
        if !seen.insert(name.clone()) {
            return Ok(String::from_utf8_lossy(&name).into_owned());
        }
        file.seek_relative((length(30) + length(32)) as i64)?;
    }
}
