//! How methods were judged, in words, as their results tell.

use super::{Method, Results, VectorClassifier};
use crate::evaluation::{Cell, FOLDS, Protocol, in_order};

/// Protocol, classifiers, labels, and the commands that made the results.
pub(super) fn protocol_paragraph(results: &Results) -> String {
    let cells = &results.results;
    let is_kernel = |cell: &&Cell| Method::ALL.iter().any(|method| method.name() == cell.method && method.is_kernel());
    let seeds = in_order(cells.iter().map(|cell| cell.seed.to_string()));
    let vectors = in_order(cells.iter().filter(|cell| !is_kernel(cell)).map(classifier));
    let kernels = in_order(cells.iter().filter(is_kernel).map(kernel));
    let labels = match (cells.iter().any(|cell| cell.labels), cells.iter().any(|cell| cell.attributes)) {
        (false, false) => "No method sees node labels.",
        (true, false) => "Node labels are seen by the methods that can.",
        (false, true) => "Attributes of nodes are seen by the methods that can.",
        (true, true) => "Node labels and attributes are seen by the methods that can.",
    };
    let named = |title: &str, list: Vec<String>| match list.len() {
        0 => String::new(),
        _ => format!(" {title}: {}.", list.join("; ")),
    };
    let commands: Vec<String> = results.commands.iter().map(|command| format!("`{command}`")).collect();
    format!(
        "Protocol: {}; seed {}.{}{} {labels}{} {} threads. Made by {} (sgr {}).",
        protocols(cells).join("; "),
        seeds.join(", "),
        named("Vectors", vectors),
        named("Kernels", kernels),
        duplicates(cells),
        results.threads,
        commands.join(", "),
        results.version
    )
}

/// The protocols with their largest number of runs.
fn protocols(cells: &[Cell]) -> Vec<String> {
    let runs = |protocol: Protocol| {
        cells
            .iter()
            .filter(|cell| cell.protocol == protocol.name())
            .map(|cell| cell.runs)
            .max()
            .map(|runs| (protocol, runs))
    };
    let text = |(protocol, runs): (Protocol, usize)| match protocol {
        Protocol::RandomSplits => format!("{runs} random splits, 80 % to learn from and 20 % to test"),
        Protocol::CrossValidation => format!("{} × stratified ten-fold cross-validation", runs / FOLDS),
    };
    Protocol::ALL.into_iter().filter_map(runs).map(text).collect()
}

/// The classifier of a vector.
fn classifier(cell: &Cell) -> String {
    let cost = cost(cell);
    let name = match cell.classifier.parse() {
        Ok(VectorClassifier::LogisticRegression) => format!("logistic regression ({cost}, L2, one-vs-rest)"),
        Ok(VectorClassifier::GaussianMachine) => format!("support vector machine (Gaussian kernel, {cost})"),
        Ok(VectorClassifier::RandomForest) => "random forest of 100 trees".to_owned(),
        Ok(VectorClassifier::NearestNeighbours) => "5 nearest neighbours".to_owned(),
        Err(_) => cell.classifier.clone(),
    };
    let scaling = if cell.standardized { "standardized by the training part" } else { "no scaling" };
    format!("{name}, {scaling}")
}

fn cost(cell: &Cell) -> &'static str {
    if cell.chosen_c.is_empty() { "C = 1" } else { "C chosen by five-fold cross-validation of the training part" }
}

/// How many graphs were left out as duplicates, over the collections; nothing if they were not looked for.
fn duplicates(cells: &[Cell]) -> String {
    let left_out = in_order(cells.iter().filter_map(|cell| Some((&cell.collection, cell.duplicates_left_out?))));
    match left_out.is_empty() {
        true => String::new(),
        false => {
            let sum: usize = left_out.iter().map(|(_, count)| count).sum();
            format!(" Of isomorphic graphs one remains: {sum} graphs were left out.")
        }
    }
}

fn kernel(cell: &Cell) -> String {
    let scale = if cell.raw_kernel { "as they are" } else { "normalised to cosines" };
    format!("support vector machine ({}), {scale}", cost(cell))
}
