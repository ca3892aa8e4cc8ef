//! Fingerprints need no spectrum, and embed like any other vector.

use crate::reference::{cycle, random_graph};
use sgr::embed::EmbedError;
use sgr::graph::Graph;
use sgr::representation::{AttributeSettings, FingerprintSettings, FingerprintValues, Labels};
use sgr::spectrum::{Origin, SpectrumError};
use sgr::{Embedder, Vectors};

fn embedder() -> Embedder {
    Embedder::new().representation("fingerprint")
}

/// A matrix of 3000 rows does not fit into one byte: a graph without closed form has no spectrum here, but a fingerprint.
#[test]
fn no_spectrum_is_solved() {
    let ring = cycle(3000);
    let chords = (0..3000).map(|node| (node, node * 7 % 3000)).filter(|(u, v)| u != v);
    let edges: Vec<(u32, u32)> = ring.edges().map(|(u, v, _)| (u, v)).chain(chords).collect();
    let graph = Graph::from_edges(3000, &edges).unwrap();
    let short_of_memory = |embedder: Embedder| embedder.approach(Origin::Exact).max_memory(1);
    let refused = short_of_memory(Embedder::new().representation("heat")).embed(&[&graph]).unwrap_err();
    assert!(matches!(refused, EmbedError::Spectrum { error: SpectrumError::TooLarge { .. }, .. }), "{refused}");
    for embedder in [embedder(), embedder().attributes(AttributeSettings::default())] {
        let vectors = short_of_memory(embedder).embed(&[&graph]).unwrap();
        assert_eq!((vectors.origin(0), vectors.error(0)), (Origin::Exact, 0.0));
        assert_eq!(vectors.row(0)[..2048].iter().sum::<f32>(), 4.0 * 3000.0);
    }
}

#[test]
fn graphs_without_nodes_are_named() {
    let graphs = [cycle(5), Graph::from_edges(0, &[]).unwrap(), cycle(5)];
    let error = embedder().embed(&graphs).unwrap_err();
    assert_eq!(error, EmbedError::Spectrum { position: 1, error: SpectrumError::EmptyGraph });
}

#[test]
fn the_attribute_part_follows() {
    let graph = random_graph(1);
    let alone = embedder().embed(&[&graph]).unwrap();
    let joined = embedder().attributes(AttributeSettings::default()).embed(&[&graph]).unwrap();
    assert_eq!((alone.dimensions(), joined.dimensions()), (2048, 2048 + 128));
    assert_eq!(joined.row(0)[..2048], *alone.row(0));
}

#[test]
fn labels_are_inside() {
    let bond = || Graph::from_edges(2, &[(0, 1)]).unwrap();
    let oxygen = bond().with_node_labels(vec!["O".into(), "O".into()]).unwrap();
    let carbon_monoxide = bond().with_node_labels(vec!["C".into(), "O".into()]).unwrap();
    let graphs = [bond(), oxygen, carbon_monoxide];
    let rows = |vectors: Vectors| vectors.rows().map(<[f32]>::to_vec).collect::<Vec<_>>();
    let plain = rows(embedder().embed(&graphs).unwrap());
    assert!(plain.iter().all(|row| *row == plain[0]));
    let labelled = embedder().labels(Labels::Nodes).embed(&graphs).unwrap();
    assert_eq!(labelled.dimensions(), 2048);
    let labelled = rows(labelled);
    assert!(labelled[0] != labelled[1] && labelled[1] != labelled[2] && labelled[0] != labelled[2]);
}

#[test]
fn settings_are_obeyed_and_checked() {
    let settings = FingerprintSettings::default();
    let bits = settings.clone().with_dimensions(8).with_values(FingerprintValues::Bits);
    let vectors = embedder().fingerprint(bits).embed(&[random_graph(2)]).unwrap();
    assert_eq!(vectors.columns()[7], "fingerprint_7");
    assert!(vectors.dimensions() == 8 && vectors.row(0).iter().all(|&bit| bit == 0.0 || bit == 1.0));
    let refused =
        |settings: FingerprintSettings| embedder().fingerprint(settings).embed(&[cycle(3)]).unwrap_err().to_string();
    assert_eq!(refused(settings.clone().with_dimensions(0)), "found 0 for dimensions, wanted 1 to 65536");
    assert_eq!(refused(settings.clone().with_dimensions(65_537)), "found 65537 for dimensions, wanted 1 to 65536");
    assert_eq!(refused(settings.with_depth(17)), "found 17 for depth, wanted 0 to 16");
}
