//! Which graphs do we invent?
//!
//! Each random model is a struct of checked parameters in a file of its own, with one method `sample` that takes the
//! randomness from outside and gives a simple graph with all its nodes, isolated ones included. All of them work in
//! time and memory proportional to nodes and edges: a sparse graph never costs a coin toss for each pair of nodes.
//!
//! A [`Family`] names a kind of graph and a [`Recipe`] says how large and how dense; together they draw graphs of
//! various sizes. [`generator`] gives each graph a stream of random numbers of its own, so that graph number 7 is the
//! same whether ten graphs are drawn or a million, and on how many threads.
//!
//! ```
//! use sgr_lab::synthetic::{Family, Recipe, generator};
//! let recipe = Recipe { nodes: 20..=40, ..Recipe::default() };
//! let graph = recipe.draw(Family::BlockModel, &mut generator(1, 7))?;
//! assert!((20..=40).contains(&graph.node_count()));
//! assert_eq!(graph, recipe.draw(Family::BlockModel, &mut generator(1, 7))?);
//! # Ok::<(), sgr_lab::synthetic::SyntheticError>(())
//! ```
//!
//! This room never makes its own randomness.

mod blocks;
mod cell_grid;
mod compact_walk;
mod error;
mod family;
mod random;
mod recipe;
mod size;
mod sketch;
mod skip_sampling;
mod weighted_choice;

mod barabasi_albert;
mod block_model;
mod clique_ego;
mod degree_corrected;
mod duplication;
mod erdos_renyi;
mod fixed_edges;
mod generate;
mod hub_tree;
mod lattice;
mod neighbor_chain;
mod proximity_chain;
mod random_geometric;
mod random_regular;
mod random_tree;
mod ring_tree;
mod triad_formation;
mod watts_strogatz;

pub use barabasi_albert::BarabasiAlbert;
pub use block_model::BlockModel;
pub use clique_ego::CliqueEgo;
pub use compact_walk::CompactWalk;
pub use degree_corrected::DegreeCorrected;
pub use duplication::Duplication;
pub use erdos_renyi::ErdosRenyi;
pub use error::SyntheticError;
pub use family::Family;
pub use fixed_edges::FixedEdges;
pub use generate::{GenerateSettings, generate};
pub use hub_tree::HubTree;
pub use lattice::Lattice;
pub use neighbor_chain::NeighborChain;
pub use proximity_chain::ProximityChain;
pub use random::{Random, generator};
pub use random_geometric::RandomGeometric;
pub use random_regular::RandomRegular;
pub use random_tree::RandomTree;
pub use recipe::Recipe;
pub use ring_tree::RingTree;
pub use size::GraphSize;
pub use triad_formation::TriadFormation;
pub use watts_strogatz::WattsStrogatz;
