//! Every error of the library becomes `sgr::Error` with `?`.

use std::collections::BTreeSet;
use std::path::Path;

/// Compiles only if the types convert; gives their names.
macro_rules! convertible {
    ($($error:ty),* $(,)?) => {{
        fn converts<E: Into<sgr::Error>>() {}
        $(converts::<$error>();)*
        [$(stringify!($error)),*].map(|name| name.rsplit("::").next().unwrap_or(name).trim().to_owned())
    }};
}

#[test]
fn every_error_type_converts_into_the_one() {
    let convertible = convertible![
        sgr::graph::GraphError,
        sgr::spectrum::SpectrumError,
        sgr::spectrum::InvalidFindings,
        sgr::representation::ChannelError,
        sgr::representation::HeatKernelError,
        sgr::representation::InvalidTime,
        sgr::representation::ModelError,
        sgr::names::UnknownName,
        sgr::embed::EmbedError,
        sgr::input::InputError,
        sgr::input::columns::ColumnNamesError,
        sgr::input::columns::LayoutError,
        sgr::output::OutputError,
        sgr::search::SearchError,
        sgr::search::index::IndexError,
        sgr::synthetic::SyntheticError,
        sgr::learning::TrainingError,
        sgr::learning::TrainModelError,
        sgr::gram::GramTooLarge,
        sgr::baselines::BaselineError,
        sgr::evaluation::EvaluationError,
        sgr::evaluation::clustering::ClusteringError,
        sgr::explanation::ExplainError,
        sgr::clusters::ClusterError,
        sgr::changes::ChangeError,
        sgr::map::MapError,
        sgr::experiment::DescribeError,
        sgr::experiment::EvaluateError,
        sgr::experiment::RetrieveError,
        sgr::experiment::ResultsFileError,
    ];
    let mut declared = BTreeSet::new();
    for room in ["core", "io", "search", "lab"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(room).join("src"), &mut declared);
    }
    // Parts of other errors, never returned by themselves.
    for part in ["Problem", "EmptyGraph"] {
        declared.remove(part);
    }
    assert_eq!(declared, BTreeSet::from(convertible), "left: declared in the sources, right: listed in this test");
}

/// The names of the public types that derive `thiserror::Error` or implement the trait by hand.
fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let by_hand = text.lines().filter_map(|line| line.strip_prefix("impl std::error::Error for "));
            names.extend(by_hand.map(|rest| rest.trim_end_matches([' ', '{', '}']).to_owned()));
            for after in text.split("thiserror::Error)]").skip(1) {
                let declaration = after.lines().find(|line| line.contains("enum ") || line.contains("struct "));
                let words: Vec<&str> = declaration.unwrap().split_whitespace().collect();
                if words[0] == "pub" {
                    names.insert(words[2].trim_end_matches([';', '{']).to_owned());
                }
            }
        }
    }
}
