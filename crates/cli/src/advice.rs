//! Errors in the program's words: the library states facts and a remedy, the program spells the remedy as a flag.

use sgr::input::{InputError, Remedy};

/// An error and its causes in one line, with advice where there is some.
pub(crate) fn in_words(error: &anyhow::Error) -> String {
    let input = error.chain().find_map(|cause| cause.downcast_ref::<InputError>());
    format!("{error:#}{}", input.map(advice).unwrap_or_default())
}

/// An error of the input in one line, with advice where there is some.
pub(crate) fn input_in_words(error: &InputError) -> String {
    format!("{error}{}", advice(error))
}

fn advice(error: &InputError) -> String {
    match error.remedy() {
        Some(Remedy::StateFormat) => "; or add --format FORMAT".to_owned(),
        Some(Remedy::UseFormat(format)) => format!("; if it is {format}, add --format {format}"),
        Some(Remedy::IgnoreWeights) => "; leave out --weights to read it without weights".to_owned(),
        Some(Remedy::ForgetDirections) => "; add --directed-as undirected to forget the directions".to_owned(),
        Some(Remedy::Gather) => "; add --gather to read all edges first".to_owned(),
        Some(Remedy::StateHeader) => "; add --header to skip it or --no-header to read it as an edge".to_owned(),
        Some(Remedy::AllowMemory) => "; --max-memory GB allows more".to_owned(),
        _ => String::new(),
    }
}
