//! Which method, on which graphs, with which score?
//!
//! A [`Describer`] runs a [`Method`] on a collection in memory, [`evaluate`] scores it against the classes of a
//! [`LabelledCollection`], and a [`ResultsPage`] shows the results, with a [`Comparison`] of the methods. [`retrieve`] scores
//! distances instead: are the nearest graphs of the same class?

mod comparison;
mod describe;
mod evaluate;
mod heat_vocabulary;
mod labelled_collection;
mod method;
mod protocol_paragraph;
mod results_file;
mod results_page;
mod retrieval_page;
mod retrieve;
mod section;
mod spectrum_figure;
mod summary_table;

pub use crate::evaluation::VectorClassifier;
pub use comparison::Comparison;
pub use describe::{DescribeError, Describer, Description, describe_each};
pub(crate) use describe::{pool, represent};
pub use evaluate::{EvaluateError, EvaluationSettings, agreement, evaluate};
pub use heat_vocabulary::heat_vocabulary;
pub use labelled_collection::{Duplicates, LabelledCollection, class_labels};
pub use method::Method;
pub use results_file::{Results, ResultsFile, ResultsFileError};
pub use results_page::ResultsPage;
pub use retrieval_page::Retrievals;
pub use retrieve::{RetrievalCell, RetrieveError, retrieve};
pub use section::Section;
pub use spectrum_figure::mean_spectra;
