//! `sgr info`: counts of a collection.

use std::collections::{BTreeMap, HashSet};

use anyhow::bail;
use serde_json::{Value, json};
use sgr::graph::{Attributes, Dropped, GraphRecord, Label, copy_digest, refinement_digest};
use sgr::input::Keep;
use sgr::text::{shown, shown_path};

use crate::args::InfoArgs;
use crate::plan::{Files, Inputs, Skipped};
use crate::progress;
use crate::report::{Done, SkipReport, say, say_json};
use crate::retry::gathering_if_needed;

pub(crate) fn run(args: InfoArgs) -> anyhow::Result<Done> {
    let mut inputs = Inputs::new(&args.input, &args.read, &args.memory)?;
    inputs.options.node_labels = true;
    inputs.options.edge_labels = true;
    inputs.options.attributes = Keep::IfThere;
    Files::reading(&inputs.paths).check()?;
    gathering_if_needed(&mut inputs, |inputs| info(&args, inputs))
}

fn info(args: &InfoArgs, inputs: &Inputs) -> anyhow::Result<Done> {
    let mut report = SkipReport::new(&inputs.paths);
    let mut summary = Summary::default();
    let bar = progress::start(|| inputs.expected(), args.quiet);
    for graph in inputs.graphs() {
        bar.inc(1);
        match graph {
            Ok(sourced) => {
                summary.add(&sourced.record);
                let (needed, limit) = (summary.memory(), inputs.options.max_memory);
                if needed > limit {
                    let (path, id) = (shown_path(&sourced.path), shown(&sourced.record.id));
                    bail!(
                        "{path}: graph {id}: classes, labels and digests take {needed} bytes of memory, wanted at most {limit}; \
                         --max-memory GB allows more"
                    );
                }
                report.count_done(Dropped::default());
            }
            Err(error) => bar.suspend(|| report.skip(Skipped::Source(error)))?,
        }
    }
    bar.finish_and_clear();
    let done = report.finish()?;
    if args.json {
        say_json(&summary.json(&report.reasons()))?;
    } else {
        say(summary.text(report.skipped()))?;
    }
    Ok(done)
}

/// Classes that the table names one by one; JSON has them all.
const CLASSES_SHOWN: usize = 50;

/// Bytes of a class besides its name: text, count, and their part of a tree's node.
const CLASS_BYTES: u64 = 100;

/// Bytes of a label besides its text: its place in a table that grows by doubling, and the counters of a shared text.
const LABEL_BYTES: u64 = 3 * 17 + 32;

/// The labels of nodes or edges over all graphs.
#[derive(Debug, Default)]
struct Alphabet {
    labels: HashSet<Label>,
    /// Graphs that have labels.
    graphs: usize,
    bytes: u64,
}

impl Alphabet {
    fn add(&mut self, labels: Option<&[Label]>) {
        let Some(labels) = labels else { return };
        self.graphs += 1;
        for label in labels {
            if !self.labels.contains(label) {
                self.bytes += label.len() as u64 + LABEL_BYTES;
                self.labels.insert(label.clone());
            }
        }
    }

    fn json(&self) -> Value {
        json!({ "distinct": self.labels.len(), "graphs": self.graphs })
    }

    fn text(&self) -> String {
        match self.graphs {
            0 => "none".to_owned(),
            graphs => format!("{} different, in {graphs} graphs", self.labels.len()),
        }
    }
}

/// Smallest, largest and sum of a count over the graphs.
#[derive(Debug, Default)]
struct Spread {
    smallest: usize,
    largest: usize,
    total: u64,
}

impl Spread {
    fn add(&mut self, count: usize, is_first: bool) {
        self.smallest = if is_first { count } else { self.smallest.min(count) };
        self.largest = self.largest.max(count);
        self.total += count as u64;
    }

    fn json(&self, graphs: usize) -> Value {
        json!({ "total": self.total, "min": self.smallest, "mean": self.mean(graphs), "max": self.largest })
    }

    fn text(&self, graphs: usize) -> String {
        let (smallest, largest) = (self.smallest, self.largest);
        format!("{} (each {smallest} to {largest}, mean {:.1})", self.total, self.mean(graphs))
    }

    fn mean(&self, graphs: usize) -> f64 {
        self.total as f64 / graphs.max(1) as f64
    }
}

#[derive(Debug, Default)]
struct Summary {
    graphs: usize,
    nodes: Spread,
    edges: Spread,
    isolated: u64,
    dropped: Dropped,
    classes: BTreeMap<String, usize>,
    /// Bytes of the classes' names.
    class_bytes: u64,
    unlabelled: usize,
    weighted: usize,
    node_labels: Alphabet,
    edge_labels: Alphabet,
    /// Graphs by the number of attributes of each node.
    attributes: BTreeMap<usize, usize>,
    /// Digests that copies, node for node, share, and digests that isomorphic graphs share.
    copies: HashSet<u64>,
    alike: HashSet<u64>,
}

