//! Families of synthetic graphs, by name.

use rand::RngExt;

use super::recipe::Shape;
use super::{
    BarabasiAlbert, BlockModel, CliqueEgo, DegreeCorrected, Duplication, ErdosRenyi, HubTree, Lattice, NeighborChain,
    ProximityChain, Random, RandomGeometric, RandomRegular, RandomTree, RingTree, SyntheticError, TriadFormation,
    WattsStrogatz, generator,
};
use sgr_core::graph::Graph;

/// A kind of synthetic graph: a class of the pretext task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    // New ones go to the end: the position is part of a graph's random stream.
    /// Every pair joined with one probability: [`ErdosRenyi`].
    ErdosRenyi,
    /// Blocks, denser inside than outside: [`BlockModel`].
    BlockModel,
    /// Blocks whose nodes have power-law weights: [`DegreeCorrected`].
    DegreeCorrected,
    /// Newcomers prefer nodes of high degree: [`BarabasiAlbert`].
    BarabasiAlbert,
    /// A ring lattice with some edges thrown elsewhere: [`WattsStrogatz`].
    WattsStrogatz,
    /// Points in the unit square or the unit cube, joined when near: [`RandomGeometric`].
    Geometric,
    /// Every node of the same degree: [`RandomRegular`].
    Regular,
    /// Discussion threads, a few hubs with most replies: [`HubTree`].
    HubTree,
    /// Overlapping cliques, often around one node that knows all: [`CliqueEgo`].
    CliqueEgo,
    /// Trees of bounded degree with short rings, as molecules: [`RingTree`].
    RingTree,
    /// A folded chain in space, joined where it comes near itself, as proteins: [`ProximityChain`].
    ProximityChain,
    /// Newcomers prefer nodes of high degree and then their neighbours: [`TriadFormation`].
    TriadFormation,
    /// A folded chain in space, joined to the nearest few, as parts of proteins: [`NeighborChain`].
    NeighborChain,
    /// Trees, from nearly a path to nearly a star: [`RandomTree`].
    RandomTree,
    /// A rectangular grid with or without diagonals, some edges missing: [`Lattice`].
    Grid,
    /// Newcomers copy some of a random node's neighbours: [`Duplication`].
    Duplication,
}

/// Families with their names and a description in a few words.
const TABLE: [(Family, &str, &str); 16] = [
    (Family::ErdosRenyi, "erdos-renyi", "every pair of nodes joined with one probability"),
    (Family::BlockModel, "block-model", "blocks of nodes, denser inside than outside"),
    (Family::DegreeCorrected, "degree-corrected", "blocks with hubs: power-law weights within each"),
    (Family::BarabasiAlbert, "barabasi-albert", "newcomers link to nodes of high degree"),
    (Family::WattsStrogatz, "watts-strogatz", "a ring lattice with some edges thrown elsewhere"),
    (Family::Geometric, "geometric", "points in a square or a cube, joined when near"),
    (Family::Regular, "regular", "every node of the same degree"),
    (Family::HubTree, "hub-tree", "discussion threads: a few hubs get most replies"),
    (Family::CliqueEgo, "clique-ego", "overlapping cliques around one node: film casts, co-authors"),
    (Family::RingTree, "ring-tree", "bounded-degree trees with short rings: molecules"),
    (Family::ProximityChain, "proximity-chain", "a folded chain in space, joined when near: proteins"),
    (Family::TriadFormation, "triad-formation", "newcomers link to high degree, then to friends of friends"),
    (Family::NeighborChain, "neighbor-chain", "a folded chain, joined to the nearest few: helices and sheets"),
    (Family::RandomTree, "random-tree", "trees, from nearly a path to nearly a star"),
    (Family::Grid, "grid", "a rectangular grid, some edges missing: streets, meshes"),
    (Family::Duplication, "duplication", "newcomers copy a node's neighbours in part: gene networks"),
];

sgr_core::named!(Family, "family");

