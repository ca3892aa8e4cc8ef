//! What the reader tests share: random graphs, a plain writer for each format, files in a temporary folder.

// Every test file uses its own part of this one.
#![allow(dead_code)]

pub(crate) mod tables;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{Format, InputError, ReadOptions, open};

/// A folder with one file in it, gone when dropped.
pub(crate) struct TestFile {
    _folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

/// A file with this name and content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> TestFile {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    TestFile { _folder: folder, path }
}

impl TestFile {
    /// All items of the reader; what [`open`] itself refuses is one item.
    pub(crate) fn read(&self, options: &ReadOptions) -> Vec<Result<GraphRecord, InputError>> {
        match open(&self.path, None, options) {
            Ok(reader) => reader.collect(),
            Err(error) => vec![Err(error)],
        }
    }

    /// The graphs, if all is well.
    pub(crate) fn graphs(&self, options: &ReadOptions) -> Vec<GraphRecord> {
        self.read(options).into_iter().map(|item| item.unwrap_or_else(|error| panic!("{error}"))).collect()
    }

    /// The format by the file's name.
    pub(crate) fn format(&self) -> Format {
        Format::from_path(&self.path).unwrap()
    }
}

/// Default options, changed by `change`.
pub(crate) fn options(change: impl FnOnce(&mut ReadOptions)) -> ReadOptions {
    let mut options = ReadOptions::default();
    change(&mut options);
    options
}

pub(crate) fn with_weights(weights: bool) -> ReadOptions {
    options(|options| options.weights = weights)
}

pub(crate) fn gz(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zst(content: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A random graph of up to `max_nodes` nodes, isolated ones among them; weights are tenths, thirds and small.
pub(crate) fn graphs(max_nodes: usize, weighted: bool) -> impl Strategy<Value = Graph> {
    (1..=max_nodes, 0.0..3.0f64, any::<u64>()).prop_map(move |(nodes, degree, seed)| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut pairs: HashMap<(u32, u32), f64> = HashMap::new();
        for _ in 0..(nodes as f64 * degree) as usize {
            let (u, v) = (random.random_range(0..nodes as u32), random.random_range(0..nodes as u32));
            if u != v {
                let divisor = [1.0, 3.0, 10.0, 1e300][random.random_range(0..4)];
                pairs.insert((u.min(v), u.max(v)), f64::from(random.random_range(1..1000)) / divisor);
            }
        }
        let edges: Vec<(u32, u32, f64)> = pairs.into_iter().map(|((u, v), weight)| (u, v, weight)).collect();
        if weighted {
            Graph::from_weighted_edges(nodes, &edges).unwrap()
        } else {
            let edges: Vec<(u32, u32)> = edges.into_iter().map(|(u, v, _)| (u, v)).collect();
            Graph::from_edges(nodes, &edges).unwrap()
        }
    })
}

/// A graph as edges between names, in no particular order and direction; an isolated node has a loop.
pub(crate) struct NamedEdges(pub(crate) Vec<(String, String, f64)>);

impl NamedEdges {
    pub(crate) fn of(graph: &Graph, style: NameStyle, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut edges: Vec<(String, String, f64)> = graph
            .edges()
            .map(|(u, v, weight)| {
                let (u, v) = if random.random() { (u, v) } else { (v, u) };
                (style.name(u), style.name(v), weight)
            })
            .collect();
        let isolated = (0..graph.node_count() as u32).filter(|&node| graph.neighbors(node).is_empty());
        edges.extend(isolated.map(|node| (style.name(node), style.name(node), 1.0)));
        edges.shuffle(&mut random);
        Self(edges)
    }

    /// The graph that a reader should give, which numbers nodes in the order they first appear.
    pub(crate) fn graph(&self, weighted: bool) -> Graph {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut edges = Vec::new();
        for (u, v, weight) in &self.0 {
            let [u, v] = [u, v].map(|name| {
                let next = numbers.len() as u32;
                *numbers.entry(name).or_insert(next)
            });
            edges.push((u, v, *weight));
        }
        if weighted {
            Graph::from_weighted_edges(numbers.len(), &edges).unwrap()
        } else {
            let edges: Vec<(u32, u32)> = edges.into_iter().map(|(u, v, _)| (u, v)).collect();
            Graph::from_edges(numbers.len(), &edges).unwrap()
        }
    }
}

/// Ways to name nodes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NameStyle {
    Small,
    Spread,
    Huge,
    Padded,
    Words,
}

impl NameStyle {
    pub(crate) fn any() -> impl Strategy<Value = Self> {
        prop::sample::select(vec![Self::Small, Self::Spread, Self::Huge, Self::Padded, Self::Words])
    }

    fn name(self, node: u32) -> String {
        match self {
            Self::Small => node.to_string(),
            // On both sides of what the table of small integers takes.
            Self::Spread => (u64::from(node) * 1301).to_string(),
            Self::Huge => (4_000_000_000 + u64::from(node)).to_string(),
            // 1 and 01 are two names.
            Self::Padded => format!("{}{}", if node.is_multiple_of(2) { "" } else { "0" }, node / 2),
            Self::Words => format!("né\"\\{node}"),
        }
    }
}

/// Edge list with the given separator.
pub(crate) fn edge_list(edges: &NamedEdges, weighted: bool, separator: &str) -> String {
    let mut text = String::from("# a comment\n");
    for (u, v, weight) in &edges.0 {
        write!(text, "{u}{separator}{v}").unwrap();
        text += &if weighted { format!("{separator}{weight:?}\n") } else { "\n".into() };
    }
    text
}

