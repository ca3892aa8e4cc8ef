//! The list of methods for large components.

use super::approximate::density::Density;
use super::approximate::extremes_only::ExtremesOnly;
use super::approximate::slicing::Slicing;
use super::exact::double_precision::DoublePrecision;
use super::exact::single_precision::SinglePrecision;
use super::plan::large::LargeMethod;

/// Every method for large components, in the order in which equal costs are preferred.
pub(crate) const METHODS: [&dyn LargeMethod; 5] =
    [&DoublePrecision, &Slicing, &Density, &SinglePrecision, &ExtremesOnly];
