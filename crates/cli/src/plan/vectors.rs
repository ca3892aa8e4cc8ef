//! Representations and models that the arguments name.

use anyhow::bail;
use sgr::input::{Keep, ReadOptions};
use sgr::representation::{
    AttributeSettings, BuiltIn, FingerprintSettings, Labels, Model, Representation, RepresentationSettings,
};

use super::Inputs;
use crate::args::{ModelName, SaliencyArgs, VectorArgs};

impl VectorArgs {
    pub(crate) fn representation(&self) -> anyhow::Result<Box<dyn Representation>> {
        let is_default = matches!(self.model, ModelName::BuiltIn(BuiltIn::Default));
        if !is_default && !self.representation.has_model() {
            bail!("--model is for --representation sgr, which is the default: leave one of the two out");
        }
        let fingerprint = FingerprintSettings::default()
            .with_dimensions(self.dimensions as usize)
            .with_depth(self.depth.into())
            .with_values(self.values);
        let settings = RepresentationSettings::new(self.representation)
            .samples(self.samples as usize)
            .knots(self.knots)
            .normalization(self.normalization)
            .fingerprint(fingerprint)
            .labels(self.labels);
        let attributes = |settings: &AttributeSettings| self.attributes.then(|| settings.clone());
        Ok(match self.representation.has_model() {
            true => {
                let model = self.model.open()?;
                settings.attributes(attributes(model.attributes())).model(model).build()
            }
            false => settings.attributes(attributes(&AttributeSettings::default())).build(),
        })
    }
}

impl VectorArgs {
    /// Lets the readers keep the labels and attributes that the vectors see.
    pub(crate) fn keep_seen(&self, options: &mut ReadOptions) {
        options.attributes = Keep::required_if(self.attributes);
        options.node_labels = self.labels.is_some_and(Labels::has_nodes);
        options.edge_labels = self.labels.is_some_and(Labels::has_edges);
        options.molecules.labels = !self.ignore_labels;
    }

    /// Lets the vectors see the atoms and bonds of molecules, unless the arguments say what they see.
    pub(crate) fn see_molecules<'a>(&mut self, inputs: impl IntoIterator<Item = &'a Inputs>) -> anyhow::Result<()> {
        if self.labels.is_some() || self.ignore_labels {
            return Ok(());
        }
        let (mut molecules, mut others) = (false, false);
        for inputs in inputs {
            for path in &inputs.paths {
                let has_molecules = inputs.holds_molecules(path);
                molecules |= has_molecules;
                others |= !has_molecules;
            }
        }
        if molecules && others {
            bail!(
                "found molecules next to other graphs, whose vectors have no numbers for labels; add --labels all or \
                 --ignore-labels"
            );
        }
        self.labels = molecules.then_some(Labels::All);
        Ok(())
    }
}

impl SaliencyArgs {
    /// The model that is named, or a built-in one.
    pub(crate) fn model_or(&self, built_in: BuiltIn) -> ModelName {
        self.model.clone().unwrap_or(ModelName::BuiltIn(built_in))
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
