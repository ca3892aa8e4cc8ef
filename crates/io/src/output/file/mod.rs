//! Files and folders that appear whole or not at all, for all writers.

pub(super) mod atomic_file;
pub(super) mod atomic_folder;
pub(super) mod deferred_failure;
pub(super) mod identity;
pub(super) mod unfinished;