/// The edges as a JSON list, integers where a name is one if `bare`.
pub(crate) fn json_edges(edges: &NamedEdges, weighted: bool, bare: bool) -> String {
    let node = |name: &String| match name.parse::<u64>() {
        Ok(number) if bare && number.to_string() == *name => name.clone(),
        _ => serde_json::to_string(name).unwrap(),
    };
    let edge = |(u, v, weight): &(String, String, f64)| {
        let weight = if weighted { format!(", {weight:?}") } else { String::new() };
        format!("[{}, {}{weight}]", node(u), node(v))
    };
    format!("[{}]", edges.0.iter().map(edge).collect::<Vec<_>>().join(", "))
}

/// graph6, by the letter of nauty's formats.txt.
pub(crate) fn graph6(graph: &Graph) -> String {
    let mut bits = Vec::new();
    for v in 1..graph.node_count() as u32 {
        bits.extend((0..v).map(|u| graph.neighbors(v).contains(&u)));
    }
    six_bit_size(graph.node_count() as u64) + &six_bit_text(&bits, false)
}

/// sparse6, by the letter of nauty's formats.txt.
pub(crate) fn sparse6(graph: &Graph) -> String {
    let nodes = graph.node_count() as u64;
    let mut width = 0;
    while 1u64 << width < nodes {
        width += 1;
    }
    let mut bits = Vec::new();
    let mut put = |step: bool, node: u64| {
        bits.push(step);
        bits.extend((0..width).rev().map(|bit| node >> bit & 1 == 1));
    };
    let mut current = 0;
    for v in 0..nodes {
        for &u in graph.neighbors(v as u32).iter().filter(|&&u| u64::from(u) < v) {
            if v == current {
                put(false, u64::from(u));
            } else if v == current + 1 {
                put(true, u64::from(u));
            } else {
                put(true, v);
                put(false, u64::from(u));
            }
            current = v;
        }
    }
    let missing = (6 - bits.len() % 6) % 6;
    let full = [(2, 1), (4, 2), (8, 3), (16, 4)].contains(&(nodes, width));
    if full && missing > width && current == nodes - 2 {
        bits.push(false);
    }
    format!(":{}{}", six_bit_size(nodes), six_bit_text(&bits, true))
}

fn six_bit_size(nodes: u64) -> String {
    let digits = |count: u32| (0..count).rev().map(move |at| char::from(63 + (nodes >> (6 * at) & 63) as u8));
    match nodes {
        0..=62 => digits(1).collect(),
        63..=258_047 => "~".chars().chain(digits(3)).collect(),
        _ => "~~".chars().chain(digits(6)).collect(),
    }
}

fn six_bit_text(bits: &[bool], padding: bool) -> String {
    let character = |bits: &[bool]| {
        let all = bits.iter().copied().chain(std::iter::repeat(padding)).take(6);
        char::from(63 + all.fold(0, |value, bit| value << 1 | u8::from(bit)))
    };
    bits.chunks(6).map(character).collect()
}

/// Matrix Market file; a `general` one has both directions.
pub(crate) fn matrix_market(graph: &Graph, general: bool) -> String {
    let mut entries = Vec::new();
    for (u, v, weight) in graph.edges() {
        let value = if graph.is_weighted() { format!(" {weight:?}") } else { String::new() };
        entries.push(format!("{} {}{value}\n", v + 1, u + 1));
        if general {
            entries.push(format!("{} {}{value}\n", u + 1, v + 1));
        }
    }
    let field = if graph.is_weighted() { "real" } else { "pattern" };
    let symmetry = if general { "general" } else { "symmetric" };
    let nodes = graph.node_count();
    format!(
        "%%MatrixMarket matrix coordinate {field} {symmetry}\n% a comment\n{nodes} {nodes} {}\n{}",
        entries.len(),
        entries.concat()
    )
}

/// The files of a TU collection: name and content. Both directions of each edge, as distributed; class = number of the
/// graph modulo 2, node label = number of the node modulo 3, edge label = sum of the ends' labels.
pub(crate) fn tu_files(name: &str, graphs: &[Graph]) -> Vec<(String, String)> {
    let mut parts: [String; 6] = Default::default();
    let [edges, indicator, classes, node_labels, edge_labels, attributes] = &mut parts;
    let mut first = 1;
    for (number, graph) in graphs.iter().enumerate() {
        writeln!(classes, "{}", number % 2).unwrap();
        for node in 0..graph.node_count() as u32 {
            writeln!(indicator, "{}", number + 1).unwrap();
            writeln!(node_labels, "{}", node % 3).unwrap();
            for (&other, at) in graph.neighbors(node).iter().zip(0..) {
                writeln!(edges, "{}, {}", first + node, first + other).unwrap();
                writeln!(edge_labels, "{}", node % 3 + other % 3).unwrap();
                writeln!(attributes, "{:?}", graph.weights(node).map_or(1.0, |weights| weights[at])).unwrap();
            }
        }
        first += graph.node_count() as u32;
    }
    let endings = ["A", "graph_indicator", "graph_labels", "node_labels", "edge_labels", "edge_attributes"];
    endings.iter().zip(parts).map(|(ending, part)| (format!("{name}_{ending}.txt"), part)).collect()
}

/// A zip archive of the given files.
pub(crate) fn zip_of(files: &[(String, String)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A folder with the given files in it.
pub(crate) fn folder_of(files: &[(String, String)]) -> TestFile {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    TestFile { path: folder.path().to_owned(), _folder: folder }
}
