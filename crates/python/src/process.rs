//! Forks: which process an object belongs to, and locks that a child could not open again.

use std::cell::RefCell;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sgr::output::HeldUnfinished;

/// The process that made an object. A child that was forked meanwhile has a copy of it, without the threads and with the
/// same place in each open file.
pub(crate) struct Process(u32);

impl Process {
    /// This process.
    pub(crate) fn current() -> Self {
        Self(std::process::id())
    }

    /// Whether this is still the process.
    pub(crate) fn is_current(&self) -> bool {
        self.0 == std::process::id()
    }

    /// An error in a child.
    pub(crate) fn check(&self) -> PyResult<()> {
        if self.is_current() {
            return Ok(());
        }
        let message = "the process was forked in the middle of a call of sgr, which goes on in the parent only";
        Err(PyRuntimeError::new_err(message))
    }
}

thread_local! {
    /// A fork begins and ends on one thread, in the parent and in the child.
    static HELD: RefCell<Option<HeldUnfinished>> = const { RefCell::new(None) };
}

/// Before a fork: waits until no other thread has a lock that the child would find locked for ever.
#[pyfunction]
pub(crate) fn before_fork() {
    // Twice if the package was imported anew.
    HELD.with_borrow_mut(|held| {
        held.get_or_insert_with(HeldUnfinished::hold);
    });
}

/// After a fork, in both processes.
#[pyfunction]
pub(crate) fn after_fork(in_child: bool) {
    match HELD.take() {
        Some(held) if in_child => held.forget_all(),
        held => drop(held),
    }
}
