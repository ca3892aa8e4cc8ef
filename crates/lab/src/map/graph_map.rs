//! All numbers behind a map.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::drawing::{Drawing, LabelColours};
use super::duplicates::DuplicateGroup;
use super::neighbours::Neighbours;
use super::projection::{PrincipalPlane, TsneSettings, tsne};
use super::{GivenClusters, MOST_GRAPHS, MapError, MapFormat, MapSettings, Projection, Quantity, page};
use crate::contrast::{Described, counted};
use crate::evaluation::clustering::{KMeansSettings, k_means};
use crate::experiment::pool;
use sgr_core::embed::StreamSettings;
use sgr_core::graph::GraphRecord;
use sgr_core::progress::{Progress, Stretch};
use sgr_core::representation::Representation;
use sgr_io::output::AtomicFile;

/// Graphs that are handed to a thread at once.
const GRAIN: usize = 16;

/// Graphs with their places on a plane, and all that a page shows of them.
///
/// ```
/// use sgr_core::{embed::StreamSettings, graph::{Graph, GraphRecord}, representation::{RepresentationName, RepresentationSettings}};
/// use sgr_lab::map::{GraphMap, MapSettings};
/// let record = |nodes: u32| -> Result<GraphRecord, sgr_core::graph::GraphError> {
///     let edges: Vec<(u32, u32)> = (1..nodes).map(|node| (node - 1, node)).collect();
///     let graph = Graph::from_edges(nodes as usize, &edges)?;
///     Ok(GraphRecord { id: format!("path-{nodes}"), label: None, graph, dropped: Default::default() })
/// };
/// let paths = (2..9).map(record).collect::<Result<Vec<_>, _>>()?;
/// let (vectors, settings) = (RepresentationSettings::new(RepresentationName::Sgr).build(), MapSettings::new("paths"));
/// let map = GraphMap::of(&paths, vectors.as_ref(), &settings, &StreamSettings::default(), &())?;
/// assert_eq!(map.len(), 7);
/// assert!(map.to_html().starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GraphMap {
    pub(super) title: String,
    /// The name of the representation.
    pub(super) representation: &'static str,
    pub(super) ids: Vec<String>,
    /// Names of the classes, and the class of each graph; a graph without one has the last number and more.
    pub(super) classes: Option<Grouping>,
    pub(super) clusters: Grouping,
    /// How the clusters were found, in words, and whether they colour the points at first.
    pub(super) clusters_by: (String, bool),
    pub(super) quantities: Vec<(Quantity, Vec<f32>)>,
    pub(super) layouts: Vec<Layout>,
    pub(super) neighbours: Neighbours,
    pub(super) duplicates: Vec<DuplicateGroup>,
    pub(super) spectra: Vec<u8>,
    pub(super) traces: Vec<u8>,
    pub(super) labels: LabelColours,
    pub(super) drawings: Vec<Drawing>,
}

/// Each graph in one of several groups.
#[derive(Debug)]
pub(super) struct Grouping {
    pub(super) names: Vec<String>,
    /// The number of names for a graph that is in none.
    pub(super) of: Vec<u32>,
}

/// Places of all graphs, and what they mean.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) name: &'static str,
    pub(super) words: String,
    pub(super) points: Vec<[f32; 2]>,
}

