//! Data sets by name, as the program's `fetch` brings them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sgr::datasets::{CATALOGUE, FetchError, FetchSettings, InvalidChecksum, Remedy, Wanted, fetch};

use crate::background::{Job, Watch};
use crate::wanted::wanted;

/// Names of all data sets, with their publishers.
#[pyfunction]
pub(crate) fn data_sets() -> Vec<(&'static str, &'static str)> {
    CATALOGUE.iter().map(|set| (set.name, set.publisher.name())).collect()
}

/// Starts to fetch a file: its path, its name as messages may show it, its checksum, and whether this was its first download.
#[pyfunction]
#[pyo3(signature = (name, folder, cache, mirrors, checksum, timeout, max_size))]
pub(crate) fn start_fetch(
    name: &str,
    folder: Option<PathBuf>,
    cache: Option<PathBuf>,
    mirrors: Vec<String>,
    checksum: Option<&str>,
    timeout: f64,
    max_size: f64,
) -> PyResult<Job> {
    let mut settings = FetchSettings::from_environment().or_else(|error| match (&cache, error) {
        // A folder that was given makes up for one that the environment lacks.
        (Some(cache), FetchError::NoCache) => Ok(FetchSettings::new(cache)),
        (_, error) => Err(refused(error)),
    })?;
    if let Some(cache) = cache {
        settings.cache = cache;
    }
    let mirrors = mirrors.iter().map(|mirror| mirror.parse()).collect::<Result<Vec<_>, _>>().map_err(refused)?;
    settings.mirrors.splice(..0, mirrors);
    settings.patience = Duration::try_from_secs_f64(timeout)
        .ok()
        .filter(|patience| !patience.is_zero())
        .ok_or_else(|| wanted("timeout", timeout, "a positive number of seconds"))?;
    if !(max_size.is_finite() && max_size > 0.0) {
        return Err(wanted("max_size", max_size, "a positive number of gigabytes"));
    }
    settings.max_bytes = (max_size * 1e9) as u64;
    let mut one = Wanted::parse(name).map_err(refused)?;
    if let Some(checksum) = checksum {
        let invalid = |error: InvalidChecksum| PyValueError::new_err(error.to_string());
        one = one.with_checksum(checksum.parse().map_err(invalid)?);
    }
    Job::start(move |watch| {
        let follower = Follower { watch, received: AtomicU64::new(0) };
        let fetched = fetch(&one, &settings, &follower).and_then(|fetched| {
            let path = folder.map_or_else(|| Ok(fetched.path.clone()), |folder| fetched.copy_to(&folder))?;
            let is_first = fetched.trust == sgr::datasets::Trust::First;
            Ok((path, one.name.clone(), fetched.checksum.to_string(), is_first))
        });
        Box::new(move |py| Ok(fetched.map_err(refused)?.into_pyobject(py)?.into_any().unbind()))
    })
}

/// Counts bytes as steps of a job, and ends when nobody waits for it.
struct Follower<'a> {
    watch: &'a Watch,
    received: AtomicU64,
}

impl sgr::datasets::Watch for Follower<'_> {
    fn received(&self, bytes: u64, _of: Option<u64>) {
        let before = self.received.swap(bytes, Ordering::Relaxed);
        self.watch.advance(bytes.saturating_sub(before) as usize);
    }

    fn is_unwanted(&self) -> bool {
        self.watch.is_unwanted()
    }
}

/// What the caller wrote wrong is a ValueError, all else an OSError.
fn refused(error: FetchError) -> PyErr {
    let text = match error.remedy() {
        Some(Remedy::ListNames) => format!("{error}; sgr.datasets.names() lists the names"),
        Some(Remedy::MirrorOrByHand(place)) => {
            format!("{error}\nmirror=… asks another place, a folder or an address; {}", by_hand(&place))
        }
        Some(Remedy::ByHand(place)) => format!("{error}\n{}", by_hand(&place)),
        Some(Remedy::AcceptChecksum) => format!("{error}; if the new file is right, pass its checksum=…"),
        Some(Remedy::AllowBytes) => format!("{error}; pass max_size=… (gigabytes) to allow more"),
        Some(Remedy::OtherCache) => format!("{error}; pass cache=…, or set SGR_CACHE, for another folder"),
        _ => error.to_string(),
    };
    match error {
        FetchError::UnknownName { .. } | FetchError::InvalidAddress { .. } => PyValueError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}

fn by_hand(place: &Path) -> String {
    format!("a copy of the file at {} is taken without a network", sgr::text::shown_path(place))
}
