//! Mean spectra of classes as a figure.

use sgr_core::embed::StreamSettings;
use sgr_core::text::shown;

use super::{DescribeError, Describer, Description, LabelledCollection, Method};
use crate::figure::{Line, LineFigure};

/// The mean resampled spectrum of each class of a collection, as curves.
///
/// # Errors
/// [`DescribeError`].
pub fn mean_spectra(collection: &LabelledCollection, settings: &StreamSettings) -> Result<LineFigure, DescribeError> {
    let describer = Describer::new(Method::Spectrum);
    let Description::Vectors { width, rows } = describer.describe(collection.records(), settings, &())? else {
        unreachable!("spectra are vectors")
    };
    let labels = collection.labels();
    let lines = labels.names().iter().zip(labels.means(&rows, width));
    let lines = lines.map(|(name, values)| Line { label: format!("class {}", shown(name)), values }).collect();
    let axis = "position in the spectrum, ascending".to_owned();
    Ok(LineFigure { title: collection.name().to_owned(), lines, axis, range: [0.0, 2.0] })
}
