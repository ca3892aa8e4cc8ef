//! What a cluster is.

use serde::Serialize;

use super::center::squared_distances;
use super::families::nearest_families;
use super::{ClusterError, Clusters};
use crate::contrast::{Contrast, Described, Difference};
use crate::experiment::{Description, pool};
use crate::synthetic::Family;
use sgr_core::embed::StreamSettings;
use sgr_core::graph::GraphRecord;
use sgr_core::representation::Representation;

/// Typical graphs of a cluster.
const TYPICAL: usize = 3;

/// Smallest share of a cluster that a family is named for, and most families.
const SHARE: f64 = 0.1;
const FAMILIES: usize = 3;

/// What a cluster is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClusterDescription {
    /// Its number; none for noise.
    pub cluster: Option<u32>,
    /// Number of graphs.
    pub graphs: usize,
    /// Positions of the graphs nearest to the mean of the cluster, at most three, copies last; none for noise.
    pub typical: Vec<usize>,
    /// Position of the graph farthest from the mean, unless all are as far.
    pub untypical: Option<usize>,
    /// What is known from the graphs; none where only vectors are known.
    #[serde(flatten)]
    pub content: Option<Content>,
}

/// What the graphs of a cluster are like.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Content {
    /// Numbers of nodes.
    pub nodes: Spread,
    /// Numbers of edges.
    pub edges: Spread,
    /// The largest differences from all other graphs.
    pub differences: Vec<Difference>,
    /// Families of the nearest synthetic graphs, the most frequent first; at most three, of a tenth of the cluster or more.
    pub families: Vec<FamilyShare>,
}

/// Smallest, median and largest of some counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Spread {
    /// Smallest.
    pub least: usize,
    /// Median; the mean of the two in the middle.
    pub median: f64,
    /// Largest.
    pub most: usize,
}

/// How often the nearest synthetic graph is of a family.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FamilyShare {
    /// The name of the family.
    pub family: &'static str,
    /// The part of the cluster, from 0 to 1.
    pub share: f64,
}

impl Clusters {
    /// What each cluster is, and at the end the noise, if there is any, from vectors or kernel values alone.
    ///
    /// # Panics
    /// If the description is not that of as many graphs.
    #[must_use]
    pub fn describe_vectors(&self, description: &Description) -> Vec<ClusterDescription> {
        let distances = squared_distances(description, self);
        assert_eq!(distances.len(), self.assignments.len(), "found another number of descriptions than graphs");
        let noise = (self.noise() > 0).then_some(None);
        let numbers = (0..self.clusters as u32).map(Some).chain(noise);
        numbers
            .map(|cluster| {
                let members: Vec<usize> = self.members(cluster);
                let (typical, untypical) =
                    if cluster.is_some() { typical(&members, &distances) } else { (vec![], None) };
                ClusterDescription { cluster, graphs: members.len(), typical, untypical, content: None }
            })
            .collect()
    }

    /// What each cluster is, and at the end the noise, if there is any. Families are nearest in the vectors of `representation`,
    /// which `described` has.
    pub(super) fn describe(
        &self,
        records: &[GraphRecord],
        description: &Description,
        described: &Described,
        representation: &dyn Representation,
        work: &StreamSettings,
    ) -> Result<Vec<ClusterDescription>, ClusterError> {
        let (contrast, mut descriptions) =
            pool(work.threads)?.install(|| (Contrast::of(records, described), self.describe_vectors(description)));
        let families = nearest_families(&described.vectors, representation, work)?;
        for cluster in &mut descriptions {
            let members = self.members(cluster.cluster);
            let is_inside: Vec<bool> = self.assignments.iter().map(|&other| other == cluster.cluster).collect();
            let spread = |count: fn(&GraphRecord) -> usize| Spread::of(members.iter().map(|&at| count(&records[at])));
            cluster.content = Some(Content {
                nodes: spread(|record| record.graph.node_count()),
                edges: spread(|record| record.graph.edge_count()),
                differences: contrast.differences(&is_inside),
                families: shares(members.iter().filter_map(|&at| families[at]), members.len()),
            });
        }
        Ok(descriptions)
    }

    fn members(&self, cluster: Option<u32>) -> Vec<usize> {
        (0..self.assignments.len()).filter(|&at| self.assignments[at] == cluster).collect()
    }
}

impl Spread {
    fn of(counts: impl Iterator<Item = usize>) -> Self {
        let mut counts: Vec<usize> = counts.collect();
        counts.sort_unstable();
        let (Some(&least), Some(&most)) = (counts.first(), counts.last()) else {
            return Self { least: 0, median: 0.0, most: 0 };
        };
        let median = (counts[(counts.len() - 1) / 2] + counts[counts.len() / 2]) as f64 / 2.0;
        Self { least, median, most }
    }
}

/// The members nearest to the mean, of copies the first before others, and the farthest, if it is farther than the nearest.
fn typical(members: &[usize], distances: &[f64]) -> (Vec<usize>, Option<usize>) {
    let mut order = members.to_vec();
    order.sort_by(|&a, &b| distances[a].total_cmp(&distances[b]).then(a.cmp(&b)));
    let farthest = order.last().copied().filter(|&last| distances[last] > distances[order[0]]);
    let is_copy = |at: usize| at > 0 && distances[order[at]] == distances[order[at - 1]];
    let (copies, different): (Vec<usize>, Vec<usize>) = (0..order.len()).partition(|&at| is_copy(at));
    let typical = different.into_iter().chain(copies).take(TYPICAL).map(|at| order[at]).collect();
    (typical, farthest)
}

/// The most frequent families, of equally frequent ones the first of the list.
fn shares(families: impl Iterator<Item = Family>, members: usize) -> Vec<FamilyShare> {
    let mut counts = [0usize; Family::ALL.len()];
    families.for_each(|family| counts[family as usize] += 1);
    let share = |family: Family| FamilyShare {
        family: family.name(),
        share: counts[family as usize] as f64 / members.max(1) as f64,
    };
    let mut shares: Vec<FamilyShare> = Family::ALL.into_iter().map(share).collect();
    shares.retain(|share| share.share >= SHARE);
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    shares.truncate(FAMILIES);
    shares
}
