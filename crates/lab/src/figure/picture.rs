//! How a figure becomes a file: its layout painted, or its numbers as text.

use std::io;
use std::path::Path;

use super::layout::Layout;
use super::{FigureFormat, png, svg};
use sgr_io::output::{AtomicFile, OutputError};

/// What the figures of this room have in common.
pub(super) trait Picture {
    /// The formats that it can be written in.
    const FORMATS: &'static [FigureFormat] = &FigureFormat::ALL;

    fn title(&self) -> &str;

    fn layout(&self) -> Layout;

    /// The numbers behind the picture under a header line. A figure without them leaves .csv out of [`Self::FORMATS`].
    fn to_csv(&self) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The picture as one `<svg>` element.
pub(super) fn to_svg(picture: &impl Picture) -> String {
    svg::picture(&picture.layout(), picture.title())
}

/// Writes the figure whole or not at all, in the format that the ending of `path` asks for.
pub(super) fn save<P: Picture>(picture: &P, path: &Path) -> Result<(), OutputError> {
    let bytes = match FigureFormat::among(P::FORMATS, path)? {
        FigureFormat::Svg => Ok(to_svg(picture).into_bytes()),
        FigureFormat::Png => png::to_bytes(&picture.layout()).map_err(io::Error::from),
        FigureFormat::Csv => picture.to_csv(),
    };
    AtomicFile::write(path, &bytes.map_err(OutputError::at(path))?)
}
