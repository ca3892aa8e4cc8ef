//! The pyramid match kernel.

mod coordinates;
mod quotient;

use std::cmp::Ordering;

use rayon::prelude::*;

use super::label_numbers::LabelNumbers;
use super::{BaselineError, GramMatrix, GraphKernel};
use coordinates::coordinates;
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps, Stretch};

/// Most levels: at the last one a cell is 2⁻¹⁵ wide, far below what separates eigenvectors.
const MOST_LEVELS: usize = 16;

/// Most dimensions: ten times those of the paper.
const MOST_DIMENSIONS: usize = 64;

/// A coordinate this share below the edge of a cell is on the edge. Symmetric graphs have coordinates that are exactly 1/2
/// or 1/4; rounding, which depends on the numbering of the nodes, must not move them to the cell below.
const ON_THE_EDGE: f64 = 1e-7;

/// How well the nodes of two graphs match, as points of a cube: cells of a grid are compared, from coarse to fine.
///
/// # Formula
/// ```text
/// x_q(v) = |u_q(v)|                            u_q: eigenvectors of A, q = 1, …, d
/// H_l[q, i] = |{v: i ≤ 2^l x_q(v) < i + 1}|    l = 0, …, L − 1; the last cell has its upper edge too
/// I_l = Σ_{q, i} min(H_l(G)[q, i], H_l(G′)[q, i])
/// k(G, G′) = I_{L−1} + Σ_{l < L−1} 2^(l − L + 1) (I_l − I_{l+1})
/// ```
/// Nikolentzos, Meladianos & Vazirgiannis 2017, "Matching Node Embeddings for Graph Similarity", eq. 4 to 6. d =
/// `dimensions`, L = `levels`; A = weights. The eigenvectors are those of the d eigenvalues of largest magnitude, in
/// descending order of the eigenvalues. With labels there are such histograms for each label.
///
/// # Multiple eigenvalues
/// Eigenvectors of a multiple eigenvalue are not unique. Here all r coordinates of an eigenvalue of multiplicity r are
/// |P v| / √r, the length of the projection of v onto the eigenspace: the root of the mean square over all bases. An
/// eigenspace of which not all dimensions fit into d, together with that of −λ, is left out, as are those of smaller
/// eigenvalues and that of 0: their coordinates, between those of positive and those of negative eigenvalues, are 0 for all
/// nodes. So the numbering of the nodes does not matter. On graphs with d simple leading eigenvalues the histograms are those of
/// GraKeL's `PyramidMatch` (whose matching then adds up partial sums: its loops are nested, which the paper's are not).
///
/// # Errors
/// [`BaselineError::Setting`] for no levels or dimensions, or too many; [`BaselineError::NoConvergence`].
///
/// # Edge cases
/// A graph without nodes has the product 0 with all. A graph of fewer than d nodes has coordinates of 0.
///
/// # Complexity
/// For each graph O(c³) time, c = nodes of which no two have the same neighbours, and from 300 of them on O(d (m + c d)) a
/// restart of a Krylov iteration, some tens, until residuals are below 10⁻¹¹ of the largest degree. O(cells) for each pair:
/// d 2^L of each label at most.
///
/// ```
/// use sgr_lab::baselines::{GraphKernel, PyramidMatchKernel};
/// use sgr_core::graph::Graph;
///
/// // Eigenvalues 1 and −1, coordinates 1/√2 for both nodes: at every level the two nodes match, in all six dimensions.
/// let edge = Graph::from_edges(2, &[(0, 1)])?;
/// let gram = PyramidMatchKernel::default().gram(&[&edge], &())?;
/// assert_eq!(gram.values(), [12.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PyramidMatchKernel {
    /// Levels of the pyramid, L.
    pub levels: usize,
    /// Dimensions of the cube, d.
    pub dimensions: usize,
    /// Only nodes with the same label match.
    pub node_labels: bool,
}

impl Default for PyramidMatchKernel {
    /// Four levels and six dimensions, the middle of the values that the paper tries, without labels.
    fn default() -> Self {
        Self { levels: 4, dimensions: 6, node_labels: false }
    }
}

