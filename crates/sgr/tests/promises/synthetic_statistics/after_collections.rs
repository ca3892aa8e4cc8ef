//! Graphs after the collections: discussions, ego nets, molecules, proteins.

use std::collections::HashSet;

use sgr::graph::Graph;
use sgr::synthetic::{CliqueEgo, CompactWalk, HubTree, NeighborChain, ProximityChain, RingTree, generator};

use super::{apart, assert_binomial, degrees, distances, reached};

#[test]
fn hub_trees_are_trees_plus_extra_edges_with_most_replies_at_the_hubs() {
    let weights = [8.0, 4.0, 2.0, 1.0];
    for index in 0..20 {
        let tree = HubTree::new(300, &weights, 0.25, 0.0, 0).unwrap().sample(&mut generator(1, index));
        assert_eq!((tree.edge_count(), reached(&tree)), (299, 300));
        let with_extra = HubTree::new(300, &weights, 0.25, 0.0, 40).unwrap().sample(&mut generator(1, index));
        // Seven extra edges in ten go to hubs, where up to half of all pairs are joined already.
        assert!((305..=339).contains(&with_extra.edge_count()) && reached(&with_extra) == 300);
        let at_hubs = with_extra.edges().filter(|&(u, v, _)| u < 4 && !tree.neighbors(u).contains(&v)).count();
        assert!(2 * at_hubs > with_extra.edge_count() - 299, "{at_hubs} extra edges at hubs");
        let to_hubs: usize = degrees(&tree)[..4].iter().sum();
        // 75 % of the replies by choice, a few of the others by chance.
        assert!((190..265).contains(&to_hubs), "{to_hubs} of 299 edges at the hubs");
        let depth = distances(&tree, 0, None).into_values().max().unwrap();
        assert!(depth >= 4, "found depth {depth}: nobody answers an answer");
    }
    // Replies to hubs go by their weights.
    let found = degrees(&HubTree::new(2000, &[3.0, 1.0], 0.0, 0.0, 0).unwrap().sample(&mut generator(1, 0)));
    assert_binomial(found[0] - 1, 1998.0, 0.75, "replies to the first hub");
    // Silent nodes are missing edges.
    let quiet = HubTree::new(2000, &[1.0], 0.3, 0.1, 0).unwrap().sample(&mut generator(1, 0));
    assert_binomial(1999 - quiet.edge_count(), 1999.0, 0.1, "silent nodes");
    assert_eq!(HubTree::new(1, &[1.0], 0.5, 0.0, 9).unwrap().sample(&mut generator(1, 0)).node_count(), 1);
}

#[test]
fn clique_egos_know_everybody_and_the_others_fall_into_cliques() {
    // One clique is a complete graph, and without overlap several are apart: each component is complete.
    assert_eq!(CliqueEgo::new(30, &[1.0], 0.0, false, 0.0).unwrap().sample(&mut generator(1, 0)).edge_count(), 435);
    let apart = CliqueEgo::new(200, &[4.0, 2.0, 1.0], 0.0, false, 0.0).unwrap().sample(&mut generator(1, 0));
    let closed = |node: u32| -> Vec<u32> {
        let mut closed = apart.neighbors(node).to_vec();
        closed.push(node);
        closed.sort_unstable();
        closed
    };
    assert!(apart.edges().all(|(u, v, _)| closed(u) == closed(v)), "a clique is no complete component");
    let sizes: HashSet<Vec<u32>> = (0..200).map(closed).collect();
    let mut sizes: Vec<usize> = sizes.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes.len(), 3);
    for (size, share) in sizes.into_iter().zip([1.0, 2.0, 4.0]) {
        assert_binomial(size, 200.0, share / 7.0, "members of a clique");
    }
    // The ego keeps everybody, whatever is dropped from the others.
    let graph = CliqueEgo::new(80, &[1.0; 5], 0.3, true, 0.9).unwrap().sample(&mut generator(1, 1));
    assert_eq!(graph.neighbors(0).len(), 79);
    // A share is dropped of each edge, not of each clique's: two in both of two cliques are joined as likely as any.
    let edges = CliqueEgo::new(200, &[1.0, 1.0], 0.9, false, 0.0).unwrap().sample(&mut generator(1, 2)).edge_count();
    let thinned = CliqueEgo::new(200, &[1.0, 1.0], 0.9, false, 0.25).unwrap().sample(&mut generator(1, 2)).edge_count();
    assert_binomial(thinned, edges as f64, 0.75, "edges left");
    // Two nodes miss each other if both stay with their first clique, different ones, through all further tosses. A node
    // joins the other of two cliques with probability Σ o^k/2^k … = o/(2 − o).
    let both = 0.4 / 1.6;
    let model = CliqueEgo::new(2, &[1.0, 1.0], 0.4, false, 0.0).unwrap();
    let joined = (0..4000).filter(|&index| model.sample(&mut generator(3, index)).edge_count() == 1).count();
    let missed = 0.5 * (1.0f64 - both).powi(2);
    assert_binomial(joined, 4000.0, 1.0 - missed, "pairs that share a clique");
}

