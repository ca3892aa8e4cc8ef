//! Synthetic graphs.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::graph::{Dropped, Graph as Inner, GraphRecord};
use sgr::names::UnknownName;
use sgr::synthetic::{
    BarabasiAlbert, BlockModel, ErdosRenyi, Family, FixedEdges, GenerateSettings, Lattice, RandomGeometric,
    RandomRegular, RandomTree, Recipe, SyntheticError, WattsStrogatz, generate, generator,
};

use crate::background::{Job, threads};
use crate::graph::Graph;
use crate::wanted::{MORE_MEMORY, memory_limit};

/// A random model with its parameters, as `sgr.generate` names them.
#[derive(FromPyObject)]
pub(crate) enum Parameters {
    Blocks(Vec<u32>, Vec<Vec<f64>>),
    Lattice(u32, u32, bool, f64),
    Ring(u32, u32, f64),
    Whole(u32, u64),
    Real(u32, f64),
}

/// Draws a graph of a random model.
#[pyfunction]
#[pyo3(signature = (model, parameters, seed, max_memory=8.0))]
pub(crate) fn draw_graph(
    py: Python<'_>,
    model: &str,
    parameters: Parameters,
    seed: u64,
    max_memory: f64,
) -> PyResult<Graph> {
    let limit = memory_limit(max_memory)?;
    let drawn = py.detach(|| draw(model, parameters, seed, limit));
    let graph = drawn.map_err(refused)?;
    Ok(Graph::of(GraphRecord { id: model.to_owned(), label: None, graph, dropped: Dropped::default() }))
}

fn draw(model: &str, parameters: Parameters, seed: u64, limit: u64) -> Result<Inner, SyntheticError> {
    /// A graph of a model, which fits into memory.
    macro_rules! drawn {
        ($name:literal, $model:expr) => {{
            let model = $model;
            model.size().check_memory($name, limit)?;
            model.sample(&mut generator(seed, 0))
        }};
    }
    // A number of links beyond 32 bits is beyond the nodes, and the model says so.
    let whole = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(match (model, parameters) {
        ("block-model", Parameters::Blocks(sizes, densities)) => {
            drawn!("block-model", BlockModel::new(&sizes, densities)?)
        }
        ("grid", Parameters::Lattice(nodes, width, has_diagonals, kept)) => {
            drawn!("grid", Lattice::new(nodes, width, has_diagonals, kept)?)
        }
        ("watts-strogatz", Parameters::Ring(nodes, neighbors, rewiring)) => {
            drawn!("watts-strogatz", WattsStrogatz::new(nodes, neighbors, rewiring)?)
        }
        ("barabasi-albert", Parameters::Whole(nodes, links)) => {
            drawn!("barabasi-albert", BarabasiAlbert::new(nodes, whole(links))?)
        }
        ("regular", Parameters::Whole(nodes, degree)) => drawn!("regular", RandomRegular::new(nodes, whole(degree))?),
        ("fixed-edges", Parameters::Whole(nodes, edges)) => drawn!("fixed-edges", FixedEdges::new(nodes, edges)?),
        ("erdos-renyi", Parameters::Real(nodes, density)) => drawn!("erdos-renyi", ErdosRenyi::new(nodes, density)?),
        ("geometric", Parameters::Real(nodes, radius)) => {
            drawn!("geometric", RandomGeometric::<2>::new(nodes, radius)?)
        }
        ("tree", Parameters::Real(nodes, exponent)) => drawn!("tree", RandomTree::new(nodes, exponent)?),
        (other, _) => return Err(UnknownName::of::<Family>(other).into()),
    })
}

/// Starts to draw `count` graphs of each family.
#[pyfunction]
#[pyo3(signature = (families, count, nodes, degree, blocks, ratio, seed, n_jobs=None, max_memory=8.0))]
#[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
pub(crate) fn start_families(
    families: Vec<String>,
    count: u64,
    nodes: (u32, u32),
    degree: (f64, f64),
    blocks: (u32, u32),
    ratio: (f64, f64),
    seed: u64,
    n_jobs: Option<usize>,
    max_memory: f64,
) -> PyResult<Job> {
    let families = families.iter().map(|name| name.parse()).collect::<Result<Vec<Family>, _>>();
    let families = families.map_err(|error: UnknownName| refused(error.into()))?;
    let mut settings = GenerateSettings::new(families, count);
    settings.recipe = Recipe {
        nodes: nodes.0..=nodes.1,
        mean_degree: degree.0..=degree.1,
        blocks: blocks.0..=blocks.1,
        ratio: ratio.0..=ratio.1,
    };
    settings.seed = seed;
    settings.threads = threads(n_jobs);
    settings.max_memory = memory_limit(max_memory)?;
    settings.check().map_err(refused)?;
    Job::start(move |watch| {
        let mut graphs = Vec::new();
        let drawn = generate(&settings, |record| {
            graphs.push(Graph::of(record));
            watch.advance(1);
            if watch.is_unwanted() { Err(Ended::Unwanted) } else { Ok(()) }
        });
        Box::new(move |py| match drawn {
            Err(Ended::Refused(error)) => Err(refused(error)),
            Ok(()) | Err(Ended::Unwanted) => Ok(graphs.into_pyobject(py)?.into_any().unbind()),
        })
    })
}

/// Why drawing ended before its time.
enum Ended {
    Unwanted,
    Refused(SyntheticError),
}

impl From<SyntheticError> for Ended {
    fn from(error: SyntheticError) -> Self {
        Self::Refused(error)
    }
}

fn refused(error: SyntheticError) -> PyErr {
    PyValueError::new_err(match error {
        SyntheticError::TooMuchMemory { .. } => format!("{error}; {MORE_MEMORY}"),
        error => error.to_string(),
    })
}

/// The families, with what they are in a few words.
#[pyfunction]
pub(crate) fn family_names() -> Vec<(&'static str, &'static str)> {
    Family::ALL.map(|family| (family.name(), family.summary())).to_vec()
}
