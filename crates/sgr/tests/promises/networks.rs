//! Networks of others learn from the training part of a split alone, and give the same results every time.

use sgr::baselines::BaselineError;
use sgr::clusters::{ClusterError, ClusterReport, ClusterSettings};
use sgr::embed::StreamSettings;
use sgr::evaluation::clustering::ClusteringError;
use sgr::evaluation::{ClassLabels, Classifier, Protocol, Split};
use sgr::experiment::{DescribeError, Describer, EvaluationSettings, LabelledCollection, Method, evaluate};
use sgr::graph::{Graph, GraphCollection, GraphRecord};
use sgr::neural::{Dcnn, GraphNetwork, NodeFeatures, Pscn};

/// Stars with a tail, and rings with chords, of 8 to 27 nodes: a graph for each class in turn.
fn graphs() -> Vec<Graph> {
    (0..40).map(|at| graph(at, &|node| node)).collect()
}

/// Graph number `at`, its nodes numbered by `place`.
fn graph(at: u32, place: &dyn Fn(u32) -> u32) -> Graph {
    let nodes = 8 + at / 2;
    let mut edges: Vec<(u32, u32)> = match at % 2 {
        0 => (1..nodes).map(|node| if node < nodes - 3 { (0, node) } else { (node - 1, node) }).collect(),
        _ => (0..nodes).map(|node| (node, (node + 1) % nodes)).chain([(0, 2), (1, 4)]).collect(),
    };
    edges.iter_mut().for_each(|(a, b)| (*a, *b) = (place(*b), place(*a)));
    Graph::from_edges(nodes as usize, &edges).unwrap()
}

fn names(classes: &[usize]) -> ClassLabels {
    ClassLabels::new(&classes.iter().map(|&class| Some(["a", "b"][class])).collect::<Vec<_>>()).unwrap()
}

/// The kinds of graphs are the classes.
fn usual_classes() -> Vec<usize> {
    (0..40).map(|at| at % 2).collect()
}

