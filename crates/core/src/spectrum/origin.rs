//! The methods that find a spectrum, in one list.

/// The method that found a spectrum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// All eigenvalues, up to rounding.
    Exact,
    /// The lowest and highest eigenvalues, and a curve in between: the paper's method.
    Ends,
    /// Eigenvalues between shifts below which they were counted.
    Slicing,
    /// A density estimated from random vectors between exact extreme eigenvalues.
    Density,
    /// All eigenvalues, in single precision.
    Single,
}

crate::named!(Origin, "method");

impl Origin {
    /// Every method.
    pub const ALL: [Self; 5] = [Self::Exact, Self::Ends, Self::Slicing, Self::Density, Self::Single];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Ends => "ends",
            Self::Slicing => "slicing",
            Self::Density => "density",
            Self::Single => "single",
        }
    }

    /// The method in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Exact => "All eigenvalues, however long it takes",
            Self::Ends => {
                "The lowest and highest eigenvalues and a curve in between, as in the paper; its error is a bound, and \
                 large"
            }
            Self::Slicing => "Counts of eigenvalues below shifts: to any error, on roads, trees and molecules",
            Self::Density => "A density between exact extreme eigenvalues: on every graph, with an estimated error",
            Self::Single => "All eigenvalues in single precision: in half the time and memory of exact",
        }
    }

    /// Whether the method computes all eigenvalues.
    #[must_use]
    pub fn is_complete(self) -> bool {
        matches!(self, Self::Exact | Self::Single)
    }
}

/// Which method solves a large graph. Small graphs, and small components of large ones, are always solved exactly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Approach {
    /// Exact if that takes a few seconds, otherwise the method that is predicted to be fastest within the error.
    #[default]
    Auto,
    /// This method and no other.
    Only(Origin),
}

crate::named!(Approach, "approach");

impl From<Origin> for Approach {
    fn from(origin: Origin) -> Self {
        Self::Only(origin)
    }
}

impl Approach {
    /// Every approach.
    pub const ALL: [Self; Origin::ALL.len() + 1] = {
        let mut all = [Self::Auto; Origin::ALL.len() + 1];
        let mut at = 0;
        while at < Origin::ALL.len() {
            all[at + 1] = Self::Only(Origin::ALL[at]);
            at += 1;
        }
        all
    };

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Only(origin) => origin.name(),
        }
    }

    /// The approach in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Auto => {
                "Exact if that takes a few seconds, otherwise the method that is predicted to be fastest within the error \
                 and the memory"
            }
            Self::Only(origin) => origin.summary(),
        }
    }

    /// Whether a method may be chosen.
    pub(super) fn allows(self, origin: Origin) -> bool {
        match self {
            Self::Auto => true,
            Self::Only(only) => only == origin,
        }
    }
}
