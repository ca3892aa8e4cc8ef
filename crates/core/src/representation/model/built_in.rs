//! The models that are compiled in.

use super::Model;

/// A model that is compiled in. How each was trained, and what it is good for, is in `docs/models/`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuiltIn {
    /// Many families of synthetic graphs, by all channels: the most accurate.
    #[default]
    Default,
    /// The paper's: Erdős–Rényi graphs against block models, by the spectrum alone.
    Paper,
}

crate::named!(BuiltIn, "built-in model");

impl BuiltIn {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Default, Self::Paper];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Paper => "paper",
        }
    }

    /// The model in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Default => "Trained to tell many families of synthetic graphs apart",
            Self::Paper => "The paper's: Erdős–Rényi graphs against block models, by the spectrum alone",
        }
    }

    /// The bytes of its file.
    #[must_use]
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Default => include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/models/default.safetensors")),
            Self::Paper => include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/models/paper.safetensors")),
        }
    }

    /// The model.
    ///
    /// # Panics
    /// If the file that was compiled in is not a model; the tests check that it is one.
    #[must_use]
    pub fn model(self) -> Model {
        match Model::from_bytes(self.bytes()) {
            Ok(model) => model,
            Err(error) => panic!("the built-in model {}: {error}", self.name()),
        }
    }
}
