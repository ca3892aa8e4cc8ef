//! What must hold for every file of graphs, whatever its bytes.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use sgr::Embedder;
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{GraphReader, HydrogenNodes, InputError, Keep, MoleculeOptions, ReadOptions, Scope, open};
use sgr::output::CollectionWriter;
use sgr::representation::{AttributeSettings, Labels};

use crate::targets::{Input, Verdict, scratch};

/// Graphs up to this size are written, read again and embedded: larger ones cost time and show nothing else.
const SMALL: usize = 64;

/// Beyond this size, time and memory of the reader are what is looked at: checks of each row would take longer than it.
const CHECKED: usize = 1 << 20;

/// Items that a byte may give: a reader beyond that goes round in circles. A plain byte gives one at most, a byte of
/// deflate up to 1032, four bytes of a .zst block 2^17.
const MOST_ITEMS_PER_BYTE: usize = 1 << 15;

/// One input in that many has its first small graph embedded, one in [`WRITTEN`] has it written and read again: both take
/// longer than all other checks together.
const EMBEDDED: u64 = 32;
const WRITTEN: u64 = 8;

/// Reads twice and checks every graph. `read` opens the input with the settings of its variant.
pub(crate) fn check(
    input: Input<'_>,
    read: impl Fn(&ReadOptions) -> Result<GraphReader, InputError>,
) -> Result<Verdict, String> {
    let options = options_of(input.variant);
    let mut kept = None;
    let first = read_all(input, read(&options), &mut |record| {
        check_rules(&record.graph, &options)?;
        if kept.is_none() && (1..=SMALL).contains(&record.graph.node_count()) {
            kept = Some(record);
        }
        Ok(())
    })?;
    let second = read_all(input, read(&options), &mut |_| Ok(()))?;
    if first != second {
        return Err(format!("read again, the graphs differ: {} and {} items", first.items.len(), second.items.len()));
    }
    if let Some(record) = kept {
        if input.number.is_multiple_of(WRITTEN) {
            check_written(&record)?;
        }
        if input.number.is_multiple_of(EMBEDDED) {
            check_embedded(&record.graph)?;
        }
    }
    Ok(if first.graphs > 0 { Verdict::Accepted } else { Verdict::Refused })
}

/// The settings that a variant stands for.
fn options_of(variant: u64) -> ReadOptions {
    let bit = |at: u32| variant >> at & 1 == 1;
    ReadOptions::new()
        .weights(bit(0))
        .node_labels(bit(1))
        .edge_labels(bit(2))
        .attributes([Keep::No, Keep::IfThere, Keep::No, Keep::Required][(variant >> 2 & 3) as usize])
        .directed_as_undirected(bit(3))
        .gather(bit(4))
        .molecules(molecules_of(variant))
        .header([None, None, Some(true), Some(false)][(variant >> 5 & 3) as usize])
        // One variant in eight has the usual limit, whose graphs take longer than a thousand other inputs.
        .max_declared_nodes(if variant >> 7 == 0 { ReadOptions::new().max_declared_nodes } else { 1 << 12 })
}

/// The settings of molecules that a variant stands for.
fn molecules_of(variant: u64) -> MoleculeOptions {
    let bit = |at: u32| variant >> at & 1 == 1;
    let hydrogens = [HydrogenNodes::Written, HydrogenNodes::Added, HydrogenNodes::Written, HydrogenNodes::Removed];
    MoleculeOptions::new().labels(bit(1)).hydrogen_counts(bit(2)).hydrogen_nodes(hydrogens[(variant >> 3 & 3) as usize])
}

/// What came out of a reader.
#[derive(Debug, PartialEq)]
struct Items {
    graphs: usize,
    /// A hash of each graph, or of the text of the error.
    items: Vec<u64>,
}

