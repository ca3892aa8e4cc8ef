//! The stochastic block model.

use super::blocks::Blocks;
use super::error::check_expected_edges;
use super::recipe::Shape;
use super::sketch::Sketch;
use super::{GraphSize, Random, SyntheticError, skip_sampling};
use sgr_core::graph::Graph;

/// Nodes fall into blocks; a pair is joined with the density of its two blocks: the stochastic block model.
///
/// # Formula
/// ```text
/// P(u – v) = p_rs        u in block r, v in block s
/// ```
/// Holland, Laskey and Leinhardt 1983, "Stochastic blockmodels: first steps". p = `densities`. The nodes of the first
/// block come first, then those of the second, and so on.
///
/// # Complexity
/// O(n + m + k²) expected time and space for k blocks.
///
/// ```
/// use sgr_lab::synthetic::{BlockModel, generator};
/// let two_cliques = BlockModel::new(&[3, 4], vec![vec![1.0, 0.0], vec![0.0, 1.0]])?;
/// assert_eq!(two_cliques.sample(&mut generator(1, 0)).edge_count(), 3 + 6);
/// # Ok::<(), sgr_lab::synthetic::SyntheticError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BlockModel {
    blocks: Blocks,
}

impl BlockModel {
    /// # Errors
    /// If the densities are not one symmetric list of probabilities per block, or make more edges likely than a graph
    /// can hold.
    pub fn new(sizes: &[u32], densities: Vec<Vec<f64>>) -> Result<Self, SyntheticError> {
        Self::of_blocks(Blocks::new(sizes, densities)?)
    }

    fn of_blocks(blocks: Blocks) -> Result<Self, SyntheticError> {
        let model = Self { blocks };
        check_expected_edges(model.size().edges)?;
        Ok(model)
    }

    /// The size of its graphs.
    #[must_use]
    pub fn size(&self) -> GraphSize {
        let blocks = self.blocks.ranges().len() as u32;
        GraphSize { blocks, ..GraphSize::new(self.blocks.node_count(), self.blocks.expected_edges()) }
    }

    /// Equal blocks, denser inside than outside by the ratio; together they have the mean degree.
    pub(super) fn of_shape(shape: &Shape) -> Result<Self, SyntheticError> {
        Self::of_blocks(Blocks::planted(shape)?)
    }

    /// Draws a graph.
    pub fn sample(&self, random: &mut Random) -> Graph {
        let rng = random.numbers();
        let mut sketch = Sketch::new(self.blocks.node_count());
        for (block, left) in self.blocks.ranges().iter().enumerate() {
            let join = |u, v| sketch.join(u, v);
            skip_sampling::pairs_within(left.clone(), self.blocks.density(block, block), rng, join);
            for (other, right) in self.blocks.ranges()[..block].iter().enumerate() {
                let join = |u, v| sketch.join(u, v);
                skip_sampling::pairs_between(left.clone(), right.clone(), self.blocks.density(block, other), rng, join);
            }
        }
        sketch.finish()
    }
}
