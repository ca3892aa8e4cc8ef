//! Which of all ways gives the file that was asked for?

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sgr_io::output::{AtomicFile, OutputError};

use crate::FetchError;
use crate::cache::{Lock, Place, Record};
use crate::catalogue::{DataSet, names_like};
use crate::checksum::Checksum;
use crate::error::Failure;
use crate::settings::{FetchSettings, Source, without_password};
use crate::transfer::{Expected, Stop, Transfer, Watch};

/// Characters of a file's name that are taken from an address.
const LONGEST_NAME: usize = 100;

/// A file to fetch.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The name of the data set, or the address without a password.
    pub name: String,
    /// The name of the file.
    pub file: String,
    /// Its SHA-256, if it is known.
    pub checksum: Option<Checksum>,
    address: String,
    /// Mirrors have files under the names of the catalogue; a file of another address may have such a name by chance.
    is_named: bool,
}

impl Wanted {
    /// The file of a data set.
    #[must_use]
    pub fn of(set: &DataSet) -> Self {
        let (name, file, address) = (set.name.to_owned(), set.file.to_owned(), set.address());
        Self { name, file, checksum: set.checksum, address, is_named: true }
    }

    /// The file of a name or of an address that begins with `http://` or `https://`.
    ///
    /// # Errors
    /// [`FetchError::UnknownName`], [`FetchError::InvalidAddress`].
    pub fn parse(text: &str) -> Result<Self, FetchError> {
        if let Some(set) = DataSet::named(text) {
            return Ok(Self::of(set));
        }
        match text.contains("://").then(|| Source::parse(text)).transpose()? {
            Some(Source::Address(address)) => {
                let (name, file) = (without_password(&address).into_owned(), file_of(&address));
                Ok(Self { name, file, checksum: None, address, is_named: false })
            }
            Some(Source::File(_)) => Err(FetchError::InvalidAddress { found: without_password(text).into_owned() }),
            None => Err(FetchError::UnknownName { found: without_password(text).into_owned(), like: names_like(text) }),
        }
    }

    /// With this checksum instead of one that is known.
    #[must_use]
    pub fn with_checksum(mut self, checksum: Checksum) -> Self {
        self.checksum = Some(checksum);
        self
    }

    /// The length of the file in the cache, if it is there.
    #[must_use]
    pub fn cached_bytes(&self, settings: &FetchSettings) -> Option<u64> {
        let metadata = std::fs::metadata(self.place(&settings.cache).file()).ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    fn cancelled(&self) -> FetchError {
        FetchError::Cancelled { name: self.name.clone() }
    }

    fn place(&self, cache: &Path) -> Place {
        match self.is_named {
            true => Place::of_name(cache, &self.file),
            false => Place::of_address(cache, &self.address, &self.file),
        }
    }

    /// Mirrors first: who names one wants it to be asked, and may have no other network.
    fn sources(&self, settings: &FetchSettings) -> Vec<Source> {
        let mirrors = settings.mirrors.iter().filter(|_| self.is_named).map(|mirror| mirror.place_of(&self.file));
        mirrors.chain([Source::Address(self.address.clone())]).collect()
    }
}

/// The name of the file at an address: the end of its path, without characters that a file system could take for more.
fn file_of(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    // Behind the name of the server.
    let end = path.splitn(4, '/').nth(3).and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "._-".contains(letter) { letter } else { '_' };
    let name: String = end.trim_start_matches('.').chars().map(plain).collect();
    let name = &name[name.len().saturating_sub(LONGEST_NAME)..];
    if name.is_empty() { "file".to_owned() } else { name.to_owned() }
}

/// A file that is here.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The file, in the cache.
    pub path: PathBuf,
    /// Its name.
    pub file: String,
    /// Its SHA-256.
    pub checksum: Checksum,
    /// Its length.
    pub bytes: u64,
    /// Where it came from, now or at its first download.
    pub origin: String,
    /// Whether it was here already.
    pub was_cached: bool,
    /// How sure it is that these are the right bytes.
    pub trust: Trust,
}

/// What the bytes of a file were compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// The checksum of the user or of the catalogue.
    Known,
    /// The checksum of the first download.
    Recorded,
    /// Nothing: this is the first download, and its checksum is recorded.
    First,
}

impl Trust {
    /// All of them, the surest first.
    pub const ALL: [Self; 3] = [Self::Known, Self::Recorded, Self::First];

    /// In one word, for summaries.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Recorded => "recorded",
            Self::First => "first",
        }
    }

    /// What that means.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Known => "the checksum of the user or of the catalogue",
            Self::Recorded => "the checksum of the first download",
            Self::First => "none yet: this is the first download",
        }
    }
}

sgr_core::named!(Trust, "trust");

