//! The models that are compiled in, and how a model comes about: the same bytes from the same curriculum.

use std::ops::ControlFlow;
use std::path::Path;

use sgr::embed::StreamSettings;
use sgr::graph::Graph;
use sgr::learning::Curriculum;
use sgr::learning::{TrainingStep, score_model, train_model};
use sgr::representation::{BuiltIn, Learned, Representation, SolvedGraph};
use sgr::resampling::KnotRule;
use sgr::spectrum::Spectrum;
use sgr::synthetic::{Family, Recipe};

/// A curriculum that takes no time.
fn short() -> Curriculum {
    let text = r#"
        channels = ["spectrum", "size", "degrees"]
        samples = 16
        [[graphs]]
        families = ["erdos-renyi", "block-model", "grid"]
        count = 40
        nodes = [6, 30]
        bins = 2
        [[graphs]]
        families = ["grid"]
        count = 20
        nodes = [40, 50]
        [training]
        dimensions = 8
        epochs = 3
        seed = 5
        [training.channel_weights]
        size = 2.0
    "#;
    Curriculum::from_toml(text).unwrap()
}

fn settings(threads: usize) -> StreamSettings {
    let mut settings = StreamSettings::default();
    settings.threads = threads;
    settings.spectrum.threads = threads;
    settings
}

fn never_stop(_: TrainingStep<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn built_in_models_are_what_their_curricula_say() {
    for built_in in BuiltIn::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../lab/curricula/{}.toml", built_in.name()));
        let curriculum: Curriculum = Curriculum::from_toml(&std::fs::read_to_string(path).unwrap()).unwrap();
        curriculum.check().unwrap();
        assert_eq!(Curriculum::of(&built_in.model()).unwrap(), curriculum, "{}", built_in.name());
        assert_eq!(built_in.name().parse(), Ok(built_in));
        assert_eq!(built_in.model().to_bytes(), built_in.bytes());
    }
    let paper = BuiltIn::Paper.model();
    assert_eq!((paper.channels().names(), paper.channels().width()), (&["spectrum"][..], 256));
    assert_eq!(paper.channels().rule(), KnotRule::Nontrivial);
    assert_eq!(paper.classes(), ["erdos-renyi", "block-model"]);
    assert_eq!(paper.perceptron().outputs(), 256);
}

#[test]
fn built_in_vectors_tell_graphs_apart_whatever_they_are() {
    let graphs = [
        Graph::from_edges(1, &[]).unwrap(),
        Graph::from_edges(3, &[]).unwrap(),
        Graph::from_edges(2, &[(0, 1)]).unwrap(),
        Graph::from_edges(4, &[(0, 1), (1, 2), (2, 0)]).unwrap(),
        Graph::from_edges(2000, &(1..2000).map(|leaf| (0, leaf)).collect::<Vec<_>>()).unwrap(),
        Graph::from_weighted_edges(3, &[(0, 1, 0.5), (1, 2, 20.0)]).unwrap(),
    ];
    let spectra: Vec<Spectrum> = graphs.iter().map(|graph| Spectrum::of(graph).unwrap()).collect();
    let solved: Vec<_> = graphs.iter().zip(&spectra).map(|(graph, spectrum)| SolvedGraph { graph, spectrum }).collect();
    for built_in in BuiltIn::ALL {
        let mut learned = Learned::new(&built_in.model());
        let mut rows = Vec::new();
        learned.append(&solved, &mut rows);
        assert!(rows.iter().all(|value| value.is_finite()));
        let rows: Vec<&[f32]> = rows.chunks(learned.columns().len()).collect();
        for (at, row) in rows.iter().enumerate() {
            // The spectra of nodes without edges are all zeros: to a model that sees nothing else they are the same.
            let is_told_apart = built_in == BuiltIn::Default || at != 1;
            assert_eq!(!rows[..at].contains(row), is_told_apart, "{}: graph {at}", built_in.name());
        }
    }
}

/// f32 vectors of one graph in two numberings: what rounding of the eigenvalues leaves.
#[test]
fn another_numbering_gives_the_same_vector() {
    let recipe = Recipe { nodes: 30..=120, ..Recipe::default() };
    for built_in in BuiltIn::ALL {
        let mut learned = Learned::new(&built_in.model());
        for (at, family) in Family::ALL.into_iter().enumerate() {
            let graph = recipe.draw(family, &mut family.generator(3, 0)).unwrap();
            let nodes = graph.node_count();
            // 7919 is a prime above all sizes here: multiples of it reach every node.
            let renumbered = |node: u32| ((u64::from(node) * 7919 + at as u64) % nodes as u64) as u32;
            let edges: Vec<_> = graph.edges().map(|(u, v, _)| (renumbered(u), renumbered(v))).collect();
            let other = Graph::from_edges(nodes, &edges).unwrap();
            let mut rows = Vec::new();
            for graph in [&graph, &other] {
                learned.append(&[SolvedGraph { graph, spectrum: &Spectrum::of(graph).unwrap() }], &mut rows);
            }
            let (first, second) = rows.split_at(learned.columns().len());
            let gap = first.iter().zip(second).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(gap <= 1e-5, "{} {family}: {gap:e}", built_in.name());
        }
    }
}

