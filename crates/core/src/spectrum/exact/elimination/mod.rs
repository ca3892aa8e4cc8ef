//! All eigenvalues of a component that is nearly a tree, by elimination of L − sI for many shifts s.
//!
//! A sparse elimination ([`program`]) takes little more than one division for each node, and runs for one shift in each lane of
//! the registers ([`pivots`]). The signs of the pivots count the eigenvalues below a shift; their product is the value of the
//! characteristic polynomial. [`brackets`] isolates the eigenvalues by counts, three to four shifts for each, and finds them
//! from the values: divided by the distances to all other eigenvalues ([`deflation`]), the polynomial is a line.
//!
//! An elimination without row exchanges is exact for a matrix that differs from L by its growth times the rounding unit. Where
//! a pivot is small, which is the rule at multiple eigenvalues, it is repeated in twice double precision ([`lane_numbers`]).

mod brackets;
mod deflation;
mod lane_numbers;
mod pivots;
mod program;
mod scaled;
#[cfg(test)]
mod tests;

use brackets::Brackets;
use pivots::PivotLanes;
use program::Program;

use super::component::Component;
use crate::spectrum::matrix::fill_pattern::FillPattern;

/// The solver with its buffers.
#[derive(Debug)]
pub(crate) struct EliminationSolver {
    program: Program,
    lanes: PivotLanes,
    brackets: Brackets,
}

impl EliminationSolver {
    pub(crate) fn new() -> Self {
        Self { program: Program::default(), lanes: PivotLanes::new(), brackets: Brackets::default() }
    }

    /// The eigenvalues of a component, ascending, whose fill is known; `None` if they do not converge.
    pub(crate) fn solve(&mut self, component: Component<'_>, pattern: &FillPattern) -> Option<&mut [f64]> {
        self.program.load(component, pattern);
        self.brackets.find(&self.program, &mut self.lanes)
    }
}
