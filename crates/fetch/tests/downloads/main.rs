//! Downloads from a server that is whole, cut, slow or wrong. Each test has a server and a cache of its own.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod faults;
mod going_on;
mod mirrors;
mod server;
mod sharing;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use server::Server;
use sgr_fetch::FetchError;
use sgr_fetch::catalogue::DataSet;
use sgr_fetch::checksum::Checksum;
use sgr_fetch::fetch::{Fetched, Trust, Wanted, fetch};
use sgr_fetch::settings::FetchSettings;
use sgr_fetch::transfer::Problem;
use tempfile::TempDir;

/// Bytes with the start and the end of an archive, several times longer than what a client reads at once.
fn archive(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let middle = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    });
    let mut bytes = b"PK\x03\x04".to_vec();
    bytes.extend(middle.take(400_000));
    bytes.extend(b"PK\x05\x06");
    bytes.extend([0; 18]);
    bytes
}

/// A cache that ends with the test, and settings that do not wait long.
struct Cache {
    folder: TempDir,
    settings: FetchSettings,
}

impl Cache {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = FetchSettings::new(folder.path());
        (settings.pause, settings.patience) = (Duration::from_millis(1), Duration::from_secs(20));
        Self { folder, settings }
    }

    fn fetch(&self, wanted: &Wanted) -> Result<Fetched, FetchError> {
        fetch(wanted, &self.settings, &())
    }

    /// The problem at the only place, and what is to be done.
    fn problem(&self, wanted: &Wanted) -> Problem {
        match self.fetch(wanted) {
            Err(FetchError::Unavailable { mut failures, .. }) => failures.remove(0).problem,
            outcome => panic!("{outcome:?}"),
        }
    }

    /// Files of the cache by name, without locks.
    fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders: Vec<PathBuf> = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                match path.is_dir() {
                    true => folders.push(path),
                    false if name.ends_with(".lock") => {}
                    false => found.push(name),
                }
            }
        }
        found.sort();
        found
    }
}

fn at(server: &Server, path: &str) -> Wanted {
    Wanted::parse(&server.url(path)).unwrap()
}

#[test]
fn a_file_comes_once_and_is_recorded() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = Server::of(&bytes, "\"one\"");
    let first = cache.fetch(&at(&server, "a/b.zip")).unwrap();
    assert_eq!(fs::read(&first.path).unwrap(), bytes);
    assert_eq!((first.checksum, first.bytes, first.trust), (Checksum::of(&bytes), bytes.len() as u64, Trust::First));
    assert_eq!((first.origin.clone(), first.was_cached), (server.url("a/b.zip"), false));
    assert_eq!(cache.files(), ["b.zip", "b.zip.record"]);
    let second = cache.fetch(&at(&server, "a/b.zip")).unwrap();
    assert_eq!((second.trust, second.was_cached, second.origin), (Trust::Recorded, true, first.origin));
    assert_eq!(server.requests().len(), 1);
    // Another address with a file of the same name is another file.
    assert_ne!(cache.fetch(&at(&server, "c/b.zip")).unwrap().path, first.path);
}

#[test]
fn a_copy_goes_to_the_folder_that_is_asked_for() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = Server::of(&bytes, "\"one\"");
    let fetched = cache.fetch(&at(&server, "b.zip")).unwrap();
    let folder = cache.folder.path().join("new/data");
    let path = fetched.copy_to(&folder).unwrap();
    assert_eq!((path.clone(), fs::read(&path).unwrap()), (folder.join("b.zip"), bytes.clone()));
    fs::write(&path, "something else").unwrap();
    assert_eq!(fs::read(fetched.copy_to(&folder).unwrap()).unwrap(), bytes);
}

#[test]
fn a_checksum_of_the_catalogue_holds_unless_the_user_has_another() {
    let (mut cache, bytes) = (Cache::new(), archive(1));
    let mirror = tempfile::tempdir().unwrap();
    fs::write(mirror.path().join("MUTAG.zip"), &bytes).unwrap();
    cache.settings.mirrors = vec![mirror.path().to_str().unwrap().parse().unwrap()];
    let set = DataSet { checksum: Some(Checksum::of(&bytes)), ..*DataSet::named("MUTAG").unwrap() };
    assert_eq!(cache.fetch(&Wanted::of(&set)).unwrap().trust, Trust::Known);
    let other = Wanted::of(&set).with_checksum(Checksum::of(b"other"));
    assert_eq!(other.checksum, Some(Checksum::of(b"other")));
}

#[test]
fn a_damaged_file_of_the_cache_is_fetched_anew() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = Server::of(&bytes, "\"one\"");
    let fetched = cache.fetch(&at(&server, "b.zip")).unwrap();
    let mut damaged = bytes.clone();
    damaged[1000] ^= 1;
    fs::write(&fetched.path, damaged).unwrap();
    assert!(!cache.fetch(&at(&server, "b.zip")).unwrap().was_cached);
    assert_eq!(fs::read(&fetched.path).unwrap(), bytes);
}