fn networks() -> [(&'static str, Box<dyn GraphNetwork>); 2] {
    [("pscn", Box::new(Pscn::default())), ("dcnn", Box::new(Dcnn::default()))]
}

/// The predictions for graphs 28 to 39, learned from the others.
fn predictions(network: &dyn GraphNetwork, graphs: &[Graph], classes: &[usize], run: usize) -> Vec<usize> {
    let prepared = network.prepare(&graphs.iter().collect::<Vec<_>>(), &()).unwrap();
    let split = Split { training: (0..28).collect(), test: (28..40).collect() };
    prepared.classifier(7).predict(&names(classes), &split, run).classes
}

#[test]
fn kinds_of_graphs_are_learned() {
    for (name, network) in networks() {
        let classes = usual_classes();
        assert_eq!(predictions(network.as_ref(), &graphs(), &classes, 0), classes[28..], "{name}");
        // The graphs that were learned from.
        let graphs = graphs();
        let prepared = network.prepare(&graphs.iter().collect::<Vec<_>>(), &()).unwrap();
        let split = Split { training: (0..40).collect(), test: (0..40).collect() };
        assert_eq!(prepared.classifier(1).predict(&names(&classes), &split, 0).classes, classes, "{name}");
    }
}

/// Classes of the test part that are changed, all of them or some, leave all predictions as they are; those of the training
/// part do not.
#[test]
fn classes_of_the_test_part_are_never_seen() {
    for (name, network) in networks() {
        // Classes that the graphs do not determine: a network that saw those of the test part could only copy them.
        let classes: Vec<usize> = (0..40).map(|at| usize::from(at * at % 7 < 3)).collect();
        let usual = predictions(network.as_ref(), &graphs(), &classes, 3);
        for pattern in [1, 2, 3, 5] {
            let mut changed = classes.clone();
            changed[28..].iter_mut().step_by(pattern).for_each(|class| *class = 1 - *class);
            assert_eq!(predictions(network.as_ref(), &graphs(), &changed, 3), usual, "{name}");
        }
        let mut changed = usual_classes();
        changed.iter_mut().for_each(|class| *class = 1 - *class);
        assert_eq!(predictions(network.as_ref(), &graphs(), &changed, 3), changed[28..], "{name}");
    }
}

#[test]
fn numbering_of_nodes_does_not_matter() {
    for (name, network) in networks() {
        // Classes that are hard to learn, so that predictions depend on all numbers.
        let classes: Vec<usize> = (0..40).map(|at| usize::from(at * at % 7 < 3)).collect();
        let renumbered: Vec<Graph> = (0..40)
            .map(|at| {
                let nodes = 8 + at / 2;
                graph(at, &|node| nodes - 1 - (node + at) % nodes)
            })
            .collect();
        for run in 0..3 {
            let usual = predictions(network.as_ref(), &graphs(), &classes, run);
            assert_eq!(predictions(network.as_ref(), &renumbered, &classes, run), usual, "{name}");
        }
    }
}

fn records(graphs: Vec<Graph>, classes: &[usize]) -> GraphCollection {
    let mut collection = GraphCollection::new();
    for (at, (graph, class)) in graphs.into_iter().zip(classes).enumerate() {
        let label = Some(["a", "b"][*class].to_owned());
        collection.push(GraphRecord { id: at.to_string(), label, graph, dropped: Default::default() });
    }
    collection
}

#[test]
fn results_do_not_depend_on_threads_and_have_no_clusters() {
    let classes: Vec<usize> = (0..40).map(|at| usize::from(at * at % 7 < 3)).collect();
    let collection = LabelledCollection::new("mine".into(), records(graphs(), &classes)).unwrap();
    let settings = EvaluationSettings::default().with_protocol(Protocol::CrossValidation).with_runs(20);
    for method in [Method::Pscn, Method::Dcnn] {
        let cell = |threads: usize, seed: u64, features: NodeFeatures| {
            let describer = Describer::new(method).with_node_features(features);
            let work = StreamSettings::default().with_threads(threads);
            evaluate(&collection, &describer, &settings.with_seed(seed), &work, &()).unwrap()
        };
        let one = cell(1, 0, NodeFeatures::Degrees);
        let two = cell(2, 0, NodeFeatures::Degrees);
        let figures = |cell: &sgr::evaluation::Cell| (cell.accuracy_mean.to_bits(), cell.accuracy_std.to_bits());
        assert_eq!(figures(&one), figures(&two));
        assert_ne!(figures(&one), figures(&cell(1, 1, NodeFeatures::Degrees)));
        assert_eq!((one.classifier.as_str(), one.clustering, one.unfinished), ("network", None, 0));
        assert_eq!((one.variant, cell(1, 0, NodeFeatures::Constant).variant), (String::new(), "constant".into()));
    }
}

/// Rings whose labels alone tell the classes.
#[test]
fn labels_are_seen_if_asked_for() {
    let classes = usual_classes();
    let ring = |at: usize| {
        let edges: Vec<(u32, u32)> = (0..12).map(|node| (node, (node + 1) % 12)).collect();
        let label = |node: usize| if (node + at).is_multiple_of(4) { ["N", "O"][at % 2] } else { "C" };
        Graph::from_edges(12, &edges)
            .unwrap()
            .with_node_labels((0..12).map(|node| label(node).into()).collect())
            .unwrap()
    };
    let rings: Vec<Graph> = (0..40).map(ring).collect();
    let seeing: [Box<dyn GraphNetwork>; 2] = [
        Box::new(Pscn { node_labels: true, ..Pscn::default() }),
        Box::new(Dcnn { node_labels: true, ..Dcnn::default() }),
    ];
    for ((name, blind), seeing) in networks().into_iter().zip(seeing) {
        assert_eq!(predictions(seeing.as_ref(), &rings, &classes, 0), classes[28..], "{name}");
        let blind = predictions(blind.as_ref(), &rings, &classes, 0);
        assert!(blind.iter().all(|&class| class == blind[0]), "{name}: equal graphs, {blind:?}");
        let bare = graphs();
        let error = seeing.prepare(&[&rings[0], &bare[0]], &()).err();
        assert_eq!(error, Some(BaselineError::NoNodeLabels { graph: 1 }), "{name}");
    }
}

#[test]
fn a_network_makes_no_clusters() {
    let collection = records(graphs(), &usual_classes());
    let work = StreamSettings::default();
    let (describer, settings) = (Describer::new(Method::Pscn), ClusterSettings::default());
    let found = ClusterReport::of(collection.records(), &describer, &settings, &work, &());
    let error = found.unwrap_err();
    assert!(matches!(error, ClusterError::Clustering(ClusteringError::Network)), "{error}");
    assert_eq!(error.to_string(), "found a network that learns from classes, wanted a method with vectors or a kernel");
    let labelled = Describer::new(Method::Dcnn).with_node_labels(true);
    let error = labelled.describe(collection.records(), &work, &()).unwrap_err();
    assert!(matches!(error, DescribeError::Baseline(BaselineError::NoNodeLabels { graph: 0 })), "{error}");
}
