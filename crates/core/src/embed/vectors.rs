//! Vectors of many graphs in memory.

use crate::spectrum::Origin;

/// One vector for each graph, in the order of the graphs, with the origin and the error of the spectrum behind it.
///
/// ```
/// use sgr_core::graph::Graph;
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)])?;
/// let vectors = sgr_core::embed(&[triangle])?;
/// assert_eq!((vectors.len(), vectors.dimensions()), (1, 256));
/// assert_eq!(vectors.as_slice(), vectors.row(0));
/// assert!(vectors.error(0) < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    columns: Vec<String>,
    values: Vec<f32>,
    origins: Vec<Origin>,
    errors: Vec<f64>,
}

impl Vectors {
    /// No vectors yet, of dimensions with these names.
    pub(super) fn new(columns: Vec<String>, graphs: usize) -> Self {
        let values = Vec::with_capacity(graphs * columns.len());
        Self { columns, values, origins: Vec::with_capacity(graphs), errors: Vec::with_capacity(graphs) }
    }

    pub(super) fn push(&mut self, row: &[f32], origin: Origin, error: f64) {
        self.values.extend_from_slice(row);
        self.origins.push(origin);
        self.errors.push(error);
    }

    /// Number of vectors: as many as there were graphs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Whether there is no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// Length of a vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.columns.len()
    }

    /// Names of the dimensions.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The vector of one graph.
    ///
    /// # Panics
    /// If `graph` is not below [`len`](Self::len).
    #[must_use]
    pub fn row(&self, graph: usize) -> &[f32] {
        &self.values[graph * self.dimensions()..][..self.dimensions()]
    }

    /// The vectors in order.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.dimensions())
    }

    /// All vectors, one after another.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.values
    }

    /// All vectors, one after another.
    #[must_use]
    pub fn into_vec(self) -> Vec<f32> {
        self.values
    }

    /// How the spectrum of one graph was found; exact if the vector needs none.
    ///
    /// # Panics
    /// If `graph` is not below [`len`](Self::len).
    #[must_use]
    pub fn origin(&self, graph: usize) -> Origin {
        self.origins[graph]
    }

    /// Largest error of the samples of one graph's spectrum: [`Spectrum::error`](crate::spectrum::Spectrum::error); 0 if the
    /// vector needs none.
    ///
    /// # Panics
    /// If `graph` is not below [`len`](Self::len).
    #[must_use]
    pub fn error(&self, graph: usize) -> f64 {
        self.errors[graph]
    }
}
