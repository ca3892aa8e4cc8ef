//! A model of one's own: trained on synthetic graphs in seconds, saved, opened again and used.
//!
//! `cargo run --features lab --example own_model`

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use std::ops::ControlFlow;

use sgr::learning::{Curriculum, GraphGroup, TrainingSettings, train_model};
use sgr::{Embedder, Graph, Model};

fn main() -> Result<(), sgr::Error> {
    let group = GraphGroup::default().with_families(["erdos-renyi", "ring-tree", "grid"]).with_count(200);
    let training = TrainingSettings::default().with_dimensions(32).with_epochs(20);
    let curriculum = Curriculum::default().with_graphs([group.with_nodes(10, 60)]).with_training(training);
    let (model, history) = train_model(&curriculum, &Default::default(), &mut |_| ControlFlow::Continue(()))?;
    let accuracy = history.iter().map(|epoch| epoch.validation_accuracy).fold(0.0, f64::max);
    println!("{} epochs, {:.0} % of the graphs held out are told apart", history.len(), 100.0 * accuracy);

    let path = std::env::temp_dir().join(format!("own-model-{}.sgr", std::process::id()));
    sgr::output::save_model(&model, &path)?;
    let opened = Model::open(&path);
    // The file was only to show how; the example leaves nothing behind.
    let _ = std::fs::remove_file(&path);

    let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
    let vectors = Embedder::new().model(opened?).embed(&[square])?;
    println!("a square has the vector {:.3?} …", &vectors.row(0)[..4]);
    Ok(())
}
