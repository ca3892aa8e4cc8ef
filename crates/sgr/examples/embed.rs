//! From edges to vectors: which two of four graphs are most alike?
//!
//! `cargo run --example embed`

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use sgr::Graph;

fn main() -> Result<(), sgr::Error> {
    let names = ["path of 12", "path of 14", "ring of 12", "star of 12"];
    let path = |nodes: u32| (1..nodes).map(|node| (node - 1, node)).collect::<Vec<_>>();
    let ring: Vec<_> = path(12).into_iter().chain([(11, 0)]).collect();
    let star: Vec<_> = (1..12).map(|leaf| (0, leaf)).collect();
    let graphs = [
        Graph::from_edges(12, &path(12))?,
        Graph::from_edges(14, &path(14))?,
        Graph::from_edges(12, &ring)?,
        Graph::from_edges(12, &star)?,
    ];

    let vectors = sgr::embed(&graphs)?;
    println!("{} vectors of {} numbers", vectors.len(), vectors.dimensions());

    let pairs = (0..graphs.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
    let nearest = pairs.min_by(|&(a, b), &(c, d)| {
        distance(vectors.row(a), vectors.row(b)).total_cmp(&distance(vectors.row(c), vectors.row(d)))
    });
    if let Some((a, b)) = nearest {
        let distance = distance(vectors.row(a), vectors.row(b));
        println!("nearest: {} and {}, at distance {distance:.3}", names[a], names[b]);
    }
    Ok(())
}

/// The Euclidean distance.
fn distance(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
}
