//! How does a file come here, over a network that fails?

mod client;
mod content;
mod interrupt;
mod problem;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::FetchError;
use crate::cache::{Part, PartRecord, Place};
use crate::checksum::{CHUNK, Checksum};
use crate::settings::{FetchSettings, Source, without_password};
use client::{Answer, Client};
use interrupt::{LOOK, interruptible};

pub use problem::Problem;

/// Follows a download, and may end it.
pub trait Watch: Sync {
    /// A place begins to give bytes, from this one on.
    fn begins(&self, _place: &str, _from: u64) {}

    /// So many bytes of the file are here; of how many, if the server tells.
    fn received(&self, _bytes: u64, _of: Option<u64>) {}

    /// A place failed, and is tried again or not.
    fn failed(&self, _place: &str, _problem: &Problem, _again: bool) {}

    /// Whether the caller wants no more. Asked twenty times a second, from any thread.
    fn is_unwanted(&self) -> bool {
        false
    }
}

/// Follows nothing.
impl Watch for () {}

/// Why a transfer ended.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This place does not give the file; another one may.
    Problem(Problem),
    /// Nothing helps: the disk is full.
    Failed(FetchError),
    /// The caller wants no more.
    Unwanted,
}

impl From<FetchError> for Stop {
    fn from(error: FetchError) -> Self {
        Self::Failed(error)
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// The bytes that a file must have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Expected {
    /// The user or the catalogue says so.
    Known(Checksum),
    /// Those of the first download.
    Recorded(Checksum),
    /// Any: it is the first download.
    Any,
}

impl Expected {
    /// Whether these bytes may be the file.
    pub(crate) fn admits(self, found: Checksum) -> bool {
        self.check(found).is_ok()
    }

    fn check(self, found: Checksum) -> Result<(), Problem> {
        match self {
            Self::Known(wanted) if found != wanted => Err(Problem::WrongChecksum { found, wanted }),
            Self::Recorded(recorded) if found != recorded => Err(Problem::OtherThanRecorded { found, recorded }),
            _ => Ok(()),
        }
    }
}

/// One file that comes from one place.
pub(crate) struct Transfer<'a> {
    pub(crate) source: &'a Source,
    pub(crate) place: &'a Place,
    pub(crate) expected: Expected,
    pub(crate) settings: &'a FetchSettings,
    pub(crate) watch: &'a dyn Watch,
}

