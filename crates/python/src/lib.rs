//! The compiled half of the Python package `sgr`: it converts, and releases the interpreter while the library works.
//!
//! Nothing is computed here. Only the threads of an interrupted call outlive it, so a process may fork at any
//! time between calls; nothing uses the global pool of rayon, whose threads a child would wait for; and nothing
//! here relies on the global interpreter lock.

mod adjacency;
mod arrow;
mod background;
mod carried;
mod changes;
mod clusters;
mod compressed_rows;
mod datasets;
mod description;
mod distance;
mod experiment;
mod graph;
mod graph_batch;
mod graph_file;
mod graph_writer;
mod heat_kernel;
mod index;
mod krylov;
mod map;
mod model;
mod molecules;
mod process;
mod rows;
mod scaling;
mod spectra;
mod spectrum_settings;
mod synthetic;
mod table;
mod training;
mod wanted;

#[pyo3::pymodule(gil_used = false)]
mod _sgr {
    use pyo3::prelude::*;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::arrow::{ArrowTable, TableReading, output_schema, start_files, start_predictions, start_table};
    #[pymodule_export]
    use super::background::{Job, default_threads};
    #[pymodule_export]
    use super::changes::{Changes, start_changes};
    #[pymodule_export]
    use super::clusters::{PyClusterSettings, start_graph_clusters, start_vector_clusters};
    #[pymodule_export]
    use super::datasets::{data_sets, start_fetch};
    #[pymodule_export]
    use super::description::{Description, netlsd_times, representation_names};
    #[pymodule_export]
    use super::distance::{distance_names, vector_distance};
    #[pymodule_export]
    use super::experiment::{method_names, start_evaluation, start_gram};
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::graph_batch::GraphBatch;
    #[pymodule_export]
    use super::graph_file::GraphFile;
    #[pymodule_export]
    use super::graph_writer::GraphWriter;
    #[pymodule_export]
    use super::heat_kernel::start_heat_kernel;
    #[pymodule_export]
    use super::index::PyIndex;
    #[pymodule_export]
    use super::krylov::{SolvedSpectrum, sparse_product, start_density, start_spectrum};
    #[pymodule_export]
    use super::map::{GraphMap, start_map};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::molecules::{graphs_of_smiles, holds_molecules};
    #[pymodule_export]
    use super::process::{after_fork, before_fork};
    #[pymodule_export]
    use super::spectra::{start_bound, start_spectra};
    #[pymodule_export]
    use super::spectrum_settings::SpectrumSettings;
    #[pymodule_export]
    use super::synthetic::{draw_graph, family_names, start_families};
    #[pymodule_export]
    use super::training::{read_curriculum, start_training};

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        sgr::input::report_damage_as_errors_only();
        Ok(())
    }
}
