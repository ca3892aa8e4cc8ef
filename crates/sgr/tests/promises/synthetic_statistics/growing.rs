//! Graphs that grow node by node, and the grid.

use sgr::graph::Graph;
use sgr::synthetic::{BarabasiAlbert, Duplication, Lattice, RandomTree, TriadFormation, generator};

use super::{assert_binomial, degrees, reached};

/// Triangles, each counted once.
fn triangles(graph: &Graph) -> usize {
    let third =
        |u: u32, v: u32| graph.neighbors(u).iter().filter(|&&w| w > v && graph.neighbors(v).contains(&w)).count();
    graph.edges().map(|(u, v, _)| third(u, v)).sum()
}

#[test]
fn triad_formation_has_the_edges_of_preferential_attachment_and_more_triangles() {
    for (nodes, links) in [(1u32, 0u32), (2, 1), (6, 5), (50, 1), (200, 7)] {
        let graph = TriadFormation::new(nodes, links, 0.8).unwrap().sample(&mut generator(1, 0));
        let clique = (links * (links + 1) / 2) as usize;
        assert_eq!(graph.edge_count(), clique + (links * (nodes - links - 1)) as usize, "{nodes} nodes, {links} links");
        assert_eq!(reached(&graph), nodes as usize);
        assert!(degrees(&graph).iter().all(|&degree| degree >= links as usize));
    }
    let count = |triads| triangles(&TriadFormation::new(3000, 2, triads).unwrap().sample(&mut generator(1, 1)));
    let plain = triangles(&BarabasiAlbert::new(3000, 2).unwrap().sample(&mut generator(1, 1)));
    let [none, half, all] = [0.0, 0.5, 1.0].map(count);
    // The second link of each newcomer closes a triangle with probability `triads`, and seldom by chance.
    assert!(plain < 200 && none < 200, "{plain} and {none} triangles without triads");
    assert!((1400..1700).contains(&half), "{half} triangles where half of 2997 newcomers close one");
    assert_eq!(all, 2998, "one triangle for each newcomer and the first");
    // The tail is that of preferential attachment: m(m + 1)/(k(k + 1)) of all nodes have degree k or more.
    let graph = TriadFormation::new(100_000, 3, 0.6).unwrap().sample(&mut generator(1, 2));
    for least in [10usize, 30] {
        let share = degrees(&graph).into_iter().filter(|&degree| degree >= least).count() as f64 / 1e5;
        let wanted = 12.0 / (least * (least + 1)) as f64;
        assert!((share / wanted - 1.0).abs() < 0.2, "degree {least}: found {share}, wanted {wanted}");
    }
}

#[test]
fn random_trees_are_trees_from_paths_to_stars() {
    for nodes in [1u32, 2, 3, 500] {
        for exponent in [-2.0, -0.5, 0.0, 0.7, 1.0, 1.3, 2.0] {
            let tree = RandomTree::new(nodes, exponent).unwrap().sample(&mut generator(1, 0));
            // Connected with n − 1 edges: no cycle.
            assert_eq!(
                (tree.edge_count(), reached(&tree)),
                (nodes as usize - 1, nodes as usize),
                "{nodes}, {exponent}"
            );
        }
    }
    let leaves = |exponent| {
        let tree = RandomTree::new(50_000, exponent).unwrap().sample(&mut generator(1, 1));
        degrees(&tree).into_iter().filter(|&degree| degree == 1).count() as f64 / 5e4
    };
    // Half of a random recursive tree are leaves (Na and Rapoport 1970), with variance n/12.
    assert!((leaves(0.0) - 0.5).abs() < 5.0 * (5e4f64 / 12.0).sqrt() / 5e4, "{}", leaves(0.0));
    // With weights degree + 1, p_1 = 1 − 2/3 p_1: rates of leaves that come, and of leaves that are linked to.
    assert!((leaves(1.0) - 0.6).abs() < 0.01, "{}", leaves(1.0));
    let shares = [-2.0, -1.0, 0.0, 1.0, 1.5].map(leaves);
    assert!(shares.is_sorted() && shares[0] < 0.4 && shares[4] > 0.9, "{shares:?}");
    // The third of three nodes: the two before it are alike; the fourth finds degrees 1, 2, 1.
    for exponent in [-1.0, 0.5, 1.5] {
        let model = RandomTree::new(4, exponent).unwrap();
        let stars = (0..4000).filter(|&index| degrees(&model.sample(&mut generator(2, index))).contains(&3)).count();
        let weights = [2f64, 3.0].map(|base| base.powf(exponent));
        assert_binomial(stars, 4000.0, weights[1] / (2.0 * weights[0] + weights[1]), &format!("stars, {exponent}"));
    }
}

