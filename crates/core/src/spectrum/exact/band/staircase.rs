//! The blocks of a band whose width varies from column to column.

use super::storage::BandMatrix;

/// Where the blocks of rows of the reflectors end.
///
/// A sweep that starts at column 0 has the ends `ends`; each block reaches as far as any column of the block before it, so
/// that the blocks cover all entries. The fill-in of a sweep fills these blocks. The next sweep starts some columns further
/// and finds the same blocks, as many rows further down: a sweep that starts at column `c` ends its blocks at `ends + c`.
///
/// The work is the sum over the rows of the width of their block times the number of sweeps that reach them: 12 Σ w (n − i)
/// operations, which is 6 n² b if all columns have the bandwidth b.
#[derive(Debug)]
pub(super) struct Staircase {
    ends: Vec<usize>,
    order: usize,
}

impl Staircase {
    /// The blocks for the reduction of `band` to `width` sub-diagonals. A block has `least` rows or more, but no more than
    /// the bandwidth.
    pub(super) fn find<T: Copy + Default + PartialEq>(band: &BandMatrix<T>, width: usize, least: usize) -> Self {
        let (order, bandwidth) = (band.order(), band.bandwidth());
        let mut ends: Vec<usize> = Vec::new();
        // All columns so far are zero from row `reach` on.
        let mut reach = 0;
        let (mut last_column, mut first_row) = (width - 1, width);
        for column in 0..order {
            let below = reach.max(column + 1)..(column + bandwidth + 1).min(order);
            let lowest = below.rev().find(|&row| band.get(row, column) != T::default());
            reach = lowest.map_or(reach, |row| row + 1);
            if column == last_column {
                first_row = reach.max(first_row + least.clamp(1, bandwidth)).min(order);
                last_column = first_row - 1;
                ends.push(first_row);
                if first_row == order {
                    break;
                }
            }
        }
        Self { ends, order }
    }

    /// The row after the last one of a block, in the sweep that starts at column `start`.
    #[inline(always)]
    pub(super) fn end(&self, block: usize, start: usize) -> usize {
        self.ends.get(block).map_or(self.order, |end| (end + start).min(self.order))
    }

    /// Number of blocks of the sweep that starts at column `start`.
    pub(super) fn blocks(&self, start: usize) -> usize {
        1 + self.ends.partition_point(|end| end + start < self.order)
    }

    /// The mean of the squared heights of the blocks.
    pub(super) fn mean_square(&self) -> usize {
        let heights = self.ends.windows(2).map(|ends| ends[1] - ends[0]).chain(self.ends.first().copied());
        heights.map(|height| height * height).sum::<usize>() / self.ends.len().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_entries(order: usize, entries: &[(usize, usize)]) -> BandMatrix {
        let mut band = BandMatrix::default();
        band.reset(order, 3);
        entries.iter().for_each(|&(row, column)| band.set(row, column, 1.0));
        band
    }

    #[test]
    fn a_block_reaches_as_far_as_any_column_before() {
        let band = with_entries(6, &[(3, 0), (5, 2)]);
        assert_eq!(Staircase::find(&band, 1, 1).ends, [4, 6], "columns 1 and 3 are zero");
    }

    #[test]
    fn blocks_of_all_sweeps() {
        let band = with_entries(10, &[(2, 0), (3, 2), (6, 3), (9, 6)]);
        let ends = |width, least| Staircase::find(&band, width, least).ends;
        assert_eq!(ends(1, 1), [3, 4, 7, 10]);
        assert_eq!(ends(1, 2), [3, 5, 7, 10]);
        assert_eq!(ends(1, 9), [4, 7, 10], "no more than the bandwidth");
        assert_eq!(ends(2, 2), [4, 7, 10]);
        let stairs = Staircase::find(&band, 1, 1);
        assert_eq!([stairs.end(1, 5), stairs.end(1, 6), stairs.end(2, 5), stairs.end(9, 0)], [9, 10, 10, 10]);
        assert_eq!([stairs.blocks(0), stairs.blocks(3), stairs.blocks(6), stairs.blocks(7)], [4, 3, 2, 1]);
    }
}
