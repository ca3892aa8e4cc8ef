//! A table that holds no graphs is refused with its columns; a row that holds none costs that row, with column and value.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, ListArray, StringArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use sgr::graph::Graph;
use sgr::input::columns::{ColumnNames, GraphLayout, KeptColumns, Parts};

use crate::support::tables::*;

type Columns = Vec<(&'static str, ArrayRef)>;

/// A sound row before and after the row in question.
const SOUND: &[i64] = &[0, 1];

fn ends(src: &[i64], dst: &[i64]) -> Columns {
    vec![("src", number_lists(&[SOUND, src, SOUND])), ("dst", number_lists(&[&[1, 2], dst, &[1, 2]]))]
}

fn with(mut columns: Columns, name: &'static str, column: ArrayRef) -> Columns {
    columns.push((name, column));
    columns
}

/// The middle row of three has this problem, and the others are read.
fn middle_row(columns: Columns, parts: Parts, text: &str) {
    let read = rows(&batch(columns), parts).unwrap();
    assert_eq!(read[1].as_ref().err().map(String::as_str), Some(text));
    for row in [0, 2] {
        assert_eq!(read[row].as_ref().unwrap().0.edge_count(), 2, "{text}: row {row}");
    }
}

fn numbers_with_null() -> ArrayRef {
    Arc::new(Int64Array::from(vec![Some(0), Some(1), Some(0), None, Some(0), Some(1)]))
}

/// Three lists of two, the second null.
fn second_null(values: ArrayRef) -> ArrayRef {
    nullable_lists(false, [2, 2, 2], values, Some(vec![true, false, true]))
}

#[test]
fn bad_ends() {
    let plain = Parts::default();
    let (src, dst) = (number_lists(&[SOUND; 3]), number_lists(&[&[1, 2][..]; 3]));
    for (columns, text) in [
        (ends(&[0, 1], &[1]), "column \"dst\": found 1 node numbers, wanted 2, as in column \"src\""),
        (ends(&[0, -1], &[1, 2]), "column \"src\": found node -1 at edge 1, wanted a number from 0 to 4294967294"),
        (
            ends(&[0, 1], &[1, 4_294_967_296]),
            "column \"src\": found node 4294967296 at edge 1, wanted a number from 0 to 4294967294",
        ),
        (ends(&[0, 1], &[1, 2000]), "column \"src\": found 2001 nodes, wanted at most 1004"),
        (ends(&[], &[]), "the graph has no nodes, so no spectrum"),
        (
            vec![("src", lists(false, [2; 3], numbers_with_null())), ("dst", dst.clone())],
            "column \"src\": found null at edge 1, wanted a node number",
        ),
        (
            vec![("src", src.clone()), ("dst", second_null(whole(&DataType::Int8, [1, 2, 1, 2, 1, 2])))],
            "column \"dst\": found null, wanted a list of node numbers",
        ),
    ] {
        middle_row(columns, plain, text);
    }
    // A negative number in a column of another type than that of the first ends.
    let small = lists(false, [2, 2, 2], whole(&DataType::Int16, [1, 2, 1, -7, 1, 2]));
    let text = "column \"src\": found node -7 at edge 1, wanted a number from 0 to 4294967294";
    middle_row(vec![("src", src), ("dst", small)], plain, text);
}

#[test]
fn bad_numbers_of_nodes() {
    let sound = || ends(&[0, 1], &[1, 2]);
    let floats = |middle: f64| Arc::new(Float64Array::from(vec![3.0, middle, 3.0])) as ArrayRef;
    let whole_numbers = |middle: i64| whole(&DataType::Int64, [3, middle, 3]);
    for (count, text) in [
        (whole_numbers(2), "column \"src\": found node 2 at edge 1, wanted a number from 0 to 1"),
        (whole_numbers(0), "column \"src\": found node 1 at edge 0, wanted none, because the graph has 0 nodes"),
        (whole_numbers(-3), "column \"num_nodes\": found -3, wanted a number of nodes"),
        (whole_numbers(1005), "column \"num_nodes\": found 1005 nodes, wanted at most 1004"),
        (floats(2.5), "column \"num_nodes\": found 2.5, wanted a number of nodes"),
        (floats(f64::NAN), "column \"num_nodes\": found NaN, wanted a number of nodes"),
        (floats(-1.0), "column \"num_nodes\": found -1, wanted a number of nodes"),
    ] {
        middle_row(with(sound(), "num_nodes", count), Parts::default(), text);
    }
    // Null: the largest number tells. A float that is whole is a number, as pandas writes a column with nulls.
    let count = Float64Array::from(vec![Some(3.0), None, Some(4.0)]);
    let read = rows(&batch(with(sound(), "num_nodes", Arc::new(count))), Parts::default()).unwrap();
    assert_eq!(read.iter().map(|row| row.as_ref().unwrap().0.node_count()).collect::<Vec<_>>(), [3, 3, 4]);
}

#[test]
fn bad_lists_of_edges() {
    let flat = || whole(&DataType::Int32, [0, 1, 1, 2, 0, 1, 1, 0, 1, 1, 2]);
    let pairs_of = |lengths: [usize; 6]| lists(false, [2, 2, 2], lists(false, lengths, flat()));
    let null_pair = nullable_lists(
        false,
        [2; 6],
        whole(&DataType::Int32, [0, 1, 1, 2, 0, 1, 1, 2, 0, 1, 1, 2]),
        Some(vec![true, true, true, false, true, true]),
    );
    let two = || whole(&DataType::Int32, [0, 1, 1, 2, 0, 1, 0, 1, 1, 2]);
    for (name, column, text) in [
        (
            "edges",
            pairs_of([2, 2, 2, 1, 2, 2]),
            "column \"edges\": found a list of 1 at edge 1, wanted pairs of node numbers",
        ),
        (
            "edges",
            lists(false, [2; 3], null_pair.clone()),
            "column \"edges\": found null, wanted pairs of node numbers",
        ),
        (
            "edges",
            nullable_lists(
                false,
                [2; 3],
                pairs(whole(&DataType::Int8, [0, 1, 1, 2].repeat(3))),
                Some(vec![true, false, true]),
            ),
            "column \"edges\": found null, wanted pairs of node numbers",
        ),
        (
            "edge_index",
            lists(false, [2, 1, 2], lists(false, [2; 5], two())),
            "column \"edge_index\": found 1 lists, wanted two lists of node numbers",
        ),
        (
            "edge_index",
            lists(
                false,
                [2; 3],
                lists(false, [2, 2, 1, 0, 2, 2], whole(&DataType::Int32, [0, 1, 1, 2, 0, 0, 1, 1, 2])),
            ),
            "column \"edge_index\": found lists of 1 and 0 node numbers, wanted as many, one for each first end",
        ),
        ("edge_index", pairs(null_pair), "column \"edge_index\": found null, wanted two lists of node numbers"),
    ] {
        middle_row(vec![(name, column)], Parts::default(), text);
    }
    let fields = structures(vec![
        ("u", whole(&DataType::Int32, [0, 1].repeat(3))),
        ("v", whole(&DataType::Int32, [1, 2].repeat(3))),
    ]);
    let parts = fields.as_any().downcast_ref::<StructArray>().unwrap().clone().into_parts();
    let nulls = NullBuffer::from(vec![true, true, true, false, true, true]);
    let broken: ArrayRef = Arc::new(StructArray::new(parts.0, parts.1, Some(nulls)));
    let text = "column \"edges\": found null at edge 1, wanted an edge";
    middle_row(vec![("edges", lists(false, [2; 3], broken))], Parts::default(), text);
    let text = "column \"edges\": found null, wanted a list of edges";
    middle_row(vec![("edges", second_null(fields))], Parts::default(), text);
}

#[test]
fn bad_graph6() {
    let column = Arc::new(StringArray::from(vec![Some("Bg"), None, Some("Bg")]));
    middle_row(vec![("graph6", column)], Parts::default(), "column \"graph6\": found null, wanted graph6 text");
    let read = rows(&batch(vec![("graph6", texts(&["Bg", "B", "B g", ""]))]), Parts::default()).unwrap();
    assert!(read[0].is_ok());
    assert!(read[1..].iter().all(Result::is_err), "{read:?}");
}

#[test]
fn bad_weights_labels_and_attributes() {
    let sound = || ends(&[0, 1], &[1, 2]);
    let weights = Parts { weights: true, ..Parts::default() };
    let node_labels = Parts { node_labels: true, ..Parts::default() };
    let edge_labels = Parts { edge_labels: true, ..Parts::default() };
    let attributes = Parts { attributes: true, ..Parts::default() };
    let floats = |middle: &[f64]| float_lists(&[&[1.0, 1.0], middle, &[1.0, 1.0]]);
    let of_nodes = |middle: &[&str]| text_lists(&[&["a", "b", "c"], middle, &["a", "b", "c"]]);
    let width = |middle: [usize; 3]| {
        let widths: Vec<usize> = [1; 3].into_iter().chain(middle).chain([1; 3]).collect();
        let values = Arc::new(Float64Array::from_iter_values((0..widths.iter().sum()).map(|at| at as f64)));
        lists(false, [3; 3], lists(false, widths, values))
    };
    let null_label: ArrayRef = Arc::new(StringArray::from([Some("a"), None, Some("c")].repeat(3)));
    let null_label = lists(false, [3, 3, 3], null_label);
    for (name, column, parts, text) in [
        ("weight", floats(&[1.0]), weights, "column \"weight\": found 1 values, wanted 2, one for each edge"),
        (
            "weight",
            second_null(Arc::new(Float64Array::from(vec![1.0; 6]))),
            weights,
            "column \"weight\": found null, wanted a list, one value for each edge",
        ),
        (
            "weight",
            lists(
                false,
                [2; 3],
                Arc::new(Float64Array::from(vec![Some(1.0), Some(1.0), Some(1.0), None, Some(1.0), Some(1.0)])),
            ),
            weights,
            "column \"weight\": found null at edge 1, wanted a value",
        ),
        (
            "weight",
            floats(&[1.0, -2.0]),
            weights,
            "column \"weight\": found weight -2 at edge 1, wanted a finite number that is not negative",
        ),
        (
            "weight",
            floats(&[f64::NAN, 2.0]),
            weights,
            "column \"weight\": found weight NaN at edge 0, wanted a finite number that is not negative",
        ),
        (
            "edge_labels",
            text_lists(&[&["a", "b"], &["a"], &["a", "b"]]),
            edge_labels,
            "column \"edge_labels\": found 1 values, wanted 2, one for each edge",
        ),
        (
            "node_labels",
            of_nodes(&["a"]),
            node_labels,
            "column \"node_labels\": found 1 values, wanted 3, one for each node",
        ),
        (
            "attributes",
            floats(&[1.0, 1.0, 1.0, 1.0]),
            attributes,
            "column \"attributes\": found 4 values, wanted 3, one for each node",
        ),
        (
            "attributes",
            width([2, 2, 2]),
            attributes,
            "column \"attributes\": found 2 numbers of each node, wanted 1, as in the rows before",
        ),
    ] {
        // Only the middle row has nodes for three numbers.
        let read = rows(&batch(with(sound(), name, column)), parts).unwrap();
        assert_eq!(read[1].as_ref().err().map(String::as_str), Some(text));
    }
    let read = rows(&batch(with(sound(), "node_labels", null_label)), node_labels).unwrap();
    assert_eq!(read[0], Err("column \"node_labels\": found null at node 1, wanted a label for each node".into()));
    let ragged = with(sound(), "attributes", width([1, 2, 1]));
    middle_row(ragged, attributes, "column \"attributes\": found 2 numbers at node 1, wanted 1, as at node 0");
    let infinite = float_lists(&[&[1.0; 3], &[1.0, 2.0, f64::INFINITY], &[1.0; 3]]);
    let text = "column \"attributes\": found inf at node 2, wanted a finite number";
    middle_row(with(sound(), "attributes", infinite), attributes, text);
}

#[test]
fn a_graph_without_nodes_says_nothing_on_the_width_of_attributes() {
    let columns = vec![
        ("src", number_lists(&[&[], &[0]])),
        ("dst", number_lists(&[&[], &[1]])),
        ("x", lists(false, [0, 2], float_lists(&[&[1.0, 2.0], &[3.0, 4.0]]))),
    ];
    let read = rows(&batch(columns), Parts { attributes: true, ..Parts::default() }).unwrap();
    assert_eq!(read[0], Err("the graph has no nodes, so no spectrum".to_owned()));
    assert_eq!(read[1].as_ref().unwrap().0.attributes().unwrap().values(), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn tables_without_graphs() {
    let empty = |columns: Columns, parts: Parts| rows(&batch(columns), parts).unwrap_err();
    let all = Parts { weights: true, node_labels: true, edge_labels: true, attributes: true };
    let plain = Parts::default();
    let words = texts(&["a"]);
    let list = number_lists(&[&[0]]);
    let edges = vec![("src", list.clone()), ("dst", list.clone())];
    for (columns, parts, text) in [
        (
            vec![("name", words.clone())],
            plain,
            "found columns name: Utf8, wanted columns that hold graphs: edge_index, edges, src and dst, graph6 or smiles; other names can be given",
        ),
        (
            vec![("edge_index", words.clone())],
            plain,
            "column \"edge_index\" (edge_index): found Utf8, wanted two lists of integers",
        ),
        (
            vec![("edges", list.clone())],
            plain,
            "column \"edges\" (edges): found List(Int64), wanted a list of structures or pairs of integers",
        ),
        (
            vec![("src", list.clone()), ("dst", words.clone())],
            plain,
            "column \"dst\" (dst): found Utf8, wanted a list of integers",
        ),
        (
            vec![("src", text_lists(&[&["a"]])), ("dst", list.clone())],
            plain,
            "column \"src\" (src): found List(Utf8), wanted a list of integers",
        ),
        (vec![("graph6", list.clone())], plain, "column \"graph6\" (graph6): found List(Int64), wanted text"),
        (
            with(edges.clone(), "num_nodes", words.clone()),
            plain,
            "column \"num_nodes\" (num_nodes): found Utf8, wanted a number",
        ),
        (
            with(edges.clone(), "weight", words.clone()),
            all,
            "column \"weight\" (weight): found Utf8, wanted a list of numbers",
        ),
        (
            edges.clone(),
            all,
            "column \"weight\" is missing; wanted list of the weights of the edges (weight or weights or edge_weight)",
        ),
        (
            edges.clone(),
            Parts { attributes: true, ..plain },
            "column \"attributes\" is missing; wanted list of the nodes' lists of numbers (attributes or node_attributes or node_feat or x)",
        ),
        (
            with(edges.clone(), "node_labels", float_lists(&[&[0.5]])),
            Parts { node_labels: true, ..plain },
            "column \"node_labels\" (node_labels): found List(Float64), wanted a list of texts or integers",
        ),
    ] {
        assert_eq!(empty(columns, parts), text);
    }
    let schema = batch(edges).schema();
    for (names, text) in [
        (
            "edges=bonds",
            "column \"bonds\" is missing (edges: list of edges); found columns src: List(Int64), dst: List(Int64)",
        ),
        ("num_nodes=src", "column \"src\" (num_nodes): found List(Int64), wanted a number"),
        ("id=src", "column \"src\" (id): found List(Int64), wanted text or an integer"),
        (
            "label=name",
            "column \"name\" is missing (label: class of the graph); found columns src: List(Int64), dst: List(Int64)",
        ),
    ] {
        let names: ColumnNames = names.parse().unwrap();
        assert_eq!(GraphLayout::find(&schema, &names, plain).unwrap_err().to_string(), text);
    }
    let error = KeptColumns::find(&schema, &["dst".into(), "a".into()]).unwrap_err();
    assert_eq!(error.to_string(), "column \"a\" is missing; found columns src: List(Int64), dst: List(Int64)");
}

#[test]
fn nulls_that_no_graph_uses_do_no_harm() {
    // A null row may lie over values, and a validity mask without a null may be there.
    let src = second_null(whole(&DataType::Int64, [0, 1, -5, -5, 0, 1]));
    let dst: ArrayRef = Arc::new(src.as_any().downcast_ref::<ListArray>().unwrap().clone());
    let table = batch(vec![("src", src), ("dst", dst), ("num_nodes", whole(&DataType::Int8, [2, 2, 2]))]);
    let read = rows(&table, Parts::default()).unwrap();
    assert_eq!(read[0].as_ref().unwrap().0, Graph::from_edges(2, &[]).unwrap());
    assert_eq!(read[1], Err("column \"src\": found null, wanted a list of node numbers".to_owned()));
    assert!(read[2].is_ok());
}
