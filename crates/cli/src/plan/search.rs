//! What a search reads and writes.

use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::json;
use sgr::representation::{Distance, RepresentationName};
use sgr::text::shown_path;

use super::Files;
use crate::args::{HitFormat, ModelName, SearchArgs, VectorArgs};

/// The ending of index files.
const INDEX: &str = "sgri";

/// Whether a path is that of an index file.
pub(crate) fn is_index(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(INDEX))
}

/// A file, and the id behind the # of `FILE#ID`.
pub(crate) fn file_and_id(argument: &str) -> (PathBuf, Option<&str>) {
    match argument.rsplit_once('#') {
        Some((path, id)) if !Path::new(argument).exists() => (PathBuf::from(path), Some(id)),
        _ => (PathBuf::from(argument), None),
    }
}

impl HitFormat {
    /// The format of a result, by flags or by the name of the file.
    pub(super) fn wanted(json: bool, to: Option<Self>, output: Option<&Path>) -> anyhow::Result<Self> {
        if json {
            return Ok(Self::Json);
        }
        let Some(output) = output.filter(|_| to.is_none()) else {
            return Ok(to.unwrap_or(Self::Txt));
        };
        match output.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
            Some("csv") => Ok(Self::Csv),
            Some("json") => Ok(Self::Json),
            Some("txt") => Ok(Self::Txt),
            _ => bail!("{}: the name does not tell the format; wanted .csv, .json or .txt", shown_path(output)),
        }
    }
}

impl SearchArgs {
    /// The files of a run.
    pub(crate) fn files(&self) -> Files {
        let mut inputs: Vec<PathBuf> = self.query.iter().map(|query| file_and_id(query).0).collect();
        inputs.push(self.collection.clone());
        let files = Files::reading(&inputs).with_model(&self.vectors.model);
        files.and_writes(self.output.as_deref()).and_writes(self.save.as_deref())
    }

    /// The format of the result, by flags or by the name of the file.
    pub(crate) fn format(&self) -> anyhow::Result<HitFormat> {
        HitFormat::wanted(self.json, self.to, self.output.as_deref())
    }

    /// The distance that is asked for. Groups of equal vectors are those at the Euclidean distance 0, unless the index is kept.
    pub(crate) fn asked_distance(&self) -> Option<Distance> {
        let is_for_duplicates = self.duplicates && self.save.is_none();
        self.distance.or(is_for_duplicates.then_some(Distance::Euclidean))
    }

    /// Refuses an index file of another name, which later searches would read as graphs.
    pub(crate) fn check_saved_name(&self) -> anyhow::Result<()> {
        match self.save.as_deref().filter(|path| !is_index(path)) {
            Some(path) => bail!("{}: found another ending, wanted .{INDEX} for an index file", shown_path(path)),
            None => Ok(()),
        }
    }
}

impl VectorArgs {
    /// The settings that the vectors depend on, as JSON for an index file.
    pub(crate) fn source(&self) -> anyhow::Result<String> {
        let mut source = json!({
            "representation": self.representation.name(),
            "labels": self.labels.map(|labels| labels.name()),
            "attributes": self.attributes,
        });
        match self.representation {
            RepresentationName::Spectrum => {
                source["samples"] = self.samples.into();
                source["knots"] = self.knots.name().into();
            }
            RepresentationName::Heat | RepresentationName::Wave => {
                source["normalization"] = self.normalization.name().into();
            }
            RepresentationName::Fingerprint => {
                source["dimensions"] = self.dimensions.into();
                source["depth"] = self.depth.into();
                source["values"] = self.values.name().into();
            }
            _ => {
                source["model"] = match &self.model {
                    ModelName::BuiltIn(model) => model.name().into(),
                    ModelName::File(_) => format!("{:016x}", self.model.open()?.digest()).into(),
                };
            }
        }
        Ok(source.to_string())
    }
}
