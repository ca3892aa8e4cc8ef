//! The learned vector of a graph: its definition, and the same bytes alone, in any batch and on any number of threads.

use crate::models::random_model;
use crate::reference::{random_graph, relabelled};
use std::convert::Infallible;

use sgr::embed::{StreamSettings, embed_stream};
use sgr::graph::Graph;
use sgr::representation::{ChannelError, Channels, Learned, Representation, SolvedGraph};
use sgr::resampling::KnotRule;
use sgr::spectrum::Spectrum;

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn solved(count: u64) -> Vec<(Graph, Spectrum)> {
    (0..count).map(random_graph).map(|graph| (graph.clone(), Spectrum::of(&graph).unwrap())).collect()
}

fn borrowed(graphs: &[(Graph, Spectrum)]) -> Vec<SolvedGraph<'_>> {
    graphs.iter().map(|(graph, spectrum)| SolvedGraph { graph, spectrum }).collect()
}

#[test]
fn a_vector_is_the_perceptron_of_the_channels() {
    let model = random_model(&["spectrum", "size"], 256, 70, 3, 4);
    let graphs = solved(20);
    let (mut inputs, mut vectors) = (Vec::new(), Vec::new());
    model.channels().clone().append(&borrowed(&graphs), &mut inputs);
    Learned::new(&model).append(&borrowed(&graphs), &mut vectors);
    let scores = model.scores(&inputs);
    let layer = model.perceptron();
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>();
    for (at, (row, vector)) in inputs.chunks(259).zip(vectors.chunks(70)).enumerate() {
        let (graph, spectrum) = &graphs[at];
        let (n, m) = (graph.node_count() as f64, graph.edge_count() as f64);
        for (input, exact) in row[256..].iter().zip([n.ln(), (m + 1.0).ln(), ((m + 1.0) / n).ln()]) {
            assert_eq!(*input, exact as f32);
        }
        // The spline ends in the last eigenvalue.
        assert!((f64::from(row[255]) - spectrum.eigenvalues().unwrap().last().unwrap()).abs() < 1e-6);
        for (output, &found) in vector.iter().enumerate() {
            let z = dot(row, &layer.weights()[output * 259..][..259]) + f64::from(layer.bias()[output]);
            let exact = 1.0507009873554805 * if z > 0.0 { z } else { 1.6732632423543772 * z.exp_m1() };
            // 259 roundings of sums of about 1.
            assert!((f64::from(found) - exact).abs() < 1e-5 * exact.abs().max(1.0), "{found} against {exact}");
        }
        for class in 0..3 {
            let exact = dot(vector, &model.head_weights()[class * 70..][..70]) + f64::from(model.head_bias()[class]);
            assert!((f64::from(scores[at * 3 + class]) - exact).abs() < 1e-5);
        }
        let best = (0..3).max_by(|&a, &b| scores[at * 3 + a].total_cmp(&scores[at * 3 + b])).unwrap();
        assert_eq!(model.classify(row), [best]);
    }
}

#[test]
fn alone_and_in_any_batch_the_same_bytes() {
    let graphs = solved(200);
    let graphs = borrowed(&graphs);
    // Dimensions below, at and beyond a panel.
    for dimensions in [1, 31, 32, 100, 256] {
        let model = random_model(&["spectrum", "size"], 256, dimensions, 3, 5);
        let mut alone = Vec::new();
        for graph in &graphs {
            Learned::new(&model).append(&[*graph], &mut alone);
        }
        let mut learned = Learned::new(&model);
        for batch in [200, 97, 7, 6, 2] {
            for offset in [0, 1, 5] {
                let mut together = Vec::new();
                learned.append(&graphs[..offset], &mut together);
                graphs[offset..].chunks(batch).for_each(|graphs| learned.append(graphs, &mut together));
                assert!(bits(&alone) == bits(&together), "{dimensions} dimensions, batches of {batch}");
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let model = random_model(&["spectrum", "size"], 256, 256, 12, 6);
    let embed = |threads: usize, chunk: usize| {
        let graphs = (0..300).map(|seed| Ok::<Graph, Infallible>(random_graph(seed)));
        let mut settings = StreamSettings::default();
        (settings.threads, settings.chunking.graphs) = (threads, chunk);
        let mut values = Vec::new();
        let delivered: Result<(), Infallible> = embed_stream(graphs, &Learned::new(&model), &settings, |outcome| {
            values.extend_from_slice(outcome.unwrap().1.vector);
            Ok(())
        });
        delivered.unwrap();
        bits(&values)
    };
    let expected = embed(1, 256);
    assert_eq!(expected.len(), 300 * 256);
    for (threads, chunk) in [(1, 1), (2, 256), (2, 16), (3, 17)] {
        assert!(expected == embed(threads, chunk), "{threads} threads, chunks of {chunk}");
    }
}

#[test]
fn another_numbering_moves_it_by_rounding_only() {
    let mut learned = Learned::new(&random_model(&["spectrum", "size"], 256, 256, 2, 7));
    for seed in 0..100 {
        let graph = random_graph(seed);
        let other = relabelled(&graph, seed);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        learned.append(&[SolvedGraph { graph: &graph, spectrum: &Spectrum::of(&graph).unwrap() }], &mut a);
        learned.append(&[SolvedGraph { graph: &other, spectrum: &Spectrum::of(&other).unwrap() }], &mut b);
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() <= 1e-5 * a.abs().max(1.0), "{a} and {b}");
        }
    }
}

#[test]
fn channels_are_listed_by_name() {
    let parse = |names: &[&str], samples| Channels::parse(names, samples, KnotRule::Stretched);
    let channels = parse(&["size", "spectrum"], 8).unwrap();
    assert_eq!(channels.names(), ["size", "spectrum"]);
    assert_eq!((channels.width(), channels.range("spectrum"), channels.range("degree")), (11, Some(3..11), None));
    let copy = channels.clone();
    assert_eq!((copy.names(), copy.columns(), copy.rule()), (channels.names(), channels.columns(), channels.rule()));
    let error = |names: &[&str], samples| parse(names, samples).map(|_| ()).unwrap_err();
    assert_eq!(error(&["spectrum", "spectra"], 8), ChannelError::Unknown { found: "spectra".into() });
    assert_eq!(error(&["size", "size"], 8), ChannelError::Repeated { found: "size".into() });
    assert_eq!(error(&[], 8), ChannelError::None);
    assert_eq!(error(&["size"], 1), ChannelError::Samples { found: 1 });
    assert_eq!(error(&["size"], usize::MAX), ChannelError::Samples { found: usize::MAX });
    assert_eq!(
        error(&["deg"], 8).to_string(),
        "found channel \"deg\", wanted one of spectrum, size, degrees, clustering, squares, components, cores, neighbors"
    );
}