#[test]
fn a_curriculum_gives_the_same_bytes_on_any_number_of_threads() {
    let (first, history) = train_model(&short(), &settings(1), &mut never_stop).unwrap();
    let (second, _) = train_model(&short(), &settings(3), &mut never_stop).unwrap();
    assert_eq!(first.to_bytes(), second.to_bytes());
    assert_eq!(history.len(), 3);
    assert_eq!(Curriculum::of(&first).unwrap(), short());
    let mut other = short();
    other.training.seed = 6;
    let (other, _) = train_model(&other, &settings(2), &mut never_stop).unwrap();
    assert_ne!(first.perceptron().weights(), other.perceptron().weights());
    assert_eq!(
        first.classes()[..5],
        [
            "erdos-renyi 1/2 1/2",
            "erdos-renyi 1/2 2/2",
            "erdos-renyi 2/2 1/2",
            "erdos-renyi 2/2 2/2",
            "block-model 1/2 1/2"
        ]
    );
    assert_eq!(first.classes().last().unwrap(), "2:grid");
    assert_eq!(Curriculum::family_of_class("2:grid"), "grid");
    assert_eq!(Curriculum::family_of_class("erdos-renyi 1/2 2/2"), "erdos-renyi");
}

#[test]
fn new_graphs_are_scored_by_family() {
    let mut curriculum = short();
    curriculum.training.epochs = 60;
    let (model, _) = train_model(&curriculum, &settings(2), &mut never_stop).unwrap();
    let score = score_model(&model, &curriculum, 50, &settings(2)).unwrap();
    assert_eq!(score.families, ["erdos-renyi", "block-model", "grid"]);
    let graphs = |row: &Vec<u64>| row.iter().sum::<u64>();
    assert_eq!(score.confusion.iter().map(graphs).collect::<Vec<_>>(), [50, 50, 100]);
    assert_eq!(score.by_size.iter().map(|range| range.graphs).sum::<u64>(), 200);
    assert_eq!(score.by_degree.iter().map(|range| range.graphs).sum::<u64>(), 200);
    // Grids are easy, and a coin would get half of them.
    assert!(score.confusion[2][2] >= 80, "{:?}", score.confusion);
    let error = score_model(&BuiltIn::Paper.model(), &curriculum, 50, &settings(1)).unwrap_err();
    assert!(error.to_string().contains("a model of 2 other classes"), "{error}");
}

#[test]
fn an_observer_stops_between_families_and_between_epochs() {
    let mut steps = 0;
    let stopped = train_model(&short(), &settings(1), &mut |_| {
        steps += 1;
        if steps == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.unwrap_err().to_string(), "stopped before the first epoch: nothing has been learned");
    let mut after_first = |step: TrainingStep<'_>| match step {
        TrainingStep::Epoch(_) => ControlFlow::Break(()),
        TrainingStep::Graphs { .. } => ControlFlow::Continue(()),
    };
    let (_, history) = train_model(&short(), &settings(1), &mut after_first).unwrap();
    assert_eq!(history.len(), 1);
}

#[test]
fn curricula_that_make_no_sense_are_refused() {
    let refused = |change: &dyn Fn(&mut Curriculum), wanted: &str| {
        let mut curriculum = short();
        change(&mut curriculum);
        let error = curriculum.check().unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    };
    refused(&|curriculum| curriculum.channels.push("colour".into()), "colour");
    refused(&|curriculum| curriculum.graphs[0].families.push("snark".into()), "snark");
    refused(&|curriculum| curriculum.graphs[0].families.push("grid".into()), "grid twice");
    refused(&|curriculum| curriculum.graphs[0].nodes = [9, 3], "9..3");
    refused(&|curriculum| curriculum.graphs[0].bins = 7, "found 7, wanted at least 1, and its square");
    refused(&|curriculum| curriculum.graphs[0].bins = 0, "found 0");
    refused(&|curriculum| curriculum.graphs[0].count = u64::MAX, "wanted 1 to 16777216");
    refused(&|curriculum| curriculum.graphs[0].families.clear(), "at least one");
    refused(&|curriculum| curriculum.graphs.clear(), "0 classes");
    refused(&|curriculum| curriculum.training.epochs = 0, "epochs");
    let weight = |curriculum: &mut Curriculum| {
        curriculum.training.channel_weights.insert("cores".into(), 1.0);
    };
    refused(&weight, "cores");
    assert!(toml::from_str::<Curriculum>("epoch = 3").unwrap_err().to_string().contains("epoch"));
}
