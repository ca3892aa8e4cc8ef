//! The seconds that are predicted for a graph are those of the plan that is carried out.

use sgr::embed::CostPredictor;
use sgr::graph::Graph;
use sgr::spectrum::{Approach, Origin, Planner, SpectrumError, SpectrumSettings, SpectrumSolver};
use sgr::synthetic::{Family, Recipe};

/// Graphs of every family in sizes for each solver, and one of many components.
fn varied_graphs() -> Vec<Graph> {
    let mut graphs = Vec::new();
    for nodes in [4, 40, 400] {
        let recipe = Recipe::default().with_nodes(nodes..=nodes);
        for family in Family::ALL {
            graphs.push(recipe.draw(family, &mut family.generator(18, u64::from(nodes))).unwrap());
        }
    }
    let rings = (0..300).map(|node| (node, if node % 3 == 2 { node - 2 } else { node + 1 }));
    let stubs = (0..100).map(|ring| (3 * ring, 300 + ring));
    graphs.push(Graph::from_edges(400, &rings.chain(stubs).collect::<Vec<_>>()).unwrap());
    graphs
}

#[test]
fn predicted_seconds_are_those_of_the_plan_that_is_carried_out() {
    let mut large = 0;
    for approach in [Approach::Auto, Approach::Only(Origin::Density)] {
        let settings = SpectrumSettings::new().approach(approach).max_error(0.1).explain(true);
        let (mut planner, mut solver) = (Planner::new(settings.clone()), SpectrumSolver::new(settings));
        let mut spectra = Vec::new();
        for graph in varied_graphs() {
            solver.solve(&[&graph], &mut spectra);
            let explanation = &solver.explanations()[0];
            let exact = explanation.plans.iter().filter_map(|plan| Some(plan.considered().next()?.1));
            let estimated = explanation.large.iter().map(|plan| plan.considered[0].1);
            large += estimated.clone().count();
            let wanted: f64 = exact.sum::<f64>() + estimated.sum::<f64>();
            let found = planner.predicted_seconds(&graph).unwrap();
            assert!((found - wanted).abs() <= 1e-12 * wanted, "{} nodes: {found} s, {wanted} s", graph.node_count());
        }
    }
    assert!(large > 0, "found no graph for the methods of large graphs");
}

/// A path has a formula, so nothing but its constants are predicted; a graph without a formula takes its solver's time more.
#[test]
fn predicted_seconds_of_a_vector_grow_with_edges_and_solvers() {
    let mut predictor = CostPredictor::new(SpectrumSettings::new());
    let path = |nodes: u32| {
        Graph::from_edges(nodes as usize, &(1..nodes).map(|node| (node - 1, node)).collect::<Vec<_>>()).unwrap()
    };
    let [one, short, long] = [1, 1001, 2001].map(|nodes| predictor.seconds(&path(nodes)).unwrap());
    assert!(one > 0.0 && short > one, "{one} s, {short} s");
    assert!((long - short - (short - one)).abs() <= 1e-9 * long, "{one} s, {short} s, {long} s");
    for graph in varied_graphs() {
        let solvers = Planner::new(SpectrumSettings::new()).predicted_seconds(&graph).unwrap();
        let constants = predictor.seconds(&path(graph.edge_count() as u32 + 1)).unwrap();
        let (found, nodes) = (predictor.seconds(&graph).unwrap(), graph.node_count());
        assert!(
            found >= constants && (found > constants) == (solvers > 0.0),
            "{nodes} nodes: {found} s, {constants} s"
        );
    }
}

#[test]
fn a_graph_that_would_be_refused_is_refused() {
    let mut planner = Planner::new(SpectrumSettings::new());
    let empty = Graph::from_edges(0, &[]).unwrap();
    assert_eq!(planner.predicted_seconds(&empty), Err(SpectrumError::EmptyGraph));
    let varied = varied_graphs();
    let large = varied.iter().max_by_key(|graph| graph.edge_count()).unwrap();
    let mut small_memory = Planner::new(SpectrumSettings::new().approach(Origin::Exact).memory_limit(1000));
    assert!(matches!(small_memory.predicted_seconds(large), Err(SpectrumError::TooLarge { .. })));
}
