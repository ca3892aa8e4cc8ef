//! What is here already, complete or in part?
//!
//! The folder `data-sets` of the cache has for each file `NAME` the complete file; `NAME.record`, what is known of it since its
//! first download; while it comes, `NAME.part` and `NAME.part.record`; and `NAME.lock`, which the process holds that works on
//! them. Files that were asked for by address are in a folder of `data-sets/addresses` each.

mod lock;
mod part;
mod record;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::FetchError;
use crate::checksum::Checksum;

pub(crate) use lock::Lock;
pub(crate) use part::Part;
pub(crate) use record::PartRecord;
pub use record::Record;

/// Where a file is kept, with its companions.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    file: PathBuf,
}

impl Place {
    /// That of a data set of the catalogue.
    pub(crate) fn of_name(cache: &Path, file: &str) -> Self {
        Self { file: cache.join("data-sets").join(file) }
    }

    /// That of an address: files of the same name from several addresses do not mix.
    pub(crate) fn of_address(cache: &Path, address: &str, file: &str) -> Self {
        let folder = &Checksum::of(address.as_bytes()).to_string()[..16];
        Self { file: cache.join("data-sets").join("addresses").join(folder).join(file) }
    }

    /// The complete file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    fn companion(&self, ending: &str) -> PathBuf {
        let mut name = self.file.clone().into_os_string();
        name.push(ending);
        name.into()
    }

    /// Makes the folder.
    pub(crate) fn prepare(&self) -> Result<(), FetchError> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(FetchError::cache(folder))
    }

    /// The checksum and length of the complete file, if it is here.
    pub(crate) fn sum(&self) -> Result<Option<(Checksum, u64)>, FetchError> {
        match Checksum::of_file(&self.file) {
            Ok(sum) => Ok(Some(sum)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FetchError::cache(&self.file)(error)),
        }
    }

    /// What is known of the file since its first download. A damaged record is none.
    pub(crate) fn record(&self) -> Option<Record> {
        record::read(&self.companion(".record"))
    }

    /// Keeps what is known of the file.
    pub(crate) fn keep_record(&self, record: &Record) -> Result<(), FetchError> {
        record::write(&self.companion(".record"), record)
    }

    /// Gives the partial file, which is complete, its name.
    pub(crate) fn complete(&self) -> Result<(), FetchError> {
        fs::rename(self.companion(".part"), &self.file).map_err(FetchError::cache(&self.file))?;
        // A record without its part is ignored: should this fail, nothing is lost.
        let _ = fs::remove_file(self.companion(".part.record"));
        Ok(())
    }
}
