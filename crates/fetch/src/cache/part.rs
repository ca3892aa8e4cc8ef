//! The part of a file that is here, and its checksum so far.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::{PartRecord, Place, record};
use crate::FetchError;
use crate::checksum::{Checksum, Summer};

/// A file that grows as bytes come. It stays when the process ends, whatever ended it.
pub(crate) struct Part {
    path: PathBuf,
    record_path: PathBuf,
    file: File,
    record: Option<PartRecord>,
    summer: Summer,
    length: u64,
}

impl Part {
    /// What is here of a file. Without a readable record it is nothing, since nobody knows of which file it is a part.
    pub(crate) fn open(place: &Place) -> Result<Self, FetchError> {
        let (path, record_path) = (place.companion(".part"), place.companion(".part.record"));
        let opened = File::options().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = opened.map_err(FetchError::cache(&path))?;
        let (record, mut summer) = (record::read::<PartRecord>(&record_path), Summer::new());
        let length = match record {
            Some(_) => summer.add_all(&mut file).map_err(FetchError::cache(&path))?,
            None => 0,
        };
        Ok(Self { path, record_path, file, record, summer, length })
    }

    /// The bytes that are here.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// What they are a part of.
    pub(crate) fn record(&self) -> Option<&PartRecord> {
        self.record.as_ref()
    }

    /// Forgets the bytes.
    pub(crate) fn clear(&mut self) -> Result<(), FetchError> {
        // The record goes first: killed in between, there must be no old record next to new bytes.
        match fs::remove_file(&self.record_path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(FetchError::cache(&self.record_path)(error));
            }
            _ => self.record = None,
        }
        self.file.set_len(0).map_err(FetchError::cache(&self.path))?;
        (self.summer, self.length) = (Summer::new(), 0);
        Ok(())
    }

    /// Begins anew, with another file.
    pub(crate) fn restart(&mut self, record: PartRecord) -> Result<(), FetchError> {
        self.clear()?;
        record::write(&self.record_path, &record)?;
        self.record = Some(record);
        Ok(())
    }

    /// Adds bytes at the end.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), FetchError> {
        let written = self.file.seek(SeekFrom::Start(self.length)).and_then(|_| self.file.write_all(bytes));
        written.map_err(FetchError::cache(&self.path))?;
        self.summer.add(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// The checksum of the bytes that are here.
    pub(crate) fn checksum(&self) -> Checksum {
        self.summer.clone().finish()
    }

    /// So many of the first bytes, and of the last.
    pub(crate) fn ends(&mut self, count: u64) -> Result<(Vec<u8>, Vec<u8>), FetchError> {
        let mut read = |from: u64| {
            self.file.seek(SeekFrom::Start(from))?;
            let mut bytes = Vec::new();
            (&mut self.file).take(count).read_to_end(&mut bytes).map(|_| bytes)
        };
        let both = read(0).and_then(|first| Ok((first, read(self.length.saturating_sub(count))?)));
        both.map_err(FetchError::cache(&self.path))
    }

    /// Waits until the bytes are on the disk: the name that the file gets promises that it is whole.
    pub(crate) fn settle(&self) -> Result<(), FetchError> {
        self.file.sync_all().map_err(FetchError::cache(&self.path))
    }

    /// Closes the file, and removes it if it has no bytes.
    pub(crate) fn close(self) {
        let (is_empty, path) = (self.length == 0, self.path);
        drop(self.file);
        if is_empty {
            // An empty part that stays does no harm.
            let _ = fs::remove_file(path);
        }
    }
}
