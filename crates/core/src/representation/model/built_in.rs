//! The models that are compiled in.

use super::Model;

/// A model that is compiled in. How each was trained, and what it is good for, is in `models/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuiltIn {
    /// Many families of synthetic graphs, by all channels: the most accurate.
    Default,
    /// The paper's: Erdős–Rényi graphs against block models, by the spectrum alone.
    Paper,
}

impl BuiltIn {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Default, Self::Paper];

    /// The name, which [`Model::open`] takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Paper => "paper",
        }
    }

    /// The built-in model of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
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
