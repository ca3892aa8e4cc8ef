//! TU collections, as folders and archives: round trips, the order that is not promised, and every kind of damage that
//! has a name.

use crate::support::*;
use proptest::prelude::*;
use sgr::graph::Graph;
use sgr::input::{Problem, ReadOptions, Scope};

fn everything(weights: bool) -> ReadOptions {
    options(|options| {
        options.weights = weights;
        options.node_labels = true;
        options.edge_labels = true;
    })
}

fn in_folder(name: &str, files: Vec<(String, String)>) -> Vec<(String, String)> {
    files.into_iter().map(|(file, content)| (format!("{name}/{file}"), content)).collect()
}

/// A triangle and a path, with the content of one file replaced.
fn with_part(ending: &str, content: &str) -> Vec<(String, String)> {
    let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]).unwrap();
    let path = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let mut files = tu_files("T", &[triangle, path]);
    files.iter_mut().find(|(name, _)| name == &format!("T_{ending}.txt")).unwrap().1 = content.to_owned();
    files
}

/// The text of the first error, without the folder's path.
fn first_error(files: &[(String, String)], options: &ReadOptions) -> (String, Scope) {
    let folder = folder_of(files);
    let items = folder.read(options);
    let error = items.iter().find_map(|item| item.as_ref().err()).expect("an error");
    (error.to_string().replace(&format!("{}:", folder.path.display()), "").trim().to_owned(), error.scope)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn folders_and_archives_come_back_the_same(
        (weighted, list) in any::<bool>().prop_flat_map(|weighted| {
            (Just(weighted), prop::collection::vec(graphs(20, weighted), 1..8))
        }),
        nested: bool,
    ) {
        let files = tu_files("DS", &list);
        let zipped = zip_of(&if nested { in_folder("DS", files.clone()) } else { files.clone() });
        let sources = [folder_of(&files), file("DS.zip", zipped)];
        for source in &sources {
            let records = source.graphs(&everything(weighted));
            prop_assert_eq!(records.len(), list.len());
            for (number, (record, graph)) in records.iter().zip(&list).enumerate() {
                let label = (number % 2).to_string();
                prop_assert_eq!((&record.id, &record.label), (&(number + 1).to_string(), &Some(label)));
                prop_assert!(record.graph.edges().eq(graph.edges()));
                prop_assert_eq!(record.graph.node_count(), graph.node_count());
                prop_assert_eq!(record.dropped, Default::default());
                for (node, label) in record.graph.node_labels().unwrap().iter().enumerate() {
                    prop_assert_eq!(&**label, &(node % 3).to_string());
                }
                for node in 0..graph.node_count() as u32 {
                    let labels = record.graph.edge_labels(node).unwrap_or_default();
                    for (label, other) in labels.iter().zip(graph.neighbors(node)) {
                        prop_assert_eq!(&**label, &(node % 3 + other % 3).to_string());
                    }
                }
            }
            for (record, graph) in source.graphs(&ReadOptions::default()).iter().zip(&list) {
                prop_assert!(!record.graph.is_weighted());
                prop_assert_eq!(record.graph.columns(), graph.columns());
            }
        }
    }
}

