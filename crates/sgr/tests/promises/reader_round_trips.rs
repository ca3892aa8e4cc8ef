//! A graph that is written in any of the formats comes back the same.

use crate::support::*;
use proptest::prelude::*;
use sgr::graph::{Graph, GraphRecord};
use sgr::input::{Format, ReadOptions, open};

/// Packs a file by its ending.
fn packed(name: &str, content: &str) -> TestFile {
    let content = content.as_bytes();
    match name.rsplit_once('.') {
        Some((_, "gz")) => file(name, gz(content)),
        Some((_, "zst")) => file(name, zst(content)),
        _ => file(name, content),
    }
}

fn one(mut records: Vec<GraphRecord>) -> GraphRecord {
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn endings() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", ".gz", ".zst"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn edge_lists(
        (weighted, graph) in any::<bool>().prop_flat_map(|weighted| (Just(weighted), graphs(40, weighted))),
        style in NameStyle::any(),
        separator in prop::sample::select(vec![" ", "\t", ",", " , ", "   ", "\t ,"]),
        ending in endings(),
        seed: u64,
    ) {
        let edges = NamedEdges::of(&graph, style, seed);
        let text = edge_list(&edges, weighted, separator);
        let record = one(packed(&format!("my.graph.txt{ending}"), &text).graphs(&with_weights(weighted)));
        prop_assert_eq!(&record.graph, &edges.graph(weighted));
        prop_assert_eq!(record.id, "my.graph");
        prop_assert_eq!(record.dropped.self_loops, graph.isolated_count() as u64);
        // Read without the weights that are there: the bare graph.
        let bare = one(packed("g.csv", &text).graphs(&ReadOptions::default()));
        prop_assert_eq!(&bare.graph, &edges.graph(false));
    }

    #[test]
    fn graph6_files(list in prop::collection::vec(graphs(80, false), 1..5), ending in endings(), header: bool) {
        let text: String = list.iter().map(|graph| graph6(graph) + "\n").collect();
        let text = if header { format!(">>graph6<<{text}") } else { text };
        check_list(&packed(&format!("all.g6{ending}"), &text), &list)?;
    }

    #[test]
    fn sparse6_files(list in prop::collection::vec(graphs(80, false), 1..5), ending in endings(), header: bool) {
        let text: String = list.iter().map(|graph| sparse6(graph) + "\r\n").collect();
        let text = if header { format!(">>sparse6<<{text}") } else { text };
        check_list(&packed(&format!("all.s6{ending}"), &text), &list)?;
    }

    /// The padding of sparse6 is ambiguous only in small graphs of 2^k nodes, so those come in numbers.
    #[test]
    fn sparse6_of_powers_of_two(nodes in prop::sample::select(vec![1usize, 2, 4, 8, 16, 32, 64]), seed: u64) {
        let pairs = (0..nodes as u32).flat_map(|v| (0..v).map(move |u| (u, v)));
        let density = 1 + seed % 4;
        let edges: Vec<(u32, u32)> =
            pairs.filter(|(u, v)| (seed >> ((u * 7 + v * 13) % 61)) % (2 * density) == 0).collect();
        let graph = Graph::from_edges(nodes, &edges).unwrap();
        let text = sparse6(&graph) + "\n";
        check_list(&packed("all.s6", &text), &[graph])?;
    }

    #[test]
    fn matrix_market_files(
        (weighted, graph) in any::<bool>().prop_flat_map(|weighted| (Just(weighted), graphs(40, weighted))),
        general: bool,
        ending in endings(),
    ) {
        let text = matrix_market(&graph, general);
        let weights = with_weights(graph.is_weighted() && weighted);
        let record = one(packed(&format!("m.mtx{ending}"), &text).graphs(&weights));
        prop_assert_eq!(&record.graph, &graph);
        prop_assert_eq!(record.id, "m");
        prop_assert_eq!(record.dropped, Default::default());
    }

    #[test]
    fn json_lines_files(
        (weighted, list) in any::<bool>()
            .prop_flat_map(|weighted| (Just(weighted), prop::collection::vec(graphs(30, weighted), 1..5))),
        style in NameStyle::any(),
        bare: bool,
        ending in endings(),
        seed: u64,
    ) {
        let named: Vec<NamedEdges> = list.iter().map(|graph| NamedEdges::of(graph, style, seed)).collect();
        let line = |(at, edges): (usize, &NamedEdges)| {
            format!("{{\"id\": \"g{at}\", \"edges\": {}, \"label\": {at}, \"x\": [{{}}]}}\n", json_edges(edges, weighted, bare))
        };
        let text: String = named.iter().enumerate().map(line).collect();
        let records = packed(&format!("l.jsonl{ending}"), &text).graphs(&with_weights(weighted));
        prop_assert_eq!(records.len(), list.len());
        for (at, (record, edges)) in records.iter().zip(&named).enumerate() {
            prop_assert_eq!(&record.graph, &edges.graph(weighted));
            prop_assert_eq!((&record.id, &record.label), (&format!("g{at}"), &Some(at.to_string())));
        }
    }

    /// With `nodes`, a number is a node's own number and isolated nodes need no loop; "edges" may come first.
    #[test]
    fn json_lines_with_nodes(graph in graphs(30, true), listed: bool, nodes_first: bool) {
        let edges: Vec<String> = graph.edges().map(|(u, v, weight)| format!("[{v},{u},{weight:?}]")).collect();
        let count = graph.node_count();
        let names: Vec<String> = (0..count).map(|node| if node % 2 == 0 { format!("{node}") } else { format!("\"{node}\"") }).collect();
        let nodes = if listed { format!("[{}]", names.join(",")) } else { count.to_string() };
        let labels: Vec<String> = (0..count).map(|node| format!("\"l{}\"", node % 3)).collect();
        let mut members = vec![format!("\"nodes\":{nodes}"), format!("\"edges\":[{}]", edges.join(","))];
        members.push(format!("\"node_labels\":[{}]", labels.join(",")));
        if !nodes_first {
            members.reverse();
        }
        let text = format!("{{{}}}", members.join(","));
        let wanted = options(|options| (options.weights, options.node_labels) = (true, true));
        let record = one(packed("l.jsonl", &text).graphs(&wanted));
        let found: Vec<_> = record.graph.edges().collect();
        prop_assert_eq!(found, graph.edges().collect::<Vec<_>>());
        prop_assert_eq!(record.graph.node_count(), count);
        prop_assert_eq!(record.id, "1");
        let found: Vec<String> = record.graph.node_labels().unwrap().iter().map(|label| format!("\"{label}\"")).collect();
        prop_assert_eq!(found, labels);
        prop_assert_eq!(one(packed("l.jsonl", &text).graphs(&with_weights(true))).graph, graph);
    }

    #[test]
    fn karateclub_files(
        (weighted, list) in any::<bool>()
            .prop_flat_map(|weighted| (Just(weighted), prop::collection::vec(graphs(30, weighted), 0..5))),
        style in NameStyle::any(),
        bare: bool,
        between in prop::sample::select(vec!["", " ", "\n", "\r\n\t"]),
        ending in endings(),
        seed: u64,
    ) {
        let named: Vec<NamedEdges> = list.iter().map(|graph| NamedEdges::of(graph, style, seed)).collect();
        let member = |(at, edges): (usize, &NamedEdges)| {
            format!("\"a\\\"]{at}\"{between}:{between}{}{between}", json_edges(edges, weighted, bare))
        };
        let members: Vec<String> = named.iter().enumerate().map(member).collect();
        let text = format!("{between}{{{between}{}{between}}}{between}", members.join(&format!(",{between}")));
        let records = packed(&format!("k.json{ending}"), &text).graphs(&with_weights(weighted));
        prop_assert_eq!(records.len(), list.len());
        for (at, (record, edges)) in records.iter().zip(&named).enumerate() {
            prop_assert_eq!(&record.graph, &edges.graph(weighted));
            prop_assert_eq!(&record.id, &format!("a\"]{at}"));
        }
    }
}

