//! Several callers who want the same file, and callers who come while a download is broken.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use sgr_fetch::FetchError;
use sgr_fetch::checksum::Checksum;
use sgr_fetch::fetch::fetch;
use sgr_fetch::transfer::Watch;

use super::server::{Reply, Server};
use super::{Cache, archive, at};

#[test]
fn callers_at_once_cause_one_download() {
    let cache = Cache::new();
    let server = Server::start(|request, _| {
        // Long enough for all to come.
        thread::sleep(Duration::from_millis(100));
        Reply::to(request, &archive(1), "\"one\"")
    });
    let wanted = at(&server, "b.zip");
    thread::scope(|scope| {
        let callers: Vec<_> = (0..8).map(|_| scope.spawn(|| cache.fetch(&wanted).unwrap())).collect();
        let fetched: Vec<_> = callers.into_iter().map(|caller| caller.join().unwrap()).collect();
        assert!(fetched.iter().all(|fetched| fetched.checksum == Checksum::of(&archive(1))));
        assert_eq!(fetched.iter().filter(|fetched| !fetched.was_cached).count(), 1);
    });
    assert_eq!(server.requests().len(), 1);
}

/// Wants no more once it is told.
struct Told(AtomicBool);

impl Watch for Told {
    fn is_unwanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_caller_who_waits_for_another_can_be_stopped() {
    let cache = Cache::new();
    let server = Server::start(|_, _| Reply::whole(&archive(1)).stalled_after(1000));
    let (wanted, told) = (at(&server, "b.zip"), Told(AtomicBool::new(false)));
    let is_cancelled = |outcome| matches!(outcome, Err(FetchError::Cancelled { .. }));
    thread::scope(|scope| {
        let first = scope.spawn(|| fetch(&wanted, &cache.settings, &told));
        while server.requests().is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(is_cancelled(fetch(&wanted, &cache.settings, &Told(AtomicBool::new(true)))));
        // The second did not wait for the end of the first.
        assert!(!first.is_finished());
        told.0.store(true, Ordering::Relaxed);
        assert!(is_cancelled(first.join().unwrap()));
    });
}
