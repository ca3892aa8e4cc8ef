//! Readers hold no more memory than they may: every format is refused with the number of bytes, and reads within the limit.

use crate::support::*;
use sgr::graph::Graph;
use sgr::input::{Format, Problem, ReadOptions, Remedy, Scope, read};

/// A file that takes more than a megabyte in the reader, in each format.
fn large() -> Vec<(Format, String)> {
    let edges = |line: &dyn Fn(u32) -> String| (0..40_000).map(line).collect::<String>();
    let header = "%%MatrixMarket matrix coordinate pattern symmetric\n40001 40001 40000\n";
    let list = edges(&|at| format!("[{at},{}],", at + 1));
    let list = list.trim_end_matches(',');
    let names = edges(&|at| format!("\"n{at}\","));
    let names = names.trim_end_matches(',');
    vec![
        (Format::EdgeList, edges(&|at| format!("{at} {}\n", at + 1))),
        (Format::EdgeList, edges(&|at| format!("a{at} b{at}\n"))),
        (Format::EdgeList, edges(&|_| "1 2\n".to_owned())),
        (Format::MatrixMarket, format!("{header}{}", edges(&|at| format!("{} {}\n", at + 2, at + 1)))),
        (Format::JsonLines, format!("{{\"edges\":[{list}]}}\n")),
        (Format::JsonLines, format!("{{\"nodes\":[{names}],\"edges\":[]}}\n")),
        (Format::JsonLines, "{\"nodes\":16000000,\"edges\":[]}\n".to_owned()),
        (Format::KarateClub, format!("{{\"a\":[{list}]}}\n")),
        (Format::Smiles, "C".repeat(40_000)),
        (Format::Sdf, format!("\n\n\n999  0\n{}", edges(&|_| format!("{:31}C\n", "")))),
        (
            Format::Pdb,
            edges(&|at| format!("ATOM  {at:5}  CA  ALA A{:4}    {:8}{:8}{:8}\n", at % 9999, at % 999, at % 99, 0)),
        ),
        // 512 nodes, all pairs; and two nodes with one edge again and again.
        (Format::Graph6, format!("~?G?{}{}\n", "~".repeat(512 * 511 / 12), '_')),
        (Format::Sparse6, format!(":A_{}\n", "?".repeat(20_000))),
    ]
}

fn with_memory(bytes: u64) -> ReadOptions {
    ReadOptions::new().max_memory(bytes)
}

#[test]
fn every_format_is_refused_beyond_the_limit() {
    for (at, (format, content)) in large().into_iter().enumerate() {
        let items: Vec<_> = match read(std::io::Cursor::new(content), "big", format, &with_memory(300_000)) {
            Ok(reader) => reader.collect(),
            Err(error) => vec![Err(error)],
        };
        let Some(Err(error)) = items.first() else { panic!("case {at}, {format}: {items:?}") };
        let Problem::TooMuchMemory { needed, limit } = error.problem else { panic!("case {at}, {format}: {error}") };
        assert!(limit == 300_000 && needed > limit, "case {at}, {format}: {error}");
        assert_eq!(error.remedy(), Some(Remedy::AllowMemory));
        assert!(error.to_string().contains(&format!("{needed} bytes of memory, wanted at most 300000")), "{error}");
    }
}

#[test]
fn every_format_is_read_within_the_limit() {
    for (at, (format, content)) in large().into_iter().enumerate() {
        let limit = 400_000_000;
        let items: Vec<_> = read(std::io::Cursor::new(content), "big", format, &with_memory(limit)).unwrap().collect();
        assert!(items.len() == 1 && items[0].is_ok(), "case {at}, {format}: {items:?}");
    }
}

