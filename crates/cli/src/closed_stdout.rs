//! Whether standard output was closed when the program began, as by `>&-`.
//!
//! Before `main`, the runtime of Rust opens /dev/null in the place of a closed standard stream. Results would vanish without an
//! error, and afterwards nothing tells that /dev/null from one that a caller asked for. So a function that runs before the
//! runtime takes a look. Only Linux has both the section for such functions and the list of open files that it reads; elsewhere
//! a closed standard output stays unnoticed.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the program began.
pub(crate) fn was_closed() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let is_open = std::fs::symlink_metadata("/proc/self/fd/1").is_ok();
    // Without /proc nothing can be said.
    WAS_CLOSED.store(!is_open && std::fs::symlink_metadata("/proc/self/fd").is_ok(), Ordering::Relaxed);
}

// The loader calls every function of this section once, before `main`, with arguments that `look` does not take, which the C
// calling convention allows. `look` needs nothing of the runtime: it makes two system calls on short paths, allocates nothing,
// cannot panic, and stores to a static that is initialised at compile time.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the only way to run before the runtime; no unsafe operation is carried out")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
