//! Reasons why a list of channels is refused.

use super::Channels;
use crate::text::shown;

/// Why a list of channels cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChannelError {
    /// A name that no channel has.
    #[error("found channel \"{}\", wanted one of {}", shown(found), Channels::NAMES.join(", "))]
    Unknown {
        /// The name.
        found: String,
    },
    /// A channel that is listed twice.
    #[error("found channel \"{}\" twice, wanted it once", shown(found))]
    Repeated {
        /// The name.
        found: String,
    },
    /// A list without a channel.
    #[error("found no channel, wanted at least one of {}", Channels::NAMES.join(", "))]
    None,
    /// Too few samples of the spectrum, or absurdly many.
    #[error("found {found} samples of the spectrum, wanted 2 to {}", Channels::MOST_SAMPLES)]
    Samples {
        /// The number.
        found: usize,
    },
}
