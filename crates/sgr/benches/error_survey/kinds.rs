//! The graphs of the survey: random families, lattices, trees, fractals, and graphs whose spectra have a formula.

use sgr::graph::Graph;
use sgr::synthetic::{Family, Recipe};

use super::products::Regular;

/// A graph, and its eigenvalues if a formula gives them.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) graph: Graph,
    pub(crate) eigenvalues: Option<Vec<f64>>,
}

/// Mean degree of the random families: between roads (3) and social networks (20).
const MEAN_DEGREE: f64 = 8.0;

/// All subjects of about `nodes` nodes.
pub(crate) fn subjects(nodes: u32, seed: u64) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Family::ALL.into_iter().map(|family| of_family(family, nodes, seed)).collect();
    subjects.extend(regular(nodes).into_iter().map(|(name, regular)| {
        let (graph, eigenvalues) = regular.into_parts();
        Subject { name: name.to_owned(), graph, eigenvalues: Some(eigenvalues) }
    }));
    subjects.extend(irregular(nodes).into_iter().map(|(name, edges)| {
        let graph = from_edges(&edges);
        Subject { name: name.to_owned(), graph, eigenvalues: None }
    }));
    subjects.push(copies(nodes, seed));
    subjects.push(weighted(nodes, seed));
    subjects
}

fn of_family(family: Family, nodes: u32, seed: u64) -> Subject {
    let recipe = Recipe::default().with_nodes(nodes..=nodes).with_mean_degree(MEAN_DEGREE..=MEAN_DEGREE);
    let graph = recipe.draw(family, &mut family.generator(seed, 0)).expect("a possible shape");
    Subject { name: family.name().to_owned(), graph, eigenvalues: None }
}

/// Graphs with large multiplicities, by formula.
fn regular(nodes: u32) -> Vec<(&'static str, Regular)> {
    let side = |dimensions: f64| f64::from(nodes).powf(1.0 / dimensions).round() as usize;
    let power = |base: f64| f64::from(nodes).log(base).round() as usize;
    let n = nodes as usize;
    vec![
        ("hypercube", Regular::complete(2).power(power(2.0))),
        ("hamming-3", Regular::complete(3).power(power(3.0))),
        ("hamming-5", Regular::complete(5).power(power(5.0))),
        ("rook", Regular::complete(side(2.0)).product(&Regular::complete(side(2.0) + 3))),
        ("torus-2d", Regular::cycle(side(2.0)).power(2)),
        ("torus-oblong", Regular::cycle(side(2.0) / 2 * 3).product(&Regular::cycle(side(2.0) * 2 / 3))),
        ("torus-3d", Regular::cycle(side(3.0)).power(3)),
        ("cycle-of-cliques", Regular::cycle(n / 6).product(&Regular::complete(6))),
        ("cycle-of-cubes", Regular::cycle(n / 64).product(&Regular::complete(2).power(6))),
        ("circulant-4", Regular::circulant(n, &[1, 2, 5, 11])),
        ("circulant-dense", Regular::circulant(n, &(1..20).collect::<Vec<_>>())),
        ("circulant-far", Regular::circulant(n, &[1, 7, 31])),
    ]
}

/// Graphs without a formula, as edges.
fn irregular(nodes: u32) -> Vec<(&'static str, Vec<(u32, u32)>)> {
    let side = f64::from(nodes).sqrt().round() as u32;
    vec![
        ("binary-tree", tree(nodes, 2)),
        ("ternary-tree", tree(nodes, 3)),
        ("tree-of-tens", tree(nodes, 10)),
        ("caterpillar", caterpillar(nodes)),
        ("comb", comb(side)),
        ("lollipop", lollipop(nodes)),
        ("ring-of-cliques", ring_of_cliques(nodes, 12)),
        ("whole-grid", grid(side, side + 7, |_, _| false)),
        ("triangular", grid(side, side, |_, _| true)),
        ("checkered", grid(side, side, |row, column| (row + column) % 2 == 0)),
        ("honeycomb", honeycomb(side)),
        ("sierpinski", sierpinski(nodes)),
        ("flower", flower(nodes)),
        ("apollonian", apollonian(nodes)),
        ("ring-lattice", shortcuts(nodes, 0)),
        ("small-world", shortcuts(nodes, nodes / 20)),
        ("line-of-tree", line_graph(&tree(nodes, 4))),
        ("subdivided", subdivided(&Regular::circulant(nodes as usize / 4, &[1, 9, 23]).edges)),
    ]
}

