//! Progress on stderr.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sgr::progress::{Progress, SharedProgress};

/// A progress line on stderr: a bar with an estimate where the number of graphs is known, a counter otherwise. Nothing
/// when stderr is not a terminal.
pub(crate) fn start(expected: impl FnOnce() -> Option<u64>, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    if quiet || bar.is_hidden() {
        return ProgressBar::hidden();
    }
    let style = match expected() {
        Some(count) => {
            bar.set_length(count);
            "{bar:30} {pos}/{len} graphs  {per_sec}  {eta} left{msg}"
        }
        None => "{spinner} {pos} graphs  {per_sec}  {elapsed}{msg}",
    };
    // The templates are constants; should one be wrong, the default line serves.
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A bar for the bytes of a download; `name` stands before it. Nothing when stderr is not a terminal.
pub(crate) fn bytes(name: String, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    if quiet || bar.is_hidden() {
        return ProgressBar::hidden();
    }
    // The template is a constant; should it be wrong, the default line serves.
    if let Ok(style) =
        ProgressStyle::with_template("{prefix} {bar:30} {bytes}/{total_bytes}  {bytes_per_sec}  {eta} left")
    {
        bar.set_style(style);
    }
    bar.set_prefix(name);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Tells on a progress line how far a large graph is.
pub(crate) fn for_large(bar: &ProgressBar) -> SharedProgress {
    SharedProgress::new(Arc::new(LargeGraph { bar: bar.clone(), began: Mutex::new((Instant::now(), 0.0)) }))
}

/// A large graph that is at work, with when it began and how far it was when it last told.
struct LargeGraph {
    bar: ProgressBar,
    began: Mutex<(Instant, f64)>,
}

impl Progress for LargeGraph {
    fn report(&self, fraction: f64) {
        // Progress is not worth a panic on top of another thread's.
        let Ok(mut began) = self.began.lock() else { return };
        // Another graph, or another method on the same one.
        if began.1 == 0.0 || fraction + 0.1 < began.1 {
            began.0 = Instant::now();
        }
        began.1 = began.1.max(fraction).min(fraction + 0.1);
        let left = began.0.elapsed().as_secs_f64() * (1.0 - fraction) / fraction.max(1e-3);
        self.bar.set_message(format!("  large graph {:.0} %, about {left:.0} s left", 100.0 * fraction));
    }
}

/// A bar for work that is known by the fraction that is done.
pub(crate) struct FractionBar(ProgressBar);

/// Steps of such a bar.
const STEPS: u64 = 1000;

/// Starts such a bar; `name` stands before it.
pub(crate) fn fraction(name: String, quiet: bool) -> FractionBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr_with_hz(10));
    if quiet || bar.is_hidden() {
        return FractionBar(ProgressBar::hidden());
    }
    // The template is a constant; should it be wrong, the default line serves.
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:30} {percent} %  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    bar.set_prefix(name);
    bar.enable_steady_tick(Duration::from_millis(200));
    FractionBar(bar)
}

impl FractionBar {
    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for FractionBar {
    fn report(&self, fraction: f64) {
        let step = (fraction.clamp(0.0, 1.0) * STEPS as f64) as u64;
        if step > self.0.position() {
            self.0.set_position(step);
        }
    }
}
