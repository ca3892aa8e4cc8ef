//! One error over the errors of all rooms.

/// Any error of this library: the errors of the rooms become one with `?`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Edges that make no graph.
    #[error(transparent)]
    Graph(#[from] sgr_core::graph::GraphError),
    /// A graph without a spectrum.
    #[error(transparent)]
    Spectrum(#[from] sgr_core::spectrum::SpectrumError),
    /// Findings of Krylov processes that contradict each other.
    #[error(transparent)]
    Findings(#[from] sgr_core::spectrum::InvalidFindings),
    /// A name that no representation has.
    #[error(transparent)]
    Representation(#[from] sgr_core::names::UnknownName),
    /// Channels that do not exist or are listed twice.
    #[error(transparent)]
    Channels(#[from] sgr_core::representation::ChannelError),
    /// Times of a trace that are negative or not finite.
    #[error(transparent)]
    Times(#[from] sgr_core::representation::InvalidTime),
    /// A heat kernel that cannot be computed.
    #[error(transparent)]
    HeatKernel(#[from] sgr_core::representation::HeatKernelError),
    /// A model file that cannot be read.
    #[error(transparent)]
    Model(#[from] sgr_core::representation::ModelError),
    /// Graphs without vectors.
    #[error(transparent)]
    Embed(#[from] sgr_core::embed::EmbedError),
    /// Input that cannot be read.
    #[cfg(feature = "io")]
    #[error(transparent)]
    Input(#[from] sgr_io::input::InputError),
    /// A table whose columns hold no graphs.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Layout(#[from] sgr_io::input::columns::LayoutError),
    /// A text that gives no names to columns.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    ColumnNames(#[from] sgr_io::input::columns::ColumnNamesError),
    /// Output that cannot be written.
    #[cfg(feature = "io")]
    #[error(transparent)]
    Output(#[from] sgr_io::output::OutputError),
    /// A data set that cannot be fetched.
    #[cfg(feature = "fetch")]
    #[error(transparent)]
    Fetch(#[from] sgr_fetch::FetchError),
    /// Vectors that cannot be searched.
    #[cfg(feature = "search")]
    #[error(transparent)]
    Search(#[from] sgr_search::SearchError),
    /// An index that cannot be used.
    #[cfg(feature = "search")]
    #[error(transparent)]
    Index(#[from] sgr_search::index::IndexError),
    /// A recipe that makes no synthetic graphs.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Synthetic(#[from] sgr_lab::synthetic::SyntheticError),
    /// Training settings that make no sense.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Training(#[from] sgr_lab::learning::TrainingError),
    /// A model that could not be trained.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    TrainModel(#[from] sgr_lab::learning::TrainModelError),
    /// A Gram matrix that does not fit into memory.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Gram(#[from] sgr_lab::gram::GramTooLarge),
    /// A baseline without a result.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Baseline(#[from] sgr_lab::baselines::BaselineError),
    /// A method without a result.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Describe(#[from] sgr_lab::experiment::DescribeError),
    /// Vectors that cannot be judged.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Evaluation(#[from] sgr_lab::evaluation::EvaluationError),
    /// An evaluation without a result.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Evaluate(#[from] sgr_lab::experiment::EvaluateError),
    /// A retrieval without a result.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Retrieve(#[from] sgr_lab::experiment::RetrieveError),
    /// A file of results that cannot be used.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Results(#[from] sgr_lab::experiment::ResultsFileError),
    /// Labels that cannot be explained.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Explain(#[from] sgr_lab::explanation::ExplainError),
    /// Clusters that cannot be found.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Clustering(#[from] sgr_lab::evaluation::clustering::ClusteringError),
    /// Clusters that cannot be found or described.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Clusters(#[from] sgr_lab::clusters::ClusterError),
    /// Changes that cannot be found.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Changes(#[from] sgr_lab::changes::ChangeError),
    /// A map that cannot be made.
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Map(#[from] sgr_lab::map::MapError),
}
