//! Model files (safetensors), and what is done with a model that was read.

use std::sync::OnceLock;

use sgr::learning::Curriculum;
use sgr::{Embedder, Graph, Model};

use super::{Input, Target, Verdict};

pub(super) const TARGET: Target = Target {
    name: "model",
    share: 6,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\\"",
        "__metadata__",
        "\"F32\"",
        "\"F64\"",
        "\"shape\":",
        "\"data_offsets\":",
        "weight",
        "bias",
        "head.weight",
        "channels",
        "spectrum",
        "size",
        "samples",
        "dimensions",
        "[0,12]",
        "null",
        "\\u0000",
        "\u{0}\u{0}\u{0}\u{7f}",
    ],
    repair: Some(fit_header_length),
    run,
};

/// Models up to this size embed a graph: a larger one takes longer than a hundred inputs.
const LARGEST_USED: usize = 1 << 16;

fn run(input: Input<'_>) -> Result<Verdict, String> {
    let Ok(model) = Model::from_bytes(input.bytes) else { return Ok(Verdict::Refused) };
    let bytes = model.to_bytes();
    let again = Model::from_bytes(&bytes).map_err(|error| format!("a model that was written is refused: {error}"))?;
    if again.to_bytes() != bytes {
        return Err("a model that was written and read has other bytes".to_owned());
    }
    if let Some(curriculum) = Curriculum::of(&model) {
        // Numbers of the provenance come from the file, too.
        let _ = (curriculum.check(), curriculum.graph_count(), curriculum.to_toml());
    }
    for class in model.classes() {
        let _ = Curriculum::family_of_class(class);
    }
    if input.number.is_multiple_of(8) && model.perceptron().weights().len() <= LARGEST_USED {
        check_vector(model)?;
    }
    Ok(Verdict::Accepted)
}

/// A graph has a finite vector or an error.
fn check_vector(model: Model) -> Result<(), String> {
    static PATH: OnceLock<Graph> = OnceLock::new();
    let path =
        PATH.get_or_init(|| Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap_or_else(|error| unreachable!("{error}")));
    match Embedder::new().model(model).threads(1).embed(&[path]) {
        Ok(vectors) if vectors.row(0).iter().all(|value| value.is_finite()) => Ok(()),
        Ok(vectors) => Err(format!("a vector that is not finite: {:?}", vectors.row(0))),
        Err(_) => Ok(()),
    }
}

/// Bytes of the tensors of the seed.
const TENSORS: usize = 140;

/// Writes the length of the header in front of it, as if the tensors were those of the seed.
fn fit_header_length(bytes: &mut [u8]) {
    if let Some(header) = bytes.len().checked_sub(8 + TENSORS) {
        bytes[..8].copy_from_slice(&(header as u64).to_le_bytes());
    }
}
