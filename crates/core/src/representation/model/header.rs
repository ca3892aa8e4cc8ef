//! The header of a model file, read and checked.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::file::VERSION;
use super::statistics::{DEVIATIONS, Description, PAIRS, QUANTILES, WHITENING};
use super::{
    Model, ModelError, ModelParts, PairDistances, Perceptron, Provenance, StatisticsParts, VectorStatistics,
    settings_text,
};
use crate::representation::{AttributeSettings, Channels, LabelSettings};
use crate::resampling::KnotRule;

const FORMAT: &str = "sgr-model";
const ACTIVATION: &str = "selu";
/// The version before labels and attributes: its models see them by the default settings.
const OLD_VERSION: &str = "1";
/// The version of models without statistics.
const PLAIN_VERSION: &str = "2";

/// The part of a header that names format and version, whatever keys a later version may add.
#[derive(Deserialize)]
struct Preamble {
    #[serde(rename = "__metadata__")]
    metadata: PreambleMetadata,
}

#[derive(Deserialize)]
struct PreambleMetadata {
    format: String,
    version: String,
}

/// The header. A key that is missing, repeated or unknown is an error that names it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    #[serde(rename = "__metadata__")]
    metadata: Metadata,
    bias: Tensor,
    #[serde(rename = "head.bias")]
    head_bias: Tensor,
    #[serde(rename = "head.weight")]
    head_weight: Tensor,
    #[serde(rename = "statistics.deviations", skip_serializing_if = "Option::is_none")]
    deviations: Option<Tensor>,
    #[serde(rename = "statistics.pairs", skip_serializing_if = "Option::is_none")]
    pairs: Option<Tensor>,
    #[serde(rename = "statistics.quantiles", skip_serializing_if = "Option::is_none")]
    quantiles: Option<Tensor>,
    #[serde(rename = "statistics.whitening", skip_serializing_if = "Option::is_none")]
    whitening: Option<Tensor>,
    weight: Tensor,
}

