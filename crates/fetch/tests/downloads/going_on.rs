//! A download that ended early goes on where it was, and only with bytes of the same file.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sgr_fetch::FetchError;
use sgr_fetch::checksum::Checksum;
use sgr_fetch::fetch::{Trust, fetch};
use sgr_fetch::transfer::{Problem, Watch};

use super::server::{Reply, Server};
use super::{Cache, archive, at};

const CUT: usize = 150_000;

/// Cuts the first answer, and gives the others as a good server does.
fn cutting(bytes: &[u8], version: &'static str) -> Server {
    let bytes = bytes.to_vec();
    Server::start(move |request, number| match number {
        0 => Reply::to(request, &bytes, version).cut_after(CUT),
        _ => Reply::to(request, &bytes, version),
    })
}

#[test]
fn a_cut_download_goes_on_in_the_same_call() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = cutting(&bytes, "\"one\"");
    let fetched = cache.fetch(&at(&server, "b.zip")).unwrap();
    assert_eq!(fs::read(fetched.path).unwrap(), bytes);
    let requests = server.requests();
    assert_eq!((requests[0].from, requests[0].if_range.as_deref()), (None, None));
    assert_eq!((requests[1].from, requests[1].if_range.as_deref()), (Some(CUT), Some("\"one\"")));
    assert_eq!((requests.len(), cache.files()), (2, vec!["b.zip".to_owned(), "b.zip.record".to_owned()]));
}

#[test]
fn a_cut_download_goes_on_in_the_next_call() {
    let (mut cache, bytes) = (Cache::new(), archive(1));
    cache.settings.tries = 1;
    let server = cutting(&bytes, "\"one\"");
    let problem = cache.problem(&at(&server, "b.zip"));
    let wanted = format!("the connection was cut after {CUT} of {} bytes", bytes.len());
    assert_eq!(problem.to_string(), wanted);
    assert_eq!(cache.files(), ["b.zip.part", "b.zip.part.record"]);
    assert_eq!(fs::read(cache.fetch(&at(&server, "b.zip")).unwrap().path).unwrap(), bytes);
    assert_eq!(server.requests()[1].from, Some(CUT));
}

#[test]
fn a_date_serves_where_there_is_no_strong_etag() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = Server::start(move |request, number| {
        let reply = match (number, request.from) {
            (0, _) => Reply::whole(&bytes).cut_after(CUT),
            (_, Some(from)) => Reply::rest(&bytes, from),
            _ => Reply::whole(&bytes),
        };
        reply.with("ETag: W/\"weak\"").with("Last-Modified: Sat, 01 Jan 2022 00:00:00 GMT")
    });
    assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(1)));
    assert_eq!(server.requests()[1].if_range.as_deref(), Some("Sat, 01 Jan 2022 00:00:00 GMT"));
}

#[test]
fn a_file_that_changed_in_between_begins_anew() {
    let cache = Cache::new();
    let server = Server::start(|request, number| match number {
        0 => Reply::to(request, &archive(1), "\"one\"").cut_after(CUT),
        _ => Reply::to(request, &archive(2), "\"two\""),
    });
    assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(2)));
}

#[test]
fn a_part_of_another_version_is_never_joined() {
    // A server that gives the rest whatever `If-Range` says, of another version, of another length, or from another byte.
    let wrong: [fn(usize) -> Reply; 4] = [
        |from| Reply::rest(&archive(2), from).with("ETag: \"two\""),
        |from| Reply::rest(&archive(2)[..300_000], from),
        |from| Reply::rest(&archive(2), from + 1),
        |_| Reply::status(416),
    ];
    for wrong in wrong {
        let cache = Cache::new();
        let server = Server::start(move |request, number| match (number, request.from) {
            (0, _) => Reply::to(request, &archive(2), "\"one\"").cut_after(CUT),
            (_, Some(from)) => wrong(from),
            _ => Reply::whole(&archive(3)),
        });
        assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(3)));
        let asked: Vec<_> = server.requests().iter().map(|request| request.from).collect();
        assert_eq!(asked, [None, Some(CUT), None]);
    }
}

#[test]
fn a_server_that_ignores_ranges_begins_anew() {
    let cache = Cache::new();
    let server = Server::start(|_, number| {
        let reply = Reply::whole(&archive(1)).with("ETag: \"one\"");
        if number == 0 { reply.cut_after(CUT) } else { reply }
    });
    assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(1)));
}

#[test]
fn without_a_version_only_a_known_checksum_lets_a_download_go_on() {
    for is_known in [false, true] {
        let cache = Cache::new();
        let server = Server::start(|request, number| match (number, request.from) {
            (0, _) => Reply::whole(&archive(1)).cut_after(CUT),
            (_, Some(from)) => Reply::rest(&archive(1), from),
            _ => Reply::whole(&archive(1)),
        });
        let wanted = at(&server, "b.zip");
        let wanted = if is_known { wanted.with_checksum(Checksum::of(&archive(1))) } else { wanted };
        assert_eq!(cache.fetch(&wanted).unwrap().checksum, Checksum::of(&archive(1)));
        assert_eq!(server.requests()[1].from, is_known.then_some(CUT));
    }
}