impl Summary {
    fn add(&mut self, record: &GraphRecord) {
        let graph = &record.graph;
        self.nodes.add(graph.node_count(), self.graphs == 0);
        self.edges.add(graph.edge_count(), self.graphs == 0);
        self.graphs += 1;
        self.isolated += graph.isolated_count() as u64;
        self.dropped += record.dropped;
        self.weighted += usize::from(graph.is_weighted());
        self.node_labels.add(graph.node_labels());
        self.edge_labels.add(graph.all_edge_labels());
        if let Some(width) = graph.attributes().map(Attributes::width) {
            *self.attributes.entry(width).or_default() += 1;
        }
        self.copies.insert(copy_digest(graph));
        self.alike.insert(refinement_digest(graph));
        match &record.label {
            Some(label) => match self.classes.get_mut(label) {
                Some(count) => *count += 1,
                None => {
                    self.class_bytes += label.len() as u64 + CLASS_BYTES;
                    self.classes.insert(label.clone(), 1);
                }
            },
            None => self.unlabelled += 1,
        }
    }

    /// Bytes that the summary takes; the table of digests grows by doubling.
    fn memory(&self) -> u64 {
        3 * 9 * (self.copies.capacity() + self.alike.capacity()) as u64
            + self.class_bytes
            + self.node_labels.bytes
            + self.edge_labels.bytes
    }

    /// Graphs that are, node for node, a copy of an earlier one; labels and attributes do not count.
    fn copies(&self) -> usize {
        self.graphs - self.copies.len()
    }

    /// Graphs that may be isomorphic to an earlier one with all that they carry: colour refinement does not tell them apart. `sgr
    /// evaluate --without-duplicates` decides each pair; here the graphs are not kept.
    fn alike(&self) -> usize {
        self.graphs - self.alike.len()
    }

    fn json(&self, skipped: &[String]) -> Value {
        json!({
            "graphs": self.graphs,
            "nodes": self.nodes.json(self.graphs),
            "edges": self.edges.json(self.graphs),
            "weighted": self.weighted,
            "node_labels": self.node_labels.json(),
            "edge_labels": self.edge_labels.json(),
            "node_attributes": self.attributes.keys().collect::<Vec<_>>(),
            "classes": self.classes,
            "unlabelled": self.unlabelled,
            "isolated_nodes": self.isolated,
            "self_loops_dropped": self.dropped.self_loops,
            "repeated_edges_dropped": self.dropped.repeats,
            "zero_weights_dropped": self.dropped.zero_weights,
            "duplicate_graphs": self.copies(),
            "isomorphic_graphs_at_most": self.alike(),
            "skipped": skipped,
        })
    }

    fn attributes_text(&self) -> String {
        let widths = self.attributes.iter().map(|(width, graphs)| format!("{width} each, in {graphs} graphs"));
        let widths: Vec<String> = widths.collect();
        if widths.is_empty() { "none".to_owned() } else { widths.join("; ") }
    }

    fn text(&self, skipped: usize) -> String {
        let classes: Vec<String> = self.classes.iter().take(CLASSES_SHOWN).map(class_text).collect();
        let more = self.classes.len().saturating_sub(CLASSES_SHOWN);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        let classes = match self.classes.len() {
            0 => "none".to_owned(),
            count => format!("{count} ({}{more})", classes.join(", ")),
        };
        let rows = [
            ("graphs", self.graphs.to_string()),
            ("skipped", skipped.to_string()),
            ("nodes", self.nodes.text(self.graphs)),
            ("edges", self.edges.text(self.graphs)),
            ("weighted graphs", self.weighted.to_string()),
            ("node labels", self.node_labels.text()),
            ("edge labels", self.edge_labels.text()),
            ("node attributes", self.attributes_text()),
            ("classes", classes),
            ("isolated nodes", self.isolated.to_string()),
            ("self-loops dropped", self.dropped.self_loops.to_string()),
            ("repeated edges dropped", self.dropped.repeats.to_string()),
            ("zero weights dropped", self.dropped.zero_weights.to_string()),
            ("duplicate graphs", self.copies().to_string()),
            ("isomorphic at most", self.alike().to_string()),
        ];
        let lines: Vec<String> = rows.iter().map(|(name, value)| format!("{name:<24}{value}")).collect();
        lines.join("\n")
    }
}

fn class_text((class, count): (&String, &usize)) -> String {
    format!("{}: {count}", shown(class))
}