fn from_edges(edges: &[(u32, u32)]) -> Graph {
    let nodes = edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(0);
    Graph::from_edges(nodes, edges).expect("edges within the nodes")
}

fn tree(nodes: u32, children: u32) -> Vec<(u32, u32)> {
    // Whole levels only: the symmetry is what makes the multiplicities.
    let (mut whole, mut level) = (1, children);
    while whole + level <= nodes {
        whole += level;
        level *= children;
    }
    (1..whole).map(|node| ((node - 1) / children, node)).collect()
}

fn caterpillar(nodes: u32) -> Vec<(u32, u32)> {
    let spine = nodes / 3;
    let along = (1..spine).map(|node| (node - 1, node));
    along.chain((spine..nodes).map(|leaf| ((leaf * leaf / 7) % spine, leaf))).collect()
}

fn comb(side: u32) -> Vec<(u32, u32)> {
    let spine = (1..side).map(|tooth| ((tooth - 1) * side, tooth * side));
    let teeth = (0..side * side).filter(|node| node % side != 0).map(|node| (node - 1, node));
    spine.chain(teeth).collect()
}

fn lollipop(nodes: u32) -> Vec<(u32, u32)> {
    let clique = nodes / 20;
    let inside = (0..clique).flat_map(|a| (0..a).map(move |b| (b, a)));
    // Short branches on the stick keep it from being a path with a formula.
    let stick = (clique..nodes).map(|node| (if node % 5 == 0 { node - 2 } else { node - 1 }, node));
    inside.chain(stick).collect()
}

fn ring_of_cliques(nodes: u32, size: u32) -> Vec<(u32, u32)> {
    let cliques = nodes / size;
    let inside = move |first: u32| (0..size).flat_map(move |a| (0..a).map(move |b| (first + b, first + a)));
    let ring = (0..cliques).map(|at| (at * size, (at + 1) % cliques * size + 1));
    (0..cliques).flat_map(|at| inside(at * size)).chain(ring).collect()
}

fn grid(rows: u32, columns: u32, has_diagonal: impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let node = row * columns + column;
        if column + 1 < columns {
            edges.push((node, node + 1));
        }
        if row + 1 < rows {
            edges.push((node, node + columns));
        }
        if column + 1 < columns && row + 1 < rows && has_diagonal(row, column) {
            edges.push((node, node + columns + 1));
        }
    }
    edges
}

/// A grid without every other vertical edge: hexagons in a brick pattern.
fn honeycomb(side: u32) -> Vec<(u32, u32)> {
    let is_vertical = |a: u32, b: u32| b == a + side;
    let is_kept = |&(a, b): &(u32, u32)| !is_vertical(a, b) || (a / side + a % side).is_multiple_of(2);
    grid(side, side, |_, _| false).into_iter().filter(is_kept).collect()
}

/// Sierpinski's gasket: three copies joined at corners, as often as the nodes allow.
fn sierpinski(nodes: u32) -> Vec<(u32, u32)> {
    let (mut edges, mut corners, mut count) = (vec![(0, 1), (1, 2), (0, 2)], [0u32, 1, 2], 3u32);
    while 3 * count - 3 <= nodes {
        // Copies b and c get new numbers, except for the corners that are shared.
        let shift = |copy: u32, node: u32| node + copy * count;
        let joined = |copy: u32, node: u32| match (copy, node) {
            (1, node) if node == corners[0] => corners[1],
            (2, node) if node == corners[0] => corners[2],
            (2, node) if node == corners[1] => shift(1, corners[2]),
            (copy, node) => shift(copy, node),
        };
        edges = (0..3).flat_map(|copy| edges.iter().map(move |&(a, b)| (joined(copy, a), joined(copy, b)))).collect();
        corners = [corners[0], shift(1, corners[1]), shift(2, corners[2])];
        count *= 3;
        compact(&mut edges, &mut corners, &mut count);
    }
    edges
}