impl GraphKernel for PyramidMatchKernel {
    fn gram(&self, graphs: &[&Graph], progress: &dyn Progress) -> Result<GramMatrix, BaselineError> {
        self.check()?;
        let mut gram = GramMatrix::zeros(graphs.len())?;
        let labels = LabelNumbers::of(graphs, self.node_labels)?;
        let describing = Stretch { whole: progress, from: 0.0, to: 0.8 };
        let steps = Steps::new(&describing, graphs.len());
        let pyramids = (0..graphs.len()).into_par_iter().with_max_len(1).map(|at| {
            let pyramid = self.pyramid(graphs[at], labels.of_graph(at));
            steps.step();
            pyramid
        });
        let pyramids: Vec<Pyramid> = pyramids.collect::<Result<_, _>>()?;
        let unit = (1u64 << self.levels) as f64;
        let rows = gram.values_mut().par_chunks_exact_mut(graphs.len().max(1)).enumerate().with_max_len(1);
        rows.for_each(|(row, values)| {
            let entries = values[..=row].iter_mut().zip(&pyramids);
            entries.for_each(|(entry, other)| *entry = pyramids[row].intersection(other) as f64 / unit);
        });
        gram.mirror_lower();
        Ok(gram)
    }
}

impl PyramidMatchKernel {
    fn check(&self) -> Result<(), BaselineError> {
        let range = |setting, found: usize, most: usize, wanted| match found {
            found if (1..=most).contains(&found) => Ok(()),
            found => Err(BaselineError::Setting { setting, found: found.to_string(), wanted }),
        };
        range("levels", self.levels, MOST_LEVELS, "1 to 16")?;
        range("dimensions", self.dimensions, MOST_DIMENSIONS, "1 to 64")
    }

    fn pyramid(&self, graph: &Graph, labels: &[u32]) -> Result<Pyramid, BaselineError> {
        let coordinates = coordinates(graph, self.dimensions)?;
        let mut cells = Vec::with_capacity(coordinates.len() * self.levels);
        for (&label, point) in labels.iter().zip(coordinates.chunks_exact(self.dimensions)) {
            for (dimension, &coordinate) in point.iter().enumerate() {
                cells.extend((0..self.levels).map(|level| self.cell(label, dimension, level, coordinate)));
            }
        }
        cells.sort_unstable();
        let counted =
            |cells: &[(u64, u32)]| Cell { number: cells[0].0, matches: u64::from(cells[0].1) * cells.len() as u64 };
        Ok(Pyramid(cells.chunk_by(|a, b| a == b).map(counted).collect()))
    }

    /// The number of a cell among those of all labels, dimensions and levels, and the weight of its level times 2^L.
    ///
    /// I_l has the weight 2^(l − L + 1) less that of the level above it: 2^(1 − L) for l = 0, otherwise 2^(l − L). All are
    /// positive, so the kernel is a sum of histogram intersections, and positive semi-definite.
    fn cell(&self, label: u32, dimension: usize, level: usize, coordinate: f64) -> (u64, u32) {
        let across = 1u64 << level;
        let at = ((coordinate * across as f64 * (1.0 + ON_THE_EDGE)) as u64).min(across - 1);
        let histogram = u64::from(label) * self.dimensions as u64 + dimension as u64;
        (histogram << self.levels | (across - 1 + at), 1 << level.max(1))
    }
}

/// The cells of a graph that have nodes, ascending.
struct Pyramid(Vec<Cell>);

#[derive(Debug, Clone, Copy)]
struct Cell {
    number: u64,
    /// Nodes in the cell, times the weight of its level.
    matches: u64,
}

impl Pyramid {
    /// Σ min of two pyramids.
    fn intersection(&self, other: &Self) -> u64 {
        let (mut a, mut b) = (self.0.iter().copied(), other.0.iter().copied());
        let (mut left, mut right) = (a.next(), b.next());
        let mut sum = 0;
        while let (Some(x), Some(y)) = (left, right) {
            match x.number.cmp(&y.number) {
                Ordering::Less => left = a.next(),
                Ordering::Greater => right = b.next(),
                Ordering::Equal => {
                    sum += x.matches.min(y.matches);
                    (left, right) = (a.next(), b.next());
                }
            }
        }
        sum
    }
}
