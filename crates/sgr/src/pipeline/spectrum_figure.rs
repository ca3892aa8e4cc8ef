use super::{DescribeError, Describer, Description, Method, PipelineSettings};
use crate::evaluation::ClassLabels;
use crate::graph::GraphRecord;
use crate::output::{Line, LineFigure};
use crate::representation::BuiltIn;

/// The mean resampled spectrum of each class of a collection, as curves.
///
/// # Errors
/// [`DescribeError`].
pub fn mean_spectra(
    title: &str,
    records: &[GraphRecord],
    labels: &ClassLabels,
    settings: &PipelineSettings,
) -> Result<LineFigure, DescribeError> {
    let model = BuiltIn::Default.model();
    let describer = Describer::new(Method::Spectrum, &model);
    let Description::Vectors { width, rows } = describer.describe(records, settings, &())? else {
        unreachable!("spectra are vectors")
    };
    let lines = labels.names().iter().zip(labels.means(&rows, width));
    let lines = lines.map(|(name, values)| Line { label: format!("class {name}"), values }).collect();
    let axis = "position in the spectrum, ascending".to_owned();
    Ok(LineFigure { title: title.to_owned(), lines, axis, range: [0.0, 2.0] })
}