#[test]
fn ring_trees_have_short_rings_and_bounded_degrees() {
    let mut sizes = [0usize; 8];
    for (index, fused, bound) in [(0, 0.0, 3), (1, 0.3, 4), (2, 0.7, 3), (3, 1.0, 4)] {
        let graph = RingTree::new(600, bound, 0.4, fused, 0.5).unwrap().sample(&mut generator(1, index));
        assert_eq!(reached(&graph), 600);
        assert_eq!(degrees(&graph).into_iter().max().unwrap(), usize::from(bound));
        let rings = graph.edge_count() - 599;
        assert!((60..165).contains(&rings), "{rings} rings");
        let mut shared = 0;
        for (u, v, _) in graph.edges() {
            // Without the edge, its ends are as far apart as its shortest cycle is long, less one.
            if let Some(&rest) = distances(&graph, u, Some((u, v))).get(&v) {
                assert!((2..=6).contains(&rest), "edge {u}–{v} is in a shortest cycle of {}", rest + 1);
                sizes[rest + 1] += 1;
                shared += 1;
            }
        }
        // Rings that share edges have fewer of them.
        assert!(if fused == 0.0 { shared >= 5 * rings } else { shared < 6 * rings });
    }
    // By the edges in them: 6 above 5 above all others together, and none of these absent.
    assert!(sizes[6] > sizes[5] && sizes[5] > sizes[3] + sizes[4] + sizes[7], "{sizes:?}");
    assert!(sizes[3] > 0 && sizes[7] > 0, "{sizes:?}");
    let tree = RingTree::new(100, 4, 0.0, 0.5, 0.5).unwrap().sample(&mut generator(1, 0));
    assert_eq!((tree.edge_count(), reached(&tree)), (99, 100));
    // Every atom on the newest: a path.
    let path = RingTree::new(100, 3, 0.0, 0.0, 1.0).unwrap().sample(&mut generator(1, 0));
    assert!(path.edges().all(|(u, v, _)| v == u + 1) && path.edge_count() == 99);
}

#[test]
fn compact_walks_step_by_one_and_stay_in_their_ball() {
    let mean_square = |walk: &[[f64; 3]]| walk.iter().map(|link| apart(link, &[0.0; 3]).powi(2)).sum::<f64>() / 400.0;
    let straightness = |walk: &[[f64; 3]]| {
        let two_steps: f64 = walk.windows(3).map(|links| apart(&links[0], &links[2]).powi(2)).sum();
        two_steps / (walk.len() - 2) as f64
    };
    let walk = |persistence, pull, index| {
        let walk = CompactWalk::new(400, persistence, pull).unwrap().sample_points(&mut generator(1, index));
        assert!(walk.windows(2).all(|links| (apart(&links[0], &links[1]) - 1.0).abs() < 1e-12), "a step has length 1");
        // An ideal chain of 399 steps has a mean squared end-to-end distance of 399: it leaves a ball of radius 6.15.
        assert!(walk.iter().all(|link| apart(link, &[0.0; 3]) <= 0.835 * 400f64.cbrt() + 1e-9));
        let pairs = (0..400).flat_map(|u| (0..u).map(move |v| (u, v)));
        let clashes = pairs.filter(|&(u, v)| apart(&walk[u], &walk[v]) < 0.8).count();
        // Uniform points in that ball would clash 180 times.
        assert!(pull > 0.0 || clashes < 60, "{clashes} clashes");
        walk
    };
    for index in 0..10 {
        let [plain, straight, pulled] = [walk(0.0, 0.0, index), walk(0.7, 0.0, index), walk(0.0, 4.0, index)];
        assert!(straightness(&straight) > 1.1 * straightness(&plain), "persistence does not persist");
        assert!(mean_square(&pulled) < 0.9 * mean_square(&plain), "a pull does not pull");
    }
}

