//! Decoders that may panic.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::input::{Format, Problem};

thread_local! {
    /// Whether a panic on this thread becomes an error.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a decoder of Arrow or Parquet, which panics on some damaged files instead of returning an error: `fb_to_schema` of
/// arrow-ipc 59 does on a schema without fields. The decoder must not be used again after a panic.
pub(super) fn guarded<T>(format: Format, decode: impl FnOnce() -> T) -> Result<T, Problem> {
    let before = IS_GUARDED.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_GUARDED.set(before);
    decoded.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let cause = text.unwrap_or("its decoder failed").to_owned();
        Problem::Damaged { format, cause }
    })
}

/// Keeps the panic hook from reporting panics that become [`Problem::Damaged`]: from now on it is not called for them. The
/// decoders of Arrow and Parquet panic on some damaged files, and the hook of the standard library would print a message that
/// looks like a crash. For programs, at their start.
pub fn report_damage_as_errors_only() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                usual(panic);
            }
        }));
    });
}
