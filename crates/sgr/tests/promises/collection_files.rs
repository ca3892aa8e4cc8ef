//! Collections that are written come back from the readers as they were, whole or not at all.

use std::fs;
use std::path::Path;

use sgr::graph::{Graph, GraphRecord};
use sgr::input::{ReadOptions, open};
use sgr::output::{CollectionFormat, CollectionWriter, OutputError};
use sgr::synthetic::{Family, SyntheticError};
use sgr::synthetic::{GenerateSettings, generate};

fn record(id: &str, label: Option<&str>, graph: Graph) -> GraphRecord {
    GraphRecord { id: id.to_owned(), label: label.map(str::to_owned), graph, dropped: Default::default() }
}

/// Some graphs of every family, and one that starts and ends with isolated nodes.
fn graphs() -> Vec<GraphRecord> {
    let mut records = Vec::new();
    generate(&GenerateSettings::new(Family::ALL.to_vec(), 6), |record| {
        records.push(record);
        Ok::<(), SyntheticError>(())
    })
    .unwrap();
    let lonely = Graph::from_edges(5, &[(1, 3), (1, 2)]).unwrap();
    records.push(record("lonely \"quoted\"", Some("erdos-renyi"), lonely));
    records
}

fn write(path: &Path, records: &[GraphRecord]) -> Result<(), OutputError> {
    let mut writer = CollectionWriter::create(path)?;
    records.iter().try_for_each(|record| writer.write_graph(record))?;
    writer.finish()
}

fn read(path: &Path, weights: bool) -> Vec<GraphRecord> {
    let mut options = ReadOptions::default();
    options.weights = weights;
    open(path, None, &options).unwrap().map(|record| record.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn json_lines_come_back_with_ids_and_classes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.jsonl");
    write(&path, &graphs()).unwrap();
    assert_eq!(read(&path, false), graphs());
    assert_eq!(names(folder.path()), ["g.jsonl"]);
}

#[test]
fn tu_collections_come_back_with_numbered_classes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["SYN", "SYN.zip"] {
        let path = folder.path().join(name);
        write(&path, &graphs()).unwrap();
        let found = read(&path, false);
        assert_eq!(found.len(), graphs().len());
        for (at, (found, wanted)) in found.iter().zip(graphs()).enumerate() {
            assert_eq!((&found.graph, &found.id), (&wanted.graph, &(at + 1).to_string()), "{name}");
            let family: Family = wanted.label.unwrap().parse().unwrap();
            assert_eq!(found.label, Some((family as usize + 1).to_string()), "{name}");
        }
    }
    assert_eq!(names(folder.path()), ["SYN", "SYN.zip"]);
    let parts = ["SYN_A.txt", "SYN_graph_indicator.txt", "SYN_graph_labels.txt", "SYN_label_names.txt"];
    assert_eq!(names(&folder.path().join("SYN")), parts);
    let classes = fs::read_to_string(folder.path().join("SYN/SYN_label_names.txt")).unwrap();
    assert!(classes.starts_with("1 erdos-renyi\n2 block-model\n"), "{classes}");
    let mut zip = zip::ZipArchive::new(fs::File::open(folder.path().join("SYN.zip")).unwrap()).unwrap();
    for part in parts {
        let plain = fs::read_to_string(folder.path().join("SYN").join(part)).unwrap();
        let packed = std::io::read_to_string(zip.by_name(&format!("SYN/{part}")).unwrap()).unwrap();
        assert_eq!(plain, packed, "{part}");
    }
}

