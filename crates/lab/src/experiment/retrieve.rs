//! How well distances of a method find graphs of the same class.

use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::describe::pool;
use super::{DescribeError, Describer, Description, LabelledCollection};
use crate::evaluation::RetrievalScore;
use crate::gram::GramMatrix;
use sgr_core::embed::StreamSettings;
use sgr_core::progress::{Progress, Steps};
use sgr_core::representation::{Distance, VectorStatistics};
use sgr_search::SearchError;
use sgr_search::distance::{Preparation, between_prepared};
use sgr_search::rows::Rows;

/// The retrieval by one distance of a method on one collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RetrievalCell {
    /// The collection.
    pub collection: String,
    /// The method.
    pub method: String,
    /// Its settings that are not the usual ones.
    pub variant: String,
    /// The distance; `kernel` for that of a kernel.
    pub distance: String,
    /// The score.
    #[serde(flatten)]
    pub score: RetrievalScore,
    /// Graphs of the collection.
    pub graphs: usize,
    /// Classes.
    pub classes: usize,
    /// Seconds for all distances of the method together, its description included.
    pub seconds: f64,
}

/// What keeps a method from its retrieval.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetrieveError {
    /// The method cannot describe the graphs.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// The vectors have no such distance.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A method without distances.
    #[error("found the method {method}, which describes no pairs of graphs, wanted vectors or a kernel")]
    Method {
        /// Its name.
        method: &'static str,
    },
}

/// The name of the distance of a kernel in tables and files.
pub(super) const KERNEL: &str = "kernel";

/// How well the nearest graphs of each graph of a collection are those of its class, for each distance.
///
/// A kernel has one distance: √(2 − 2k) of its cosines k. Distances that need statistics are left out without them. The result
/// does not depend on the number of threads.
///
/// # Errors
/// [`RetrieveError`].
///
/// # Complexity
/// O(n² · d) time and O(n · d) space for n graphs of d dimensions; a kernel takes O(n²) space.
pub fn retrieve(
    collection: &LabelledCollection,
    describer: &Describer<'_>,
    distances: &[Distance],
    statistics: Option<&VectorStatistics>,
    pipeline: &StreamSettings,
    progress: &dyn Progress,
) -> Result<Vec<RetrievalCell>, RetrieveError> {
    let start = Instant::now();
    let description = describer.describe(collection.records(), pipeline, &())?.normalized();
    let classes = collection.labels().classes();
    let pool = pool(pipeline.threads)?;
    let found: Vec<(&str, RetrievalScore)> = match &description {
        Description::Network(_) => return Err(RetrieveError::Method { method: describer.method.name() }),
        Description::Gram(gram) => vec![(KERNEL, pool.install(|| of_kernel(gram, classes, progress)))],
        Description::Vectors { width, rows } => {
            let known = distances.iter().filter(|distance| statistics.is_some() || !distance.needs_statistics());
            let rows = Rows::new(rows, *width)?;
            let score = |&distance: &Distance| {
                let preparation = Preparation::of(distance, statistics)?;
                let score = pool.install(|| of_vectors(rows, &preparation, classes, progress))?;
                Ok((distance.name(), score))
            };
            known.map(score).collect::<Result<_, SearchError>>()?
        }
    };
    let cell = |(distance, score): (&str, RetrievalScore)| RetrievalCell {
        collection: collection.name().to_owned(),
        method: describer.method.name().to_owned(),
        variant: describer.variant(),
        distance: distance.to_owned(),
        score,
        graphs: classes.len(),
        classes: collection.labels().names().len(),
        seconds: start.elapsed().as_secs_f64(),
    };
    Ok(found.into_iter().map(cell).collect())
}

fn of_kernel(gram: &GramMatrix, classes: &[usize], progress: &dyn Progress) -> RetrievalScore {
    // The distance falls as the cosine grows: the order is the same.
    score(classes, progress, |query, other| -gram.row(query)[other])
}

fn of_vectors(
    rows: Rows<'_>,
    preparation: &Preparation,
    classes: &[usize],
    progress: &dyn Progress,
) -> Result<RetrievalScore, SearchError> {
    let prepared = preparation.prepare(rows)?;
    let (rows, distance) = (prepared.rows(), preparation.distance());
    Ok(score(classes, progress, |query, other| between_prepared(distance, rows.row(query), rows.row(other))))
}

/// The mean score of all graphs as queries.
fn score(classes: &[usize], progress: &dyn Progress, distance: impl Fn(usize, usize) -> f64 + Sync) -> RetrievalScore {
    let steps = Steps::new(progress, classes.len());
    let queries = (0..classes.len()).into_par_iter().map(|query| {
        let others = (0..classes.len()).filter(|&other| other != query);
        let mut others: Vec<(f64, bool)> =
            others.map(|other| (distance(query, other), classes[other] == classes[query])).collect();
        steps.step();
        RetrievalScore::of_query(&mut others)
    });
    let scores: Vec<Option<RetrievalScore>> = queries.collect();
    RetrievalScore::mean(&scores.into_iter().flatten().collect::<Vec<_>>())
}