impl GraphMap {
    /// Computes vectors, spectra, drawings, neighbours and places of graphs.
    ///
    /// The same graphs, settings and seed give the same bytes, whatever the number of threads.
    ///
    /// # Errors
    /// [`MapError`]: no graphs or too many, coordinates that do not fit, a graph without a vector.
    ///
    /// # Complexity
    /// That of the vectors; O(n² · width) time for the neighbours, O(n · width) space.
    pub fn of(
        records: &[GraphRecord],
        representation: &dyn Representation,
        settings: &MapSettings,
        work: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<Self, MapError> {
        check(records, settings)?;
        let stage = |from, to| Stretch { whole: progress, from, to };
        let described = Described::of(records, representation, work, &stage(0.0, 0.35))?;
        Self::of_described(records, described, settings, work, &stage(0.35, 1.0))
    }

    /// The map of graphs whose spectra are solved, as [`ClusterReport::with_described`](crate::clusters::ClusterReport) does.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    ///
    /// # Panics
    /// If `described` is of another number of graphs.
    pub fn of_described(
        records: &[GraphRecord],
        described: Described,
        settings: &MapSettings,
        work: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<Self, MapError> {
        let graphs = records.len();
        check(records, settings)?;
        assert_eq!(described.errors.len(), graphs, "found {} descriptions, wanted {graphs}", described.errors.len());
        let stage = |from, to| Stretch { whole: progress, from, to };
        pool(work.threads)?.install(|| {
            let labels = if settings.molecules { LabelColours::of_atoms } else { LabelColours::of }(records);
            let drawings = drawn(records, &labels, &stage(0.0, 0.4));
            // Enough for the affinities of t-SNE.
            let wanted = settings.neighbours.max((3.0 * settings.perplexity_of(graphs)) as usize);
            let (vectors, width) = (&described.vectors, described.width);
            let neighbours = Neighbours::of(vectors, width, &settings.preparation, wanted, work.threads)?;
            let layouts = layouts(&described, &neighbours, settings, &stage(0.55, 0.92));
            let neighbours = neighbours.first(settings.neighbours);
            let classes = classes(records);
            let words = settings.given_clusters.as_ref().map(|given| given.words.clone());
            Ok(Self {
                title: settings.title.clone(),
                representation: described.name,
                ids: records.iter().map(|record| record.id.clone()).collect(),
                clusters: clusters(&described, classes.as_ref(), settings)?,
                clusters_by: (words.clone().unwrap_or_else(|| "k-means".to_owned()), words.is_some()),
                classes,
                quantities: quantities(records, &described, &neighbours),
                layouts,
                duplicates: DuplicateGroup::all_of(records, &described.vectors, described.width),
                neighbours,
                spectra: described.spectra,
                traces: described.traces,
                labels,
                drawings,
            })
        })
    }

    /// Number of graphs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no graph, which no map is made of.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The ids of the graphs, in order.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The place of each graph in the layout that is shown first.
    #[must_use]
    pub fn points(&self) -> &[[f32; 2]] {
        &self.layouts[0].points
    }

    /// The names of the layouts, the one that is shown first first.
    pub fn layouts(&self) -> impl Iterator<Item = &'static str> {
        self.layouts.iter().map(|layout| layout.name)
    }

    /// Groups of graphs at distance 0.
    #[must_use]
    pub fn duplicates(&self) -> &[DuplicateGroup] {
        &self.duplicates
    }

    /// The whole page: one file that needs nothing from outside.
    #[must_use]
    pub fn to_html(&self) -> String {
        page::page(self)
    }

    /// Writes the map whole or not at all, in the format that the ending of `path` asks for.
    ///
    /// # Errors
    /// As for [`MapFormat::from_path`] and [`AtomicFile::write`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), MapError> {
        let path = path.as_ref();
        match MapFormat::from_path(path)? {
            MapFormat::Html => AtomicFile::write(path, self.to_html().as_bytes())?,
            #[cfg(feature = "parquet")]
            MapFormat::Parquet => super::embedding_atlas::write(self, path)?,
            #[cfg(not(feature = "parquet"))]
            MapFormat::Parquet => {
                return Err(sgr_io::output::OutputError::ParquetLeftOut { path: path.to_owned() }.into());
            }
        }
        Ok(())
    }
}

/// Whether the settings fit the graphs.
fn check(records: &[GraphRecord], settings: &MapSettings) -> Result<(), MapError> {
    let graphs = records.len();
    if !(1..=MOST_GRAPHS).contains(&graphs) {
        return Err(MapError::Graphs { graphs, most: MOST_GRAPHS });
    }
    check_coordinates(records, settings)?;
    let given = settings.given_clusters.as_ref().map(|given| given.assignments.len());
    match given.filter(|&found| found != graphs) {
        Some(found) => Err(MapError::Clusters { found, graphs }),
        None => Ok(()),
    }
}

fn check_coordinates(records: &[GraphRecord], settings: &MapSettings) -> Result<(), MapError> {
    let Some(coordinates) = &settings.coordinates else { return Ok(()) };
    if coordinates.len() != records.len() {
        return Err(MapError::Coordinates { found: coordinates.len(), graphs: records.len() });
    }
    let bad = coordinates.iter().zip(records).find(|(place, _)| place.iter().any(|value| !(*value as f32).is_finite()));
    bad.map_or(Ok(()), |(&[x, y], record)| Err(MapError::NotFinite { id: record.id.clone(), x, y }))
}

