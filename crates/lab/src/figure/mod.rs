//! Pictures of numbers: a figure is laid out once (`layout`) and painted by one file of code per format.

mod bars;
mod colour_ramp;
mod csv;
mod graph_panel;
mod influence_figure;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod influence_tests;
mod layout;
mod lines;
mod node_placement;
mod picture;
mod pixel_font;
mod png;
mod rank_figure;
mod round_scale;
mod scale_legend;
mod series_figure;
mod strip_layout;
mod svg;

use std::io;
use std::path::Path;

pub use influence_figure::{BarRow, Bars, ColourScale, DrawnGraph, InfluenceFigure, Mark};
use layout::Layout;
pub use lines::{Line, LineFigure};
pub use node_placement::NodePlacement;
use picture::Picture;
pub use rank_figure::RankFigure;
pub use series_figure::{SeriesFigure, SeriesPanel};
use sgr_io::output::OutputError;

/// The formats a figure can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FigureFormat {
    /// A drawing that stays sharp at any size.
    Svg,
    /// Pixels.
    Png,
    /// The numbers behind the picture, as comma-separated text under a header line.
    Csv,
}

sgr_core::named!(FigureFormat, "figure format");

impl FigureFormat {
    /// All formats, in the order messages list them.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Png, Self::Csv];

    /// The name: the ending of the file's name, without the dot.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
        }
    }

    /// The format in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Svg => "Drawing that stays sharp at any size",
            Self::Png => "Pixels",
            Self::Csv => "Numbers behind the picture, under a header line",
        }
    }

    /// The format that the ending of `path` asks for, in capitals or not.
    ///
    /// # Errors
    /// [`OutputError::UnknownFormat`] lists the endings that are known.
    ///
    /// ```
    /// use sgr_lab::figure::FigureFormat;
    /// assert_eq!(FigureFormat::from_path("out/saliency.SVG")?, FigureFormat::Svg);
    /// # Ok::<(), sgr_io::output::OutputError>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, OutputError> {
        Self::among(&Self::ALL, path.as_ref())
    }

    /// [`Self::from_path`], of some formats only.
    fn among(formats: &[Self], path: &Path) -> Result<Self, OutputError> {
        let ending = path.extension().unwrap_or_default();
        let found = formats.iter().copied().find(|format| ending.eq_ignore_ascii_case(format.name()));
        found.ok_or_else(|| {
            let endings: Vec<String> = formats.iter().map(|format| format!(".{}", format.name())).collect();
            OutputError::UnknownFormat { path: path.to_owned(), wanted: endings.join(", ") }
        })
    }
}

/// One row of a [`StripFigure`].
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// The text above it.
    pub label: String,
    /// One value a column, from 0 (least influence) to 255 (most).
    pub values: Vec<f64>,
}

/// Strips of colour one below the other, a column for each value: the influence of each part of a spectrum on a model.
///
/// Tsitsulin et al., "SGR", figure 3, whose values are [`Saliency::strip`](crate::learning::Saliency::strip).
///
/// Title, labels and axis are cut with a `…` after some sixty characters in a picture, never in a .csv. In a .png
/// characters beyond ASCII letters, digits and common punctuation come as a box.
///
/// ```
/// use sgr_lab::figure::{Strip, StripFigure};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("saliency.csv");
/// let strip = Strip { label: "erdos-renyi".into(), values: vec![0.0, 127.5, 255.0] };
/// let figure = StripFigure::new("saliency", vec![strip], "position in the spectrum, ascending");
/// figure.save(&path)?;
/// assert_eq!(std::fs::read_to_string(&path)?, "position,erdos-renyi\n0,0.0\n1,127.5\n2,255.0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct StripFigure {
    title: String,
    /// At least one; all of one length, which is not 0.
    strips: Vec<Strip>,
    axis: String,
}

impl StripFigure {
    /// Of some strips from the top. `axis` is the text below the columns; an empty title takes no place.
    ///
    /// # Panics
    /// If there is no strip or no column, if the strips differ in length, or if a value is not from 0 to 255.
    pub fn new(title: impl Into<String>, strips: Vec<Strip>, axis: impl Into<String>) -> Self {
        assert!(!strips.is_empty(), "found 0 strips, wanted at least 1");
        let wanted = strips[0].values.len();
        for Strip { label, values } in &strips {
            let found = values.len();
            assert_ne!(found, 0, "strip {label:?}: found 0 values, wanted at least 1");
            assert_eq!(found, wanted, "strip {label:?}: found {found} values, wanted {wanted} as in the first strip");
            for (column, value) in values.iter().enumerate() {
                let fits = (0.0..=255.0).contains(value);
                assert!(fits, "strip {label:?}, column {column}: found {value}, wanted a number from 0 to 255");
            }
        }
        Self { title: title.into(), strips, axis: axis.into() }
    }

    /// Writes the figure whole or not at all, in the format that the ending of `path` asks for.
    ///
    /// # Errors
    /// As for [`FigureFormat::from_path`], [`AtomicFile::create`](sgr_io::output::AtomicFile::create) and
    /// [`AtomicFile::commit`](sgr_io::output::AtomicFile::commit).
    ///
    /// # Complexity
    /// O(columns · strips) time and space; a wide .png needs about 1 kB for each value while it is drawn.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), OutputError> {
        picture::save(self, path.as_ref())
    }

    /// The picture as one `<svg>` element that needs nothing from outside.
    #[must_use]
    pub fn to_svg(&self) -> String {
        picture::to_svg(self)
    }

    /// Values of each strip.
    fn columns(&self) -> usize {
        self.strips[0].values.len()
    }
}

impl Picture for StripFigure {
    fn title(&self) -> &str {
        &self.title
    }

    fn layout(&self) -> Layout {
        Layout::of(self)
    }

    fn to_csv(&self) -> io::Result<Vec<u8>> {
        csv::to_bytes(self)
    }
}
