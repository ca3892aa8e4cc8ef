//! Descriptions of collections by each method.

use sgr_core::text::shown;
use std::borrow::{Borrow, Cow};
use std::convert::Infallible;
use std::ops::ControlFlow;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::Method;
use crate::baselines::{
    BaselineError, DeepGraphKernel, Fgsd, FirstLabels, GraphFeatures, GraphFingerprint, GraphKernel, GraphletKernel,
    HeatSignatures, MultiscaleLaplacian, MultiscaleLaplacianSettings, NetSimile, PyramidMatchKernel, RandomWalkKernel,
    ShortestPathKernel, WeisfeilerLehmanKernel,
};
use crate::evaluation::clustering::{Clustering, ClusteringError, KMeansSettings, k_means, spectral_clustering};
use crate::gram::GramMatrix;
use crate::neural::{Dcnn, GraphNetwork, NodeFeatures, PreparedNetwork, Pscn};
use sgr_core::embed::{Skipped, StreamSettings, embed_stream};
use sgr_core::graph::{Graph, GraphRecord};
use sgr_core::progress::{Progress, Steps};
use sgr_core::representation::{
    BuiltIn, Fingerprint, FingerprintSettings, HeatTrace, Labels, Model, Representation, RepresentationName,
    RepresentationSettings, SpectrumVector,
};
use sgr_core::resampling::{KnotRule, SAMPLES};
use sgr_core::spectrum::SpectrumError;

/// A method with its settings.
#[derive(Debug, Clone, Copy)]
pub struct Describer<'a> {
    /// The method.
    pub method: Method,
    /// Whether it sees node labels, if it can.
    pub node_labels: bool,
    /// Whether it sees attributes of nodes, if it can.
    pub attributes: bool,
    /// The labels that [`Method::WeisfeilerLehman`] and [`Method::DeepGraph`] start from without node labels.
    pub first_labels: FirstLabels,
    /// What [`Method::Pscn`] and [`Method::Dcnn`] see of a node if they see no node labels.
    pub node_features: NodeFeatures,
    /// Rounds of colour refinement of [`Method::Fingerprint`].
    pub depth: usize,
    /// The settings of [`Method::Fgsd`].
    pub fgsd: Fgsd,
    /// The settings of [`Method::MultiscaleLaplacian`], whose node labels are those of the describer.
    pub mlg: MultiscaleLaplacianSettings,
    /// Positions of the eigenvalues of [`Method::Spectrum`].
    pub knots: KnotRule,
    /// The model of [`Method::Sgr`] and [`Method::Wide`]; the built-in default if there is none.
    pub model: Option<&'a Model>,
}

/// The description of a collection of graphs by a method.
#[derive(Debug)]
pub enum Description {
    /// A vector for each graph, one after another.
    Vectors {
        /// Numbers in a vector.
        width: usize,
        /// All vectors.
        rows: Vec<f32>,
    },
    /// The kernel values of all pairs, as the kernel defines them.
    Gram(GramMatrix),
    /// Tensors for a network that is trained on each split.
    Network(Box<dyn PreparedNetwork>),
}

/// Why a method cannot describe a collection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescribeError {
    /// A graph has no spectrum.
    #[error("graph {}: {error}", shown(id))]
    Spectrum {
        /// The graph's id.
        id: String,
        /// The reason.
        error: SpectrumError,
    },
    /// A baseline cannot do it.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// The system gives no threads.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// The observer of [`describe_each`] ended the work.
    #[error("ended before all graphs were described")]
    Ended,
}

/// The computation behind a method.
enum Worker {
    Kernel(Box<dyn GraphKernel + Send>),
    Features(Box<dyn GraphFeatures + Send>),
    Network(Box<dyn GraphNetwork + Send>),
    Representation(Box<dyn Representation>),
    /// Counts, as ln(1 + count): a count grows with the graph, and the regression does not scale it.
    Counts(Box<dyn Representation>),
}

impl Worker {
    fn kernel(kernel: impl GraphKernel + Send + 'static) -> Self {
        Self::Kernel(Box::new(kernel))
    }

    fn features(features: impl GraphFeatures + Send + 'static) -> Self {
        Self::Features(Box::new(features))
    }
}

