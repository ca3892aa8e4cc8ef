//! Columns of a table of results: a method with its settings.

use super::{Cell, method_title};

/// A method with the settings that its results depend on, besides the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column<'a> {
    /// The method's name.
    pub method: &'a str,
    /// Its settings where they are not the usual ones.
    pub variant: &'a str,
    /// The name of the classifier.
    pub classifier: &'a str,
    /// Whether vectors were standardized.
    pub standardized: bool,
    /// Whether the training part of each split chose C.
    pub chosen_c: bool,
    /// Whether a kernel was used as it is, instead of being normalised to cosines.
    pub raw_kernel: bool,
    /// Whether isomorphic graphs were left out.
    pub without_duplicates: bool,
    /// Whether the method saw node labels.
    pub labels: bool,
    /// Whether it saw attributes of nodes.
    pub attributes: bool,
}

impl<'a> Column<'a> {
    /// The column of a result.
    #[must_use]
    pub fn of(cell: &'a Cell) -> Self {
        let Cell { method, variant, classifier, standardized, labels, attributes, .. } = cell;
        let (standardized, labels, attributes) = (*standardized, *labels, *attributes);
        let (chosen_c, without_duplicates) = (!cell.chosen_c.is_empty(), cell.duplicates_left_out.is_some());
        let raw_kernel = cell.raw_kernel;
        Self { method, variant, classifier, standardized, chosen_c, raw_kernel, without_duplicates, labels, attributes }
    }

    /// The title of this column next to others: the method's, its variant, and the settings that tell it from the others.
    ///
    /// Kernels that are used as they are say so. Labels, attributes and duplicates are named if the columns differ in them, classifier, standardization and choice of C
    /// if columns of the same method do: kernels and vectors have different classifiers anyway.
    #[must_use]
    pub fn title(&self, columns: &[Self]) -> String {
        let of_all = |differs: fn(&Self, &Self) -> bool| columns.iter().any(|other| differs(self, other));
        let of_method = |differs: fn(&Self, &Self) -> bool| {
            columns.iter().any(|other| other.method == self.method && differs(self, other))
        };
        let seen = [
            (self.labels && of_all(|one, other| one.labels != other.labels), "labels"),
            (self.attributes && of_all(|one, other| one.attributes != other.attributes), "attributes"),
            (of_method(|one, other| one.classifier != other.classifier), self.classifier),
            (self.standardized && of_method(|one, other| one.standardized != other.standardized), "standardized"),
            (self.raw_kernel, "raw"),
            (self.chosen_c && of_method(|one, other| one.chosen_c != other.chosen_c), "C chosen"),
            (
                self.without_duplicates && of_all(|one, other| one.without_duplicates != other.without_duplicates),
                "without duplicates",
            ),
        ];
        let settings = seen.into_iter().filter_map(|(is_named, name)| is_named.then_some(name));
        let variant = Some(self.variant).filter(|variant| !variant.is_empty());
        let parts: Vec<&str> = std::iter::once(method_title(self.method)).chain(variant).chain(settings).collect();
        parts.join(", ")
    }
}
