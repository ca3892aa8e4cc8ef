//! How good are the vectors?
//!
//! This room knows numbers and class labels; it does not depend on graphs. [`ClassLabels`] and a [`Protocol`] give
//! [`Split`]s; [`score`] has a [`Classifier`] learn each and counts how often it is right. One classifier, one folder:
//!
//! | classifier | sees | as in scikit-learn |
//! |---|---|---|
//! | [`LogisticRegression`] | vectors | `LogisticRegression(C=1, solver="liblinear")` |
//! | [`GaussianMachine`] | vectors | `SVC(C=1, kernel="rbf", gamma="scale")` |
//! | [`RandomForest`] | vectors | `RandomForestClassifier()` |
//! | [`NearestNeighbours`] | vectors | `KNeighborsClassifier()` |
//! | [`SupportVectorMachine`] | a Gram matrix | `SVC(C=1, kernel="precomputed")` |
//! | [`Standardized`] | vectors | `make_pipeline(StandardScaler(), …)` |
//! | [`ChosenCost`] | either | `GridSearchCV(…, {"C": [1e-3, …, 1e3]}, cv=5)` |
//!
//! [`VectorClassifier`] has the names of those of vectors.
//!
//! [`clustering`] finds groups without the classes and compares them with the classes. A [`Cell`] is the outcome for one method on
//! one collection, a [`ResultTable`] all of them, [`Published`] the paper's results. A [`RetrievalScore`] says how often nearest graphs
//! are of the same class.
//!
//! ```
//! use sgr_lab::evaluation::{ClassLabels, LogisticRegression, Protocol, VectorRows, score};
//! let rows: Vec<f32> = (0..20).map(|row| row as f32).collect();
//! let names: Vec<_> = (0..20).map(|row| Some(if row < 10 { "low" } else { "high" })).collect();
//! let labels = ClassLabels::new(&names)?;
//! let splits = Protocol::RandomSplits.splits(&labels, 5, 1)?;
//! let classifier = LogisticRegression::new(VectorRows::new(&rows, 1)?)?;
//! let score = score(&classifier, &labels, &splits, None, &());
//! assert!(score.mean() > 0.7);
//! # Ok::<(), sgr_lab::evaluation::EvaluationError>(())
//! ```

mod cell;
mod classifier;
pub mod clustering;
mod column;
mod cost_choice;
mod distances;
mod error;
mod forest;
mod gaussian_machine;
mod labels;
mod logistic;
mod nearest_neighbours;
mod protocol;
mod published;
mod result_table;
mod retrieval;
mod score;
pub mod significance;
mod standardized;
mod support_vectors;
mod vector_classifier;
mod vectors;

pub use cell::{Cell, ClusterScore};
pub use classifier::{Classifier, CostClassifier, Prediction};
pub use column::Column;
pub use cost_choice::{COSTS, ChosenCost};
pub(crate) use distances::squared_distance;
pub use error::EvaluationError;
pub use forest::RandomForest;
pub use gaussian_machine::GaussianMachine;
pub use labels::ClassLabels;
pub use logistic::{LogisticModel, LogisticRegression};
pub use nearest_neighbours::NearestNeighbours;
pub use protocol::{FOLDS, Protocol, Split};
pub use published::{Published, PublishedRow, collection_title, method_title};
pub use result_table::ResultTable;
pub(crate) use result_table::{columns_of_largest, in_order};
pub use retrieval::RetrievalScore;
pub use score::{Score, score};
pub use standardized::Standardized;
pub use support_vectors::{SupportVectorMachine, TwoClassMachine};
pub use vector_classifier::VectorClassifier;
pub use vectors::VectorRows;
