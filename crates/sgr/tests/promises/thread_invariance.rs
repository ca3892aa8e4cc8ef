//! The same bytes whatever the number of threads and the grouping of the graphs.

use crate::reference::{random_graph, union};
use std::convert::Infallible;

use sgr::embed::{Skipped, StreamSettings, embed_stream, map_spectra};
use sgr::graph::{Attributes, Graph, GraphRecord};
use sgr::representation::{
    AttributeSettings, Fingerprint, HeatTrace, Labels, Representation, RepresentationName, RepresentationSettings,
    SpectrumVector,
};

fn records() -> Vec<GraphRecord> {
    let mut graphs: Vec<Graph> = (0..300).map(random_graph).collect();
    // Large enough for the dense and the band solver, and for threads inside one graph.
    let many: Vec<Graph> = (0..40).map(random_graph).collect();
    let parts: Vec<&Graph> = many.iter().collect();
    graphs.insert(77, chained(&union(&parts)));
    graphs.insert(5, ring_with_chords(1300));
    graphs.insert(250, Graph::from_edges(0, &[]).unwrap());
    let record = |(number, graph)| GraphRecord {
        id: format!("{number}"),
        label: None,
        graph: labelled(graph),
        dropped: Default::default(),
    };
    graphs.into_iter().enumerate().map(record).collect()
}

/// The same graph with labels and attributes.
fn labelled(graph: Graph) -> Graph {
    let nodes = graph.node_count();
    let mut attributes = Attributes::new();
    (0..nodes).for_each(|node| attributes.push(&[node as f64, -0.5], 0).unwrap());
    let labels = (0..nodes).map(|node| ["C", "N", "O"][node * 7 % 3].into()).collect();
    graph.with_node_labels(labels).unwrap().with_attributes(attributes).unwrap()
}

/// One component out of many: consecutive nodes joined.
fn chained(graph: &Graph) -> Graph {
    let n = graph.node_count() as u32;
    crate::reference::graph(n, graph.edges().map(|(u, v, _)| (u, v)).chain((1..n).map(|v| (v - 1, v))))
}

fn ring_with_chords(n: u32) -> Graph {
    crate::reference::graph(n, (0..n).flat_map(|u| [(u, (u + 1) % n), (u, (u * 7 + 3) % n)]))
}

fn run(representation: &dyn Representation, threads: usize, chunk: usize) -> (Vec<String>, Vec<u32>, Vec<String>) {
    let mut settings = StreamSettings::default();
    settings.threads = threads;
    settings.spectrum.threads = threads;
    settings.chunking.graphs = chunk;
    let graphs = records().into_iter().map(Ok::<GraphRecord, Infallible>);
    let (mut ids, mut bits, mut skips) = (Vec::new(), Vec::new(), Vec::new());
    let outcome: Result<(), Infallible> = embed_stream(graphs, representation, &settings, |outcome| {
        match outcome {
            Ok((record, embedding)) => {
                ids.push(record.id);
                bits.extend(embedding.vector.iter().map(|value| value.to_bits()));
            }
            Err(Skipped::Spectrum { item, error }) => skips.push(format!("{}: {error}", item.id)),
            Err(Skipped::Source(never)) => match never {},
        }
        Ok(())
    });
    outcome.unwrap();
    (ids, bits, skips)
}

#[test]
fn vectors_are_the_same_to_the_byte() {
    let wide = RepresentationSettings::new(RepresentationName::Wide)
        .labels(Some(Labels::Nodes))
        .attributes(Some(AttributeSettings::default()))
        .build();
    let all: [&dyn Representation; 4] =
        [&SpectrumVector::default(), &HeatTrace::default(), &Fingerprint::default(), wide.as_ref()];
    for representation in all {
        let expected = run(representation, 1, 256);
        assert_eq!(expected.0.len(), 302);
        assert_eq!(expected.2, ["250: the graph has no nodes, so no spectrum"]);
        for (threads, chunk) in [(1, 1), (2, 256), (2, 3), (3, 17)] {
            let other = run(representation, threads, chunk);
            assert!(expected == other, "{} with {threads} threads, chunks of {chunk}", representation.name());
        }
    }
}

#[test]
fn an_error_of_the_receiver_ends_the_run_while_the_reader_waits() {
    let edge = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let graphs = (0..5000).map(|_| Ok::<&Graph, Infallible>(&edge));
    let mut settings = StreamSettings::default();
    settings.chunking.graphs = 1;
    assert_eq!(embed_stream(graphs, &HeatTrace::default(), &settings, |_| Err("enough")), Err("enough"));
}

#[test]
#[should_panic(expected = "a worker's own")]
fn a_panic_in_a_worker_reaches_the_caller() {
    let edge = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let graphs = (0..2000).map(|_| Ok::<&Graph, Infallible>(&edge));
    let mut settings = StreamSettings::default();
    settings.chunking.graphs = 1;
    let seen = std::sync::atomic::AtomicUsize::new(0);
    let make_worker = || {
        |_: &sgr::spectrum::Spectrum, _: Option<&sgr::spectrum::Explanation>| {
            assert!(seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 7, "a worker's own");
        }
    };
    let _ = map_spectra(graphs, &settings, make_worker, |_| Ok::<(), ()>(()));
}

#[test]
fn an_error_of_the_receiver_ends_the_run() {
    let graphs = records().into_iter().map(Ok::<GraphRecord, Infallible>);
    let mut seen = 0;
    let outcome = embed_stream(graphs, &HeatTrace::default(), &StreamSettings::default(), |_| {
        seen += 1;
        if seen == 10 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((outcome, seen), (Err("enough"), 10));
}
