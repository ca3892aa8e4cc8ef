use std::sync::atomic::{AtomicIsize, Ordering};

/// How many threads of a group have nothing to do, so that one with a large matrix can use their cores.
///
/// Threads that each have graphs of their own get the most out of the cores; splitting one matrix pays only where a core
/// would stand still. Whether it is split never changes its eigenvalues.
///
/// The count is below zero while a thread works again whose core is still lent out.
#[derive(Debug, Default)]
pub struct IdleThreads(AtomicIsize);

impl IdleThreads {
    /// The calling thread has nothing to do from now on.
    pub fn rest(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The calling thread, which was at [`rest`](Self::rest), has work again.
    pub fn resume(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Lends up to `most` idle threads until the guard is dropped.
    pub(super) fn lend(&self, most: usize) -> Lent<'_> {
        let mut count = 0;
        let take = |idle: isize| {
            count = idle.clamp(0, most as isize);
            (count > 0).then_some(idle - count)
        };
        // `Err` only says that there was nothing to take.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        Lent { threads: self, count }
    }
}

/// Threads on loan.
pub(super) struct Lent<'a> {
    threads: &'a IdleThreads,
    count: isize,
}

impl Lent<'_> {
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }
}

impl Drop for Lent<'_> {
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
        let rest = threads.lend(2);
        assert_eq!((two.count(), rest.count()), (2, 1));
        // All three find work while they are on loan: nothing is idle until both loans and works end.
        (0..3).for_each(|_| threads.resume());
        assert_eq!(threads.lend(1).count(), 0);
        drop((two, rest));
        assert_eq!(threads.lend(1).count(), 0);
        threads.rest();
        assert_eq!(threads.lend(4).count(), 1);
    }
}
