//! Nodes of a TU collection: the graph of each node.

use super::class_labels::ClassLabels;
use super::numbers::whole_number;
use super::parts::Parts;
use crate::input::memory::growing;
use crate::input::{InputError, Problem};

/// Most class labels beyond the last graph with nodes: each is a graph without nodes, which is named and skipped.
const MOST_EMPTY: usize = 10_000;

/// Which graph each node belongs to, as `NAME_graph_indicator.txt` says: one line a node, the number of its graph.
///
/// Nodes and graphs are counted from 0 here, from 1 in the file.
#[derive(Debug)]
pub(super) struct NodeMap {
    /// Nodes of each graph.
    sizes: Vec<u32>,
    places: Places,
}

#[derive(Debug)]
enum Places {
    /// The usual case: the nodes of a graph follow each other. First node of each graph, and the end.
    Grouped(Vec<u64>),
    /// Graph of each node, and its place among the graph's nodes.
    Scattered(Vec<(u32, u32)>),
}

impl NodeMap {
    /// Reads the indicator; the class labels, if there are any, tell the number of graphs.
    pub(super) fn read(parts: &Parts, labels: Option<&ClassLabels>) -> Result<Self, InputError> {
        let kept = labels.map_or(0, ClassLabels::memory);
        let labels = labels.map(ClassLabels::len);
        let mut indicator = parts.require("graph_indicator", "it tells which graph each node belongs to")?;
        let wanted = "the number of a graph, from 1";
        // Runs of nodes of one graph: as many as there are graphs, as a rule.
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let mut nodes = 0u64;
        while let Some(line) = indicator.next(&parts.path)? {
            if line.is_empty() {
                continue;
            }
            let number = whole_number(line).filter(|&number| number >= 1 && number <= u64::from(u32::MAX));
            let Some(number) = number else {
                let problem = Problem::unexpected(line, wanted);
                return Err(indicator.error(&parts.path, problem));
            };
            let graph = (number - 1) as u32;
            nodes += 1;
            let line = indicator.lines.number();
            let checked = parts.memory.check_now_and_then(line, || kept + growing(runs.len(), size_of::<(u32, u32)>()));
            checked.map_err(|problem| indicator.error(&parts.path, problem))?;
            match runs.last_mut() {
                Some((last, count)) if *last == graph && *count < u32::MAX => *count += 1,
                _ => runs.push((graph, 1)),
            }
        }
        let graphs = runs.iter().map(|run| run.0 as usize + 1).max().unwrap_or(0);
        // A gap in the numbers is a graph without nodes; but one wrong number must not make billions of empty graphs.
        let limit = labels.unwrap_or(nodes as usize);
        if graphs > limit {
            let found = format!("graph number {graphs}");
            let wanted = match labels {
                Some(labels) => format!("at most {labels}, the number of lines of the class labels"),
                None => format!("at most {nodes}, the number of nodes"),
            };
            let problem = Problem::Unexpected { found, wanted };
            return Err(InputError::file(&parts.path, problem).in_entry(&indicator.name));
        }
        // Graphs at the end without nodes: a few may be, millions are an archive that unpacks to nothing but labels.
        if let Some(labels) = labels.filter(|&labels| labels > graphs + MOST_EMPTY) {
            let found = format!("{labels} class labels for {graphs} graphs with nodes");
            let problem = Problem::Unexpected { found, wanted: format!("at most {}", graphs + MOST_EMPTY) };
            return Err(InputError::file(&parts.path, problem).in_entry(&parts.name("graph_labels")));
        }
        let graphs = labels.unwrap_or(graphs);
        let needed = kept + growing(runs.len(), size_of::<(u32, u32)>()) + Self::needed(&runs, graphs, nodes);
        let checked = parts.memory.check(needed);
        checked.map_err(|problem| InputError::file(&parts.path, problem).in_entry(&indicator.name))?;
        Ok(Self::from_runs(&runs, graphs))
    }

    fn from_runs(runs: &[(u32, u32)], graphs: usize) -> Self {
        let mut sizes = vec![0u32; graphs];
        let is_grouped = runs.is_sorted_by_key(|run| run.0);
        let mut scattered = Vec::new();
        for &(graph, count) in runs {
            let size = &mut sizes[graph as usize];
            if !is_grouped {
                scattered.extend((*size..*size + count).map(|place| (graph, place)));
            }
            *size += count;
        }
        let places = if is_grouped {
            let mut starts = Vec::with_capacity(graphs + 1);
            starts.push(0u64);
            starts.extend(sizes.iter().scan(0u64, |end, &size| {
                *end += u64::from(size);
                Some(*end)
            }));
            Places::Grouped(starts)
        } else {
            Places::Scattered(scattered)
        };
        Self { sizes, places }
    }

    /// Bytes that a map of these runs takes.
    fn needed(runs: &[(u32, u32)], graphs: usize, nodes: u64) -> u64 {
        let is_grouped = runs.is_sorted_by_key(|run| run.0);
        let places = if is_grouped { 8 * graphs as u64 } else { 2 * 8 * nodes };
        4 * graphs as u64 + places
    }

    /// Bytes that the map takes.
    pub(super) fn memory(&self) -> u64 {
        let places = match &self.places {
            Places::Grouped(starts) => starts.len(),
            Places::Scattered(places) => places.len(),
        };
        4 * self.sizes.len() as u64 + 8 * places as u64
    }

    pub(super) fn graph_count(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn node_count(&self) -> u64 {
        match &self.places {
            Places::Grouped(starts) => starts[starts.len() - 1],
            Places::Scattered(places) => places.len() as u64,
        }
    }

    pub(super) fn size(&self, graph: usize) -> usize {
        self.sizes[graph] as usize
    }

    /// The nodes of a graph, if they follow each other.
    pub(super) fn range(&self, graph: usize) -> Option<std::ops::Range<u64>> {
        match &self.places {
            Places::Grouped(starts) => Some(starts[graph]..starts[graph + 1]),
            Places::Scattered(_) => None,
        }
    }

    /// Whether the nodes of each graph follow each other, graph after graph.
    pub(super) fn is_grouped(&self) -> bool {
        matches!(self.places, Places::Grouped(_))
    }

    /// Graph of a node, and its place in the graph; `guess` is the graph it is likely in.
    #[inline]
    pub(super) fn place(&self, node: u64, guess: usize) -> Option<(usize, u32)> {
        match &self.places {
            Places::Grouped(starts) => {
                let graph = match starts.get(guess..guess + 2) {
                    Some(&[start, end]) if start <= node && node < end => guess,
                    _ if node >= self.node_count() => return None,
                    _ => starts.partition_point(|&start| start <= node) - 1,
                };
                Some((graph, (node - starts[graph]) as u32))
            }
            Places::Scattered(places) => {
                places.get(usize::try_from(node).ok()?).map(|&(graph, place)| (graph as usize, place))
            }
        }
    }
}
