//! Formats of graph files, by name and by the endings of files.

use std::path::{Path, PathBuf};

use super::{InputError, Problem};

/// A way to write graphs to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// TU collection: a folder or .zip with `NAME_A.txt`, `NAME_graph_indicator.txt` and others.
    Tu,
    /// One edge a line: one graph a file.
    EdgeList,
    /// graph6: one graph a line.
    Graph6,
    /// sparse6: one graph a line.
    Sparse6,
    /// Matrix Market coordinate file: one graph a file.
    MatrixMarket,
    /// JSON lines: one graph a line.
    JsonLines,
    /// karateclub's dictionary `{id: [[u, v], …], …}`.
    KarateClub,
    /// Parquet: one graph a row.
    Parquet,
    /// Arrow's file or stream format: one graph a row.
    Arrow,
    /// Comma-separated values: one graph a row.
    Csv,
    /// Tab-separated values: one graph a row.
    Tsv,
    /// JSON objects with the columns of a table: one graph a row.
    JsonRows,
    /// SMILES: one molecule a line.
    Smiles,
    /// MDL files: SDF with many molecules, MOL with one.
    Sdf,
    /// PDB: the contacts of one protein.
    Pdb,
    /// mmCIF: the contacts of one protein.
    Mmcif,
}

/// Formats with their names, the endings that tell them, and a few words about each.
const TABLE: [(Format, &str, &[&str], &str); 16] = [
    (Format::Tu, "tu", &["zip"], "TU collection, as distributed: a folder or .zip"),
    (Format::EdgeList, "edges", &["txt", "csv", "tsv", "edges", "edgelist", "el"], "one edge a line: u v [weight]"),
    (Format::Graph6, "graph6", &["g6", "graph6"], "one graph a line"),
    (Format::Sparse6, "sparse6", &["s6", "sparse6"], "one graph a line"),
    (Format::MatrixMarket, "mtx", &["mtx"], "Matrix Market coordinate file"),
    (Format::JsonLines, "jsonl", &["jsonl", "ndjson"], "one graph a line: {\"id\", \"edges\": [[u, v], …], …}"),
    (Format::KarateClub, "karateclub", &["json"], "karateclub's dictionary {id: [[u, v], …], …}"),
    (Format::Parquet, "parquet", &["parquet", "pq"], "one graph a row; a folder is a table in parts"),
    (Format::Arrow, "arrow", &["arrow", "arrows", "feather", "ipc"], "one graph a row, Arrow's file or stream format"),
    // No ending tells these: .csv and .tsv are edge lists, and .jsonl has keys of its own.
    (Format::Csv, "csv", &[], "one graph a row, comma-separated, names of the columns first"),
    (Format::Tsv, "tsv", &[], "one graph a row, tab-separated, names of the columns first"),
    (Format::JsonRows, "json-rows", &[], "one graph a row, an object with the columns of a table a line"),
    (Format::Smiles, "smiles", &["smi", "smiles"], "one molecule a line: SMILES, then its name"),
    (Format::Sdf, "sdf", &["sdf", "sd", "mol", "mdl"], "molecules of an SDF or MOL file, V2000 and V3000"),
    (Format::Pdb, "pdb", &["pdb", "ent"], "contacts of the residues of a protein"),
    (Format::Mmcif, "mmcif", &["cif", "mmcif"], "contacts of the residues of a protein"),
];

sgr_core::named!(Format, "format");

impl Format {
    /// Every format.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Tu; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            all[at] = TABLE[at].0;
            at += 1;
        }
        all
    };

    /// The name in front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The endings of file names that tell the format, without the dot.
    #[must_use]
    pub fn endings(self) -> &'static [&'static str] {
        TABLE[self as usize].2
    }

    /// The format in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        TABLE[self as usize].3
    }

    /// The format that the name of a file or folder tells; a `.gz` or `.zst` at the end is looked through.
    ///
    /// # Errors
    /// [`Problem::UnknownFormat`] with the endings that are known.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, InputError> {
        let path = path.as_ref();
        if path.is_dir() {
            return Ok(Self::of_folder(path));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        TABLE.iter().find(|row| row.2.contains(&ending)).map(|row| row.0).ok_or_else(|| {
            let endings: Vec<String> = TABLE.iter().flat_map(|row| row.2).map(|ending| format!(".{ending}")).collect();
            InputError::file(path, Problem::UnknownFormat { wanted: format!("a folder or {}", endings.join(" ")) })
        })
    }

    /// A folder with parts of a table is a table, every other a TU collection.
    fn of_folder(path: &Path) -> Self {
        Self::of_folder_contents(path).unwrap_or(Self::Tu)
    }

    /// The collection that a folder holds, by the names of its files: parts of a table, or a TU collection, whose edges decide
    /// first: results may have been written next to them. `None` for other files, and for a path that is no folder.
    #[must_use]
    pub fn of_folder_contents(path: &Path) -> Option<Self> {
        let parts: Vec<PathBuf> =
            std::fs::read_dir(path).into_iter().flatten().flatten().map(|part| part.path()).collect();
        let is_edges = |part: &PathBuf| part.to_string_lossy().ends_with("_A.txt");
        if parts.iter().any(is_edges) {
            return Some(Self::Tu);
        }
        let has_parts = |format: &Self| parts.iter().any(|part| Self::of_part(part) == Some(*format));
        [Self::Parquet, Self::Arrow].into_iter().find(has_parts)
    }

    /// Whether the format is a table, with one graph a row.
    #[must_use]
    pub fn is_table(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow | Self::Csv | Self::Tsv | Self::JsonRows)
    }

    /// Whether the graphs are molecules or proteins, whose nodes have labels by what the format is.
    #[must_use]
    pub fn is_molecular(self) -> bool {
        matches!(self, Self::Smiles | Self::Sdf | Self::Pdb | Self::Mmcif)
    }

    /// The format of a table that a file of a folder is a part of.
    pub(super) fn of_part(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let (_, ending) = name.rsplit_once('.').filter(|_| !name.starts_with(['_', '.']))?;
        [Self::Parquet, Self::Arrow].into_iter().find(|format| format.endings().contains(&ending))
    }
}

/// The name of a file without its endings: the id of the graph in a file that holds one. An ending that is not known
/// stays, so that `web.2024` and `web.2025`, read by an explicit format, remain two ids.
pub(super) fn name_without_endings(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let without = |name: &str, endings: &[&str]| match name.rsplit_once('.') {
        Some((stem, ending)) if endings.contains(&ending.to_ascii_lowercase().as_str()) => stem.to_owned(),
        _ => name.to_owned(),
    };
    let known: Vec<&str> = TABLE.iter().flat_map(|row| row.2).copied().collect();
    without(&without(&name, &["gz", "zst"]), &known)
}