impl Family {
    /// All families.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::ErdosRenyi; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            all[at] = TABLE[at].0;
            at += 1;
        }
        all
    };

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.1)
    }

    /// The name in files and front ends: `ring-tree`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The kind of graph, in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.row().2
    }

    /// The random numbers of this family's graph number `index`: different from those of any other family's, so that the
    /// graph is the same whatever other families are drawn.
    ///
    /// # Panics
    /// If `index` is 2⁵⁶ or more.
    #[must_use]
    pub fn generator(self, seed: u64, index: u64) -> Random {
        assert!(index < 1 << 56, "found graph number {index}, wanted one below 2^56");
        generator(seed, (self as u64) << 56 | index)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        &TABLE[self as usize]
    }

    /// The most edges that a graph of `nodes` nodes and a mean degree of at most `mean_degree` has, by expectation. Families
    /// that keep their own densities ignore the degree.
    pub(super) fn most_edges(self, nodes: u32, mean_degree: f64) -> f64 {
        let nodes = f64::from(nodes);
        let pairs = nodes * (nodes - 1.0) / 2.0;
        let edges = match self {
            // One clique may hold nearly all nodes.
            Self::CliqueEgo => pairs,
            Self::RandomTree | Self::RingTree | Self::HubTree => 2.0 * nodes,
            // Up to three to the right and below; up to four nearest and the chain; up to eight links.
            Self::Grid => 3.0 * nodes,
            Self::NeighborChain => 5.0 * nodes,
            Self::TriadFormation => 8.0 * nodes,
            // Newcomers keep up to 0.7 of a node's neighbours: the mean degree grows as n^(2 · 0.7 − 1).
            Self::Duplication => 4.0 * nodes.powf(1.4),
            Self::ErdosRenyi
            | Self::BlockModel
            | Self::DegreeCorrected
            | Self::BarabasiAlbert
            | Self::WattsStrogatz
            | Self::Geometric
            | Self::Regular
            | Self::ProximityChain => nodes * mean_degree / 2.0,
        };
        edges.min(pairs)
    }

    /// Whether its graphs have blocks, with a density for each two of them.
    pub(super) fn has_blocks(self) -> bool {
        matches!(self, Self::BlockModel | Self::DegreeCorrected)
    }

    /// Draws a graph of the given shape.
    pub(super) fn draw(self, shape: &Shape, random: &mut Random) -> Result<Graph, SyntheticError> {
        Ok(match self {
            Self::ErdosRenyi => ErdosRenyi::of_shape(shape)?.sample(random),
            Self::BlockModel => BlockModel::of_shape(shape)?.sample(random),
            Self::DegreeCorrected => DegreeCorrected::of_shape(shape, random.numbers())?.sample(random),
            Self::BarabasiAlbert => BarabasiAlbert::of_shape(shape, random.numbers())?.sample(random),
            Self::WattsStrogatz => WattsStrogatz::of_shape(shape, random.numbers())?.sample(random),
            Self::Geometric if random.numbers().random() => RandomGeometric::<2>::of_shape(shape)?.sample(random),
            Self::Geometric => RandomGeometric::<3>::of_shape(shape)?.sample(random),
            Self::Regular => RandomRegular::of_shape(shape, random.numbers())?.sample(random),
            Self::HubTree => HubTree::of_shape(shape, random.numbers())?.sample(random),
            Self::CliqueEgo => CliqueEgo::of_shape(shape, random.numbers())?.sample(random),
            Self::RingTree => RingTree::of_shape(shape, random.numbers())?.sample(random),
            Self::ProximityChain => ProximityChain::of_shape(shape, random.numbers())?.sample(random),
            Self::TriadFormation => TriadFormation::of_shape(shape, random.numbers())?.sample(random),
            Self::NeighborChain => NeighborChain::of_shape(shape, random.numbers())?.sample(random),
            Self::RandomTree => RandomTree::of_shape(shape, random.numbers())?.sample(random),
            Self::Grid => Lattice::of_shape(shape, random.numbers())?.sample(random),
            Self::Duplication => Duplication::of_shape(shape, random.numbers())?.sample(random),
        })
    }
}
