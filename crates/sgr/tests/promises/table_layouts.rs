//! A graph is the same whatever columns hold it.

use arrow_array::RecordBatch;
use arrow_schema::DataType;
use proptest::prelude::*;
use sgr::graph::Graph;
use sgr::input::ReadOptions;
use sgr::input::columns::{ColumnNames, GraphLayout, GraphRows, Parts, Role};

use crate::support::graphs;
use crate::support::tables::*;

/// The graphs of a batch whose rows are all sound.
fn sound(batch: &RecordBatch, parts: Parts) -> Vec<Graph> {
    rows(batch, parts).unwrap().into_iter().map(|row| row.unwrap().0).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_layout_type_and_offset_gives_the_same_graphs(
        wanted in prop::collection::vec(graphs(12, false), 1..6),
        first in 0..8usize,
        second in 0..8usize,
        large in any::<bool>(),
        skipped in 0..3usize,
    ) {
        let kinds = [&WHOLE[first], &WHOLE[second]];
        for layout in Layout::ALL {
            let whole = batch(layout.columns(&wanted, kinds, large));
            prop_assert_eq!(&sound(&whole, Parts::default()), &wanted, "{:?} of {:?}", layout, kinds);
            // Rows in the middle of an array: its offset is not 0.
            let skipped = skipped.min(wanted.len() - 1);
            let part = whole.slice(skipped, wanted.len() - skipped);
            prop_assert_eq!(&sound(&part, Parts::default()), &wanted[skipped..], "{:?} from row {}", layout, skipped);
        }
    }
}

#[test]
fn every_integer_type_holds_nodes() {
    let wanted = paths(5);
    for layout in Layout::ALL {
        for first in &WHOLE {
            for second in &WHOLE {
                let table = batch(layout.columns(&wanted, [first, second], false));
                assert_eq!(sound(&table, Parts::default()), wanted, "{layout:?} of {first} and {second}");
            }
        }
    }
}

#[test]
fn the_largest_node_number_tells_the_number_of_nodes() {
    let table = batch(vec![("src", number_lists(&[&[0, 7], &[]])), ("dst", number_lists(&[&[2, 1], &[]]))]);
    let read = rows(&table, Parts::default()).unwrap();
    assert_eq!(read[0].as_ref().unwrap().0, Graph::from_edges(8, &[(0, 2), (7, 1)]).unwrap());
    assert_eq!(read[1], Err("the graph has no nodes, so no spectrum".to_owned()));
}

#[test]
fn an_edge_in_both_directions_is_one_and_loops_are_counted() {
    let table = batch(vec![("src", number_lists(&[&[0, 1, 1, 2]])), ("dst", number_lists(&[&[1, 0, 1, 1]]))]);
    let (graph, dropped) = rows(&table, Parts::default()).unwrap().remove(0).unwrap();
    assert_eq!(graph, Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap());
    assert_eq!((dropped.self_loops, dropped.repeats), (1, 0));
}

/// Two rows with all parts; labels as texts and as numbers.
fn full(in_structures: bool) -> RecordBatch {
    let weights = float_lists(&[&[0.5, 2.0], &[3.0]]);
    let bonds = text_lists(&[&["single", "double"], &["single"]]);
    let (u, v) = (number_lists(&[&[0, 1], &[0]]), number_lists(&[&[1, 2], &[1]]));
    let mut columns = vec![
        ("node_labels", number_lists(&[&[6, 8, 6], &[1, 1]])),
        (
            "attributes",
            lists(false, [3, 2], float_lists(&[&[1.0, 2.0], &[3.0, 4.0], &[5.0, 6.0], &[7.0, 8.0], &[9.0, 0.5]])),
        ),
        ("id", texts(&["water", "x"])),
        ("label", whole(&DataType::UInt8, [1, 0])),
    ];
    if in_structures {
        let values = |lists: &arrow_array::ArrayRef| {
            lists.as_any().downcast_ref::<arrow_array::ListArray>().unwrap().values().clone()
        };
        let edge = structures(vec![
            ("weight", values(&weights)),
            ("v", values(&v)),
            ("label", values(&bonds)),
            ("u", values(&u)),
        ]);
        columns.push(("edges", lists(false, [2, 1], edge)));
    } else {
        columns.extend([("src", u), ("dst", v), ("weight", weights), ("edge_labels", bonds)]);
    }
    batch(columns)
}

