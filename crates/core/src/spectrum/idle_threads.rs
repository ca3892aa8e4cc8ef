//! The count of idle threads that the stream shares with the exact solvers.

use std::sync::atomic::{AtomicIsize, Ordering};

/// Number of idle threads in a group; a thread with a large matrix borrows their cores.
///
/// Threads with graphs of their own use the cores best; dividing one matrix pays only if a core would be idle. It never
/// changes the eigenvalues.
///
/// The number is negative while threads have resumed work and their cores are still on loan.
#[derive(Debug, Default)]
pub struct IdleThreads(AtomicIsize);

impl IdleThreads {
    /// The calling thread becomes idle.
    pub fn rest(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The calling thread, idle since [`rest`](Self::rest), has work again.
    pub fn resume(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Lends up to `most` idle threads until the loan is dropped.
    pub(super) fn lend(&self, most: usize) -> Loan<'_> {
        let mut count = 0;
        let take = |idle: isize| {
            count = idle.clamp(0, most as isize);
            (count > 0).then_some(idle - count)
        };
        // `Err` means that no thread was idle.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        Loan { threads: self, count }
    }
}

/// Idle threads on loan; dropping it returns them.
pub(super) struct Loan<'a> {
    threads: &'a IdleThreads,
    count: isize,
}

impl Loan<'_> {
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.threads.0.fetch_add(self.count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_idle_threads_are_lent_and_all_come_back() {
        let threads = IdleThreads::default();
        assert_eq!(threads.lend(4).count(), 0);
        threads.rest();
        threads.rest();
        threads.rest();
        let two = threads.lend(2);
        let one = threads.lend(2);
        assert_eq!((two.count(), one.count()), (2, 1));
        // All three threads resume work while on loan: none is idle until the loans end and a thread rests again.
        (0..3).for_each(|_| threads.resume());
        assert_eq!(threads.lend(1).count(), 0);
        drop((two, one));
        assert_eq!(threads.lend(1).count(), 0);
        threads.rest();
        assert_eq!(threads.lend(4).count(), 1);
    }
}
