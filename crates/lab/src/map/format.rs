//! Formats of maps.

use std::path::Path;

use sgr_io::output::OutputError;

/// The formats a map can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapFormat {
    /// One page that works without a network.
    Html,
    /// A table for embedding-atlas and other explorers.
    Parquet,
}

sgr_core::named!(MapFormat, "map format");

impl MapFormat {
    /// All formats, in the order messages list them.
    pub const ALL: [Self; 2] = [Self::Html, Self::Parquet];

    /// The name: the ending of the file's name, without the dot.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Parquet => "parquet",
        }
    }

    /// The format in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Html => "One page that works without a network",
            Self::Parquet => "Table for embedding-atlas: places, neighbours, drawings",
        }
    }

    /// The format that the ending of `path` asks for, in capitals or not.
    ///
    /// # Errors
    /// [`OutputError::UnknownFormat`] lists the endings that are known.
    ///
    /// ```
    /// use sgr_lab::map::MapFormat;
    /// assert_eq!(MapFormat::from_path("out/map.HTML")?, MapFormat::Html);
    /// # Ok::<(), sgr_io::output::OutputError>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, OutputError> {
        let path = path.as_ref();
        let ending = path.extension().unwrap_or_default();
        let found = Self::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.name()));
        found.ok_or_else(|| {
            let wanted = Self::ALL.map(|format| format!(".{}", format.name())).join(", ");
            OutputError::UnknownFormat { path: path.to_owned(), wanted }
        })
    }
}
