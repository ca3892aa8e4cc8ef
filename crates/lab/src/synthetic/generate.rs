//! Synthetic collections, drawn on several threads.

use rayon::prelude::*;

use super::{Family, Recipe, SyntheticError};
use sgr_core::embed::available_threads;
use sgr_core::graph::{Dropped, GraphRecord};

/// Graphs drawn together before they are delivered: a few dozen for each thread of a large machine, so that threads
/// finish together.
const MAX_CHUNK: u64 = 1024;

/// Nodes and edges drawn together: about 400 MB while the graphs are being built.
const CHUNK_ENTRIES: f64 = 4e6;

/// Which synthetic graphs, and how many.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GenerateSettings {
    /// The families, each `count` times, one after another.
    pub families: Vec<Family>,
    /// Graphs of each family.
    pub count: u64,
    /// Number of the first graph of each family.
    pub first: u64,
    /// Their sizes and densities.
    pub recipe: Recipe,
    /// The seed.
    pub seed: u64,
    /// Threads. The result does not depend on it, to the byte.
    pub threads: usize,
    /// Bytes that the graphs being drawn may take; a recipe whose graphs need more is refused.
    pub max_memory: u64,
}

impl GenerateSettings {
    /// `count` graphs of each family by the default recipe, from seed 1, on all cores.
    pub fn new(families: Vec<Family>, count: u64) -> Self {
        let threads = available_threads();
        // As much as the matrix of one graph may take by default.
        let max_memory = 8_000_000_000;
        Self { families, count, first: 0, recipe: Recipe::default(), seed: 1, threads, max_memory }
    }

    /// Sets the number of the first graph of each family.
    #[must_use]
    pub fn with_first(mut self, first: u64) -> Self {
        self.first = first;
        self
    }

    /// Sets the sizes and densities of the graphs.
    #[must_use]
    pub fn with_recipe(mut self, recipe: Recipe) -> Self {
        self.recipe = recipe;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Whether the ranges of the recipe make sense and the graphs of every family fit into memory.
    ///
    /// # Errors
    /// As for [`Recipe::check`] and [`Recipe::check_memory`].
    pub fn check(&self) -> Result<(), SyntheticError> {
        self.recipe.check()?;
        self.families.iter().try_for_each(|&family| self.recipe.check_memory(family, self.max_memory))
    }

    /// Sets the bytes that the graphs being drawn may take.
    #[must_use]
    pub fn with_max_memory(mut self, bytes: u64) -> Self {
        self.max_memory = bytes;
        self
    }

    /// Sets the number of threads. The graphs do not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

/// Draws synthetic graphs on several threads and delivers them in order: `block-model-0`, `block-model-1`, …, each with
/// its family's name as class.
///
/// Graph number i of a family depends on the seed, the recipe and i alone.
///
/// # Errors
/// [`SyntheticError`] for a recipe with an impossible range; else the first error of `deliver` ends the run and comes back.
pub fn generate<E: From<SyntheticError>>(
    settings: &GenerateSettings,
    mut deliver: impl FnMut(GraphRecord) -> Result<(), E>,
) -> Result<(), E> {
    settings.check()?;
    // Where the system grants no threads, this one does the work.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build().ok();
    for &family in &settings.families {
        let chunk = chunk_size(settings, family);
        let (mut next, last) = (settings.first, settings.first + settings.count);
        while next < last {
            let end = last.min(next + chunk);
            let draw = |index| draw(settings, family, index);
            let drawn: Vec<Result<GraphRecord, SyntheticError>> = match &pool {
                Some(pool) if chunk > 1 => pool.install(|| (next..end).into_par_iter().map(draw).collect()),
                _ => (next..end).map(draw).collect(),
            };
            for record in drawn {
                deliver(record?)?;
            }
            next = end;
        }
    }
    Ok(())
}

fn draw(settings: &GenerateSettings, family: Family, index: u64) -> Result<GraphRecord, SyntheticError> {
    let graph = settings.recipe.draw(family, &mut family.generator(settings.seed, index))?;
    let name = family.name();
    Ok(GraphRecord { id: format!("{name}-{index}"), label: Some(name.to_owned()), graph, dropped: Dropped::default() })
}

/// Graphs to draw together, by the largest that the recipe can ask for. All of them fit into the memory limit.
fn chunk_size(settings: &GenerateSettings, family: Family) -> u64 {
    let recipe = &settings.recipe;
    let largest = f64::from(*recipe.nodes.end());
    let entries = largest * (1.0 + recipe.mean_degree.end().min(largest) / 2.0);
    let fitting = settings.max_memory as f64 / recipe.largest(family).memory();
    ((CHUNK_ENTRIES / entries).min(fitting) as u64).clamp(1, MAX_CHUNK)
}
