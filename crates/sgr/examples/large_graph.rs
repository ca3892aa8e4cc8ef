//! A graph that is too large to solve exactly in no time: the accuracy is chosen, and the error comes back.
//!
//! `cargo run --features lab --example large_graph`

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use sgr::Embedder;
use sgr::synthetic::{Family, Recipe};

fn main() -> Result<(), sgr::Error> {
    let recipe = Recipe::default().with_nodes(6000..=6000).with_mean_degree(8.0..=8.0);
    let graph = recipe.draw(Family::BlockModel, &mut Family::BlockModel.generator(1, 0))?;
    println!("{} nodes, {} edges", graph.node_count(), graph.edge_count());

    let vectors = Embedder::new().max_error(1e-2).embed(&[graph])?;
    let (origin, error) = (vectors.origin(0).name(), vectors.error(0));
    println!("a vector of {} numbers from a spectrum by {origin}", vectors.dimensions());
    println!("stated error of a sample of the spectrum: {error:.1e}");
    Ok(())
}