impl<'a> Describer<'a> {
    /// A method as it comes, without node labels and attributes.
    #[must_use]
    pub fn new(method: Method) -> Self {
        let (first_labels, depth) = (FirstLabels::default(), FingerprintSettings::default().depth);
        let (fgsd, mlg) = (Fgsd::default(), MultiscaleLaplacianSettings::default());
        let (node_features, knots) = (NodeFeatures::default(), KnotRule::default());
        Self {
            method,
            node_labels: false,
            attributes: false,
            first_labels,
            node_features,
            depth,
            fgsd,
            mlg,
            knots,
            model: None,
        }
    }

    /// Sets whether the method sees node labels, if it can.
    #[must_use]
    pub fn with_node_labels(mut self, node_labels: bool) -> Self {
        self.node_labels = node_labels;
        self
    }

    /// Sets whether the method sees attributes of nodes, if it can.
    #[must_use]
    pub fn with_attributes(mut self, attributes: bool) -> Self {
        self.attributes = attributes;
        self
    }

    /// Sets the labels that [`Method::WeisfeilerLehman`] and [`Method::DeepGraph`] start from without node labels.
    #[must_use]
    pub fn with_first_labels(mut self, first_labels: FirstLabels) -> Self {
        self.first_labels = first_labels;
        self
    }

    /// Sets what [`Method::Pscn`] and [`Method::Dcnn`] see of a node if they see no node labels.
    #[must_use]
    pub fn with_node_features(mut self, node_features: NodeFeatures) -> Self {
        self.node_features = node_features;
        self
    }

    /// Sets the model of [`Method::Sgr`] and [`Method::Wide`].
    #[must_use]
    pub fn with_model(mut self, model: &'a Model) -> Self {
        self.model = Some(model);
        self
    }

    /// Whether the description depends on node labels.
    #[must_use]
    pub fn uses_labels(&self) -> bool {
        self.node_labels && self.method.sees_labels()
    }

    /// Whether the description depends on attributes of nodes.
    #[must_use]
    pub fn uses_attributes(&self) -> bool {
        self.attributes && self.method.sees_attributes()
    }

    /// Everything that a description depends on, besides the graphs and the version of this library.
    #[must_use]
    pub fn key(&self) -> String {
        let model = match self.method {
            Method::Sgr | Method::Wide => self.model().digest(),
            _ => 0,
        };
        let (method, labels, first) = (self.method.name(), self.uses_labels(), self.first_labels);
        let attributes = if self.uses_attributes() { " attributes" } else { "" };
        let variant = self.variant();
        format!("{method} labels={labels}{attributes} variant={variant:?} first={first:?} model={model:016x}")
    }

    /// The settings of the method that are not the usual ones, in one word; empty if there are none.
    #[must_use]
    pub fn variant(&self) -> String {
        match self.method {
            Method::Sgr | Method::Wide => model_variant(&self.model()),
            Method::Fingerprint if self.depth != FingerprintSettings::default().depth => {
                format!("depth={}", self.depth)
            }
            Method::Spectrum if self.knots != KnotRule::default() => self.knots.name().to_owned(),
            Method::Pscn | Method::Dcnn if !self.uses_labels() && self.node_features != NodeFeatures::default() => {
                self.node_features.name().to_owned()
            }
            Method::Fgsd if self.fgsd != Fgsd::default() => self.fgsd.to_string(),
            Method::MultiscaleLaplacian if self.mlg != MultiscaleLaplacianSettings::default() => self.mlg.to_string(),
            _ => String::new(),
        }
    }

    /// Describes all graphs. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// [`DescribeError`].
    pub fn describe(
        &self,
        records: &[GraphRecord],
        settings: &StreamSettings,
        progress: &dyn Progress,
    ) -> Result<Description, DescribeError> {
        match self.worker()? {
            Worker::Representation(representation) => represent(records, representation.as_ref(), settings, progress),
            Worker::Counts(counts) => Ok(represent(records, counts.as_ref(), settings, progress)?.logarithms()),
            Worker::Kernel(kernel) => {
                let graphs: Vec<&Graph> = records.iter().map(|record| &record.graph).collect();
                let gram = pool(settings.threads)?.install(|| kernel.gram(&graphs, progress))?;
                Ok(Description::Gram(gram))
            }
            Worker::Network(network) => {
                let graphs: Vec<&Graph> = records.iter().map(|record| &record.graph).collect();
                let prepared = pool(settings.threads)?.install(|| network.prepare(&graphs, progress))?;
                Ok(Description::Network(prepared))
            }
            Worker::Features(features) => features_of(records, features.as_ref(), settings, progress),
        }
    }

