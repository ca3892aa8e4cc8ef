//! How changes are looked for.

use sgr_core::embed::available_threads;

use super::ChangeError;

/// How changes are looked for.
///
/// ```
/// use sgr_lab::changes::ChangeSettings;
/// let settings = ChangeSettings::default().with_window(7).with_false_alarms(0.01);
/// assert_eq!((settings.window, settings.permutations), (7, 999));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ChangeSettings {
    /// Number of snapshots before one that are its recent past.
    pub window: usize,
    /// Probability of at least one change point in a series without a change, whose snapshots are exchangeable.
    pub false_alarms: f64,
    /// Random orders that a segment is compared with.
    pub permutations: usize,
    /// Fewest snapshots between two change points, and at both ends.
    pub min_segment: usize,
    /// Seed of the orders.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
    /// Bytes that the distances of all pairs may take.
    pub max_memory: u64,
}

impl Default for ChangeSettings {
    fn default() -> Self {
        Self {
            window: 5,
            false_alarms: 0.05,
            permutations: 999,
            min_segment: 3,
            seed: 0,
            threads: available_threads(),
            max_memory: 8 << 30,
        }
    }
}

impl ChangeSettings {
    /// The same with another number of snapshots that are the recent past.
    #[must_use]
    pub fn with_window(self, window: usize) -> Self {
        Self { window, ..self }
    }

    /// The same with another rate of false alarms.
    #[must_use]
    pub fn with_false_alarms(self, false_alarms: f64) -> Self {
        Self { false_alarms, ..self }
    }

    /// The same with another number of orders.
    #[must_use]
    pub fn with_permutations(self, permutations: usize) -> Self {
        Self { permutations, ..self }
    }

    /// The same with another number of snapshots between two change points.
    #[must_use]
    pub fn with_min_segment(self, min_segment: usize) -> Self {
        Self { min_segment, ..self }
    }

    /// The same with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same with another number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The same with another limit of memory.
    #[must_use]
    pub fn with_max_memory(self, max_memory: u64) -> Self {
        Self { max_memory, ..self }
    }

    /// Whether all settings make sense together.
    ///
    /// # Errors
    /// [`ChangeError::Setting`] with the first that does not.
    pub fn check(&self) -> Result<(), ChangeError> {
        let refuse = |name, found: &dyn ToString, wanted: String| {
            Err(ChangeError::Setting { name, found: found.to_string(), wanted })
        };
        let at_least_one = || "at least 1".to_owned();
        // A comparison with NaN is false, so it is refused.
        if !(0.0 < self.false_alarms && self.false_alarms < 1.0) {
            return refuse("false alarms", &self.false_alarms, "a probability between 0 and 1".to_owned());
        }
        if self.window == 0 {
            return refuse("window", &self.window, at_least_one());
        }
        if self.min_segment == 0 {
            return refuse("min segment", &self.min_segment, at_least_one());
        }
        // The least probability that so many orders can show is 2 / (permutations + 1).
        let least = (2.0 / self.false_alarms).ceil() - 1.0;
        if (self.permutations as f64) < least {
            let wanted = format!("at least {least} for false alarms of {}", self.false_alarms);
            return refuse("permutations", &self.permutations, wanted);
        }
        Ok(())
    }
}
