//! Sections of a page of results, by name.

/// A section of a page of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Section {
    /// How the methods were judged, and by which commands.
    Protocol,
    /// Accuracies with their standard deviation, a row for each collection.
    Accuracy,
    /// Mean accuracies, a row for each method, next to published ones.
    Summary,
    /// Confidence intervals of the accuracies.
    Confidence,
    /// Differences from our method, with their probabilities.
    Significance,
    /// Mean ranks over the collections, with the critical difference.
    Ranks,
    /// The paper's table.
    Published,
    /// Our accuracy less the paper's.
    Difference,
    /// Seconds.
    Time,
    /// Agreement of clusters with classes.
    Clustering,
    /// Why results are far from the paper's.
    Remarks,
}

sgr_core::named!(Section, "section");

impl Section {
    /// Every section.
    pub const ALL: [Self; 11] = [
        Self::Protocol,
        Self::Accuracy,
        Self::Summary,
        Self::Confidence,
        Self::Significance,
        Self::Ranks,
        Self::Published,
        Self::Difference,
        Self::Time,
        Self::Clustering,
        Self::Remarks,
    ];

    /// The sections of a whole page. [`Self::Summary`] repeats the means of [`Self::Accuracy`] for pages that have no more.
    pub const OF_A_PAGE: [Self; 10] = [
        Self::Protocol,
        Self::Accuracy,
        Self::Confidence,
        Self::Significance,
        Self::Ranks,
        Self::Published,
        Self::Difference,
        Self::Time,
        Self::Clustering,
        Self::Remarks,
    ];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Accuracy => "accuracy",
            Self::Summary => "summary",
            Self::Confidence => "confidence",
            Self::Significance => "significance",
            Self::Ranks => "ranks",
            Self::Published => "published",
            Self::Difference => "difference",
            Self::Time => "time",
            Self::Clustering => "clustering",
            Self::Remarks => "remarks",
        }
    }

    /// The section in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Protocol => "How the methods were judged, and by which commands",
            Self::Accuracy => "Accuracies with their standard deviation, a row for each collection",
            Self::Summary => "Mean accuracies, a row for each method, next to published ones",
            Self::Confidence => "Confidence intervals of the accuracies",
            Self::Significance => "Differences from sgr, with the probabilities of a corrected paired test",
            Self::Ranks => "Mean ranks over the collections, with the critical difference",
            Self::Published => "The paper's table",
            Self::Difference => "Our accuracy less the paper's",
            Self::Time => "Seconds",
            Self::Clustering => "Agreement of clusters with classes",
            Self::Remarks => "Why results are far from the paper's",
        }
    }

    /// The heading on a page.
    pub(super) fn heading(self) -> Option<&'static str> {
        match self {
            Self::Protocol | Self::Summary => None,
            Self::Accuracy => Some("Accuracy"),
            Self::Confidence => Some("Confidence"),
            Self::Significance => Some("Significance"),
            Self::Ranks => Some("Mean ranks"),
            Self::Published => Some("The paper's table"),
            Self::Difference => Some("Difference"),
            Self::Time => Some("Time"),
            Self::Clustering => Some("Clustering"),
            Self::Remarks => Some("More than 2 points from the paper"),
        }
    }

    /// The text between heading and content.
    pub(super) fn introduction(self) -> Option<&'static str> {
        match self {
            Self::Protocol | Self::Summary | Self::Remarks | Self::Significance | Self::Ranks => None,
            Self::Accuracy => {
                Some("Per cent, mean and standard deviation over the runs; the best of each row is marked.")
            }
            Self::Confidence => Some(
                "95 % confidence intervals of the accuracy in per cent: Student's, with the variance corrected for the \
                 overlap of the splits (Nadeau & Bengio 2003).",
            ),
            Self::Published => Some("Table 2 of the paper. “>1 day”: its authors gave up after a day."),
            Self::Difference => Some("Our accuracy less the paper's, in points."),
            Self::Time => Some("Seconds for vectors or Gram matrix, classification and clustering."),
            Self::Clustering => Some(
                "Adjusted Rand index / normalised mutual information of clusters found without the classes: k-means \
                 (k-means++, ten starts) on vectors as they are, spectral clustering on kernels; as many clusters as classes. \
                 The largest index of each row is marked.",
            ),
        }
    }
}
