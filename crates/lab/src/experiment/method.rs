//! Methods that describe graphs, by name.

/// A method that describes graphs by vectors or a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The shortest-path kernel.
    ShortestPath,
    /// The graphlet kernel on four nodes.
    Graphlets,
    /// The Weisfeiler–Lehman subtree kernel.
    WeisfeilerLehman,
    /// The multiscale Laplacian graph kernel.
    MultiscaleLaplacian,
    /// NetSimile's aggregates of node features.
    NetSimile,
    /// FGSD's histogram of biharmonic distances.
    Fgsd,
    /// The resampled spectrum, the paper's Λ.
    Spectrum,
    /// NetLSD's heat trace.
    Heat,
    /// The learned vector.
    Sgr,
}

sgr_core::named!(Method, "method");

impl Method {
    /// All methods, in the order of the paper's table.
    pub const ALL: [Self; 9] = [
        Self::ShortestPath,
        Self::Graphlets,
        Self::WeisfeilerLehman,
        Self::MultiscaleLaplacian,
        Self::NetSimile,
        Self::Fgsd,
        Self::Spectrum,
        Self::Heat,
        Self::Sgr,
    ];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ShortestPath => "sp",
            Self::Graphlets => "gk4",
            Self::WeisfeilerLehman => "wl",
            Self::MultiscaleLaplacian => "mlg",
            Self::NetSimile => "netsimile",
            Self::Fgsd => "fgsd",
            Self::Spectrum => "spectrum",
            Self::Heat => "heat",
            Self::Sgr => "sgr",
        }
    }

    /// The method in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::ShortestPath => "Shortest-path kernel",
            Self::Graphlets => "Graphlet kernel on four nodes",
            Self::WeisfeilerLehman => "Weisfeiler–Lehman subtree kernel",
            Self::MultiscaleLaplacian => "Multiscale Laplacian graph kernel",
            Self::NetSimile => "NetSimile's aggregates of node features",
            Self::Fgsd => "FGSD's histogram of biharmonic distances",
            Self::Spectrum => "The resampled spectrum, the paper's Λ",
            Self::Heat => "NetLSD's heat trace",
            Self::Sgr => "The learned vector",
        }
    }

    /// Whether it gives a Gram matrix instead of vectors.
    #[must_use]
    pub fn is_kernel(self) -> bool {
        matches!(self, Self::ShortestPath | Self::Graphlets | Self::WeisfeilerLehman | Self::MultiscaleLaplacian)
    }

    /// Whether it can make use of attributes of nodes.
    #[must_use]
    pub fn sees_attributes(self) -> bool {
        self == Self::Sgr
    }

    /// Whether it can make use of node labels.
    #[must_use]
    pub fn sees_labels(self) -> bool {
        self == Self::Sgr || self.is_kernel() && self != Self::Graphlets
    }
}