#[test]
fn weights_labels_and_attributes_come_with_the_graph() {
    let all = Parts { weights: true, node_labels: true, edge_labels: true, attributes: true };
    for in_structures in [false, true] {
        for skipped in 0..2 {
            let table = full(in_structures).slice(skipped, 2 - skipped);
            let graph = &sound(&table, all)[1 - skipped];
            assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1, 3.0)]);
            assert_eq!(graph.node_labels().unwrap().iter().map(|label| &**label).collect::<Vec<_>>(), ["1", "1"]);
            assert_eq!(graph.labels_of_edges().collect::<Vec<_>>(), ["single"]);
            assert_eq!(graph.attributes().unwrap().values(), [7.0, 8.0, 9.0, 0.5]);
        }
        let first = &sound(&full(in_structures), all)[0];
        assert_eq!(first.edges().collect::<Vec<_>>(), [(0, 1, 0.5), (1, 2, 2.0)]);
        assert_eq!(first.labels_of_edges().collect::<Vec<_>>(), ["single", "double"]);
        let plain = &sound(&full(in_structures), Parts::default())[0];
        assert_eq!(plain, &Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap());
    }
}

#[test]
fn names_and_classes_come_from_their_columns() {
    let file =
        crate::support::file("g.parquet", parquet_of(&full(true), parquet::basic::Compression::UNCOMPRESSED, 10));
    let records = file.graphs(&ReadOptions::new());
    let names: Vec<_> = records.iter().map(|record| (record.id.as_str(), record.label.as_deref())).collect();
    assert_eq!(names, [("water", Some("1")), ("x", Some("0"))]);
    let unnamed = batch(Layout::Ends.columns(&paths(3), [&DataType::Int32; 2], false));
    let file = crate::support::file("g.parquet", parquet_of(&unnamed, parquet::basic::Compression::UNCOMPRESSED, 2));
    let records = file.graphs(&ReadOptions::new());
    assert_eq!(records.iter().map(|record| record.id.as_str()).collect::<Vec<_>>(), ["0", "1", "2"]);
}

#[test]
fn columns_are_found_by_the_names_given_to_their_roles() {
    let table = batch(vec![
        ("src", number_lists(&[&[0]])),
        ("dst", number_lists(&[&[1]])),
        ("from", number_lists(&[&[0, 1]])),
        ("to", number_lists(&[&[1, 2]])),
        ("atoms", whole(&DataType::Int16, [5])),
    ]);
    let names = ColumnNames::new().with(Role::Sources, "from").with(Role::Targets, "to").with(Role::NodeCount, "atoms");
    let layout = GraphLayout::find(&table.schema(), &names, Parts::default()).unwrap();
    assert_eq!(layout.columns(), [2, 3, 4]);
    let mut rows = GraphRows::new(layout, &ReadOptions::new());
    let (graph, _) = rows.of(&table).next().unwrap().unwrap();
    assert_eq!(graph, Graph::from_edges(5, &[(0, 1), (1, 2)]).unwrap());
    for (text, error) in [
        ("bonds", "found \"bonds\", wanted ROLE=COLUMN"),
        ("edges=", "found \"edges=\", wanted ROLE=COLUMN"),
        ("src=a,src=b", "found two columns for src, wanted one"),
    ] {
        assert_eq!(text.parse::<ColumnNames>().unwrap_err().to_string(), error);
    }
    assert!("bonds=a".parse::<ColumnNames>().unwrap_err().to_string().contains("bonds"));
}

#[test]
fn edges_are_found_by_type_if_one_column_can_be_nothing_else() {
    let wanted = paths(4);
    for layout in [Layout::IndexOfTwo, Layout::Structures, Layout::FixedPairs] {
        let mut columns = layout.columns(&wanted, [&DataType::Int32; 2], true);
        columns[0].0 = "bonds";
        assert_eq!(sound(&batch(columns.clone()), Parts::default()), wanted, "{layout:?}");
        let twice = [("others", columns[0].1.clone())].into_iter().chain(columns).collect();
        let error = rows(&batch(twice), Parts::default()).unwrap_err();
        assert!(error.contains("wanted columns that hold graphs"), "{error}");
    }
    // Lists of lists can be two lists of nodes, pairs, or no graph at all.
    for layout in [Layout::IndexOfLists, Layout::ListPairs, Layout::Graph6] {
        let mut columns = layout.columns(&wanted, [&DataType::Int32; 2], false);
        columns[0].0 = "bonds";
        assert!(rows(&batch(columns), Parts::default()).is_err(), "{layout:?}");
    }
}