#[test]
fn integer_classes_stay_as_they_are_and_no_classes_make_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let pair = || Graph::from_edges(2, &[(0, 1)]).unwrap();
    let numbered = folder.path().join("numbered");
    write(&numbered, &[record("a", Some("-1"), pair()), record("b", Some("3"), pair())]).unwrap();
    assert_eq!(fs::read_to_string(numbered.join("numbered_graph_labels.txt")).unwrap(), "-1\n3\n");
    assert_eq!(names(&numbered), ["numbered_A.txt", "numbered_graph_indicator.txt", "numbered_graph_labels.txt"]);
    let plain = folder.path().join("plain");
    write(&plain, &[record("a", None, pair())]).unwrap();
    assert_eq!(names(&plain), ["plain_A.txt", "plain_graph_indicator.txt"]);
    let mixed = write(&folder.path().join("mixed"), &[record("a", None, pair()), record("b", Some("1"), pair())]);
    assert!(matches!(mixed, Err(OutputError::CannotExpress { id, .. }) if id == "b"));
    assert_eq!(names(folder.path()), ["numbered", "plain"]);
}

#[test]
fn weights_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let weighted = || Graph::from_weighted_edges(3, &[(0, 2, 0.1), (1, 2, 7e-5)]).unwrap();
    for name in ["w.jsonl", "W", "W.zip", "w.tsv"] {
        let path = folder.path().join(name);
        write(&path, &[record("a", None, weighted())]).unwrap();
        let found = read(&path, true);
        let weights = |graph: &Graph| graph.edges().map(|(_, _, weight)| weight).collect::<Vec<_>>();
        assert_eq!(weights(&found[0].graph), [0.1, 7e-5], "{name}");
    }
    let plain = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let mixed = write(&folder.path().join("M"), &[record("a", None, plain), record("b", None, weighted())]);
    assert!(matches!(mixed, Err(OutputError::CannotExpress { .. })));
}

#[test]
fn an_edge_list_holds_one_graph_and_says_what_it_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.edges");
    let graph = Graph::from_edges(5, &[(1, 3), (1, 2)]).unwrap();
    write(&path, &[record("a", None, graph.clone())]).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "# nodes 5, edges 2\n# nodes without an edge, not listed: 2\n1\t2\n1\t3\n");
    let found = read(&path, false);
    assert_eq!((found.len(), found[0].graph.node_count(), found[0].graph.edge_count()), (1, 3, 2));
    let twice = write(&path, &[record("a", None, graph.clone()), record("b", None, graph)]);
    assert!(matches!(twice, Err(OutputError::CannotExpress { id, .. }) if id == "b"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "the old file was lost");
}

#[test]
fn what_is_not_finished_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.jsonl", "b.zip", "c", "d.txt"] {
        let mut writer = CollectionWriter::create(folder.path().join(name)).unwrap();
        writer.write_graph(&graphs()[0]).unwrap();
        assert_eq!(names(folder.path()).len(), 1, "one hidden temporary file or folder");
        drop(writer);
    }
    assert!(names(folder.path()).is_empty());
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    assert!(matches!(CollectionWriter::create(&taken), Err(OutputError::AlreadyThere { .. })));
    let nowhere = CollectionWriter::create(folder.path().join("no/where"));
    assert!(matches!(nowhere, Err(OutputError::MissingFolder { .. })));
    let unknown = CollectionFormat::from_path("g.npz").unwrap_err().to_string();
    assert!(unknown.contains(".jsonl, .zip, .edges, .txt, .tsv, or has no ending for a TU folder"), "{unknown}");
}

#[test]
fn generated_graphs_do_not_depend_on_threads_count_or_company() {
    let drawn = |families: &[Family], count, threads| {
        let mut settings = GenerateSettings::new(families.to_vec(), count);
        settings.threads = threads;
        let mut records = Vec::new();
        generate(&settings, |record| {
            records.push(record);
            Ok::<(), SyntheticError>(())
        })
        .unwrap();
        records
    };
    let both = drawn(&[Family::Geometric, Family::HubTree], 30, 1);
    assert_eq!(both, drawn(&[Family::Geometric, Family::HubTree], 30, 3));
    assert_eq!(both[30..45], drawn(&[Family::HubTree], 15, 2));
    assert_eq!((both[31].id.as_str(), both[31].label.as_deref()), ("hub-tree-1", Some("hub-tree")));
}
