//! Table 2 of the paper: Tsitsulin et al. 2018, "SGR: Self-Supervised Spectral Graph Representation Learning".

/// The paper's methods: our name, the paper's.
const METHODS: [(&str, &str); 8] = [
    ("sp", "SP"),
    ("gk4", "GK-4"),
    ("wl", "WL"),
    ("mlg", "MLG"),
    ("netsimile", "NetSimile"),
    ("fgsd", "FGSD"),
    ("spectrum", "Λ"),
    ("sgr", "SGR"),
];

/// Not finished within a day.
const GAVE_UP: f64 = f64::NAN;

/// The paper's collections: the name of the files, the paper's, accuracy in per cent for each of [`METHODS`].
const COLLECTIONS: [(&str, &str, [f64; METHODS.len()]); 9] = [
    ("DD", "D&D", [GAVE_UP, 73.39, 68.27, GAVE_UP, 70.02, 64.88, 64.54, 76.12]),
    ("ENZYMES", "ENZYMES", [22.57, 19.11, 25.11, 31.40, 28.06, 28.85, 25.28, 33.67]),
    ("MUTAG", "MUTAG", [80.30, 80.76, 81.16, 86.54, 83.66, 85.23, 82.07, 86.97]),
    ("PROTEINS", "PROTEINS", [72.04, 71.48, 72.33, 73.10, 70.59, 63.27, 71.32, 73.83]),
    ("COLLAB", "COLLAB", [GAVE_UP, GAVE_UP, 78.52, GAVE_UP, 74.26, 70.66, 66.15, 71.98]),
    ("IMDB-BINARY", "IMDB-B", [57.10, 61.79, 72.26, 59.18, 70.96, 69.20, 63.16, 70.38]),
    ("IMDB-MULTI", "IMDB-M", [39.39, 39.80, 50.75, 34.31, 46.80, 48.88, 41.14, 47.97]),
    ("REDDIT-BINARY", "REDDIT-B", [GAVE_UP, 72.30, 71.97, GAVE_UP, 86.84, 87.12, 76.25, 87.45]),
    ("REDDIT-MULTI-5K", "REDDIT-M-5k", [GAVE_UP, 23.39, 48.57, GAVE_UP, 44.96, 48.51, 48.02, 53.22]),
];

/// The paper's result for a method on a collection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Published {
    /// Accuracy in per cent: mean of 100 splits, 80/20.
    Accuracy(f64),
    /// The authors gave up after a day.
    MoreThanADay,
}

impl Published {
    /// The paper's figure, if it has the cell.
    #[must_use]
    pub fn of(collection: &str, method: &str) -> Option<Self> {
        let (_, _, row) = COLLECTIONS.iter().find(|(name, ..)| *name == collection)?;
        let column = METHODS.iter().position(|(name, _)| *name == method)?;
        Some(if row[column].is_nan() { Self::MoreThanADay } else { Self::Accuracy(row[column]) })
    }

    /// The accuracy, where there is one.
    #[must_use]
    pub fn accuracy(self) -> Option<f64> {
        match self {
            Self::Accuracy(value) => Some(value),
            Self::MoreThanADay => None,
        }
    }
}

/// A row of another publication under ten-fold cross-validation: structure only, no training on the graphs of a collection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedRow {
    /// The method.
    pub title: &'static str,
    /// Authors, year, title.
    pub source: &'static str,
    /// Protocol and classifier in a few words.
    pub protocol: &'static str,
    /// For each of [`COLLECTIONS`].
    accuracies: [f64; COLLECTIONS.len()],
}

/// Not published.
const ABSENT: f64 = f64::NAN;

impl PublishedRow {
    /// Methods that classify graphs by frozen or handmade vectors, as published.
    pub const ALL: [Self; 2] = [
        Self {
            title: "LTP",
            source: "Adamczyk & Czech 2023, “Strengthening structural baselines for graph classification using Local \
                     Topological Profile”",
            protocol: "ten folds, random forest",
            accuracies: [77.1, 42.5, ABSENT, 72.7, 79.4, 74.5, 50.0, 91.1, 53.3],
        },
        Self {
            title: "GCC",
            source: "Qiu et al. 2020, “GCC: Graph Contrastive Coding for Graph Neural Network Pre-Training”",
            protocol: "ten folds, pretrained and frozen",
            accuracies: [ABSENT, ABSENT, ABSENT, ABSENT, 78.9, 72.0, 49.4, 89.8, 53.7],
        },
    ];

    /// The accuracy on a collection in per cent, if it was published.
    #[must_use]
    pub fn accuracy(&self, collection: &str) -> Option<f64> {
        let at = COLLECTIONS.iter().position(|(name, ..)| *name == collection)?;
        Some(self.accuracies[at]).filter(|value| !value.is_nan())
    }
}

/// The paper's name for a method, or the name itself.
#[must_use]
pub fn method_title(name: &str) -> &str {
    METHODS.iter().find(|(known, _)| *known == name).map_or(name, |(_, title)| title)
}

/// The paper's name for a collection, or the name itself.
#[must_use]
pub fn collection_title(name: &str) -> &str {
    COLLECTIONS.iter().find(|(known, ..)| *known == name).map_or(name, |(_, title, _)| title)
}