fn check_list(file: &TestFile, list: &[Graph]) -> Result<(), TestCaseError> {
    let records = file.graphs(&ReadOptions::default());
    prop_assert_eq!(records.len(), list.len());
    for (at, (record, graph)) in records.iter().zip(list).enumerate() {
        prop_assert_eq!(&record.graph, graph);
        prop_assert_eq!(&record.id, &(at + 1).to_string());
    }
    Ok(())
}

type Pairs = &'static [(u32, u32)];

/// Lines that NetworkX 3.6 and nauty's formats.txt give, so that our writer and reader cannot agree on a mistake.
#[test]
fn lines_written_by_others() {
    let cases: [(usize, Pairs, &str, &str); 14] = [
        (1, &[], ":@", "@"),
        (2, &[], ":A", "A?"),
        (2, &[(0, 1)], ":An", "A_"),
        (4, &[(0, 2)], ":Co", "CO"),
        (4, &[(1, 2)], ":Cp", "CG"),
        (8, &[(0, 6)], ":GwF", "G??C??"),
        (8, &[(5, 6), (0, 1)], ":Gbd", "G_??G?"),
        (16, &[(0, 14)], ":O{B", "O???????????????O????"),
        (16, &[(3, 14), (1, 2)], ":OcFov", "OG??????????????A????"),
        (7, &[(0, 1), (0, 2), (1, 2), (5, 6)], ":Fa@x^", "Fw??G"),
        (5, &[(0, 2), (0, 4), (1, 3), (3, 4)], ":DgH_~", "DQc"),
        (63, &[(0, 62), (5, 61)], ":~??~}`WF", ""),
        (100000, &[(0, 99999), (7, 50000)], ":~WY_kLO??FwY^???", ""),
        (300000, &[(1, 299999)], ":~~??@HN_qRvo??F", ""),
    ];
    for (nodes, edges, sparse, dense) in cases {
        let graph = Graph::from_edges(nodes, edges).unwrap();
        assert_eq!(one(file("a.s6", sparse).graphs(&ReadOptions::default())).graph, graph, "{sparse}");
        if !dense.is_empty() {
            assert_eq!(one(file("a.g6", dense).graphs(&ReadOptions::default())).graph, graph, "{dense}");
            assert_eq!(graph6(&graph), dense);
        }
    }
}