#[test]
fn grids_have_all_their_edges_or_the_share_kept() {
    for (nodes, width) in [(1u32, 2u32), (2, 2), (3, 2), (12, 4), (13, 4), (17, 5), (3, 7), (9, 1), (100, 10)] {
        for has_diagonals in [false, true] {
            let mut wanted = Vec::new();
            for node in 0..nodes {
                for other in node + 1..nodes {
                    let down = other / width - node / width;
                    let right = i64::from(other % width) - i64::from(node % width);
                    if matches!((down, right), (0, 1) | (1, 0)) || has_diagonals && (down, right) == (1, 1) {
                        wanted.push((node, other));
                    }
                }
            }
            let graph = Lattice::new(nodes, width, has_diagonals, 1.0).unwrap().sample(&mut generator(1, 0));
            assert_eq!(graph, Graph::from_edges(nodes as usize, &wanted).unwrap(), "{nodes} nodes, {width} wide");
        }
    }
    let edges = |has_diagonals, kept| {
        Lattice::new(5000, 50, has_diagonals, kept).unwrap().sample(&mut generator(1, 1)).edge_count()
    };
    // 100 rows of 50: h(w − 1) + w(h − 1), and (h − 1)(w − 1) diagonals.
    assert_eq!((edges(false, 1.0), edges(true, 1.0), edges(true, 0.0)), (9850, 9850 + 4851, 0));
    assert_binomial(edges(true, 0.8), 14_701.0, 0.8, "edges kept");
}

#[test]
fn duplicates_keep_the_share_of_edges_they_should() {
    for nodes in [0u32, 1, 2, 3, 400] {
        let graph = Duplication::new(nodes, 0.4, 0.5).unwrap().sample(&mut generator(1, 0));
        assert_eq!(graph.node_count(), nodes as usize);
        assert!(nodes == 0 || reached(&graph) == nodes as usize, "a copy that kept nothing is tied to its parent");
    }
    // Nothing kept and the parent surely: a random recursive tree. All kept with the parent: a complete graph.
    assert_eq!(Duplication::new(300, 0.0, 0.0).unwrap().sample(&mut generator(1, 0)).edge_count(), 299);
    assert_eq!(Duplication::new(40, 1.0, 1.0).unwrap().sample(&mut generator(1, 0)).edge_count(), 780);
    // All kept without the parent: two classes that know nobody inside and everybody across.
    let graph = Duplication::new(60, 1.0, 0.0).unwrap().sample(&mut generator(1, 0));
    let other_side = graph.neighbors(0).len();
    assert_eq!(graph.edge_count(), other_side * (60 - other_side));
    // The third of three nodes copies one end of an edge: it keeps the other end, or nothing and takes the parent. Both with
    // probability p · q make a triangle.
    let model = Duplication::new(3, 0.3, 0.6).unwrap();
    let triangles = (0..4000).filter(|&index| model.sample(&mut generator(2, index)).edge_count() == 3).count();
    assert_binomial(triangles, 4000.0, 0.3 * 0.6, "triangles of three nodes");
    // With the parent surely linked, E(v + 1) = E(v) + 2p E(v)/v + 1.
    let (nodes, kept, runs) = (200u32, 0.4, 400);
    let model = Duplication::new(nodes, kept, 1.0).unwrap();
    let counts: Vec<f64> = (0..runs).map(|index| model.sample(&mut generator(3, index)).edge_count() as f64).collect();
    let mean = counts.iter().sum::<f64>() / runs as f64;
    let deviation = (counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / runs as f64).sqrt();
    let wanted = (2..nodes).fold(1.0, |edges, v| edges + 2.0 * kept * edges / f64::from(v) + 1.0);
    assert!((mean - wanted).abs() < 5.0 * deviation / (runs as f64).sqrt(), "found {mean} edges, wanted {wanted}");
}