/// Brings a file into the cache, unless it is there.
///
/// The mirrors are asked first, then the publisher. A download that was cut, stopped or killed goes on where it was. Several
/// processes that want the same file wait for the first. A file without a known checksum is recorded at its first download,
/// and must have the same bytes at every later one.
///
/// # Errors
/// [`FetchError::Unavailable`] if no place has the file, [`FetchError::Cache`] if it cannot be kept,
/// [`FetchError::Cancelled`].
pub fn fetch(wanted: &Wanted, settings: &FetchSettings, watch: &dyn Watch) -> Result<Fetched, FetchError> {
    let place = wanted.place(&settings.cache);
    place.prepare()?;
    let Some(_lock) = Lock::of(&place, || watch.is_unwanted())? else { return Err(wanted.cancelled()) };
    let record = place.record();
    let recorded = record.as_ref().and_then(|record| record.sha256.parse().ok());
    let (expected, trust) = match (wanted.checksum, recorded) {
        (Some(checksum), _) => (Expected::Known(checksum), Trust::Known),
        (None, Some(checksum)) => (Expected::Recorded(checksum), Trust::Recorded),
        (None, None) => (Expected::Any, Trust::First),
    };
    let cached = place.sum()?.filter(|(found, _)| expected.admits(*found));
    let was_cached = cached.is_some();
    let (origin, (checksum, bytes)) = match cached {
        // A copy that somebody put there by hand has no record yet.
        Some(sum) => (record.map_or_else(|| place.file().display().to_string(), |record| record.address), sum),
        None => bring(wanted, &place, expected, settings, watch)?,
    };
    let record = Record { address: origin.clone(), bytes, sha256: checksum.to_string() };
    if place.record().as_ref() != Some(&record) {
        place.keep_record(&record)?;
    }
    let (path, file) = (place.file().to_owned(), wanted.file.clone());
    Ok(Fetched { path, file, checksum, bytes, origin, was_cached, trust })
}

/// Brings a file here from the first place that has it; its origin, checksum and length.
fn bring(
    wanted: &Wanted,
    place: &Place,
    expected: Expected,
    settings: &FetchSettings,
    watch: &dyn Watch,
) -> Result<(String, (Checksum, u64)), FetchError> {
    let mut failures = Vec::new();
    for source in wanted.sources(settings) {
        let transfer = Transfer { source: &source, place, expected, settings, watch };
        match transfer.run() {
            Ok(sum) => return Ok((transfer.name(), sum)),
            Err(Stop::Problem(problem)) => failures.push(Failure { place: transfer.name(), problem }),
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Unwanted) => return Err(wanted.cancelled()),
        }
    }
    Err(FetchError::Unavailable { name: wanted.name.clone(), failures, place: place.file().to_owned() })
}

impl Fetched {
    /// Copies the file to a folder, which is made if it is missing, and returns its path there. A file of the same name with
    /// other bytes is replaced.
    ///
    /// # Errors
    /// [`FetchError::Cache`] if the copy in the cache cannot be read, [`FetchError::Output`] if it cannot be written.
    pub fn copy_to(&self, folder: &Path) -> Result<PathBuf, FetchError> {
        let target = folder.join(&self.file);
        if Checksum::of_file(&target).is_ok_and(|(found, _)| found == self.checksum) {
            return Ok(target);
        }
        std::fs::create_dir_all(folder).map_err(OutputError::at(folder))?;
        let mut from = File::open(&self.path).map_err(FetchError::cache(&self.path))?;
        let mut to = AtomicFile::create(&target)?;
        io::copy(&mut from, &mut to).map_err(OutputError::at(&target))?;
        to.commit()?;
        Ok(target)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn addresses_give_names_of_files_without_surprises() {
        let name = |address: &str| Wanted::parse(address).unwrap().file;
        assert_eq!(name("https://host/a/b.zip?x=/c.zip#d"), "b.zip");
        assert_eq!(
            (name("http://host"), name("http://host/"), name("http://host/a/..")),
            ("file".into(), "file".into(), "file".into())
        );
        assert_eq!(name("http://host/..%2f..%2fb c".replace(' ', "%20").as_str()), "_2f.._2fb_20c");
        assert_eq!(name(&format!("http://host/{}.zip", "x".repeat(300))).len(), LONGEST_NAME);
    }

    #[test]
    fn what_is_no_name_is_refused_with_names_that_are_like_it() {
        assert_eq!(Wanted::parse("enzymes").unwrap().name, "ENZYMES");
        let message = Wanted::parse("MUTAGG").unwrap_err().to_string();
        assert!(message.starts_with("found \"MUTAGG\"") && message.ends_with("(perhaps MUTAG)"), "{message}");
        assert!(matches!(Wanted::parse("ftp://host/a.zip"), Err(FetchError::InvalidAddress { .. })));
        assert!(matches!(Wanted::parse("file:///etc/hosts"), Err(FetchError::InvalidAddress { .. })));
    }
}
