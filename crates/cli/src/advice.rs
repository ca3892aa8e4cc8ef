//! Errors in the program's words: the library states facts and a remedy, the program spells the remedy as a flag.

use std::path::Path;

use sgr::changes::ChangeError;
use sgr::datasets::{FetchError, Remedy as FetchRemedy};
use sgr::input::{InputError, Remedy};
use sgr::learning::TrainModelError;
use sgr::synthetic::SyntheticError;
use sgr::text::shown_path;

const MORE_MEMORY: &str = "; --max-memory GB allows more";

/// An error and its causes in one line, with advice where there is some.
pub(crate) fn in_words(error: &anyhow::Error) -> String {
    let input = error.chain().find_map(|cause| cause.downcast_ref::<InputError>());
    let fetching = error.chain().find_map(|cause| cause.downcast_ref::<FetchError>());
    let advice = match input {
        Some(input) => advice(input),
        None if fetching.is_some() => fetching.map(fetch_advice).unwrap_or_default(),
        None if error.chain().any(lacks_memory) => MORE_MEMORY.to_owned(),
        None => String::new(),
    };
    format!("{error:#}{advice}")
}

/// Whether an error of generating, training or of a series is about the limit of memory.
fn lacks_memory(cause: &(dyn std::error::Error + 'static)) -> bool {
    let synthetic = |error: &SyntheticError| matches!(error, SyntheticError::TooMuchMemory { .. });
    let trained = cause.downcast_ref::<TrainModelError>().is_some_and(|error| match error {
        TrainModelError::TooMuchMemory { .. } => true,
        TrainModelError::Synthetic(error) => synthetic(error),
        _ => false,
    });
    let series =
        cause.downcast_ref::<ChangeError>().is_some_and(|error| matches!(error, ChangeError::TooMuchMemory { .. }));
    trained || series || cause.downcast_ref::<SyntheticError>().is_some_and(synthetic)
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
        Some(Remedy::IgnoreAttributes) => "; leave out --attributes to read it without attributes".to_owned(),
        Some(Remedy::ForgetDirections) => "; add --directed-as undirected to forget the directions".to_owned(),
        Some(Remedy::Gather) => "; add --gather to read all edges first".to_owned(),
        Some(Remedy::StateHeader(line)) => format!("; add --header to skip it or --no-header to read it as {line}"),
        Some(Remedy::AllowMemory) => MORE_MEMORY.to_owned(),
        _ => String::new(),
    }
}

fn fetch_advice(error: &FetchError) -> String {
    match error.remedy() {
        Some(FetchRemedy::ListNames) => "; sgr fetch --list shows the names".to_owned(),
        Some(FetchRemedy::MirrorOrByHand(place)) => {
            format!("\n--mirror PLACE asks another place, a folder or an address; {}", by_hand(&place))
        }
        Some(FetchRemedy::ByHand(place)) => format!("\n{}", by_hand(&place)),
        Some(FetchRemedy::AcceptChecksum) => "; if the new file is right, accept it by --checksum".to_owned(),
        Some(FetchRemedy::AllowBytes) => "; --max-size GB allows more".to_owned(),
        Some(FetchRemedy::OtherCache) => "; SGR_CACHE names another folder for the cache".to_owned(),
        _ => String::new(),
    }
}

fn by_hand(place: &Path) -> String {
    format!("a copy of the file at {} is taken without a network", shown_path(place))
}
