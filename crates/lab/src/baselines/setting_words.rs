//! Settings as text: words and numbers, separated by commas.

use std::str::FromStr;

use super::BaselineError;

/// The words of a text, those of the form `word=value` with their value.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split(',').map(|part| part.split_once('=').map_or((part, None), |(word, value)| (word, Some(value))))
}

/// The value of a setting.
pub(super) fn number<T: FromStr>(setting: &'static str, value: &str) -> Result<T, BaselineError> {
    value.parse().map_err(|_| BaselineError::Setting { setting, found: value.to_owned(), wanted: "a number" })
}

/// The error for a word that a method does not know.
pub(super) fn unknown(setting: &'static str, word: &str, wanted: &'static str) -> BaselineError {
    BaselineError::Setting { setting, found: format!("`{word}`"), wanted }
}