#[test]
fn a_part_with_wrong_bytes_is_fetched_anew_once_the_checksum_tells() {
    let (mut cache, bytes) = (Cache::new(), archive(1));
    let server = cutting(&bytes, "\"one\"");
    let wanted = at(&server, "b.zip").with_checksum(Checksum::of(&bytes));
    cache.settings.tries = 1;
    cache.problem(&wanted);
    // As after a loss of power: the length is right, the bytes are not.
    let part = partial_file(&cache);
    fs::write(&part, vec![0; CUT]).unwrap();
    cache.settings.tries = 3;
    assert_eq!(fs::read(cache.fetch(&wanted).unwrap().path).unwrap(), bytes);
    let asked: Vec<_> = server.requests().iter().map(|request| request.from).collect();
    assert_eq!(asked, [None, Some(CUT), None]);
}

#[test]
fn a_part_without_its_record_is_nothing() {
    let (mut cache, bytes) = (Cache::new(), archive(1));
    let server = cutting(&bytes, "\"one\"");
    cache.settings.tries = 1;
    cache.problem(&at(&server, "b.zip"));
    let record = partial_file(&cache).with_extension("part.record");
    fs::write(record, "{\"address\": 7}").unwrap();
    assert_eq!(fs::read(cache.fetch(&at(&server, "b.zip")).unwrap().path).unwrap(), bytes);
    assert_eq!(server.requests()[1].from, None);
}

#[test]
fn a_part_that_is_whole_needs_no_network() {
    let (mut cache, bytes) = (Cache::new(), archive(1));
    let server = cutting(&bytes, "\"one\"");
    cache.settings.tries = 1;
    cache.problem(&at(&server, "b.zip"));
    // As after a kill between the last byte and the name.
    fs::write(partial_file(&cache), &bytes).unwrap();
    assert_eq!(fs::read(cache.fetch(&at(&server, "b.zip")).unwrap().path).unwrap(), bytes);
    assert_eq!(server.requests().len(), 1);
}

/// Wants no more after some bytes.
struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn received(&self, bytes: u64, of: Option<u64>) {
        assert!(of.is_some_and(|of| bytes <= of));
        self.0.store(bytes, Ordering::Relaxed);
    }

    fn is_unwanted(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 100_000
    }
}

#[test]
fn a_download_that_was_stopped_goes_on() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = Server::of(&bytes, "\"one\"");
    let watch = Impatient(AtomicU64::new(0));
    let stopped = fetch(&at(&server, "b.zip"), &cache.settings, &watch);
    assert!(matches!(stopped, Err(FetchError::Cancelled { .. })), "{stopped:?}");
    let fetched = cache.fetch(&at(&server, "b.zip")).unwrap();
    assert_eq!((fs::read(fetched.path).unwrap(), fetched.trust), (bytes, Trust::First));
    assert_eq!(server.requests()[1].from, Some(watch.0.into_inner() as usize));
}

/// Wants no more some time after the first byte.
struct Bored(std::sync::Mutex<Option<Instant>>);

impl Watch for Bored {
    fn begins(&self, _: &str, _: u64) {
        *self.0.lock().unwrap() = Some(Instant::now());
    }

    fn is_unwanted(&self) -> bool {
        self.0.lock().unwrap().is_some_and(|began| began.elapsed() > Duration::from_millis(300))
    }
}

#[test]
fn a_silent_connection_is_left_as_soon_as_nobody_wants_it() {
    let (cache, bytes) = (Cache::new(), archive(1));
    let server = Server::start(move |request, number| match number {
        0 => Reply::to(request, &bytes, "\"one\"").stalled_after(CUT),
        _ => Reply::to(request, &bytes, "\"one\""),
    });
    let began = Instant::now();
    let stopped = fetch(&at(&server, "b.zip"), &cache.settings, &Bored(None.into()));
    assert!(matches!(stopped, Err(FetchError::Cancelled { .. })), "{stopped:?}");
    // The settings would wait 20 seconds for the next byte.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(1)));
    assert_eq!(server.requests()[1].from, Some(CUT));
}

/// The only partial file of a cache.
fn partial_file(cache: &Cache) -> std::path::PathBuf {
    let addresses = cache.folder.path().join("data-sets/addresses");
    let folder = fs::read_dir(addresses).unwrap().next().unwrap().unwrap().path();
    folder.join("b.zip.part")
}

#[test]
fn a_server_that_stalls_is_left_and_asked_for_the_rest() {
    let (mut cache, bytes) = (Cache::new(), archive(1));
    cache.settings.patience = Duration::from_millis(200);
    let server = Server::start(move |request, number| match number {
        0 => Reply::to(request, &bytes, "\"one\"").stalled_after(CUT),
        _ => Reply::to(request, &bytes, "\"one\""),
    });
    assert_eq!(cache.fetch(&at(&server, "b.zip")).unwrap().checksum, Checksum::of(&archive(1)));
    assert_eq!(server.requests()[1].from, Some(CUT));
    let silent = Server::start(|_, _| Reply::whole(b"PK").stalled_after(0));
    cache.settings.tries = 2;
    let problem = cache.problem(&at(&silent, "b.zip"));
    assert!(matches!(problem, Problem::Stalled { .. }), "{problem}");
    assert_eq!((problem.to_string().as_str(), silent.requests().len()), ("the connection gave no byte for 0.2 s", 2));
}
