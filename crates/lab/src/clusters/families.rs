//! Which synthetic graphs come nearest.

use super::ClusterError;
use crate::experiment::{Description, represent};
use crate::synthetic::{Family, GenerateSettings, Recipe, generate};
use sgr_core::embed::StreamSettings;
use sgr_core::graph::GraphRecord;
use sgr_core::representation::Representation;
use sgr_search::distance::PreparedRows;
use sgr_search::nearest::{NearestSettings, nearest};
use sgr_search::rows::Rows;

/// Graphs of each family that collections are compared with: their spectra take a second of a core.
pub const FAMILY_GRAPHS: u64 = 60;

/// Their seed: always the same graphs, and not those that the built-in models were trained on.
pub const FAMILY_SEED: u64 = 2;

/// Of each vector the family of the nearest synthetic graph; none of a vector that is not finite.
///
/// The graphs are the same for all collections: of each family 60, of 6 to 400 nodes and a mean degree of 1.5 to 30.
pub(super) fn nearest_families(
    vectors: &[f32],
    representation: &dyn Representation,
    work: &StreamSettings,
) -> Result<Vec<Option<Family>>, ClusterError> {
    let recipe = Recipe::default().with_nodes(6..=400).with_mean_degree(1.5..=30.0);
    let wanted = GenerateSettings::new(Family::ALL.to_vec(), FAMILY_GRAPHS);
    let wanted = wanted.with_recipe(recipe).with_seed(FAMILY_SEED).with_threads(work.threads);
    let mut records: Vec<GraphRecord> = Vec::new();
    generate(&wanted, |record| {
        records.push(record);
        Ok::<_, ClusterError>(())
    })?;
    let Description::Vectors { width, rows } = represent(&records, representation, work, &())? else {
        unreachable!("a representation gives vectors")
    };
    let (Ok(synthetic), Ok(queries)) = (Rows::new(&rows, width), Rows::new(vectors, width)) else {
        return Ok(vec![None; vectors.len() / width.max(1)]);
    };
    let [synthetic, queries] = [synthetic, queries].map(PreparedRows::euclidean);
    let mut settings = NearestSettings::new(1);
    settings.threads = work.threads;
    let Ok(found) = nearest(&synthetic, &queries, &settings) else { unreachable!("both have the same dimensions") };
    let family = |row: usize| Family::ALL.get(row / FAMILY_GRAPHS as usize).copied();
    Ok(found.iter().map(|nearest| nearest.first().and_then(|nearest| family(nearest.row))).collect())
}
