//! How attributes become numbers of similar size, as Python says it.

use pyo3::prelude::*;
use sgr::representation::AttributeScaling;

use crate::wanted::wanted;

/// The name of a scaling that needs no numbers, or means and deviations.
#[derive(FromPyObject)]
pub(crate) enum Scaling {
    #[pyo3(annotation = "str")]
    Name(String),
    Scales(Vec<f64>, Vec<f64>),
}

impl Scaling {
    /// The library's scaling, if the numbers can be used.
    pub(crate) fn checked(self) -> PyResult<AttributeScaling> {
        match self {
            Self::Name(name) if name == "asinh" => Ok(AttributeScaling::Asinh),
            Self::Name(name) => Err(wanted("attribute_scaling", format_args!("{name:?}"), "asinh")),
            Self::Scales(means, deviations) => {
                check_numbers(&means, &deviations)?;
                Ok(AttributeScaling::Standard { means, deviations })
            }
        }
    }
}

fn check_numbers(means: &[f64], deviations: &[f64]) -> PyResult<()> {
    if means.len() != deviations.len() {
        let found = format!("{} means and {} deviations", means.len(), deviations.len());
        return Err(wanted("attribute_scaling of", found, "as many of both"));
    }
    if let Some(mean) = means.iter().find(|mean| !mean.is_finite()) {
        return Err(wanted("mean", mean, "a finite number"));
    }
    match deviations.iter().find(|deviation| !(deviation.is_finite() && **deviation >= 0.0)) {
        Some(deviation) => Err(wanted("deviation", deviation, "a finite number that is not negative")),
        None => Ok(()),
    }
}
