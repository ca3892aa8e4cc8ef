//! Values of the library's enums on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sgr::names::Named;

/// A parser of the names of an enum; help and completions list them, with a few words about each in the long help.
pub(super) fn names_of<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    names_where(|_: T| true)
}

/// A parser of some names of an enum.
pub(super) fn names_where<T: Named + Send + Sync>(fits: impl Fn(T) -> bool) -> impl TypedValueParser<Value = T> {
    let values = T::VALUES.iter().copied().filter(|&value| fits(value));
    let values =
        values.map(|value| PossibleValue::new(value.name()).help(value.summary()).aliases(value.former_names()));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(|name| T::from_name(&name))
}
