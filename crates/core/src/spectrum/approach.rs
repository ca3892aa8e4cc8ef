//! Approaches to the spectrum of a large graph, for users to choose from.

use super::Origin;

/// How the spectrum of a large graph is found. Small graphs, and small pieces of large ones, are solved exactly throughout.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Approach {
    /// Exactly if that takes a few seconds, otherwise the way that is predicted to be fastest to the asked error.
    #[default]
    Auto,
    /// All eigenvalues, whatever it takes.
    Exact,
    /// The paper's way: both ends, and a curve in between.
    Ends,
    /// Counting eigenvalues below shifts: exact to any error, where elimination leaves the matrix sparse.
    Slicing,
    /// A density between exact ends: for everything.
    Density,
    /// All eigenvalues, in single precision.
    Single,
}

crate::named!(Approach, "approach");

impl Approach {
    /// Every approach.
    pub const ALL: [Self; 6] = [Self::Auto, Self::Exact, Self::Ends, Self::Slicing, Self::Density, Self::Single];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Ends => "ends",
            Self::Slicing => "slicing",
            Self::Density => "density",
            Self::Single => "single",
        }
    }

    /// The approach in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Auto => {
                "Exact if that takes a few seconds, otherwise the method that is predicted to be fastest within \
                 the error and the memory"
            }
            Self::Exact => "All eigenvalues, however long it takes",
            Self::Ends => {
                "The lowest and highest eigenvalues and a curve in between, as in the paper; its error is a bound, and \
                 large"
            }
            Self::Slicing => "Counts of eigenvalues below shifts: to any error, on roads, trees and molecules",
            Self::Density => "A density between exact ends: on every graph, with an estimated error",
            Self::Single => "All eigenvalues in single precision: in half the time and memory of exact",
        }
    }

    /// What it leads to for a large graph, where there is no choice.
    pub(super) fn origin(self) -> Option<Origin> {
        match self {
            Self::Auto => None,
            Self::Exact => Some(Origin::Exact),
            Self::Ends => Some(Origin::Ends),
            Self::Slicing => Some(Origin::Slicing),
            Self::Density => Some(Origin::Density),
            Self::Single => Some(Origin::Single),
        }
    }
}
