//! Wrong answers: what is said, what is tried again, and what stays on the disk.

use std::fs;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use sgr_fetch::checksum::Checksum;
use sgr_fetch::fetch::{Trust, Wanted};
use sgr_fetch::transfer::Problem;
use sgr_fetch::{FetchError, Remedy};

use super::server::{Reply, Server};
use super::{Cache, archive, at};

#[test]
fn a_wrong_checksum_is_told_and_the_file_removed() {
    let (cache, wanted) = (Cache::new(), Checksum::of(b"other"));
    let server = Server::of(&archive(1), "\"one\"");
    let problem = cache.problem(&at(&server, "b.zip").with_checksum(wanted));
    let found = Checksum::of(&archive(1));
    assert_eq!(problem.to_string(), format!("found SHA-256 {found}, wanted {wanted}; the file is removed"));
    assert!(cache.files().is_empty(), "{:?}", cache.files());
    // All of it came in one piece: another try would bring the same.
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_file_that_is_not_that_of_the_first_download_is_refused_until_its_checksum_is_given() {
    let cache = Cache::new();
    let server = Server::start(|request, number| match number {
        0 => Reply::to(request, &archive(1), "\"one\""),
        _ => Reply::to(request, &archive(2), "\"two\""),
    });
    let wanted = at(&server, "b.zip");
    fs::remove_file(cache.fetch(&wanted).unwrap().path).unwrap();
    let error = cache.fetch(&wanted).unwrap_err();
    assert_eq!(error.remedy(), Some(Remedy::AcceptChecksum));
    let (found, recorded) = (Checksum::of(&archive(2)), Checksum::of(&archive(1)));
    let text = format!("found SHA-256 {found}, wanted {recorded}, that of the first download; the file is removed");
    assert!(error.to_string().ends_with(&text), "{error}");
    assert_eq!(cache.files(), ["b.zip.record"]);
    assert_eq!(cache.fetch(&wanted.clone().with_checksum(found)).unwrap().trust, Trust::Known);
    // From now on it is the recorded one.
    assert_eq!(cache.fetch(&wanted).unwrap().checksum, found);
}

#[test]
fn a_status_is_told_and_asked_again_only_if_it_may_pass() {
    for (status, requests, text) in
        [(404, 1, "404 (Not Found)"), (503, 3, "503 (Service Unavailable)"), (599, 1, "599")]
    {
        let mut cache = Cache::new();
        cache.settings.tries = 3;
        let server = Server::start(move |_, _| Reply::status(status));
        let problem = cache.problem(&at(&server, "b.zip"));
        assert_eq!(problem.to_string(), format!("found status {text}, wanted 200"));
        assert_eq!((server.requests().len(), cache.files().len()), (requests, 0));
    }
}

#[test]
fn a_page_in_the_place_of_an_archive_is_refused() {
    let cache = Cache::new();
    let server = Server::start(|_, _| Reply::whole(b"<!DOCTYPE html><title>Log in to the network</title>"));
    let problem = cache.problem(&at(&server, "b.zip"));
    assert_eq!(problem.to_string(), "found an HTML page, wanted a .zip; it is removed");
    assert!(cache.files().is_empty());
}

#[test]
fn a_cut_archive_is_seen_where_the_server_tells_no_length() {
    let cache = Cache::new();
    let server = Server::start(|_, _| Reply::whole(&archive(1)).without_length().cut_after(1000));
    let problem = cache.problem(&at(&server, "b.zip"));
    assert_eq!(problem.to_string(), "found a .zip without its end, wanted a .zip; it is removed");
    let server = Server::start(|_, _| Reply::whole(&archive(1)).without_length());
    assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(1)));
}

#[test]
fn a_file_that_is_too_large_is_not_taken() {
    for tells_length in [true, false] {
        let mut cache = Cache::new();
        cache.settings.max_bytes = 100_000;
        let server = Server::start(move |_, _| {
            let reply = Reply::whole(&archive(1));
            if tells_length { reply } else { reply.without_length() }
        });
        let error = cache.fetch(&at(&server, "b.zip")).unwrap_err();
        let found = if tells_length { format!("{} bytes", archive(1).len()) } else { "more bytes".to_owned() };
        assert!(error.to_string().ends_with(&format!("found {found}, wanted at most 100000")), "{error}");
        assert_eq!((error.remedy(), cache.files().len()), (Some(Remedy::AllowBytes), 0));
    }
}

#[test]
fn redirects_are_followed_to_their_end() {
    let cache = Cache::new();
    let target = Server::start(|request, number| match number {
        0 => Reply::to(request, &archive(1), "\"one\"").cut_after(1000),
        _ => Reply::to(request, &archive(1), "\"one\""),
    });
    let location = format!("Location: {}", target.url("b.zip"));
    let server = Server::start(move |_, _| Reply::status(302).with(&location));
    assert_eq!(cache.fetch(&at(&server, "a.zip")).unwrap().checksum, Checksum::of(&archive(1)));
    // The rest is asked for behind the redirect, too.
    assert_eq!((target.requests()[1].from, server.requests().len()), (Some(1000), 2));
    let endless = Server::start(|_, _| Reply::status(302).with("Location: /again"));
    let problem = cache.problem(&at(&endless, "a.zip"));
    assert!(matches!(&problem, Problem::Answer { reason } if reason.contains("redirect")), "{problem}");
}

#[test]
fn without_a_server_the_error_comes_at_once_and_names_all_ways_out() {
    let cache = Cache::new();
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (address, began) = (format!("http://127.0.0.1:{port}/b.zip"), Instant::now());
    let error = cache.fetch(&Wanted::parse(&address).unwrap()).unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    let FetchError::Unavailable { failures, place, .. } = &error else { panic!("{error}") };
    assert!(matches!(failures[0].problem, Problem::NoConnection { .. }), "{error}");
    assert!(error.to_string().contains(&format!("\n{address}: cannot connect: ")), "{error}");
    assert_eq!(error.remedy(), Some(Remedy::ByHand(place.clone())));
    let (name, failures) = ("MUTAG".to_owned(), Vec::new());
    let of_name = FetchError::Unavailable { name, failures, place: place.clone() };
    assert_eq!(of_name.remedy(), Some(Remedy::MirrorOrByHand(place.clone())));
    // As the remedy says: a copy that somebody puts there is taken.
    fs::write(place, archive(1)).unwrap();
    let fetched = cache.fetch(&Wanted::parse(&address).unwrap()).unwrap();
    assert_eq!((fetched.was_cached, fetched.trust, fetched.checksum), (true, Trust::First, Checksum::of(&archive(1))));
}

#[test]
fn an_encoding_that_was_not_asked_for_is_refused() {
    let cache = Cache::new();
    let server = Server::start(|_, _| Reply::whole(&archive(1)).with("Content-Encoding: gzip"));
    let problem = cache.problem(&at(&server, "b.zip"));
    assert_eq!(problem.to_string(), "found an answer that cannot be used: content encoding gzip, not asked for");
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let mut cache = Cache::new();
    let file = cache.folder.path().join("file");
    fs::write(&file, "").unwrap();
    cache.settings.cache = file.join("cache");
    let server = Server::of(&archive(1), "\"one\"");
    let error = cache.fetch(&at(&server, "b.zip")).unwrap_err();
    assert!(matches!(&error, FetchError::Cache { path, .. } if path.starts_with(&file)), "{error}");
    assert_eq!((error.remedy(), server.requests().len()), (Some(Remedy::OtherCache), 0));
}
