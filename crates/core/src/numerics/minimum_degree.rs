//! Orders of elimination with little fill, for the sparse factorizations of the spectrum and of the baselines.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// An order of elimination, and its predicted cost.
#[derive(Debug, Clone, PartialEq)]
pub struct MinimumDegree {
    /// `order[k]` is the row that is eliminated as number k.
    pub order: Vec<u32>,
    /// Predicted multiplications of one elimination.
    pub multiplications: f64,
    /// Predicted entries below the diagonal of the triangular factor.
    pub fill: f64,
}

impl MinimumDegree {
    /// Approximate minimum degree: rows with few neighbours first, so that a tree has no fill.
    ///
    /// Amestoy, Davis & Duff 1996, "An Approximate Minimum Degree Ordering Algorithm", as faer implements it. The matrix
    /// is symmetric: column `c` has entries in `rows[offsets[c]..offsets[c + 1]]`, in any order, of both triangles or of
    /// one. `None` if there is no memory for it.
    ///
    /// # Panics
    /// If the offsets are not ascending from 0 to the number of entries, or a row is out of range.
    #[must_use]
    pub fn of_pattern(offsets: &[u32], rows: &[u32]) -> Option<Self> {
        let size = offsets.len() - 1;
        let pattern = SymbolicSparseColMatRef::new_unsorted_checked(size, size, offsets, None, rows);
        let (mut order, mut places) = (vec![0; size], vec![0; size]);
        let mut memory = MemBuffer::try_new(amd::order_maybe_unsorted_scratch::<u32>(size, rows.len())).ok()?;
        let (control, stack) = (amd::Control::default(), MemStack::new(&mut memory));
        let steps = amd::order_maybe_unsorted(&mut order, &mut places, pattern, control, stack).ok()?;
        Some(Self { order, multiplications: steps.n_mult_subs_ldl, fill: steps.n_div })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::MinimumDegree;

    #[test]
    fn a_star_is_eliminated_from_its_leaves_without_fill() {
        // The hub is row 0; each leaf has one entry, in the hub's column.
        let found = MinimumDegree::of_pattern(&[0, 4, 4, 4, 4, 4], &[1, 2, 3, 4]).unwrap();
        assert!(found.order[..3].iter().all(|&row| row != 0));
        assert_eq!(found.fill, 4.0);
    }

    #[test]
    fn one_triangle_or_both_give_the_same_fill() {
        // A path of four nodes.
        let both = MinimumDegree::of_pattern(&[0, 1, 3, 5, 6], &[1, 2, 0, 1, 3, 2]).unwrap();
        let upper = MinimumDegree::of_pattern(&[0, 0, 1, 2, 3], &[0, 1, 2]).unwrap();
        assert_eq!(both.fill, upper.fill);
        let mut sorted = both.order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3]);
    }
}
