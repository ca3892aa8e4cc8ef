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

impl Approach {
    /// Every approach.
    pub const ALL: [Self; 6] = [Self::Auto, Self::Exact, Self::Ends, Self::Slicing, Self::Density, Self::Single];

    /// The name used in commands.
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
