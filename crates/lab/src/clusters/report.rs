//! Clusters with all that is said of them, as text and as JSON.

use std::fmt::{self, Display, Formatter};

use serde_json::{Value, json};

use super::{ClusterDescription, ClusterError, ClusterSettings, Clusters, Content, Spread};
use crate::contrast::Described;
use crate::evaluation::{ClassLabels, ClusterScore};
use crate::experiment::{Describer, Description, Method, pool};
use sgr_core::embed::StreamSettings;
use sgr_core::graph::GraphRecord;
use sgr_core::progress::{Progress, Stretch};
use sgr_core::representation::{RepresentationName, RepresentationSettings};
use sgr_core::text::shown;

/// Clusters of a collection, and what each of them is.
///
/// Its text, by `Display`, has a paragraph for each cluster.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ClusterReport {
    /// The clusters.
    pub clusters: Clusters,
    /// What they are, in their order; at the end the noise, if there is any.
    pub descriptions: Vec<ClusterDescription>,
    /// The ids of the graphs.
    pub ids: Vec<String>,
    /// What described the graphs, by name; nothing if vectors were given.
    pub by: Option<&'static str>,
    /// How well the clusters agree with the classes, if those are known.
    pub score: Option<ClusterScore>,
}

impl ClusterReport {
    /// Describes graphs, sorts them into clusters, and describes those. Kernels are normalised to cosines first. The result does
    /// not depend on the number of threads.
    ///
    /// Quantities and curves are those of the graphs without labels; families are nearest in the vectors of `sgr` without labels,
    /// by the model of the describer, whatever its method is.
    ///
    /// # Errors
    /// [`ClusterError`]: as for [`Clusters::find`]; a graph without a description; no threads.
    pub fn of(
        records: &[GraphRecord],
        describer: &Describer<'_>,
        settings: &ClusterSettings,
        work: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<Self, ClusterError> {
        Ok(Self::with_described(records, describer, settings, work, progress)?.0)
    }

    /// The same, with what is known of the graphs from their spectra: the vectors of `sgr`, with the labels and attributes of the
    /// describer if `sgr` is its method, otherwise without. A [map](crate::map::GraphMap::of_described) of them needs no other
    /// solution.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub fn with_described(
        records: &[GraphRecord],
        describer: &Describer<'_>,
        settings: &ClusterSettings,
        work: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<(Self, Described), ClusterError> {
        let stage = |from, to| Stretch { whole: progress, from, to };
        let representation = RepresentationSettings::new(RepresentationName::Sgr);
        let representation = describer.model.into_iter().fold(representation, |all, model| all.model(model.clone()));
        let representation = representation.build();
        let is_same = describer.method == Method::Sgr && !describer.uses_labels() && !describer.uses_attributes();
        let first = if is_same { 0.0 } else { 0.5 };
        let description = match is_same {
            true => None,
            false => Some(describer.describe(records, work, &stage(0.0, first))?.normalized()),
        };
        let mut described = Described::of(records, representation.as_ref(), work, &stage(first, 1.0))?;
        let description = description
            .unwrap_or_else(|| Description::Vectors { width: described.width, rows: described.vectors.clone() });
        let clusters = pool(work.threads)?.install(|| Clusters::find(&description, settings))?;
        let descriptions = clusters.describe(records, &description, &described, representation.as_ref(), work)?;
        let ids = records.iter().map(|record| record.id.clone()).collect();
        if describer.method == Method::Sgr
            && let Description::Vectors { width, rows } = description
        {
            (described.width, described.vectors) = (width, rows);
        }
        let report = Self { clusters, descriptions, ids, by: Some(describer.method.name()), score: None };
        Ok((report, described))
    }

    /// Sorts vectors into clusters, and says which are typical. On the threads of the current rayon pool; the result does not
    /// depend on how many. The ids are the positions.
    ///
    /// # Errors
    /// [`ClusterError::Clustering`].
    ///
    /// # Panics
    /// If `rows` is not whole rows of `width` numbers.
    pub fn of_vectors(rows: Vec<f32>, width: usize, settings: &ClusterSettings) -> Result<Self, ClusterError> {
        let description = Description::Vectors { width, rows };
        let clusters = Clusters::find(&description, settings)?;
        let descriptions = clusters.describe_vectors(&description);
        let ids = (0..clusters.assignments.len()).map(|at| at.to_string()).collect();
        Ok(Self { clusters, descriptions, ids, by: None, score: None })
    }

    /// Compares the clusters with classes.
    ///
    /// # Panics
    /// If there are not as many classes as graphs.
    #[must_use]
    pub fn compared_with(mut self, labels: &ClassLabels) -> Self {
        self.score = Some(self.clusters.agreement(labels));
        self
    }

    /// All of it as data; graphs by their ids.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Self { clusters, by, score, .. } = self;
        let count = clusters.count.as_ref().map(|count| {
            let (criterion, points) = (count.criterion.name(), count.points);
            json!({"criterion": criterion, "graphs": points, "scores": count.scores, "limit": count.limit})
        });
        json!({
            "clusters": clusters.clusters,
            "sizes": clusters.sizes(),
            "noise": clusters.noise(),
            "method": clusters.method.name(),
            "by": by,
            "converged": clusters.converged,
            "min_cluster_size": clusters.min_cluster_size,
            "chosen": count,
            "agreement": score,
            "descriptions": self.descriptions.iter().map(|each| self.with_ids(each)).collect::<Vec<_>>(),
        })
    }

