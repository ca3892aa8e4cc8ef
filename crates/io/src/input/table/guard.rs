//! Decoders that may panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::input::{Format, Problem};

/// Runs a decoder of Arrow or Parquet, which panics on some damaged files instead of returning an error: `fb_to_schema` of
/// arrow-ipc 59 does on a schema without fields. The decoder must not be used again after an error.
pub(super) fn guarded<T>(format: Format, decode: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let cause = text.unwrap_or("its decoder failed").to_owned();
        Err(Problem::Damaged { format, cause })
    })
}