    /// The representation behind the method; none for kernels, baselines and networks.
    ///
    /// # Errors
    /// [`DescribeError::Baseline`]: settings that make no sense.
    pub fn representation(&self) -> Result<Option<Box<dyn Representation>>, DescribeError> {
        Ok(match self.worker()? {
            Worker::Representation(representation) | Worker::Counts(representation) => Some(representation),
            Worker::Kernel(_) | Worker::Features(_) | Worker::Network(_) => None,
        })
    }

    fn model(&self) -> Cow<'a, Model> {
        self.model.map_or_else(|| Cow::Owned(BuiltIn::Default.model()), Cow::Borrowed)
    }

    fn worker(&self) -> Result<Worker, BaselineError> {
        let node_labels = self.uses_labels();
        Ok(match self.method {
            Method::ShortestPath => Worker::kernel(ShortestPathKernel { node_labels }),
            Method::Graphlets => Worker::kernel(GraphletKernel::default()),
            Method::WeisfeilerLehman => {
                let first_labels = if node_labels { FirstLabels::Given } else { self.first_labels };
                Worker::kernel(WeisfeilerLehmanKernel { first_labels, ..WeisfeilerLehmanKernel::default() })
            }
            Method::MultiscaleLaplacian => {
                let settings = MultiscaleLaplacianSettings { node_labels, ..self.mlg };
                Worker::kernel(MultiscaleLaplacian::new(settings)?)
            }
            Method::RandomWalk => Worker::kernel(RandomWalkKernel { node_labels, ..RandomWalkKernel::default() }),
            Method::PyramidMatch => Worker::kernel(PyramidMatchKernel { node_labels, ..PyramidMatchKernel::default() }),
            Method::DeepGraph => {
                let first_labels = if node_labels { FirstLabels::Given } else { self.first_labels };
                Worker::kernel(DeepGraphKernel { first_labels, ..DeepGraphKernel::default() })
            }
            Method::HeatSignatures => Worker::features(HeatSignatures::default()),
            Method::GraphFingerprint => Worker::features(GraphFingerprint),
            Method::NetSimile => Worker::features(NetSimile),
            Method::Fgsd => Worker::features(self.fgsd),
            Method::Pscn => Worker::Network(Box::new(Pscn { node_labels, features: self.node_features })),
            Method::Dcnn => Worker::Network(Box::new(Dcnn { node_labels, features: self.node_features })),
            Method::Spectrum => Worker::Representation(Box::new(SpectrumVector::new(SAMPLES, self.knots))),
            Method::Heat => Worker::Representation(Box::new(HeatTrace::default())),
            Method::Fingerprint => {
                let labels = node_labels.then_some(Labels::Nodes);
                let settings = FingerprintSettings::default().with_depth(self.depth);
                Worker::Counts(Box::new(Fingerprint::new(labels, settings)))
            }
            Method::Sgr | Method::Wide => {
                let labels = node_labels.then_some(Labels::Nodes);
                let model = self.model().into_owned();
                let attributes = self.uses_attributes().then(|| model.attributes().clone());
                let is_wide = self.method == Method::Wide;
                let name = if is_wide { RepresentationName::Wide } else { RepresentationName::Sgr };
                let settings = RepresentationSettings::new(name).model(model);
                Worker::Representation(settings.labels(labels).attributes(attributes).build())
            }
        })
    }
}

/// The name of a built-in model other than the default one, or a model's digest: a path would mean nothing elsewhere.
fn model_variant(model: &Model) -> String {
    let digest = model.digest();
    match BuiltIn::ALL.into_iter().find(|built_in| built_in.model().digest() == digest) {
        Some(BuiltIn::Default) => String::new(),
        Some(built_in) => built_in.name().to_owned(),
        None => format!("model-{digest:016x}"),
    }
}

impl Description {
    /// Gram matrices as cosines; vectors and networks as they are.
    #[must_use]
    pub fn normalized(self) -> Self {
        match self {
            Self::Gram(gram) => Self::Gram(gram.normalized()),
            other => other,
        }
    }