#[test]
fn a_bad_graph_costs_a_line_and_a_long_line_the_file() {
    let long = format!("{{\"edges\":[{}]}}\n", vec!["[0,1]"; 20_000].join(","));
    let content = format!("{long}{{\"edges\":[[0,1]]}}\n");
    let items: Vec<_> =
        read(std::io::Cursor::new(content), "g", Format::JsonLines, &with_memory(600_000)).unwrap().collect();
    assert_eq!(items[0].as_ref().unwrap_err().scope, Scope::Graph);
    assert!(items[1].is_ok());
    let endless = "x".repeat(1 << 20);
    let items: Vec<_> =
        read(std::io::Cursor::new(endless), "g", Format::JsonLines, &with_memory(600_000)).unwrap().collect();
    let error = items[0].as_ref().unwrap_err();
    assert_eq!((items.len(), error.scope, error.line), (1, Scope::File, Some(1)));
}

fn collection(graphs: usize) -> Vec<(String, String)> {
    let path = Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
    tu_files("T", &vec![path; graphs])
}

#[test]
fn parts_of_a_collection_count() {
    let files = collection(10_000);
    let folder = folder_of(&files);
    assert_eq!(folder.graphs(&with_memory(10_000_000)).len(), 10_000);
    let labels = with_memory(10_000_000).node_labels(true).edge_labels(true).gather(true);
    assert_eq!(folder.graphs(&labels).len(), 10_000);
    for (options, entry) in [
        (with_memory(50_000), "T_graph_labels.txt"),
        (with_memory(180_000), "T_graph_indicator.txt"),
        (with_memory(1_000_000).gather(true), "T_A.txt"),
    ] {
        let items = folder.read(&options);
        let error = items[0].as_ref().unwrap_err();
        assert!(matches!(error.problem, Problem::TooMuchMemory { .. }), "{error}");
        assert_eq!(error.entry.as_deref(), Some(entry), "{error}");
    }
}

#[test]
fn distinct_labels_count() {
    let mut files = collection(2000);
    let nodes = files.iter().find(|(name, _)| name.ends_with("graph_indicator.txt")).unwrap().1.lines().count();
    files.retain(|(name, _)| !name.ends_with("node_labels.txt"));
    files.push(("T_node_labels.txt".into(), (0..nodes).map(|at| format!("{at}{}\n", "x".repeat(100))).collect()));
    let folder = folder_of(&files);
    assert_eq!(folder.graphs(&with_memory(10_000_000).node_labels(true)).len(), 2000);
    let items = folder.read(&with_memory(500_000).node_labels(true));
    let error = items.last().unwrap().as_ref().unwrap_err();
    assert!(matches!(error.problem, Problem::TooMuchMemory { .. }), "{error}");
}

#[test]
fn repeated_entries_of_an_archive_are_refused() {
    let files = collection(2);
    let plain = zip_of(&files);
    // Another name of the same length, changed to the first one in both headers, as no writer would.
    let mut again = files.clone();
    again.push(("T_B.txt".to_owned(), "2, 3\n".to_owned()));
    let mut damaged = zip_of(&again);
    while let Some(at) = damaged.windows(7).position(|window| window == b"T_B.txt") {
        damaged[at + 2] = b'A';
    }
    assert_eq!(file("T.zip", plain).graphs(&ReadOptions::new()).len(), 2);
    let items = file("T.zip", damaged).read(&ReadOptions::new());
    let error = items[0].as_ref().unwrap_err().to_string();
    assert!(error.contains("T_A.txt\" twice, wanted each entry once"), "{error}");
}

#[test]
fn labels_without_graphs_are_refused_beyond_a_few() {
    let with_labels = |labels: usize| {
        let mut files = collection(2);
        files.retain(|(name, _)| !name.ends_with("graph_labels.txt"));
        files.push(("T_graph_labels.txt".to_owned(), "1\n".repeat(labels)));
        folder_of(&files).read(&ReadOptions::new())
    };
    assert_eq!(with_labels(5).iter().filter(|item| item.is_err()).count(), 3);
    let items = with_labels(20_000);
    let error = items[0].as_ref().unwrap_err().to_string();
    assert!(items.len() == 1 && error.contains("found 20000 class labels for 2 graphs with nodes"), "{error}");
}
