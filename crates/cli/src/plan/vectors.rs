//! Representations and models that the arguments name.

use anyhow::bail;
use sgr::representation::{BuiltIn, Model, Representation, RepresentationName, RepresentationSettings};

use crate::args::{ModelName, VectorArgs};

impl VectorArgs {
    pub(crate) fn representation(&self) -> anyhow::Result<Box<dyn Representation>> {
        let is_default = matches!(self.model, ModelName::BuiltIn(BuiltIn::Default));
        if !is_default && !matches!(self.representation, RepresentationName::Sgr) {
            bail!("--model is for --representation sgr, which is the default: leave one of the two out");
        }
        let settings = RepresentationSettings::new(self.representation)
            .samples(self.samples as usize)
            .knots(self.knots)
            .normalization(self.normalization);
        Ok(match self.representation {
            RepresentationName::Sgr => settings.model(self.model.open()?).build(),
            _ => settings.build(),
        })
    }
}

impl ModelName {
    pub(crate) fn open(&self) -> anyhow::Result<Model> {
        Ok(match self {
            Self::BuiltIn(model) => model.model(),
            Self::File(path) => Model::open(path)?,
        })
    }
}