/// Sizes where the number of nodes takes one, four and eight characters.
#[test]
fn every_encoding_of_the_size() {
    for nodes in [1, 62, 63, 64, 258_047, 258_048, 300_000] {
        let edges: Vec<(u32, u32)> = (1..nodes as u32).step_by(nodes / 7 + 1).map(|v| (v / 2, v)).collect();
        let graph = Graph::from_edges(nodes, &edges).unwrap();
        let text = sparse6(&graph);
        assert_eq!(one(file("a.s6", &text).graphs(&ReadOptions::default())).graph, graph);
        if nodes < 100 {
            assert_eq!(one(file("a.g6", graph6(&graph)).graphs(&ReadOptions::default())).graph, graph);
        }
    }
    // The same number in a longer encoding than needed.
    for text in ["D??", "~??D??", "~~?????D??"] {
        assert_eq!(one(file("a.g6", text).graphs(&ReadOptions::default())).graph.node_count(), 5, "{text}");
    }
}

/// A long graph, so that lines and values cross the readers' buffers.
#[test]
fn files_larger_than_the_buffers() {
    let edges: Vec<(u32, u32)> = (1..60_000u32).map(|v| (v / 3, v)).collect();
    let graph = Graph::from_edges(60_000, &edges).unwrap();
    let named = NamedEdges::of(&graph, NameStyle::Spread, 1);
    let list = edge_list(&named, false, " ");
    let json = json_edges(&named, false, true);
    for ending in ["", ".gz", ".zst"] {
        for (name, text) in [
            ("g.txt", list.clone()),
            ("g.json", format!("{{\"x\": [[\"a\", \"b\"]],\n\"g\": {json}}}")),
            ("g.jsonl", format!("{{\"edges\": [[0, 1]]}}\n{{\"id\": \"g\", \"edges\": {json}}}")),
        ] {
            let records = packed(&format!("{name}{ending}"), &text).graphs(&ReadOptions::default());
            let last = records.last().unwrap();
            assert_eq!((last.id.as_str(), &last.graph), ("g", &named.graph(false)), "{name}{ending}");
        }
    }
}