fn drawn(records: &[GraphRecord], labels: &LabelColours, progress: &dyn Progress) -> Vec<Drawing> {
    let done = AtomicUsize::new(0);
    let drawing = |record: &GraphRecord| {
        let drawing = Drawing::of(&record.graph, labels);
        progress.report(done.fetch_add(1, Ordering::Relaxed) as f64 / records.len() as f64);
        drawing
    };
    records.par_iter().with_min_len(GRAIN).map(drawing).collect()
}

/// The layouts of a page, the one that is shown first first.
fn layouts(
    described: &Described,
    neighbours: &Neighbours,
    settings: &MapSettings,
    progress: &dyn Progress,
) -> Vec<Layout> {
    let plane = PrincipalPlane::of(&described.vectors, described.width);
    let mut layouts = Vec::new();
    if let Some(coordinates) = &settings.coordinates {
        let points = coordinates.iter().map(|place| place.map(|value| value as f32)).collect();
        layouts.push(Layout { name: "own", words: "Own coordinates".to_owned(), points });
    } else if settings.projection == Projection::Tsne {
        let perplexity = settings.perplexity_of(plane.points.len());
        let tsne_settings = TsneSettings { perplexity, seed: settings.seed };
        let points = tsne(neighbours, &plane.points, tsne_settings, progress);
        layouts.push(Layout { name: "tsne", words: "t-SNE".to_owned(), points });
    }
    let parts = plane.explained.map(|part| format!("{:.0} %", 100.0 * part));
    let words = format!("PCA: {} + {} of variance", parts[0], parts[1]);
    layouts.push(Layout { name: "pca", words, points: plane.points });
    layouts
}

/// The classes of the graphs, if one has a class.
fn classes(records: &[GraphRecord]) -> Option<Grouping> {
    let mut names: Vec<&str> = records.iter().filter_map(|record| record.label.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return None;
    }
    if names.iter().all(|name| name.parse::<i64>().is_ok()) {
        names.sort_by_key(|name| name.parse::<i64>().unwrap_or_default());
    }
    let numbers: HashMap<&str, u32> = names.iter().copied().zip(0..).collect();
    let number = |label: &str| numbers.get(label).copied();
    let of =
        records.iter().map(|record| record.label.as_deref().and_then(number).unwrap_or(names.len() as u32)).collect();
    Some(Grouping { names: names.into_iter().map(str::to_owned).collect(), of })
}

fn clusters(described: &Described, classes: Option<&Grouping>, settings: &MapSettings) -> Result<Grouping, MapError> {
    let graphs = described.errors.len();
    if let Some(given) = &settings.given_clusters {
        return Ok(grouping_of(given));
    }
    let wanted = settings.clusters.or(classes.map(|classes| classes.names.len()).filter(|&count| count > 1));
    let wanted = wanted.unwrap_or_else(|| MapSettings::default_clusters(graphs)).min(graphs);
    let found = k_means(&described.vectors, described.width, &KMeansSettings::new(wanted).with_seed(settings.seed))?;
    let names = (1..=found.clusters).map(|number| format!("cluster {number}")).collect();
    Ok(Grouping { names, of: found.assignments })
}

fn grouping_of(given: &GivenClusters) -> Grouping {
    let without = given.names.len() as u32;
    let of = given.assignments.iter().map(|cluster| cluster.map_or(without, |cluster| cluster.min(without))).collect();
    Grouping { names: given.names.clone(), of }
}

fn quantities(records: &[GraphRecord], described: &Described, neighbours: &Neighbours) -> Vec<(Quantity, Vec<f32>)> {
    let mean = |distances: &[f32]| distances.iter().sum::<f32>() / distances.len().max(1) as f32;
    let isolation = neighbours.rows().map(|(_, distances)| mean(distances)).collect();
    let mut quantities = counted(records);
    quantities.extend([(Quantity::Error, described.errors.clone()), (Quantity::Isolation, isolation)]);
    quantities
}
