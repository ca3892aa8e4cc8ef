//! Distances that the arguments ask for, with the statistics of the model that makes the vectors.

use anyhow::bail;
use sgr::representation::{Distance, Model, RepresentationName};
use sgr::search::distance::Preparation;
use sgr::text::shown_path;

use crate::args::{ModelName, VectorArgs};

/// What a distance without statistics is replaced by.
const WITHOUT: &str = "--distance euclidean and --distance cosine need none";

impl VectorArgs {
    /// The distance that is asked for between vectors of `dimensions` numbers; without one, the default of the model that makes
    /// them, the Tanimoto distance of fingerprints, or the Euclidean one.
    pub(crate) fn preparation(&self, asked: Option<Distance>, dimensions: usize) -> anyhow::Result<Preparation> {
        let Some(distance) = asked else { return self.default_preparation(dimensions) };
        if !distance.needs_statistics() {
            return Ok(Preparation::of(distance, None)?);
        }
        let Some(model) = self.model_of_plain_vectors()? else {
            bail!(
                "found --distance {distance} for other vectors than those of a model without labels and attributes, wanted \
                 vectors whose statistics the model has; {WITHOUT}"
            );
        };
        let name = self.model.shown();
        let Some(statistics) = model.statistics() else {
            bail!(
                "{name}: found a model without statistics, which --distance {distance} needs; sgr train --statistics {name} -o \
                 NEW.safetensors adds them; {WITHOUT}"
            );
        };
        let wanted = statistics.dimensions();
        if wanted != dimensions {
            bail!(
                "--distance {distance}: found vectors of {dimensions} dimensions, wanted {wanted}, those of the model {name}; \
                 --model names the one that made them; {WITHOUT}"
            );
        }
        Ok(Preparation::of(distance, Some(statistics))?)
    }

    fn default_preparation(&self, dimensions: usize) -> anyhow::Result<Preparation> {
        // A part for attributes has numbers below 0.
        if self.representation == RepresentationName::Fingerprint && !self.attributes {
            return Ok(Preparation::of(Distance::Tanimoto, None)?);
        }
        let model = self.model_of_plain_vectors()?;
        let statistics = model.as_ref().and_then(Model::statistics);
        let statistics = statistics.filter(|statistics| statistics.dimensions() == dimensions);
        let distance = statistics.map_or_else(Distance::default, |statistics| statistics.distance());
        Ok(Preparation::of(distance, statistics)?)
    }

    /// The model whose vectors these are, if they are its vectors as the training graphs had them: without labels and attributes.
    pub(crate) fn model_of_plain_vectors(&self) -> anyhow::Result<Option<Model>> {
        let is_plain = self.representation == RepresentationName::Sgr && self.labels.is_none() && !self.attributes;
        is_plain.then(|| self.model.open()).transpose()
    }
}

impl ModelName {
    /// The name in a message.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::BuiltIn(model) => model.name().to_owned(),
            Self::File(path) => shown_path(path).to_string(),
        }
    }
}
