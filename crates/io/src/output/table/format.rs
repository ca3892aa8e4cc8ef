//! Formats of tables of vectors, by name and by the ending of the file.

use std::path::Path;

use crate::output::OutputError;

/// The formats a table of vectors can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableFormat {
    /// A NumPy array, with the ids and labels in `OUT.ids.csv` next to it.
    Npy,
    /// A NumPy archive of the arrays `vectors`, `ids` and, if any graph has one, `labels`; vectors that are mostly zeros in the
    /// layout of SciPy instead of `vectors`.
    Npz,
    /// Comma-separated text under a header line.
    Csv,
    /// Parquet with the vector as one column of fixed-size lists.
    Parquet,
    /// One JSON object per line.
    JsonLines,
}

sgr_core::named!(TableFormat, "table format");

impl TableFormat {
    /// All formats, in the order messages list them.
    pub const ALL: [Self; 5] = [Self::Npy, Self::Npz, Self::Csv, Self::Parquet, Self::JsonLines];

    /// The name: the ending of the file's name, without the dot.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Npy => "npy",
            Self::Npz => "npz",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::JsonLines => "jsonl",
        }
    }

    /// The format in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Npy => "NumPy array",
            Self::Npz => "NumPy archive with ids and labels",
            Self::Csv => "Comma-separated text under a header line",
            Self::Parquet => "Parquet",
            Self::JsonLines => "One JSON object per line",
        }
    }

    /// The format that the ending of `path` asks for, in capitals or not.
    ///
    /// # Errors
    /// [`OutputError::UnknownFormat`] lists the endings that are known; [`OutputError::ParquetLeftOut`] if this build
    /// has no parquet.
    ///
    /// ```
    /// use sgr_io::output::TableFormat;
    /// assert_eq!(TableFormat::from_path("out/vectors.npz")?, TableFormat::Npz);
    /// # Ok::<(), sgr_io::output::OutputError>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, OutputError> {
        let path = path.as_ref();
        let ending = path.extension().unwrap_or_default();
        match Self::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.name())) {
            Some(Self::Parquet) if !cfg!(feature = "parquet") => {
                Err(OutputError::ParquetLeftOut { path: path.to_owned() })
            }
            Some(format) => Ok(format),
            None => {
                let wanted = Self::ALL.map(|format| format!(".{}", format.name())).join(", ");
                Err(OutputError::UnknownFormat { path: path.to_owned(), wanted })
            }
        }
    }
}
