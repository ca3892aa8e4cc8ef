use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
            "{bar:30} {pos}/{len} graphs  {per_sec}  {eta} left"
        }
        None => "{spinner} {pos} graphs  {per_sec}  {elapsed}",
    };
    // The templates are constants; should one be wrong, the default line serves.
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
