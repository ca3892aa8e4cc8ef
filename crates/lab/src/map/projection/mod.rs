//! Ways to place vectors on a plane.

mod affinities;
mod pca;
mod quadtree;
mod tsne;

pub(super) use pca::PrincipalPlane;
pub(super) use tsne::{TsneSettings, tsne};

/// How vectors become points of a plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Projection {
    /// Neighbours stay neighbours; distances between groups say little.
    #[default]
    Tsne,
    /// The plane of the largest variance: distances are true within it, and lost across it.
    Pca,
}

sgr_core::named!(Projection, "projection");

impl Projection {
    /// All projections, in the order of lists and messages.
    pub const ALL: [Self; 2] = [Self::Tsne, Self::Pca];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tsne => "tsne",
            Self::Pca => "pca",
        }
    }

    /// The projection in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Tsne => "t-SNE: neighbours stay neighbours, distances between groups say little",
            Self::Pca => "Principal components: the plane of the largest variance",
        }
    }
}
