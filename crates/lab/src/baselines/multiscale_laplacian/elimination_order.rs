use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

use super::class_rows::ClassRows;

/// An order of elimination with little fill: those with few neighbours first, so that a tree has none.
///
/// Amestoy, Davis & Duff 1996, "An Approximate Minimum Degree Ordering Algorithm", as faer has it.
pub(super) fn minimum_degree_order(rows: &ClassRows) -> Vec<u32> {
    let (count, columns) = (rows.len(), rows.columns());
    let natural = || (0..count as u32).collect();
    let Ok(offsets) = rows.offsets().iter().map(|&at| u32::try_from(at)).collect::<Result<Vec<u32>, _>>() else {
        // More entries than the ordering can number: any order is right, this one only makes more fill.
        return natural();
    };
    let (mut order, mut places) = (vec![0u32; count], vec![0u32; count]);
    let matrix = SymbolicSparseColMatRef::new_checked(count, count, &offsets, None, columns);
    let mut buffer = MemBuffer::new(amd::order_scratch::<u32>(count, columns.len()));
    let stack = MemStack::new(&mut buffer);
    match amd::order(&mut order, &mut places, matrix, amd::Control::default(), stack) {
        Ok(_) => order,
        Err(_) => natural(),
    }
}