/// Numbers the nodes that occur in edges without gaps.
fn compact(edges: &mut [(u32, u32)], corners: &mut [u32; 3], count: &mut u32) {
    let mut number = vec![u32::MAX; *count as usize];
    let mut next = 0;
    let mut of = |node: &mut u32| {
        let slot = &mut number[*node as usize];
        if *slot == u32::MAX {
            *slot = next;
            next += 1;
        }
        *node = *slot;
    };
    for (a, b) in edges.iter_mut() {
        of(a);
        of(b);
    }
    corners.iter_mut().for_each(&mut of);
    *count = next;
}

/// Every edge gets a node that is joined to both of its ends, in each generation.
fn flower(nodes: u32) -> Vec<(u32, u32)> {
    let (mut edges, mut count) = (vec![(0, 1), (1, 2), (0, 2)], 3u32);
    while count + edges.len() as u32 <= nodes {
        for at in 0..edges.len() {
            let (a, b) = edges[at];
            edges.extend([(a, count), (b, count)]);
            count += 1;
        }
    }
    edges
}

/// Every triangle gets a node that is joined to its three corners, in each generation.
fn apollonian(nodes: u32) -> Vec<(u32, u32)> {
    let (mut edges, mut count, mut triangles) = (vec![(0, 1), (1, 2), (0, 2)], 3u32, vec![[0u32, 1, 2]]);
    while count + triangles.len() as u32 <= nodes {
        for [a, b, c] in std::mem::take(&mut triangles) {
            edges.extend([(a, count), (b, count), (c, count)]);
            triangles.extend([[a, b, count], [a, c, count], [b, c, count]]);
            count += 1;
        }
    }
    edges
}

/// A ring lattice of degree 10 in which `moved` edges, evenly spread, lead elsewhere.
fn shortcuts(nodes: u32, moved: u32) -> Vec<(u32, u32)> {
    let far =
        |node: u32, offset: u32| ((u64::from(node) * 7919 + 104_729 * u64::from(offset)) % u64::from(nodes)) as u32;
    let stride = (5 * nodes).checked_div(moved).unwrap_or(u32::MAX);
    let pairs = (1..=5).flat_map(|offset| (0..nodes).map(move |node| (node, offset)));
    let edges = (0u32..).zip(pairs).map(|(at, (node, offset))| {
        let is_moved = moved > 0 && at.is_multiple_of(stride);
        (node, if is_moved { far(node, offset) } else { (node + offset) % nodes })
    });
    let mut edges: Vec<(u32, u32)> = edges.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Nodes are the edges of a graph, joined where they share an end.
fn line_graph(edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let nodes = edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(0);
    let mut at_node = vec![Vec::new(); nodes];
    for (number, &(a, b)) in edges.iter().enumerate() {
        at_node[a as usize].push(number as u32);
        at_node[b as usize].push(number as u32);
    }
    let pairs = |list: &Vec<u32>| -> Vec<(u32, u32)> {
        (0..list.len()).flat_map(|a| (0..a).map(move |b| (b, a))).map(|(b, a)| (list[b], list[a])).collect()
    };
    at_node.iter().flat_map(pairs).collect()
}

/// A node in the middle of every edge.
fn subdivided(edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let nodes = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    edges.iter().zip(nodes..).flat_map(|(&(a, b), middle)| [(a, middle), (middle, b)]).collect()
}

/// Four copies of one random graph: every eigenvalue four times.
fn copies(nodes: u32, seed: u64) -> Subject {
    let one = of_family(Family::ErdosRenyi, nodes / 4, seed).graph;
    let count = one.node_count() as u32;
    let edges: Vec<(u32, u32)> =
        (0..4).flat_map(|copy| one.edges().map(move |(a, b, _)| (a + copy * count, b + copy * count))).collect();
    let graph = Graph::from_edges(4 * count as usize, &edges).expect("edges within the nodes");
    Subject { name: "copies".to_owned(), graph, eigenvalues: None }
}

/// A random graph with weights from 0.1 to 10.
fn weighted(nodes: u32, seed: u64) -> Subject {
    let plain = of_family(Family::BlockModel, nodes, seed).graph;
    let weight = |a: u32, b: u32| 10f64.powf(f64::from((a * 31 + b * 17) % 201) / 100.0 - 1.0);
    let edges: Vec<(u32, u32, f64)> = plain.edges().map(|(a, b, _)| (a, b, weight(a, b))).collect();
    let graph = Graph::from_weighted_edges(plain.node_count(), &edges).expect("edges within the nodes");
    Subject { name: "weighted".to_owned(), graph, eigenvalues: None }
}
