//! Times and divisors of traces.

use std::f64::consts::PI;

/// A time that is negative or not finite.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("found time {time} at position {position}, wanted a finite number that is not negative")]
pub struct InvalidTime {
    /// The time as given.
    pub time: f64,
    /// Its position among the times, from 0.
    pub position: usize,
}

/// Times at which a trace is taken: finite and not negative.
#[derive(Debug, Clone, PartialEq)]
pub struct Times(Vec<f64>);

/// Number of times in NetLSD's grids.
const GRID: usize = 250;

impl Times {
    /// Checks the given times.
    ///
    /// # Errors
    /// [`InvalidTime`] for the first that is negative or not finite.
    pub fn new(times: Vec<f64>) -> Result<Self, InvalidTime> {
        match times.iter().position(|time| !time.is_finite() || *time < 0.0) {
            Some(position) => Err(InvalidTime { time: times[position], position }),
            None => Ok(Self(times)),
        }
    }

    /// NetLSD's grid for heat: 250 times from 10^−2 to 10^2, logarithmic.
    #[must_use]
    pub fn netlsd_heat() -> Self {
        Self((0..GRID).map(|at| 10f64.powf(-2.0 + 4.0 * at as f64 / (GRID - 1) as f64)).collect())
    }

    /// NetLSD's grid for waves: 250 times from 0 to 2π, even.
    #[must_use]
    pub fn netlsd_wave() -> Self {
        Self((0..GRID).map(|at| 2.0 * PI * at as f64 / (GRID - 1) as f64).collect())
    }

    /// The times.
    #[must_use]
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }
}

/// The divisor of a trace, so that graphs of different sizes compare. n = number of nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Normalization {
    /// Nothing: the trace itself.
    None,
    /// The trace of the empty graph: n. NetLSD's default.
    #[default]
    Empty,
    /// The trace of the complete graph as NetLSD has it: `1 + (n−1) e^(−t)` for heat, `1 + (n−1) cos t` for waves.
    Complete,
}
