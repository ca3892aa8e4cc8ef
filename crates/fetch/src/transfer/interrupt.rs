//! Ends a connection that gives no byte when the caller wants no more.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Watch;

/// Between two questions to the caller.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Runs `work`; meanwhile another thread asks the caller, and calls `end` when he wants no more.
pub(super) fn interruptible<T>(watch: &dyn Watch, end: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let ask = move || {
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if watch.is_unwanted() {
                    return end();
                }
            }
        };
        // Should the system have no thread left, the work ends when the connection's time is up.
        let _asking = thread::Builder::new().name("sgr".to_owned()).spawn_scoped(scope, ask);
        let outcome = work();
        drop(done);
        outcome
    })
}
