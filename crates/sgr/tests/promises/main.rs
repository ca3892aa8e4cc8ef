//! What the library promises, one file a promise. One binary: linking thirty takes longer than running them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod models;
mod reference;
mod support;

mod built_in_models;
mod channels;
mod classifiers;
mod closed_form_spectra;
mod cluster_counts;
mod clustering;
mod clusters_explained;
mod collection_files;
mod density_clustering;
mod extreme_weights;
mod figures;
mod fingerprints;
mod graph_kernels;
mod graph_rules;
mod heat_words_and_fingerprints;
mod labels_and_attributes;
mod large_graphs;
mod learned_vectors;
mod model_files;
mod molecules;
mod multiscale_laplacian;
mod netsimile_and_fgsd;
mod networks;
mod no_flags;
mod one_error;
mod peer_defects;
#[cfg(feature = "petgraph")]
mod petgraph_graphs;
mod predicted_seconds;
mod proteins;
mod reader_errors;
mod reader_hostile_files;
mod reader_memory;
mod reader_round_trips;
mod real_collections;
mod reference_pages;
mod resampled_spectra;
mod result_pages;
mod room_order;
mod solver_agreement;
mod stated_errors;
mod synthetic_statistics;
mod table_files;
mod table_layouts;
mod table_problems;
mod text_tables;
mod thread_invariance;
mod traces_and_distances;
mod training;
mod tu_collections;
mod vector_files;
mod vector_statistics;
mod walks_and_matches;
