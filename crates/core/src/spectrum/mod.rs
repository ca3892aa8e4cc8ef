//! What are a graph's eigenvalues, and how sure are we?
//!
//! A [`SpectrumSolver`] works in stages, and no stage calls an earlier one:
//!
//! 1. `reduction`: twins and closed forms give eigenvalues by formula, connected components are separated;
//! 2. `plan`: each component goes to the solver with the least predicted time; components that would take longer than a few
//!    seconds go together to a method for large graphs ([`Approach`]);
//! 3. `exact` or `approximate`: the methods, one list in `methods`.
//!
//! An [`Explanation`] says what was decided and why. A [`Spectrum`] holds all eigenvalues, or it is an approximation with a
//! stated error.
//!
//! This room does not know files, and every loop in it has a limit.

mod approximate;
mod deadline;
mod error;
mod exact;
mod idle_threads;
mod matrix;
mod methods;
mod origin;
mod plan;
mod planner;
mod reduction;
mod settings;
mod solution;
mod solver;
#[cfg(test)]
mod testing;

pub use approximate::density::{InvalidFindings, KrylovDensity, KrylovFindings};
pub use approximate::krylov::LanczosCoefficients;
pub use error::SpectrumError;
#[doc(hidden)]
pub use idle_threads::IdleThreads;
pub use origin::{Approach, Origin};
pub use plan::component::{MatrixShape, Solver};
pub use plan::explanation::{ComponentMethod, ComponentPlan, Explanation, LargePlan};
pub use planner::Planner;
pub use settings::SpectrumSettings;
pub use solution::{ApproximateSpectrum, Eigenvalues, Spectrum};
pub use solver::SpectrumSolver;
