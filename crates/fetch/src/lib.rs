//! How does a data set with a name become a file on this machine?
//!
//! | room | answers |
//! |---|---|
//! | [`checksum`] | are these the bytes? |
//! | [`catalogue`] | which data sets have names, and where do they lie? |
//! | [`settings`] | where may a file come from, and how long may it take? |
//! | [`cache`] | what is here already, complete or in part? |
//! | [`transfer`] | how does a file come here, over a network that fails? |
//! | [`fetch`](mod@fetch) | which of these ways gives the file that was asked for? |
//!
//! ```no_run
//! use sgr_fetch::{FetchSettings, Wanted, fetch};
//!
//! let settings = FetchSettings::from_environment()?;
//! let fetched = fetch(&Wanted::parse("MUTAG")?, &settings, &())?;
//! println!("{}: SHA-256 {}", fetched.path.display(), fetched.checksum);
//! # Ok::<(), sgr_fetch::FetchError>(())
//! ```
//!
//! This crate reads no graphs and prints nothing. Users depend on `sgr-graphs`, which re-exports it.

pub mod cache;
pub mod catalogue;
pub mod checksum;
mod error;
pub mod fetch;
pub mod settings;
pub mod transfer;

pub use cache::Record;
pub use catalogue::{CATALOGUE, DataSet, Publisher};
pub use checksum::{Checksum, InvalidChecksum};
pub use error::{Failure, FetchError, Remedy};
pub use fetch::{Fetched, Trust, Wanted, fetch};
pub use settings::{FetchSettings, Mirror};
pub use transfer::{Problem, Watch};