impl Transfer<'_> {
    /// Brings the file here, checked and under its name; its checksum and length.
    pub(crate) fn run(&self) -> Result<(Checksum, u64), Stop> {
        let mut part = Part::open(self.place)?;
        let outcome = self.tries(&mut part);
        part.close();
        let sum = outcome?;
        self.place.complete()?;
        Ok(sum)
    }

    fn tries(&self, part: &mut Part) -> Result<(Checksum, u64), Stop> {
        let (mut left, mut pause, mut has_received) = (self.settings.tries, self.settings.pause, false);
        loop {
            left = left.saturating_sub(1);
            let before = part.length();
            let outcome = match self.source {
                Source::File(path) => self.copy(path, part),
                Source::Address(address) => self.download(address, part),
            };
            let outcome = outcome.and_then(|()| self.check(part));
            let Err(Stop::Problem(problem)) = outcome else { return outcome };
            // An interrupted connection looks like one that broke.
            self.unless_unwanted()?;
            has_received |= part.length() != before;
            // Bytes of an earlier try may be what is wrong with the checksum.
            let again = left > 0 && (problem.is_passing(has_received) || problem.is_of_bytes() && before > 0);
            self.watch.failed(&self.name(), &problem, again);
            if !again {
                return Err(problem.into());
            }
            self.wait(pause)?;
            pause *= 2;
        }
    }

    /// The address without a password or the path, for messages and records.
    pub(crate) fn name(&self) -> String {
        match self.source {
            Source::File(path) => path.display().to_string(),
            Source::Address(address) => without_password(address).into_owned(),
        }
    }

    fn wait(&self, pause: Duration) -> Result<(), Stop> {
        let end = Instant::now() + pause;
        while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            self.unless_unwanted()?;
            sleep(left.min(LOOK));
        }
        Ok(())
    }

    fn unless_unwanted(&self) -> Result<(), Stop> {
        if self.watch.is_unwanted() { Err(Stop::Unwanted) } else { Ok(()) }
    }

    /// Copies a file of a mirror that is a folder.
    fn copy(&self, path: &Path, part: &mut Part) -> Result<(), Stop> {
        let mut file = File::open(path).map_err(Problem::Unreadable)?;
        let metadata = file.metadata().map_err(Problem::Unreadable)?;
        if !metadata.is_file() {
            return Err(Problem::Unreadable(io::Error::new(io::ErrorKind::InvalidInput, "not a file")).into());
        }
        let (bytes, address) = (Some(metadata.len()), self.name());
        part.restart(PartRecord { address, version: None, bytes })?;
        self.receive(&mut file, bytes, part, &|error| Problem::Unreadable(error))
    }

    /// Asks for the bytes that are not here yet.
    fn download(&self, address: &str, part: &mut Part) -> Result<(), Stop> {
        let known = part.record().filter(|record| record.address == self.name() && part.length() > 0).cloned();
        if known.as_ref().is_some_and(|record| record.bytes == Some(part.length())) {
            return Ok(());
        }
        // Without a version of the server's only a checksum can tell that both parts are of one file.
        let goes_on = |record: &PartRecord| record.version.is_some() || matches!(self.expected, Expected::Known(_));
        let from = known.filter(goes_on).map(|record| (part.length(), record));
        let client = Client::new(address, self.settings)?;
        interruptible(self.watch, client.closer(), || self.exchange(&client, address, from, part))
    }

    /// Asks, and takes the answer.
    fn exchange(
        &self,
        client: &Client<'_>,
        address: &str,
        from: Option<(u64, PartRecord)>,
        part: &mut Part,
    ) -> Result<(), Stop> {
        let mut body = match client.get(address, from)? {
            Answer::Rest(body) => body,
            Answer::Whole(body) => {
                let (version, bytes) = (body.version.clone(), body.bytes);
                part.restart(PartRecord { address: self.name(), version, bytes })?;
                body
            }
            Answer::OtherRange => {
                part.clear()?;
                return Err(Problem::OtherRange.into());
            }
        };
        let (bytes, patience) = (body.bytes, self.settings.patience);
        self.receive(&mut body.reader, bytes, part, &|error| Problem::of_read(error, patience))?;
        match bytes {
            Some(wanted) if wanted != part.length() => Err(Problem::Cut { received: part.length(), wanted }.into()),
            _ => Ok(()),
        }
    }

    /// Takes bytes until there are no more.
    fn receive(
        &self,
        from: &mut dyn Read,
        bytes: Option<u64>,
        part: &mut Part,
        problem: &dyn Fn(io::Error) -> Problem,
    ) -> Result<(), Stop> {
        let limit = self.settings.max_bytes;
        self.watch.begins(&self.name(), part.length());
        let mut chunk = vec![0; CHUNK];
        loop {
            let is_too_large = bytes.is_some_and(|bytes| bytes > limit) || part.length() > limit;
            if is_too_large {
                part.clear()?;
                return Err(Problem::TooLarge { found: bytes, limit }.into());
            }
            self.unless_unwanted()?;
            match from.read(&mut chunk) {
                Ok(0) => return Ok(()),
                Ok(count) => part.append(&chunk[..count])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Err(match (problem(error), bytes) {
                        // What the server wanted to give says more than that the connection was closed.
                        (Problem::Broken { .. }, Some(wanted)) => Problem::Cut { received: part.length(), wanted },
                        (problem, _) => problem,
                    }
                    .into());
                }
            }
            self.watch.received(part.length(), bytes);
        }
    }

    /// Checks the whole file, and removes it if it is not the one that was wanted.
    fn check(&self, part: &mut Part) -> Result<(Checksum, u64), Stop> {
        let (first, last) = part.ends(content::LOOK)?;
        let found = part.checksum();
        let checked = content::check(self.place.file(), &first, &last).and_then(|()| self.expected.check(found));
        if let Err(problem) = checked {
            part.clear()?;
            return Err(problem.into());
        }
        part.settle()?;
        Ok((found, part.length()))
    }
}