#[test]
fn proximity_chains_join_exactly_the_near_links() {
    let walk = CompactWalk::new(400, 0.3, 1.0).unwrap();
    let chain = walk.sample_points(&mut generator(1, 0));
    let mut near = Vec::new();
    for u in 0..400 {
        for v in u + 1..400 {
            if apart(&chain[u], &chain[v]) <= 1.6 {
                near.push((u as u32, v as u32));
            }
        }
    }
    let graph = ProximityChain::new(walk, 1.6).unwrap().sample(&mut generator(1, 0));
    assert_eq!(graph, Graph::from_edges(400, &near).unwrap());
    assert_eq!(reached(&graph), 400);
}

#[test]
fn neighbor_chains_join_exactly_the_nearest_and_the_share_of_the_chain() {
    for (nodes, jitter, neighbors) in
        [(1u32, 0.5, 2u32), (2, 0.5, 3), (5, 0.5, 9), (300, 0.1, 1), (300, 0.8, 4), (200, 9.0, 12)]
    {
        let walk = CompactWalk::new(nodes, 0.3, 2.0).unwrap();
        let model = NeighborChain::new(walk, jitter, 0.0, neighbors).unwrap();
        let points = model.sample_points(&mut generator(1, 0));
        let mut nearest = Vec::new();
        for u in 0..nodes {
            let mut others: Vec<u32> = (0..nodes).filter(|&v| v != u).collect();
            let distance = |v: u32| apart(&points[u as usize], &points[v as usize]);
            others.sort_by(|&v, &w| distance(v).total_cmp(&distance(w)));
            nearest.extend(others.iter().take(neighbors as usize).map(|&v| (u.min(v), u.max(v))));
        }
        nearest.sort_unstable();
        nearest.dedup();
        let graph = model.sample(&mut generator(1, 0));
        assert_eq!(
            graph,
            Graph::from_edges(nodes as usize, &nearest).unwrap(),
            "{nodes} nodes, {neighbors} neighbours"
        );
        let least = neighbors.min(nodes - 1) as usize;
        assert!(degrees(&graph).iter().all(|&degree| degree >= least));
    }
    let walk = CompactWalk::new(3000, 0.0, 0.0).unwrap();
    let chain = NeighborChain::new(walk, 0.0, 1.0, 0).unwrap().sample(&mut generator(1, 1));
    assert!(chain.edge_count() == 2999 && chain.edges().all(|(u, v, _)| v == u + 1));
    let broken = NeighborChain::new(walk, 0.0, 0.6, 0).unwrap().sample(&mut generator(1, 1));
    assert_binomial(broken.edge_count(), 2999.0, 0.6, "edges of the chain");
    // Noise of variance 1 on each axis moves a point by 3 in the mean square, with variance 6.
    let still = NeighborChain::new(walk, 0.0, 0.0, 1).unwrap().sample_points(&mut generator(1, 2));
    let moved = NeighborChain::new(walk, 1.0, 0.0, 1).unwrap().sample_points(&mut generator(1, 2));
    let mean = still.iter().zip(&moved).map(|(a, b)| apart(a, b).powi(2)).sum::<f64>() / 3000.0;
    assert!((mean - 3.0).abs() < 5.0 * (6.0f64 / 3000.0).sqrt(), "found {mean}, wanted 3");
}