fn read_all(
    input: Input<'_>,
    reader: Result<GraphReader, InputError>,
    take: &mut dyn FnMut(GraphRecord) -> Result<(), String>,
) -> Result<Items, String> {
    let mut items = Items { graphs: 0, items: Vec::new() };
    let reader = match reader {
        Ok(reader) => reader,
        Err(error) => {
            items.items.push(hash_of(&error.to_string()));
            return Ok(items);
        }
    };
    let mut has_ended = false;
    for item in reader {
        if has_ended {
            return Err("an item after an error that ends the file".to_owned());
        }
        if items.items.len() > input.bytes.len().saturating_mul(MOST_ITEMS_PER_BYTE) {
            return Err("more items than the bytes can hold".to_owned());
        }
        match item {
            Ok(record) => {
                items.graphs += 1;
                items.items.push(hash_of_record(&record));
                take(record)?;
            }
            Err(error) => {
                has_ended = error.scope == Scope::File;
                items.items.push(hash_of(&error.to_string()));
            }
        }
    }
    Ok(items)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn hash_of_record(record: &GraphRecord) -> u64 {
    let graph = &record.graph;
    if graph.node_count() > CHECKED {
        return hash_of(&(&record.id, &record.label, graph.node_count(), graph.columns()));
    }
    let weights: Option<Vec<u64>> = graph.all_weights().map(|weights| weights.iter().map(|w| w.to_bits()).collect());
    let attributes = graph.attributes().map(|attributes| {
        attributes.values().iter().map(|value| value.to_bits()).chain([attributes.width() as u64]).collect::<Vec<u64>>()
    });
    let labels = (graph.node_labels(), graph.all_edge_labels());
    hash_of(&(&record.id, &record.label, graph.offsets(), graph.columns(), weights, labels, attributes))
}

/// The invariants that the documentation of [`Graph`] states, and those of the settings.
fn check_rules(graph: &Graph, options: &ReadOptions) -> Result<(), String> {
    let (offsets, columns) = (graph.offsets(), graph.columns());
    let broken = |rule: &str| Err(format!("a graph of {} nodes: {rule}", graph.node_count()));
    if graph.node_count() == 0 {
        return broken("no nodes");
    }
    if offsets[0] != 0 || !offsets.is_sorted() || offsets.last() != Some(&columns.len()) {
        return broken("offsets that are no offsets");
    }
    if graph.all_weights().is_some_and(|weights| {
        weights.len() != columns.len() || !weights.iter().all(|weight| weight.is_finite() && *weight > 0.0)
    }) {
        return broken("a weight that is not finite and positive");
    }
    if graph.is_weighted() && !options.weights {
        return broken("weights that nobody asked for");
    }
    if graph
        .node_labels()
        .is_some_and(|labels| labels.len() != graph.node_count() || !(options.node_labels || options.molecules.labels))
    {
        return broken("node labels that do not fit");
    }
    if graph
        .all_edge_labels()
        .is_some_and(|labels| labels.len() != columns.len() || !(options.edge_labels || options.molecules.labels))
    {
        return broken("edge labels that do not fit");
    }
    if graph.attributes().is_some_and(|attributes| {
        let is_right = attributes.len() == graph.node_count() && attributes.values().iter().all(|x| x.is_finite());
        !is_right || options.attributes == Keep::No
    }) {
        return broken("attributes that do not fit");
    }
    for node in 0..graph.node_count().min(CHECKED) as u32 {
        check_row(graph, node)?;
    }
    Ok(())
}

fn check_row(graph: &Graph, node: u32) -> Result<(), String> {
    let row = graph.neighbors(node);
    if !row.is_sorted_by(|a, b| a < b) {
        return Err(format!("row {node} is not ascending: {row:?}"));
    }
    for (at, &other) in row.iter().enumerate() {
        let back = (other != node && (other as usize) < graph.node_count())
            .then(|| graph.neighbors(other).binary_search(&node).ok())
            .flatten();
        let Some(back) = back else { return Err(format!("the edge {node} {other} is a loop or has no way back")) };
        if graph.weights(node).map(|weights| weights[at]) != graph.weights(other).map(|weights| weights[back]) {
            return Err(format!("the edge {node} {other} has two weights"));
        }
    }
    Ok(())
}

/// Written as JSON lines and read again, a graph is the same.
fn check_written(record: &GraphRecord) -> Result<(), String> {
    let path = scratch::path("written.jsonl");
    let failed = |error: &dyn std::error::Error| format!("written as JSON lines: {error}");
    let mut writer = CollectionWriter::create(&path).map_err(|error| failed(&error))?;
    writer.write_graph(record).map_err(|error| failed(&error))?;
    writer.finish().map_err(|error| failed(&error))?;
    let options = ReadOptions::new()
        .weights(record.graph.is_weighted())
        .node_labels(true)
        .edge_labels(true)
        .attributes(Keep::IfThere);
    let read: Result<Vec<GraphRecord>, InputError> = open(&path, None, &options).and_then(Iterator::collect);
    let read = read.map_err(|error| failed(&error))?;
    let same = |other: &GraphRecord| {
        let (a, b) = (&record.graph, &other.graph);
        (a.offsets(), a.columns(), a.all_weights()) == (b.offsets(), b.columns(), b.all_weights())
            && (&record.id, &record.label) == (&other.id, &other.label)
            && (a.node_labels(), a.attributes()) == (b.node_labels(), b.attributes())
            && a.all_edge_labels().unwrap_or_default() == b.all_edge_labels().unwrap_or_default()
    };
    match read.as_slice() {
        [one] if same(one) => Ok(()),
        _ => Err(format!("written as JSON lines and read again, {record:?} became {read:?}")),
    }
}

/// A graph has a finite vector or an error.
fn check_embedded(graph: &Graph) -> Result<(), String> {
    let embedder = Embedder::new().labels(Labels::All).attributes(AttributeSettings::default());
    match embedder.threads(1).embed(&[graph]) {
        Ok(vectors) if vectors.row(0).iter().all(|value| value.is_finite()) => Ok(()),
        Ok(vectors) => Err(format!("a vector that is not finite: {:?}", vectors.row(0))),
        Err(_) => Ok(()),
    }
}