#[test]
fn windows_line_ends_and_blank_lines_at_the_end() {
    let files: Vec<_> = with_part("A", "1, 2\n2, 1\n2, 3\n4, 5\n")
        .into_iter()
        .map(|(name, content)| (name, content.replace('\n', "\r\n") + "\r\n\r\n"))
        .collect();
    let graphs = folder_of(&files).graphs(&ReadOptions::default());
    assert_eq!(graphs.iter().map(|record| record.graph.edge_count()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(graphs[0].label.as_deref(), Some("0"));
}

#[test]
fn edge_lines_in_any_order_are_read_when_gathered() {
    let files = with_part("A", "1, 2\n4, 5\n3, 2\n1, 3\n");
    let (text, scope) = first_error(&files, &ReadOptions::default());
    assert_eq!(text, "T_A.txt:3: found an edge of graph 1 after edges of graph 2, wanted edge lines grouped by graph");
    assert_eq!(scope, Scope::File);
    let gathered = folder_of(&files).graphs(&options(|options| options.gather = true));
    assert_eq!(gathered.iter().map(|record| record.graph.edge_count()).collect::<Vec<_>>(), [3, 1]);
}

#[test]
fn nodes_of_a_graph_need_not_follow_each_other() {
    let mut files = with_part("A", "1, 3\n2, 4\n3, 5\n");
    files[1].1 = "1\n2\n1\n2\n1\n".to_owned();
    files[3].1 = "a\nb\nc\nd\ne\n".to_owned();
    let all = options(|options| {
        options.gather = true;
        options.node_labels = true;
    });
    let graphs = folder_of(&files).graphs(&all);
    assert_eq!(graphs[0].graph.edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    assert_eq!(graphs[1].graph.edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>(), [(0, 1)]);
    let labels: Vec<&str> = graphs[0].graph.node_labels().unwrap().iter().map(|label| &**label).collect();
    assert_eq!(labels, ["a", "c", "e"]);
}

#[test]
fn graphs_without_nodes_are_named_and_the_rest_is_read() {
    let mut files = with_part("graph_labels", "7\n8\n9\n");
    files[1].1 = "1\n1\n1\n3\n3\n".to_owned();
    let items = folder_of(&files).read(&ReadOptions::default());
    assert_eq!(items.len(), 3);
    let error = items[1].as_ref().unwrap_err();
    assert!(matches!(error.problem, Problem::EmptyGraph) && error.scope == Scope::Graph, "{error}");
    assert_eq!(error.graph.as_deref(), Some("2"));
    assert_eq!(items[2].as_ref().unwrap().label.as_deref(), Some("9"));
}

#[test]
fn a_loop_is_dropped_and_counted_and_a_repeat_counts_once() {
    let files = with_part("A", "1, 1\n1, 2\n1, 2\n2, 1\n2, 3\n4, 5\n");
    let graphs = folder_of(&files).graphs(&ReadOptions::default());
    assert_eq!(graphs[0].graph.edge_count(), 2);
    assert_eq!((graphs[0].dropped.self_loops, graphs[0].dropped.repeats), (1, 1));
}

#[test]
fn bad_lines_say_where_what_and_what_instead() {
    let plain = ReadOptions::default();
    let weighted = everything(true);
    let cases = [
        ("A", "1, 2\n1\n", &plain, "T_A.txt:2: found \"1\", wanted two node numbers \"u, v\""),
        ("A", "1, 2, 3\n", &plain, "T_A.txt:1: found \"1, 2, 3\", wanted two node numbers \"u, v\""),
        ("A", "1, 6\n", &plain, "T_A.txt:1: found node 6, wanted 1 to 5, the lines of the graph indicator"),
        ("A", "0, 1\n", &plain, "T_A.txt:1: found node 0, wanted 1 to 5, the lines of the graph indicator"),
        ("A", "3, 4\n", &plain, "T_A.txt:1: found an edge from graph 1 to graph 2, wanted edges inside one graph"),
        (
            "graph_indicator",
            "1\n1\nx\n2\n2\n",
            &plain,
            "T_graph_indicator.txt:3: found \"x\", wanted the number of a graph, from 1",
        ),
        (
            "graph_indicator",
            "1\n1\n0\n2\n2\n",
            &plain,
            "T_graph_indicator.txt:3: found \"0\", wanted the number of a graph, from 1",
        ),
        (
            "graph_indicator",
            "1\n1\n1\n2\n",
            &plain,
            "T_A.txt:7: found node 5, wanted 1 to 4, the lines of the graph indicator",
        ),
        (
            "graph_indicator",
            "1\n1\n1\n2\n4000000000\n",
            &plain,
            "T_graph_indicator.txt: found graph number 4000000000, wanted at most 2, the number of lines of the class labels",
        ),
        (
            "edge_labels",
            "0\n0\n",
            &weighted,
            "T_edge_labels.txt:3: found the end of the file, wanted a line for each edge",
        ),
        (
            "node_labels",
            "0\n",
            &weighted,
            "T_node_labels.txt:2: found the end of the file, wanted a line for each node",
        ),
        (
            "edge_attributes",
            "1, 2\n",
            &weighted,
            "T_edge_attributes.txt:1: found \"1, 2\", wanted one number, the weight of the edge",
        ),
    ];
    for (ending, content, options, wanted) in cases {
        assert_eq!(first_error(&with_part(ending, content), options), (wanted.to_owned(), Scope::File));
    }
}

#[test]
fn bad_weights_cost_one_graph() {
    let weights = |list: &str| with_part("edge_attributes", &list.replace(' ', "\n"));
    let weighted = with_weights(true);
    for (list, wanted) in [
        (
            "1 1 -2 1 1 1 1 1",
            "T_edge_attributes.txt:3: graph 1: found weight -2, wanted a finite number that is not negative",
        ),
        (
            "1 1 inf 1 1 1 1 1",
            "T_edge_attributes.txt:3: graph 1: found weight inf, wanted a finite number that is not negative",
        ),
        (
            "1 1 NaN 1 1 1 1 1",
            "T_edge_attributes.txt:3: graph 1: found weight NaN, wanted a finite number that is not negative",
        ),
        (
            "1 1 2 1 1 1 1 1",
            "T_edge_attributes.txt:3: graph 1: edge 1–2 has weight 1 on line 1 and 2 on line 3, wanted one weight",
        ),
    ] {
        let files = weights(list);
        assert_eq!(first_error(&files, &weighted), (wanted.to_owned(), Scope::Graph));
        assert!(folder_of(&files).read(&weighted)[1].is_ok(), "the second graph is read all the same");
    }
    let conflict = first_error(&weights("0 1 5 1 1 1 1 1"), &weighted).0;
    assert!(conflict.contains("edge 1–2 has weight 0 on line 1 and 5 on line 3"), "{conflict}");
    let zero = folder_of(&weights("0 1 0 1 1 1 1 1")).graphs(&weighted);
    assert_eq!((zero[0].graph.edge_count(), zero[0].dropped.zero_weights), (2, 2));
}

#[test]
fn missing_parts_are_named() {
    let files = with_part("A", "1, 2\n");
    for (missing, wanted) in [
        ("T_A.txt", "NAME_A.txt is missing"),
        ("T_graph_indicator.txt", "T_graph_indicator.txt is missing; it tells which graph each node belongs to"),
        ("T_edge_attributes.txt", "T_edge_attributes.txt is missing; it holds the weights of the edges"),
    ] {
        let rest: Vec<_> = files.iter().filter(|(name, _)| name != missing).cloned().collect();
        let (text, _) = first_error(&rest, &with_weights(true));
        assert!(text.contains(wanted), "{text}");
    }
    let unlabelled: Vec<_> = files.into_iter().filter(|(name, _)| name != "T_graph_labels.txt").collect();
    assert_eq!(folder_of(&unlabelled).graphs(&ReadOptions::default())[1].label, None);
}

#[test]
fn an_archive_entry_that_points_outside_is_refused() {
    let mut files = in_folder("T", with_part("A", "1, 2\n"));
    files.push(("../../evil.txt".to_owned(), "x".to_owned()));
    let error = file("T.zip", zip_of(&files)).read(&ReadOptions::default()).remove(0).unwrap_err();
    assert!(error.to_string().contains("found the entry \"../../evil.txt\", wanted entries inside"), "{error}");
}

#[test]
fn an_archive_cut_anywhere_is_an_error() {
    let bytes = zip_of(&in_folder("T", with_part("A", "1, 2\n")));
    for cut in (0..bytes.len()).step_by(7) {
        let items = file("T.zip", &bytes[..cut]).read(&ReadOptions::default());
        assert!(items.iter().any(Result::is_err), "cut after {cut} of {} bytes", bytes.len());
    }
}

#[test]
fn a_flipped_bit_in_the_packed_data_is_noticed() {
    let content: String = (0..3000).map(|_| "1, 2\n").collect();
    let files = in_folder("T", with_part("A", &content));
    let mut bytes = zip_of(&files);
    let at = 40; // inside the first entry's data
    bytes[at] ^= 4;
    let items = file("T.zip", &bytes).read(&ReadOptions::default());
    assert!(items.iter().any(Result::is_err));
}
