//! What peers get wrong is right here. Each test is named for the defect it guards against.

use crate::reference::{path, star};
use sgr::graph::Graph;
use sgr::input::{Problem, ReadOptions, Remedy, open};
use sgr::representation::{Normalization, Times, heat_trace};
use sgr::spectrum::Spectrum;

/// Zachary's karate club: "An Information Flow Model for Conflict and Fission in Small Groups", 1977.
pub(crate) fn karate_club() -> Graph {
    const FRIENDS: [(u32, &[u32]); 25] = [
        (0, &[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31]),
        (1, &[2, 3, 7, 13, 17, 19, 21, 30]),
        (2, &[3, 7, 8, 9, 13, 27, 28, 32]),
        (3, &[7, 12, 13]),
        (4, &[6, 10]),
        (5, &[6, 10, 16]),
        (6, &[16]),
        (8, &[30, 32, 33]),
        (9, &[33]),
        (13, &[33]),
        (14, &[32, 33]),
        (15, &[32, 33]),
        (18, &[32, 33]),
        (19, &[33]),
        (20, &[32, 33]),
        (22, &[32, 33]),
        (23, &[25, 27, 29, 32, 33]),
        (24, &[25, 27, 31]),
        (25, &[31]),
        (26, &[29, 33]),
        (27, &[33]),
        (28, &[31, 33]),
        (29, &[32, 33]),
        (30, &[32, 33]),
        (31, &[32, 33]),
    ];
    let edges = FRIENDS.iter().flat_map(|&(u, others)| others.iter().map(move |&v| (u, v)));
    crate::reference::graph(34, edges.chain([(32, 33)]))
}

fn heat(graph: &Graph, time: f64, normalization: Normalization) -> f64 {
    heat_trace(&Spectrum::of(graph).unwrap(), &Times::new(vec![time]).unwrap(), normalization)[0]
}

#[test]
fn karateclub_netlsd_drops_the_two_smallest_eigenvalues() {
    let karate = karate_club();
    assert_eq!((karate.node_count(), karate.edge_count()), (34, 78));
    let trace = heat(&karate, 100.0, Normalization::Empty);
    assert!((0.0294..0.0295).contains(&trace), "{trace}");
    assert_eq!(Spectrum::of(&karate).unwrap().eigenvalues().unwrap().len(), 34);
}

#[test]
fn karateclub_netlsd_raises_on_one_and_two_nodes() {
    let one = Graph::from_edges(1, &[]).unwrap();
    assert_eq!(heat(&one, 100.0, Normalization::None), 1.0);
    assert!((heat(&path(2), 1.0, Normalization::None) - (1.0 + (-2.0f64).exp())).abs() < 1e-15);
}

#[test]
fn karateclub_sf_takes_the_largest_for_the_lowest() {
    let eigenvalues = Spectrum::of(&star(4)).unwrap().eigenvalues().unwrap().to_vec();
    assert!(eigenvalues.is_sorted() && eigenvalues[0] == 0.0);
}

#[test]
fn karateclub_adds_self_loops() {
    // A loop at each end of an edge would bring its 2 down to 1.
    assert_eq!(Spectrum::of(&path(2)).unwrap().eigenvalues().unwrap(), &[0.0, 2.0]);
}

#[test]
fn karateclub_wants_node_ids_from_0_to_n_minus_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("names.txt");
    std::fs::write(&file, "Zoë -7\n-7 1000000000000\n").unwrap();
    let record = open(&file, None, &ReadOptions::default()).unwrap().next().unwrap().unwrap();
    assert_eq!((record.graph.node_count(), record.graph.edge_count()), (3, 2));
}

#[test]
fn netlsd_guesses_whether_a_matrix_is_a_laplacian_by_its_signs() {
    // A matrix with a full diagonal, A + I: an adjacency matrix with loops, never taken for a Laplacian.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a_plus_i.mtx");
    let text = "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 1\n2 2 1\n3 3 1\n2 1 1\n3 2 1\n";
    std::fs::write(&file, text).unwrap();
    let record = open(&file, None, &ReadOptions::default()).unwrap().next().unwrap().unwrap();
    assert_eq!(record.dropped.self_loops, 3);
    assert_eq!(Spectrum::of(&record.graph).unwrap().eigenvalues().unwrap(), &[0.0, 1.0, 2.0]);
}

#[test]
fn netlsd_accepts_directed_graphs_silently() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("directed.mtx");
    std::fs::write(&file, "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n").unwrap();
    let refused = open(&file, None, &ReadOptions::default()).and_then(|mut reader| reader.next().unwrap());
    let error = refused.unwrap_err();
    assert!(matches!(error.problem, Problem::Directed { .. }), "{error}");
    assert_eq!(error.remedy(), Some(Remedy::ForgetDirections), "{error}");
    let mut options = ReadOptions::default();
    options.directed_as_undirected = true;
    assert_eq!(open(&file, None, &options).unwrap().next().unwrap().unwrap().graph.edge_count(), 2);
}

#[test]
fn netlsd_uses_weights_without_being_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weighted.csv");
    std::fs::write(&file, "a,b,5\nb,c,1\n").unwrap();
    let spectrum = |weights: bool| {
        let mut options = ReadOptions::default();
        options.weights = weights;
        let record = open(&file, None, &options).unwrap().next().unwrap().unwrap();
        (record.graph.is_weighted(), Spectrum::of(&record.graph).unwrap())
    };
    let (bare, weighted) = (spectrum(false), spectrum(true));
    assert!(!bare.0 && weighted.0);
    assert_eq!(bare.1.eigenvalues().unwrap(), &[0.0, 1.0, 2.0]);
}

#[test]
fn slaq_counts_an_isolated_node_as_eigenvalue_1() {
    let graph = Graph::from_edges(3, &[(0, 1)]).unwrap();
    assert_eq!(Spectrum::of(&graph).unwrap().eigenvalues().unwrap(), &[0.0, 0.0, 2.0]);
}

#[test]
fn slaq_gives_nan_for_a_graph_without_edges() {
    let edgeless = Graph::from_edges(5, &[]).unwrap();
    assert_eq!(heat(&edgeless, 30.0, Normalization::None), 5.0);
}

#[test]
fn slaq_and_netlsd_auto_are_percents_off_at_large_times() {
    // A star's trace is known: 1 + (n − 2) e^−t + e^−2t.
    let exact = |t: f64| 1.0 + 1999.0 * (-t).exp() + (-2.0 * t).exp();
    for t in [0.01, 1.0, 30.0, 100.0] {
        let trace = heat(&star(2000), t, Normalization::None);
        assert!((trace - exact(t)).abs() <= 1e-12 * exact(t), "t = {t}: {trace} against {}", exact(t));
    }
}

#[test]
fn fgsd_computes_the_laplacian_wrongly() {
    use sgr::laplacian::Laplacian;
    let dense = Laplacian::of(&path(3)).to_dense();
    let half = -0.5f64.sqrt();
    let expected = [1.0, half, 0.0, half, 1.0, half, 0.0, half, 1.0];
    assert!(dense.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{dense:?}");
}

#[test]
fn grakel_gives_nan_on_ordinary_molecules() {
    // Benzene with a nitro group, without its hydrogens.
    let nitrobenzene = crate::reference::graph(
        9,
        [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 7), (6, 8)].into_iter(),
    );
    let spectrum = Spectrum::of(&nitrobenzene).unwrap();
    assert!(spectrum.eigenvalues().unwrap().iter().all(|value| value.is_finite()));
    assert!((spectrum.eigenvalues().unwrap().iter().sum::<f64>() - 9.0).abs() < 1e-12, "the trace of L is n");
}
