//! Edges between blocks of nodes; for the block models.

use std::ops::Range;

use super::SyntheticError;
use super::error::check_probability;
use super::recipe::Shape;

/// Nodes in blocks, one block after another, and the density between each two of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Blocks {
    ranges: Vec<Range<u32>>,
    densities: Vec<Vec<f64>>,
}

impl Blocks {
    pub(super) fn new(sizes: &[u32], densities: Vec<Vec<f64>>) -> Result<Self, SyntheticError> {
        let rows = densities.iter().map(Vec::len).chain([densities.len()]);
        if let Some(found) = rows.into_iter().find(|&length| length != sizes.len()) {
            let wanted = format!("{} as there are blocks, in as many rows", sizes.len());
            return Err(SyntheticError::parameter("number of densities", found, wanted));
        }
        for (row, list) in densities.iter().enumerate() {
            for (column, &found) in list.iter().enumerate() {
                check_probability("density", found)?;
                let mirrored = densities[column][row];
                if found != mirrored {
                    return Err(SyntheticError::NotSymmetric { row, column, found, mirrored });
                }
            }
        }
        let nodes: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
        if nodes > u64::from(u32::MAX) {
            return Err(SyntheticError::parameter("number of nodes", nodes, format!("at most {}", u32::MAX)));
        }
        let ends = sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end)
        });
        let ranges = ends.zip(sizes).map(|(end, size)| end - size..end).collect();
        Ok(Self { ranges, densities })
    }

    /// Blocks as equal as can be, whose densities inside and outside have the ratio and the mean degree of `shape`.
    ///
    /// # Formula
    /// ```text
    /// p_out = (n · d / 2) / (ρ · W + B)        p_in = ρ · p_out
    /// ```
    /// n = `nodes`, d = `mean_degree`, ρ = `ratio`, W and B the pairs of nodes within and between blocks. Where p_in
    /// would exceed 1 it is 1, and p_out grows until the mean degree is right: the degree matters more than the ratio.
    pub(super) fn planted(shape: &Shape) -> Result<Self, SyntheticError> {
        let (nodes, blocks) = (shape.nodes, shape.blocks);
        let sizes: Vec<u32> = (0..blocks).map(|block| nodes / blocks + u32::from(block < nodes % blocks)).collect();
        let all = super::error::pairs(nodes) as f64;
        let within: f64 = sizes.iter().map(|&size| super::error::pairs(size) as f64).sum();
        let between = all - within;
        let edges = shape.density() * all;
        let mut outside = edges / (shape.ratio * within + between).max(1.0);
        let mut inside = shape.ratio * outside;
        if inside > 1.0 {
            inside = 1.0;
            outside = ((edges - within) / between.max(1.0)).clamp(0.0, 1.0);
        }
        let row = |block| (0..blocks).map(|other| if other == block { inside } else { outside }).collect();
        Self::new(&sizes, (0..blocks).map(row).collect())
    }

    pub(super) fn node_count(&self) -> u32 {
        self.ranges.last().map_or(0, |range| range.end)
    }

    pub(super) fn ranges(&self) -> &[Range<u32>] {
        &self.ranges
    }

    pub(super) fn density(&self, block: usize, other: usize) -> f64 {
        self.densities[block][other]
    }

    /// Edges expected when every pair has its block's density.
    pub(super) fn expected_edges(&self) -> f64 {
        let size = |block: usize| f64::from(self.ranges[block].end - self.ranges[block].start);
        let mut expected = 0.0;
        for block in 0..self.ranges.len() {
            expected += self.density(block, block) * size(block) * (size(block) - 1.0).max(0.0) / 2.0;
            expected += (0..block).map(|other| self.density(block, other) * size(block) * size(other)).sum::<f64>();
        }
        expected
    }
}
