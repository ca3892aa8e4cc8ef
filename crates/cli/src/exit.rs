//! Exit codes: 0 all done; 1 done, but some graphs were skipped; 2 failed, nothing written; 130 interrupted.

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use sgr::output::OutputError;

use crate::advice;
use crate::report::{Done, complain, stdout};

/// Whether the command at work would rather end by itself.
static ENDS_ITSELF: AtomicBool = AtomicBool::new(false);

/// Whether it has been asked to.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ctrl-C and SIGTERM remove the files that are not finished and end the program at once; where
/// [`ending_by_itself`] was called, only the second does.
pub(crate) fn discard_unfinished_files_on_interrupt() {
    let handler = || {
        if ENDS_ITSELF.load(Ordering::Relaxed) && !INTERRUPTED.swap(true, Ordering::Relaxed) {
            return;
        }
        sgr::output::discard_unfinished();
        std::process::exit(130);
    };
    // Without a handler an interrupt may leave a hidden temporary file: worth a word, not worth refusing to work.
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(format_args!("cannot watch for interrupts: {error}"));
    }
}

/// From now on the first interrupt is only noted, where the result says.
pub(crate) fn ending_by_itself() -> &'static AtomicBool {
    ENDS_ITSELF.store(true, Ordering::Relaxed);
    &INTERRUPTED
}

/// The exit code where there is nothing to run: help and version went to standard output, or the arguments are wrong.
pub(crate) fn without_command(help_or_error: &clap::Error) -> ExitCode {
    use std::io::Write;
    let printed = match help_or_error.use_stderr() {
        true => help_or_error.print(),
        false => stdout().and_then(|mut stdout| help_or_error.print().and_then(|()| stdout.flush())),
    };
    match printed {
        Err(error) if !help_or_error.use_stderr() => code_of(Err(error.into())),
        _ => ExitCode::from(help_or_error.exit_code().clamp(0, 255) as u8),
    }
}

/// The exit code of a command; an error is printed with its causes.
pub(crate) fn code_of(outcome: anyhow::Result<Done>) -> ExitCode {
    match outcome {
        Ok(Done { skipped: 0 }) => ExitCode::SUCCESS,
        Ok(Done { .. }) => ExitCode::from(1),
        // The reader of our output has seen enough, as `head` has.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("{}", advice::in_words(&error)));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = match error.downcast_ref::<OutputError>() {
        Some(OutputError::Io { cause, .. }) => Some(cause),
        _ => error.downcast_ref::<io::Error>(),
    };
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
