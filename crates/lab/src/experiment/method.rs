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
    /// The geometric random-walk kernel.
    RandomWalk,
    /// The pyramid match kernel.
    PyramidMatch,
    /// The deep graph kernel on Weisfeiler–Lehman colours.
    DeepGraph,
    /// The bag of heat-kernel signatures.
    HeatSignatures,
    /// The graph fingerprint of Bonner et al.
    GraphFingerprint,
    /// NetSimile's aggregates of node features.
    NetSimile,
    /// FGSD's histogram of biharmonic distances.
    Fgsd,
    /// The network PSCN, trained on each split.
    Pscn,
    /// The network DCNN, trained on each split.
    Dcnn,
    /// The resampled spectrum, the paper's Λ.
    Spectrum,
    /// NetLSD's heat trace.
    Heat,
    /// Counts of Weisfeiler–Lehman colours in buckets.
    Fingerprint,
    /// The learned vector.
    Sgr,
    /// The learned vector, followed by characteristic functions of degrees.
    Wide,
}

sgr_core::named!(Method, "method");

impl Method {
    /// All methods: those of the paper in the order of its table, the learned vectors last.
    pub const ALL: [Self; 18] = [
        Self::ShortestPath,
        Self::Graphlets,
        Self::WeisfeilerLehman,
        Self::MultiscaleLaplacian,
        Self::RandomWalk,
        Self::PyramidMatch,
        Self::DeepGraph,
        Self::HeatSignatures,
        Self::GraphFingerprint,
        Self::NetSimile,
        Self::Fgsd,
        Self::Pscn,
        Self::Dcnn,
        Self::Spectrum,
        Self::Heat,
        Self::Fingerprint,
        Self::Sgr,
        Self::Wide,
    ];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ShortestPath => "sp",
            Self::Graphlets => "gk4",
            Self::WeisfeilerLehman => "wl",
            Self::MultiscaleLaplacian => "mlg",
            Self::RandomWalk => "rw",
            Self::PyramidMatch => "pm",
            Self::DeepGraph => "dgk",
            Self::HeatSignatures => "hks",
            Self::GraphFingerprint => "gfp",
            Self::NetSimile => "netsimile",
            Self::Fgsd => "fgsd",
            Self::Pscn => "pscn",
            Self::Dcnn => "dcnn",
            Self::Spectrum => "spectrum",
            Self::Heat => "heat",
            Self::Fingerprint => "fingerprint",
            Self::Sgr => "sgr",
            Self::Wide => "wide",
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
            Self::RandomWalk => "Geometric random-walk kernel",
            Self::PyramidMatch => "Pyramid match kernel",
            Self::DeepGraph => "Deep graph kernel on Weisfeiler–Lehman colours",
            Self::HeatSignatures => "Bag of heat-kernel signatures, 48 words",
            Self::GraphFingerprint => "Graph fingerprint: counts and aggregates of node features",
            Self::NetSimile => "NetSimile's aggregates of node features",
            Self::Fgsd => "FGSD's histogram of biharmonic distances",
            Self::Pscn => "PSCN, a network that is trained on each split",
            Self::Dcnn => "DCNN, a network that is trained on each split",
            Self::Spectrum => "The resampled spectrum, the paper's Λ",
            Self::Heat => "NetLSD's heat trace",
            Self::Fingerprint => "Counts of Weisfeiler–Lehman colours in 2048 buckets, as ln(1 + count)",
            Self::Sgr => "The learned vector",
            Self::Wide => "The learned vector, followed by 256 numbers of the degrees of the nodes",
        }
    }

    /// Whether it gives a Gram matrix instead of vectors.
    #[must_use]
    pub fn is_kernel(self) -> bool {
        matches!(self, Self::ShortestPath | Self::Graphlets | Self::WeisfeilerLehman | Self::MultiscaleLaplacian)
            || matches!(self, Self::RandomWalk | Self::PyramidMatch | Self::DeepGraph)
    }

    /// Whether it is a network that learns from the classes of each split: it has neither vectors nor a Gram matrix.
    #[must_use]
    pub fn is_network(self) -> bool {
        matches!(self, Self::Pscn | Self::Dcnn)
    }

    /// Whether its vectors are made by a model.
    #[must_use]
    pub fn has_model(self) -> bool {
        matches!(self, Self::Sgr | Self::Wide)
    }

    /// Whether it can make use of attributes of nodes.
    #[must_use]
    pub fn sees_attributes(self) -> bool {
        matches!(self, Self::Sgr | Self::Wide)
    }

    /// Whether it can make use of node labels.
    #[must_use]
    pub fn sees_labels(self) -> bool {
        match self {
            Self::ShortestPath | Self::WeisfeilerLehman | Self::MultiscaleLaplacian => true,
            Self::RandomWalk | Self::PyramidMatch | Self::DeepGraph => true,
            Self::Pscn | Self::Dcnn => true,
            Self::Fingerprint | Self::Sgr | Self::Wide => true,
            Self::HeatSignatures | Self::GraphFingerprint => false,
            Self::Graphlets | Self::NetSimile | Self::Fgsd | Self::Spectrum | Self::Heat => false,
        }
    }
}