    /// Vectors of counts as ln(1 + count); Gram matrices as they are.
    fn logarithms(mut self) -> Self {
        if let Self::Vectors { rows, .. } = &mut self {
            rows.iter_mut().for_each(|count| *count = count.ln_1p());
        }
        self
    }

    /// Sorts the graphs into clusters: k-means for vectors, spectral clustering for a Gram matrix. On the threads of the
    /// current rayon pool; the result does not depend on how many.
    ///
    /// # Errors
    /// [`ClusteringError`].
    pub fn clusters(&self, settings: &KMeansSettings) -> Result<Clustering, ClusteringError> {
        match self {
            Self::Vectors { width, rows } => k_means(rows, *width, settings),
            Self::Gram(gram) => Ok(spectral_clustering(gram, settings)?.clustering),
            Self::Network(_) => Err(ClusteringError::Network),
        }
    }
}

/// Threads of our own.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, DescribeError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| DescribeError::Threads(error.to_string()))
}

/// Our own vectors, as [`embed_stream`] makes them.
pub(crate) fn represent(
    records: &[GraphRecord],
    representation: &dyn Representation,
    settings: &StreamSettings,
    progress: &dyn Progress,
) -> Result<Description, DescribeError> {
    let width = representation.columns().len();
    let mut rows = Vec::with_capacity(records.len() * width);
    let graphs = records.iter().map(|record| Ok::<&Graph, Infallible>(&record.graph));
    embed_stream(graphs, representation, settings, |outcome| match outcome {
        Ok((_, embedding)) => {
            rows.extend_from_slice(embedding.vector);
            progress.report(rows.len() as f64 / (records.len() * width) as f64);
            Ok(())
        }
        Err(Skipped::Spectrum { error, .. }) => {
            Err(DescribeError::Spectrum { id: records[rows.len() / width].id.clone(), error })
        }
        Err(Skipped::Source(never)) => match never {},
    })?;
    Ok(Description::Vectors { width, rows })
}

/// The vectors of a baseline for a whole collection; the first error ends the work.
fn features_of(
    records: &[GraphRecord],
    features: &dyn GraphFeatures,
    settings: &StreamSettings,
    progress: &dyn Progress,
) -> Result<Description, DescribeError> {
    let steps = Steps::new(progress, records.len());
    let rows = describe_each(records, features, settings.threads, |described| {
        if let Err(error) = described {
            return ControlFlow::Break(error.clone().into());
        }
        steps.step();
        ControlFlow::Continue(())
    })?;
    let rows: Vec<Vec<f32>> = rows.into_iter().collect::<Result<_, _>>()?;
    Ok(Description::Vectors { width: features.columns().len(), rows: rows.concat() })
}

/// The vector of a baseline for each graph, in the order of the graphs, or the error of a graph that has none. The result
/// does not depend on the number of threads.
///
/// `observe` receives each vector or error when it is there, on any thread and in any order. If it breaks, no further
/// graph is described.
///
/// ```
/// use std::ops::ControlFlow;
/// use sgr_core::graph::Graph;
/// use sgr_lab::{baselines::NetSimile, experiment::describe_each};
/// let graphs = [Graph::from_edges(3, &[(0, 1), (1, 2)])?];
/// let vectors = describe_each(&graphs, &NetSimile, 1, |_| ControlFlow::Continue(()))?;
/// assert_eq!(vectors[0].as_ref().map(Vec::len), Ok(35));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The error that `observe` breaks with; [`DescribeError::Threads`].
pub fn describe_each<G: Borrow<Graph> + Sync>(
    graphs: &[G],
    features: &dyn GraphFeatures,
    threads: usize,
    observe: impl Fn(&Result<Vec<f32>, BaselineError>) -> ControlFlow<DescribeError> + Sync,
) -> Result<Vec<Result<Vec<f32>, BaselineError>>, DescribeError> {
    let vector = |graph: &G| {
        let mut row = Vec::new();
        let described = features.append(graph.borrow(), &mut row).map(|()| row);
        match observe(&described) {
            ControlFlow::Continue(()) => Ok(described),
            ControlFlow::Break(reason) => Err(reason),
        }
    };
    pool(threads)?.install(|| graphs.par_iter().map(vector).collect())
}