#[test]
fn concatenated_and_skippable_frames_are_one_file() {
    let parts = ["1 2\n2 ", "3\n3", " 1\n"];
    let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)]).unwrap();
    let gzip: Vec<u8> = parts.iter().flat_map(|part| gz(part.as_bytes())).collect();
    let mut zstd: Vec<u8> = Vec::new();
    for part in parts {
        zstd.extend([0x5b, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        zstd.extend(zst(part.as_bytes()));
        zstd.extend(zst(b""));
    }
    for (name, content) in [("t.txt.gz", gzip), ("t.txt.zst", zstd)] {
        assert_eq!(one(file(name, content).graphs(&ReadOptions::default())).graph, triangle, "{name}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_name() {
    let edge = Graph::from_edges(2, &[(0, 1)]).unwrap();
    for (name, text) in [
        ("a.csv", "1,2\r\n2,1\r\n"),
        ("a.g6", ">>graph6<<A_"),
        ("a.jsonl", "{\"edges\": [[1, 2]]}"),
        ("a.json", "{\"1\": [[1, 2]]}"),
        ("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"),
    ] {
        let record = one(file(name, format!("\u{feff}{text}")).graphs(&ReadOptions::default()));
        assert_eq!(record.graph, edge, "{name}");
    }
}

#[test]
fn a_format_given_by_hand_overrides_the_name() {
    let test_file = file("roads.2024", "a b\n");
    let records: Vec<_> = open(&test_file.path, Some(Format::EdgeList), &ReadOptions::default()).unwrap().collect();
    assert_eq!(records[0].as_ref().unwrap().id, "roads.2024");
}

#[test]
fn what_is_dropped_is_counted() {
    let read = |name: &str, text: &str, weights: bool| one(file(name, text).graphs(&with_weights(weights)));
    let record = read("a.txt", "x y 1\ny x 1\nx y 1\ny y 1\nx z 0\n", true);
    assert_eq!((record.graph.node_count(), record.graph.edge_count()), (3, 1));
    assert_eq!((record.dropped.self_loops, record.dropped.repeats, record.dropped.zero_weights), (1, 1, 1));
    // A stored zero is no edge even when weights are not asked for: the matrix is the same without it.
    let matrix = "%%MatrixMarket matrix coordinate real general\n3 3 5\n1 1 4\n1 2 -1\n2 1 5\n2 3 0\n1 3 0.0\n";
    let record = read("a.mtx", matrix, false);
    assert_eq!((record.graph.node_count(), record.graph.edge_count()), (3, 1));
    assert_eq!((record.dropped.self_loops, record.dropped.zero_weights), (1, 2));
    // In an edge list the third column may be anything, so it is not looked at.
    assert_eq!(read("a.txt", "a b 0\nb c x\n", false).graph.edge_count(), 2);
}

#[test]
fn a_header_line_is_skipped_when_told() {
    let wanted = options(|options| (options.header, options.weights) = (Some(true), true));
    let record = one(file("a.csv", "# made by hand\nsource,target,weight\na,b,2.5\n").graphs(&wanted));
    assert_eq!(record.graph, Graph::from_weighted_edges(2, &[(0, 1, 2.5)]).unwrap());
}

#[test]
fn directions_are_forgotten_when_told() {
    let wanted = options(|options| options.directed_as_undirected = true);
    let edge = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
    for (name, text) in [("a.mtx", matrix), ("a.jsonl", "{\"edges\": [[0, 1]], \"directed\": true}")] {
        assert_eq!(one(file(name, text).graphs(&wanted)).graph, edge, "{name}");
    }
}
