//! Which data sets have names, and where do they lie?
//!
//! Names, numbers of graphs and classes, and mean sizes of the TU collections are those of the table on their site
//! (`docs/datasets` of the TUDataset pages); a test compares the nine collections of the paper with their files. The sites
//! publish no checksums, and a file that came another way proves nothing: so no row has one yet, and
//! the first download is recorded instead. A checksum belongs into a row when somebody has seen the site deliver it.

use crate::checksum::Checksum;

/// Who publishes a data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Publisher {
    /// Collections of graphs with classes (Morris et al. 2020).
    TuDataset,
    /// Tables of molecules as SMILES (Wu et al. 2018).
    MoleculeNet,
}

impl Publisher {
    /// All of them, in the order of lists.
    pub const ALL: [Self; 2] = [Self::TuDataset, Self::MoleculeNet];

    /// The name in lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TuDataset => "TUDataset",
            Self::MoleculeNet => "MoleculeNet",
        }
    }

    /// What is published, in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::TuDataset => "collections of graphs with classes",
            Self::MoleculeNet => "tables of molecules as SMILES",
        }
    }

    /// The address that the names of files follow.
    #[must_use]
    pub fn address(self) -> &'static str {
        match self {
            Self::TuDataset => "https://www.chrsmrrs.com/graphkerneldatasets/",
            Self::MoleculeNet => "https://deepchemdata.s3-us-west-1.amazonaws.com/datasets/",
        }
    }
}

sgr_core::named!(Publisher, "publisher");

/// A data set that is known by name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DataSet {
    /// The name.
    pub name: &'static str,
    /// Who publishes it.
    pub publisher: Publisher,
    /// The name of the file there, here and at mirrors.
    pub file: &'static str,
    /// Number of graphs; of molecules one per row, whether a reader can make a graph of it or not.
    pub graphs: u32,
    /// Number of classes; `None` where there are numbers to predict, or several classes for each graph.
    pub classes: Option<u32>,
    /// Mean numbers of nodes and of edges, where the publisher tells.
    pub mean_size: Option<(f64, f64)>,
    /// The SHA-256 of the file, if it is known for sure.
    pub checksum: Option<Checksum>,
}

impl DataSet {
    /// The data set of a name; letters count alike in both cases.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        CATALOGUE.iter().find(|set| set.name.eq_ignore_ascii_case(name))
    }

    /// The address of its file.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}{}", self.publisher.address(), self.file)
    }
}

/// Up to three names that are most like a text that is none.
pub(crate) fn names_like(text: &str) -> Vec<&'static str> {
    let text = text.to_ascii_lowercase();
    let names = CATALOGUE.iter().map(|set| (letters_to_change(&text, &set.name.to_ascii_lowercase()), set.name));
    // A third of the letters: "PROTIENS" and "IMDB" find something, "graphs" does not.
    let close = |(change, name): &(usize, &str)| {
        *change <= text.len().max(name.len()) / 3 || text.len() > 2 && name.to_ascii_lowercase().starts_with(&text)
    };
    let mut close: Vec<_> = names.filter(close).collect();
    close.sort();
    close.into_iter().take(3).map(|(_, name)| name).collect()
}

/// The least number of letters to insert, remove or replace.
fn letters_to_change(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    // Names are short; a longer text is like none of them.
    for (line, letter) in one.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, other) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

const fn tu(name: &'static str, file: &'static str, graphs: u32, classes: u32, mean_size: (f64, f64)) -> DataSet {
    let (classes, mean_size) = (Some(classes), Some(mean_size));
    DataSet { name, publisher: Publisher::TuDataset, file, graphs, classes, mean_size, checksum: None }
}

const fn molecules(name: &'static str, file: &'static str, graphs: u32, classes: Option<u32>) -> DataSet {
    DataSet { name, publisher: Publisher::MoleculeNet, file, graphs, classes, mean_size: None, checksum: None }
}