    /// A description as data, with ids instead of positions.
    fn with_ids(&self, description: &ClusterDescription) -> Value {
        let Ok(mut value) = serde_json::to_value(description) else { unreachable!("texts and numbers are JSON") };
        value["typical"] = description.typical.iter().map(|&at| self.ids[at].as_str()).collect();
        value["untypical"] = description.untypical.map(|at| self.ids[at].as_str()).into();
        value
    }

    /// The first line: how many clusters, of which sizes, and why.
    fn summary(&self) -> String {
        let Clusters { clusters, method, count, min_cluster_size, .. } = &self.clusters;
        let sizes = self.clusters.sizes();
        let listed: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        let of = match sizes.as_slice() {
            [] => String::new(),
            [size] => format!(" of {}", graphs(*size)),
            _ => format!(" of {} graphs", listed.join(", ")),
        };
        let noise = match self.clusters.noise() {
            0 => String::new(),
            noise => format!(" and {noise} in none (noise)"),
        };
        let chosen = count.as_ref().map(|count| {
            let (criterion, graphs, most) = (count.criterion, count.points, count.scores.len());
            format!("; {criterion} of {graphs} graphs, 1 to {most} clusters")
        });
        let least = min_cluster_size.map(|least| format!("; clusters of at least {least} graphs"));
        let why = chosen.or(least).unwrap_or_default();
        format!("{clusters} {}{of}{noise} ({method}{why})", if *clusters == 1 { "cluster" } else { "clusters" })
    }
}

impl Display for ClusterReport {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.summary())?;
        if let Some(score) = &self.score {
            let (rand, information) = (score.adjusted_rand_index, score.normalized_mutual_information);
            write!(
                out,
                "\nagainst the classes: adjusted Rand index {rand:.3}, normalised mutual information {information:.3}"
            )?;
        }
        for description in &self.descriptions {
            self.paragraph(description, out)?;
        }
        Ok(())
    }
}

impl ClusterReport {
    fn paragraph(&self, description: &ClusterDescription, out: &mut Formatter<'_>) -> fmt::Result {
        let part = 100.0 * description.graphs as f64 / self.ids.len().max(1) as f64;
        let name = description.cluster.map_or("noise".to_owned(), |cluster| format!("cluster {cluster}"));
        write!(out, "\n\n{name}: {} ({part:.0} %)", graphs(description.graphs))?;
        if let Some(content) = &description.content {
            write!(out, "\n  {} nodes, {} edges", words_of(&content.nodes), words_of(&content.edges))?;
            for difference in &content.differences {
                write!(out, "\n  {difference}")?;
            }
            families(content, out)?;
        }
        let ids: Vec<String> = description.typical.iter().map(|&at| shown(&self.ids[at]).to_string()).collect();
        if !ids.is_empty() {
            write!(out, "\n  typical: {}", ids.join(", "))?;
        }
        match description.untypical {
            Some(at) => write!(out, "; farthest from them: {}", shown(&self.ids[at])),
            None => Ok(()),
        }
    }
}

/// A number of graphs in words.
fn graphs(count: usize) -> String {
    if count == 1 { "1 graph".to_owned() } else { format!("{count} graphs") }
}

fn families(content: &Content, out: &mut Formatter<'_>) -> fmt::Result {
    if content.families.is_empty() {
        return Ok(());
    }
    let words = content.families.iter().map(|share| format!("{} {:.0} %", share.family, 100.0 * share.share));
    write!(out, "\n  nearest synthetic graphs: {}", words.collect::<Vec<_>>().join(", "))
}

fn words_of(spread: &Spread) -> String {
    let Spread { least, median, most } = spread;
    if least == most { least.to_string() } else { format!("{least} to {most} (median {median})") }
}