/// In safetensors, metadata are strings. Version 1 has no settings of labels and attributes, version 2 no statistics.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Metadata {
    activation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    attributes: Option<String>,
    channels: String,
    classes: String,
    dimensions: String,
    format: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<String>,
    resampling: String,
    samples: String,
    scores: String,
    seed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<String>,
    training: String,
    version: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tensor {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

impl Header {
    /// Reads the text of a header; another format or version is said so before anything else.
    pub(super) fn parse(text: &[u8]) -> Result<Self, ModelError> {
        let PreambleMetadata { format, version } = parse_text::<Preamble>(text)?.metadata;
        if format != FORMAT {
            return Err(ModelError::Format { found: format });
        }
        let (has_settings, has_statistics) = match version.as_str() {
            OLD_VERSION => (false, false),
            PLAIN_VERSION => (true, false),
            _ if version == VERSION.to_string() => (true, true),
            _ => return Err(ModelError::Version { found: version }),
        };
        let header: Self = parse_text(text)?;
        header.check_keys(has_settings, has_statistics)?;
        Ok(header)
    }

    /// The settings of labels and attributes are there from version 2 on, the statistics from version 3 on.
    fn check_keys(&self, settings: bool, statistics: bool) -> Result<(), ModelError> {
        let keys = [
            ("attributes", self.metadata.attributes.is_some(), settings),
            ("labels", self.metadata.labels.is_some(), settings),
            ("statistics", self.metadata.statistics.is_some(), statistics),
            (DEVIATIONS, self.deviations.is_some(), statistics),
            (PAIRS, self.pairs.is_some(), statistics),
            (QUANTILES, self.quantiles.is_some(), statistics),
            (WHITENING, self.whitening.is_some(), statistics),
        ];
        for (key, is_there, is_wanted) in keys {
            let fault = match (is_there, is_wanted) {
                (false, true) => "missing",
                (true, false) => "unknown",
                _ => continue,
            };
            let version = &self.metadata.version;
            return Err(ModelError::Header { message: format!("{fault} field `{key}` in version {version}") });
        }
        Ok(())
    }

    /// The header of a model and the numbers that follow it.
    pub(super) fn of(model: &Model) -> (Self, Vec<u8>) {
        let (inputs, dimensions) = (model.perceptron().inputs() as u64, model.perceptron().outputs() as u64);
        let classes = model.classes().len() as u64;
        let mut data = Vec::new();
        let mut tensor = |shape: Vec<u64>, values: &[f32]| {
            let start = data.len() as u64;
            data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            Tensor { dtype: "F32".into(), shape, data_offsets: [start, data.len() as u64] }
        };
        let statistics = model.statistics().map(|statistics| (statistics, statistics.description()));
        let statistics = statistics.as_ref();
        let header = Self {
            bias: tensor(vec![dimensions], model.perceptron().bias()),
            head_bias: tensor(vec![classes], model.head_bias()),
            head_weight: tensor(vec![classes, dimensions], model.head_weights()),
            deviations: statistics.map(|(statistics, _)| tensor(vec![dimensions], statistics.deviations())),
            pairs: statistics.map(|(statistics, shown)| tensor(shown.pair_shape(), &statistics.pairs().quantiles)),
            quantiles: statistics
                .map(|(statistics, shown)| tensor(vec![dimensions, shown.levels], statistics.quantiles())),
            whitening: statistics
                .map(|(statistics, shown)| tensor(vec![shown.axes, dimensions], statistics.whitening())),
            weight: tensor(vec![dimensions, inputs], model.perceptron().weights()),
            metadata: Metadata::of(model),
        };
        (header, data)
    }

    /// The model, if the numbers agree with the header.
    pub(super) fn into_model(self, data: &[u8]) -> Result<Model, ModelError> {
        let metadata = &self.metadata;
        let channels = metadata.channels()?;
        let classes: Vec<String> = json("classes", &metadata.classes, "a JSON list of names")?;
        let dimensions: u64 = number("dimensions", &metadata.dimensions)?;
        if dimensions == 0 {
            return Err(ModelError::metadata("dimensions", &metadata.dimensions, "at least 1"));
        }
        if metadata.activation != ACTIVATION {
            return Err(ModelError::metadata("activation", &metadata.activation, ACTIVATION));
        }
        let (inputs, outputs) = (channels.width() as u64, classes.len() as u64);
        let description = metadata.statistics()?;
        let mut tensors = vec![
            ("bias", &self.bias, vec![dimensions]),
            ("head.bias", &self.head_bias, vec![outputs]),
            ("head.weight", &self.head_weight, vec![outputs, dimensions]),
            ("weight", &self.weight, vec![dimensions, inputs]),
        ];
        if let Some(description) = &description {
            let optional = [
                (DEVIATIONS, &self.deviations, vec![dimensions]),
                (PAIRS, &self.pairs, description.pair_shape()),
                (QUANTILES, &self.quantiles, vec![dimensions, description.levels]),
                (WHITENING, &self.whitening, vec![description.axes, dimensions]),
            ];
            let present =
                optional.into_iter().filter_map(|(name, tensor, shape)| Some((name, tensor.as_ref()?, shape)));
            tensors.extend(present);
        }
        for (name, tensor, shape) in &tensors {
            tensor.check(name, shape)?;
        }
        check_places(tensors.into_iter().map(|(name, tensor, _)| (name, tensor)).collect(), data.len() as u64)?;
        let provenance = Provenance::new(number("seed", &metadata.seed)?, &metadata.training, &metadata.scores)?;
        let perceptron = Perceptron::new(channels.width(), self.weight.values(data), self.bias.values(data));
        let (head_weights, head_bias) = (self.head_weight.values(data), self.head_bias.values(data));
        let (labels, attributes) = (metadata.labels()?, metadata.attributes()?);
        let parts =
            ModelParts { channels, perceptron, head_weights, head_bias, classes, labels, attributes, provenance };
        let statistics = description.map(|description| self.statistics(description, data)).transpose()?;
        Model::new(parts)?.with_statistics(statistics)
    }

    /// The statistics, whose tensors have been checked.
    fn statistics(&self, description: Description, data: &[u8]) -> Result<VectorStatistics, ModelError> {
        let values = |tensor: &Option<Tensor>| tensor.as_ref().map(|tensor| tensor.values(data)).unwrap_or_default();
        let deviations = values(&self.deviations);
        let Description { distance, graphs, pairs, pair_distances, families, .. } = description;
        let quantiles = values(&self.pairs);
        let pairs = PairDistances { count: pairs, distances: pair_distances, families, quantiles };
        let (whitening, quantiles, dimensions) = (values(&self.whitening), values(&self.quantiles), deviations.len());
        let parts = StatisticsParts { distance, graphs, deviations, whitening, quantiles, pairs };
        VectorStatistics::new(parts, dimensions)
    }
}

impl Metadata {
    fn of(model: &Model) -> Self {
        let provenance = model.provenance();
        Self {
            activation: ACTIVATION.into(),
            attributes: Some(settings_text(model.attributes())),
            channels: Value::from(model.channels().names()).to_string(),
            classes: Value::from(model.classes()).to_string(),
            dimensions: model.perceptron().outputs().to_string(),
            format: FORMAT.into(),
            labels: Some(settings_text(model.labels())),
            resampling: model.channels().rule().name().into(),
            samples: model.channels().samples().to_string(),
            scores: provenance.scores().into(),
            seed: provenance.seed().to_string(),
            statistics: model.statistics().map(|statistics| settings_text(&statistics.description())),
            training: provenance.settings().into(),
            version: model.statistics().map_or(PLAIN_VERSION.to_owned(), |_| VERSION.to_string()),
        }
    }

    fn labels(&self) -> Result<LabelSettings, ModelError> {
        self.labels
            .as_ref()
            .map_or(Ok(LabelSettings::default()), |text| json("labels", text, "a JSON object of settings"))
    }

    fn attributes(&self) -> Result<AttributeSettings, ModelError> {
        let text = self.attributes.as_ref();
        text.map_or(Ok(AttributeSettings::default()), |text| json("attributes", text, "a JSON object of settings"))
    }

    fn statistics(&self) -> Result<Option<Description>, ModelError> {
        self.statistics.as_ref().map(|text| json("statistics", text, "a JSON object of settings")).transpose()
    }

    fn channels(&self) -> Result<Channels, ModelError> {
        let names: Vec<String> = json("channels", &self.channels, "a JSON list of names")?;
        let samples = number("samples", &self.samples)?;
        let rule = KnotRule::ALL.into_iter().find(|rule| rule.name() == self.resampling);
        let wanted = || KnotRule::ALL.map(KnotRule::name).join(" or ");
        let rule = rule.ok_or_else(|| ModelError::metadata("resampling", &self.resampling, wanted()))?;
        // Past this number nothing fits anyway, and it fits into any `usize`.
        let samples = usize::try_from(samples).unwrap_or(usize::MAX);
        Channels::parse(&names, samples, rule)
            .map_err(|error| ModelError::metadata("channels", &self.channels, format_args!("others: {error}")))
    }
}

impl Tensor {
    /// Numbers of the right type, in the right shape, in as many bytes as they need.
    fn check(&self, tensor: &'static str, wanted: &[u64]) -> Result<(), ModelError> {
        if self.dtype != "F32" {
            return Err(ModelError::Type { tensor, found: self.dtype.clone() });
        }
        if self.shape != wanted {
            return Err(ModelError::Shape { tensor, found: self.shape.clone(), wanted: wanted.to_vec() });
        }
        let [start, end] = self.data_offsets;
        // Two lengths of 64 bits and four bytes a number fit into 130 bits: saturated, they fit into no file.
        let bytes = wanted.iter().fold(4u128, |bytes, &length| bytes.saturating_mul(length.into()));
        if end < start || u128::from(end - start) != bytes {
            return Err(ModelError::Place { tensor, found: self.data_offsets, wanted: format!("{bytes} bytes") });
        }
        Ok(())
    }

    /// The numbers; the place has been checked.
    fn values(&self, data: &[u8]) -> Vec<f32> {
        let [start, end] = self.data_offsets.map(|offset| offset as usize);
        data[start..end].as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
    }
}

/// One tensor after another, without gap or overlap, from the first byte to the last.
fn check_places(mut tensors: Vec<(&'static str, &Tensor)>, length: u64) -> Result<(), ModelError> {
    tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
    let mut next = 0;
    for (name, tensor) in tensors {
        let [start, end] = tensor.data_offsets;
        if start != next {
            let wanted = format!("it to start where the one before ends, at {next}");
            return Err(ModelError::Place { tensor: name, found: tensor.data_offsets, wanted });
        }
        next = end;
    }
    match length == next {
        true => Ok(()),
        false => Err(ModelError::Length { what: "the tensors", found: length, wanted: next }),
    }
}

pub(super) fn json<T: DeserializeOwned>(key: &'static str, text: &str, wanted: &str) -> Result<T, ModelError> {
    serde_json::from_str(text).map_err(|error| ModelError::metadata(key, text, format_args!("{wanted}: {error}")))
}

fn number(key: &'static str, text: &str) -> Result<u64, ModelError> {
    // One spelling only, so that a file that is read and written again is the same.
    let parsed = text.parse().ok().filter(|number: &u64| number.to_string() == text);
    parsed.ok_or_else(|| ModelError::metadata(key, text, "a whole number"))
}

fn parse_text<T: DeserializeOwned>(text: &[u8]) -> Result<T, ModelError> {
    serde_json::from_slice(text).map_err(|error| ModelError::Header { message: error.to_string() })
}
