//! Mirrors: addresses and folders, asked in their order before the publisher.

use std::fs;
use std::sync::Mutex;

use sgr_fetch::checksum::Checksum;
use sgr_fetch::fetch::{Wanted, fetch};
use sgr_fetch::transfer::{Problem, Watch};

use super::server::{Reply, Server};
use super::{Cache, archive};

/// Notes the places that failed.
#[derive(Default)]
struct Failures(Mutex<Vec<(String, String, bool)>>);

impl Watch for Failures {
    fn failed(&self, place: &str, problem: &Problem, again: bool) {
        self.0.lock().unwrap().push((place.to_owned(), problem.to_string(), again));
    }
}

#[test]
fn the_first_mirror_that_has_the_right_file_gives_it() {
    let (mut cache, watch) = (Cache::new(), Failures::default());
    let missing = Server::start(|_, _| Reply::status(404));
    let wrong = Server::of(&archive(2), "\"one\"");
    let right = Server::of(&archive(1), "\"one\"");
    let mirrors = [missing.url("data"), wrong.url("data/"), right.url("data"), missing.url("")];
    cache.settings.mirrors = mirrors.iter().map(|mirror| mirror.parse().unwrap()).collect();
    let wanted = Wanted::parse("mutag").unwrap().with_checksum(Checksum::of(&archive(1)));
    let fetched = fetch(&wanted, &cache.settings, &watch).unwrap();
    assert_eq!((fetched.checksum, fetched.origin), (Checksum::of(&archive(1)), right.url("data/MUTAG.zip")));
    assert_eq!(right.requests()[0].path, "/data/MUTAG.zip");
    let failures = watch.0.into_inner().unwrap();
    let places: Vec<_> = failures.iter().map(|(place, _, again)| (place.clone(), *again)).collect();
    assert_eq!(places, [(missing.url("data/MUTAG.zip"), false), (wrong.url("data/MUTAG.zip"), false)]);
    assert!(failures[0].1.contains("404") && failures[1].1.contains("the file is removed"));
    assert_eq!(missing.requests().len(), 1);
}

#[test]
fn a_part_of_one_mirror_is_not_continued_at_another() {
    let mut cache = Cache::new();
    cache.settings.tries = 1;
    let cut = Server::start(|request, _| Reply::to(request, &archive(1), "\"one\"").cut_after(1000));
    let whole = Server::of(&archive(2), "\"one\"");
    cache.settings.mirrors = vec![cut.url("").parse().unwrap(), whole.url("").parse().unwrap()];
    assert_eq!(cache.fetch(&Wanted::parse("DD").unwrap()).unwrap().checksum, Checksum::of(&archive(2)));
    assert_eq!(whole.requests()[0].from, None);
}

#[test]
fn a_folder_is_a_mirror_without_a_network() {
    let mirror = tempfile::tempdir().unwrap();
    let path = mirror.path().join("BBBP.csv");
    fs::write(&path, "num,name,p_np,smiles\n1,x,1,CC\n").unwrap();
    let plain = mirror.path().to_str().unwrap().to_owned();
    for mirror in
        [plain.clone(), format!("file://{}{}", if cfg!(windows) { "/" } else { "" }, plain.replace('\\', "/"))]
    {
        let mut cache = Cache::new();
        cache.settings.mirrors = vec![mirror.parse().unwrap()];
        let fetched = cache.fetch(&Wanted::parse("BBBP").unwrap()).unwrap();
        assert_eq!(fs::read(&fetched.path).unwrap(), fs::read(&path).unwrap());
        assert!(fetched.origin.ends_with("BBBP.csv") && fetched.path != path);
    }
}

#[test]
fn a_folder_without_the_file_is_named() {
    let (mut cache, watch) = (Cache::new(), Failures::default());
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::of(&archive(1), "\"one\""));
    // A folder of that name is no file.
    fs::create_dir(folder.path().join("MUTAG.zip")).unwrap();
    let mirrors = ["no/such/folder", folder.path().to_str().unwrap(), &server.url("")];
    cache.settings.mirrors = mirrors.iter().map(|mirror| mirror.parse().unwrap()).collect();
    fetch(&Wanted::parse("MUTAG").unwrap(), &cache.settings, &watch).unwrap();
    let failures = watch.0.into_inner().unwrap();
    assert!(failures[0].0.ends_with("MUTAG.zip") && failures[0].1.contains("No such file"), "{failures:?}");
    assert_eq!((failures.len(), failures[1].2), (2, false));
}

#[test]
fn a_mirror_is_not_asked_for_an_address() {
    let mut cache = Cache::new();
    let (mirror, server) = (Server::of(&archive(2), "\"one\""), Server::of(&archive(1), "\"one\""));
    cache.settings.mirrors = vec![mirror.url("").parse().unwrap()];
    let wanted = Wanted::parse(&server.url("MUTAG.zip")).unwrap();
    assert_eq!(cache.fetch(&wanted).unwrap().checksum, Checksum::of(&archive(1)));
    assert!(mirror.requests().is_empty());
}
