//! How far is it?

/// Told, from any thread, how much of a computation is done.
pub trait Progress: Sync {
    /// `fraction` of the work is done, from 0 to 1. A call may come late and out of order; the largest counts.
    fn report(&self, fraction: f64);
}

/// Nobody asks.
impl Progress for () {
    fn report(&self, _: f64) {}
}