/// All data sets, in the order of lists: the nine collections of the paper first.
pub const CATALOGUE: &[DataSet] = &[
    tu("MUTAG", "MUTAG.zip", 188, 2, (17.93, 19.79)),
    tu("ENZYMES", "ENZYMES.zip", 600, 6, (32.63, 62.14)),
    tu("PROTEINS", "PROTEINS.zip", 1113, 2, (39.06, 72.82)),
    tu("DD", "DD.zip", 1178, 2, (284.32, 715.66)),
    tu("COLLAB", "COLLAB.zip", 5000, 3, (74.49, 2457.78)),
    tu("IMDB-BINARY", "IMDB-BINARY.zip", 1000, 2, (19.77, 96.53)),
    tu("IMDB-MULTI", "IMDB-MULTI.zip", 1500, 3, (13.00, 65.94)),
    tu("REDDIT-BINARY", "REDDIT-BINARY.zip", 2000, 2, (429.63, 497.75)),
    tu("REDDIT-MULTI-5K", "REDDIT-MULTI-5K.zip", 4999, 5, (508.52, 594.87)),
    tu("REDDIT-MULTI-12K", "REDDIT-MULTI-12K.zip", 11_929, 11, (391.41, 456.89)),
    tu("AIDS", "AIDS.zip", 2000, 2, (15.69, 16.20)),
    tu("BZR", "BZR.zip", 405, 2, (35.75, 38.36)),
    tu("COX2", "COX2.zip", 467, 2, (41.22, 43.45)),
    tu("FRANKENSTEIN", "FRANKENSTEIN.zip", 4337, 2, (16.90, 17.88)),
    tu("Mutagenicity", "Mutagenicity.zip", 4337, 2, (30.32, 30.77)),
    tu("NCI1", "NCI1.zip", 4110, 2, (29.87, 32.30)),
    tu("NCI109", "NCI109.zip", 4127, 2, (29.68, 32.13)),
    tu("PTC_FM", "PTC_FM.zip", 349, 2, (14.11, 14.48)),
    tu("PTC_FR", "PTC_FR.zip", 351, 2, (14.56, 15.00)),
    tu("PTC_MM", "PTC_MM.zip", 336, 2, (13.97, 14.32)),
    tu("PTC_MR", "PTC_MR.zip", 344, 2, (14.29, 14.69)),
    tu("KKI", "KKI.zip", 83, 2, (26.96, 48.42)),
    tu("OHSU", "OHSU.zip", 79, 2, (82.01, 199.66)),
    tu("Peking_1", "Peking_1.zip", 85, 2, (39.31, 77.35)),
    tu("PROTEINS_full", "PROTEINS_full.zip", 1113, 2, (39.06, 72.82)),
    tu("MSRC_9", "MSRC_9.zip", 221, 8, (40.58, 97.94)),
    tu("MSRC_21", "MSRC_21.zip", 563, 20, (77.52, 198.32)),
    tu("Letter-high", "Letter-high.zip", 2250, 15, (4.67, 4.50)),
    tu("Letter-low", "Letter-low.zip", 2250, 15, (4.68, 3.13)),
    tu("Letter-med", "Letter-med.zip", 2250, 15, (4.67, 4.50)),
    tu("deezer_ego_nets", "deezer_ego_nets.zip", 9629, 2, (23.49, 65.25)),
    tu("github_stargazers", "github_stargazers.zip", 12_725, 2, (113.79, 234.64)),
    tu("reddit_threads", "reddit_threads.zip", 203_088, 2, (23.93, 24.99)),
    tu("twitch_egos", "twitch_egos.zip", 127_094, 2, (29.67, 86.59)),
    tu("SYNTHETIC", "SYNTHETIC.zip", 300, 2, (100.00, 196.00)),
    tu("Synthie", "Synthie.zip", 400, 4, (95.00, 172.93)),
    tu("TRIANGLES", "TRIANGLES.zip", 45_000, 10, (20.85, 32.74)),
    molecules("BBBP", "BBBP.csv", 2050, Some(2)),
    molecules("BACE", "bace.csv", 1513, Some(2)),
    molecules("ESOL", "delaney-processed.csv", 1128, None),
    molecules("FreeSolv", "SAMPL.csv", 642, None),
    molecules("Lipophilicity", "Lipophilicity.csv", 4200, None),
    molecules("HIV", "HIV.csv", 41_127, Some(2)),
    molecules("Tox21", "tox21.csv.gz", 7831, None),
    molecules("SIDER", "sider.csv.gz", 1427, None),
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn names_are_unique_in_both_cases_and_found() {
        for (row, set) in CATALOGUE.iter().enumerate() {
            assert_eq!(CATALOGUE.iter().position(|other| other.name.eq_ignore_ascii_case(set.name)), Some(row));
            assert_eq!(DataSet::named(&set.name.to_uppercase()), Some(set));
            // One cache for all: two data sets must not share a file.
            assert_eq!(CATALOGUE.iter().filter(|other| other.file.eq_ignore_ascii_case(set.file)).count(), 1);
        }
        assert_eq!(
            DataSet::named("mutag").unwrap().address(),
            "https://www.chrsmrrs.com/graphkerneldatasets/MUTAG.zip"
        );
    }

    #[test]
    fn names_with_a_slip_are_recognised() {
        assert_eq!(names_like("PROTIENS"), ["PROTEINS"]);
        assert_eq!(names_like("MUTAGG")[0], "MUTAG");
        assert_eq!(names_like("imdb"), ["IMDB-MULTI", "IMDB-BINARY"]);
        assert!(names_like("graphs of mine").is_empty() && names_like("").is_empty());
    }
}
