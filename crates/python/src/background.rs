//! Work on threads of its own, so that the interpreter stays free for signals and other threads.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sgr::embed::available_threads;
use sgr::progress::Progress;

use crate::process::Process;

/// Between two looks for signals: an interrupt must be honoured within a second.
const SLICE: Duration = Duration::from_millis(50);

/// Turns a result into Python objects once the interpreter is at hand.
pub(crate) type Finish = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// What a job tells and is told while it works.
#[derive(Default)]
pub(crate) struct Watch {
    is_unwanted: AtomicBool,
    done: AtomicUsize,
}

impl Watch {
    /// Whether nobody waits for the result any more.
    pub(crate) fn is_unwanted(&self) -> bool {
        self.is_unwanted.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }

    /// Some more steps are done.
    pub(crate) fn advance(&self, steps: usize) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }
}

/// Ends work that reports its progress on the thread of the job: if the caller was interrupted, the report unwinds, and
/// [`Job::start`] catches it without a message. Streams of spectra end so. Loops on rayon's threads do not: rayon runs all
/// other items before it passes the unwinding on.
impl Progress for Watch {
    fn report(&self, _: f64) {
        if self.is_unwanted() {
            resume_unwind(Box::new("the caller was interrupted"));
        }
    }
}

#[derive(Default)]
struct Shared {
    watch: Watch,
    outcome: Mutex<Outcome>,
    ready: Condvar,
}

#[derive(Default)]
enum Outcome {
    #[default]
    Pending,
    Done(Finish),
    Panicked(String),
    Taken,
}

impl Shared {
    /// A panic is caught before it reaches the lock.
    fn outcome(&self) -> MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is an outcome or the time is up; whether there is one.
    fn wait(&self, patience: Duration) -> bool {
        let is_pending = |outcome: &mut Outcome| matches!(outcome, Outcome::Pending);
        let waited = self.ready.wait_timeout_while(self.outcome(), patience, is_pending);
        !matches!(*waited.unwrap_or_else(PoisonError::into_inner).0, Outcome::Pending)
    }
}

/// Work that was started and whose result will come. Dropped before that, it is told to end.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct Job {
    shared: Arc<Shared>,
    process: Process,
}

impl Job {
    /// Starts `work` on a thread of its own.
    pub(crate) fn start(work: impl FnOnce(&Watch) -> Finish + Send + 'static) -> PyResult<Self> {
        let shared = Arc::new(Shared::default());
        let theirs = shared.clone();
        let run = move || {
            let outcome = match catch_unwind(AssertUnwindSafe(|| work(&theirs.watch))) {
                Ok(finish) => Outcome::Done(finish),
                Err(panic) => Outcome::Panicked(message_of(panic.as_ref())),
            };
            *theirs.outcome() = outcome;
            theirs.ready.notify_all();
        };
        std::thread::Builder::new().name("sgr".to_owned()).spawn(run)?;
        Ok(Self { shared, process: Process::current() })
    }

    /// An interrupt ends the work at once: the traceback may keep this object alive for long.
    fn check_signals(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals().inspect_err(|_| self.shared.watch.end())
    }

    /// Waits until there is an outcome, the last step of the thread.
    fn wait_for_outcome(&self, py: Python<'_>) -> PyResult<()> {
        // A forked child has no thread that would ever be ready.
        self.process.check()?;
        while !py.detach(|| self.shared.wait(SLICE)) {
            self.check_signals(py)?;
        }
        Ok(())
    }
}

#[pymethods]
impl Job {
    /// Waits up to that many seconds; whether the result is there.
    fn wait(&self, py: Python<'_>, seconds: f64) -> PyResult<bool> {
        self.process.check()?;
        let end = Instant::now() + Duration::try_from_secs_f64(seconds).unwrap_or(SLICE);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if py.detach(|| self.shared.wait(left.min(SLICE))) {
                return Ok(true);
            }
            self.check_signals(py)?;
            if left <= SLICE {
                return Ok(false);
            }
        }
    }

    /// Graphs, or other steps, that are done so far.
    #[getter]
    fn done(&self) -> usize {
        self.shared.watch.done.load(Ordering::Relaxed)
    }

    /// Waits for the result and hands it over, once.
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.wait_for_outcome(py)?;
        let outcome = std::mem::replace(&mut *self.shared.outcome(), Outcome::Taken);
        match outcome {
            Outcome::Done(finish) => finish(py),
            Outcome::Panicked(message) => Err(PyRuntimeError::new_err(format!("a defect of sgr: {message}"))),
            Outcome::Taken | Outcome::Pending => Err(PyRuntimeError::new_err("the result was taken before")),
        }
    }

    /// Tells the work to end, and waits until it has.
    fn cancel(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.watch.end();
        if self.process.is_current() { self.wait_for_outcome(py) } else { Ok(()) }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.shared.watch.end();
    }
}

fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked".to_owned())
}

/// Runs work on that many threads, which end with it. Rayon's global pool would outlive the call, and a child process that
/// is forked later would wait for its threads for ever.
pub(crate) fn on_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // If the system gives no threads, the current one does the work.
        Err(_) => work(),
    }
}

/// Threads to work with: as asked for, or one for each core that this process may use.
pub(crate) fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(available_threads).max(1)
}

/// The number of threads without a number that was asked for.
#[pyfunction]
pub(crate) fn default_threads() -> usize {
    available_threads()
}
