//! A second attempt, where a collection must be read in another way than it was.

use sgr::input::{InputError, Remedy};

use crate::plan::Inputs;
use crate::report::complain;

/// Runs a command; once more with all edges in memory if a TU collection turns out to need that.
pub(crate) fn gathering_if_needed<T>(
    inputs: &mut Inputs,
    run: impl Fn(&Inputs) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    match run(inputs) {
        Err(error) if needs_gathering(&error) && !inputs.options.gather && inputs.can_be_read_again() => {
            complain(format_args!("{error:#}; reading it again, all edges in memory"));
            inputs.options.gather = true;
            run(inputs)
        }
        outcome => outcome,
    }
}

/// Whether an error says that a TU collection must be gathered in memory to be read.
fn needs_gathering(error: &anyhow::Error) -> bool {
    error.downcast_ref::<InputError>().is_some_and(|error| error.remedy() == Some(Remedy::Gather))
}
