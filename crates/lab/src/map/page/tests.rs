//! Pages of hostile collections, and their bytes.

use crate::map::{GraphMap, MapSettings, Projection};
use sgr_core::embed::StreamSettings;
use sgr_core::graph::{Graph, GraphRecord};
use sgr_core::representation::{RepresentationName, RepresentationSettings};

/// Rings and stars with the given ids and classes, and a label at each node.
fn map(names: &[&str], settings: &MapSettings, threads: usize) -> GraphMap {
    let record = |(at, name): (usize, &&str)| {
        let nodes = 4 + at as u32;
        let edges: Vec<(u32, u32)> = match at % 2 {
            0 => (0..nodes).map(|node| (node, (node + 1) % nodes)).collect(),
            _ => (1..nodes).map(|leaf| (0, leaf)).collect(),
        };
        let graph = Graph::from_edges(nodes as usize, &edges).unwrap();
        let graph = graph.with_node_labels((0..nodes).map(|_| (*name).into()).collect()).unwrap();
        GraphRecord { id: (*name).to_owned(), label: Some((*name).to_owned()), graph, dropped: Default::default() }
    };
    let records: Vec<GraphRecord> = names.iter().enumerate().map(record).collect();
    let vectors = RepresentationSettings::new(RepresentationName::Sgr).build();
    let work = StreamSettings::default().with_threads(threads);
    GraphMap::of(&records, vectors.as_ref(), settings, &work, &()).unwrap()
}

/// The JSON of the numbers.
fn data_of(page: &str) -> &str {
    let (_, after) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    after.split_once("</script>").unwrap().0
}

#[test]
fn hostile_texts_stay_data() {
    let hostile = ["</script><script>alert(1)</script>", "<!--", "\u{202e}\u{2028}", "{{program}}", "\"\\", "&lt;"];
    let page = map(&hostile, &MapSettings::new(hostile[0]), 1).to_html();
    let data = data_of(&page);
    assert!(!data.contains('<') && !data.contains('\u{202e}') && !data.contains('\u{2028}'));
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let texts = |list: &serde_json::Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts(&data["ids"]), hostile);
    assert_eq!(data["title"], hostile[0]);
    let mut sorted = hostile.map(str::to_owned).to_vec();
    sorted.sort_unstable();
    assert_eq!(texts(&data["classes"]["names"]), sorted);
    // The elements of the page itself, and no others; the program once, and nothing left to fill in.
    assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (2, 2));
    assert_eq!(page.matches("\"use strict\"").count(), 1);
    assert!(!page.replace(data_of(&page), "").contains("{{"));
    assert!(page.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"));
}

/// Atoms have the colours of elements in maps of molecules, and in no others.
#[test]
fn maps_of_molecules_say_the_colours_of_elements() {
    let elements = |names: &[&str], molecules: bool| {
        let page = map(names, &MapSettings::new("t").with_molecules(molecules), 1).to_html();
        let data: serde_json::Value = serde_json::from_str(data_of(&page)).unwrap();
        (data["labels"].clone(), data["elements"].clone())
    };
    let (labels, tones) = elements(&["c", "O-", "N"], true);
    assert_eq!(labels, serde_json::json!(["N", "O", "C"]));
    assert_eq!(tones[2], serde_json::json!(["#4a4f57", "#9aa1ab"]));
    assert_eq!(elements(&["c", "O-", "N"], false).1, serde_json::Value::Null);
    assert_eq!(elements(&["c", "ALA", "N"], true).1, serde_json::Value::Null);
}

#[test]
fn nothing_comes_from_outside() {
    let page = map(&["a", "b", "c"], &MapSettings::new("t"), 1).to_html();
    let addresses = page.split("http").skip(1).filter(|after| after.starts_with("://") || after.starts_with("s://"));
    // The name of the language of pictures is no address that is asked for.
    assert!(
        addresses.clone().all(|after| after.starts_with("://www.w3.org/2000/svg")),
        "{:?}",
        addresses.collect::<Vec<_>>()
    );
    for outside in ["@import", "url(", "src=", "<link", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn a_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let names: Vec<String> = (0..60).map(|at| format!("graph {at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let settings = MapSettings::new("t").with_seed(5);
    let page = map(&names, &settings, 1).to_html();
    assert!(page == map(&names, &settings, 3).to_html());
    assert!(page != map(&names, &settings.with_seed(6), 1).to_html());
}

#[test]
fn layouts_are_those_asked_for_and_the_principal_components() {
    let names = ["a", "b", "c", "d", "e"];
    let layouts = |settings: MapSettings| map(&names, &settings, 1).layouts().collect::<Vec<_>>();
    assert_eq!(layouts(MapSettings::new("t")), ["tsne", "pca"]);
    assert_eq!(layouts(MapSettings::new("t").with_projection(Projection::Pca)), ["pca"]);
    let own: Vec<[f64; 2]> = (0..5).map(|at| [f64::from(at), 2.0]).collect();
    let settings = MapSettings::new("t").with_coordinates(own);
    let found = map(&names, &settings, 1);
    assert_eq!(found.layouts().collect::<Vec<_>>(), ["own", "pca"]);
    assert_eq!(found.points()[3], [3.0, 2.0]);
}
