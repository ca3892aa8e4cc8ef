//! The elimination tree of a sparse matrix, for the assembly tree.

use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// No parent: the row is eliminated last in its connected component.
pub(super) const NONE: u32 = u32::MAX;

/// An elimination order in postorder, and its elimination tree: every row comes after its descendants, branch by
/// branch.
///
/// The parent of a row is the first later row that its elimination touches. Rows are numbered in elimination order.
#[derive(Debug)]
pub(super) struct EliminationTree {
    /// `order[k]` is the row of the matrix with number k.
    pub(super) order: Vec<u32>,
    /// `positions[row]` is the number of a row of the matrix.
    pub(super) positions: Vec<u32>,
    /// Number of the parent of each row, or [`NONE`].
    pub(super) parents: Vec<u32>,
    /// Number of later rows that the elimination of each row touches.
    pub(super) touched: Vec<u32>,
}

impl EliminationTree {
    /// The tree of `matrix` for an elimination order, which is then rearranged to a postorder with the same fill.
    ///
    /// # Complexity
    /// O(fill) time, O(n) space.
    pub(super) fn new(matrix: &SparseLaplacian, order: &[u32]) -> Self {
        let positions = inverse(order);
        let parents = parents(matrix, order, &positions);
        let touched = touched(matrix, order, &positions, &parents);
        let branches = postorder(&parents, &touched);
        let numbers = inverse(&branches);
        let order: Vec<u32> = branches.iter().map(|&row| order[row as usize]).collect();
        let touched = branches.iter().map(|&row| touched[row as usize]).collect();
        let renumbered = |&row: &u32| match parents[row as usize] {
            NONE => NONE,
            parent => numbers[parent as usize],
        };
        let parents = branches.iter().map(renumbered).collect();
        Self { positions: inverse(&order), order, parents, touched }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The columns, by number, in which row number `number` has off-diagonal entries.
    pub(super) fn neighbors<'a>(
        &'a self,
        matrix: &'a SparseLaplacian,
        number: usize,
    ) -> impl Iterator<Item = u32> + 'a {
        matrix.columns(self.order[number] as usize).iter().map(|&column| self.positions[column as usize])
    }
}

/// The parent of each row, by Liu's algorithm with path compression ("The Role of Elimination Trees in Sparse
/// Factorization", 1990).
fn parents(matrix: &SparseLaplacian, order: &[u32], positions: &[u32]) -> Vec<u32> {
    let mut parents = vec![NONE; order.len()];
    let mut ancestors = vec![NONE; order.len()];
    for (row, &at) in order.iter().enumerate() {
        let row = row as u32;
        for &column in matrix.columns(at as usize) {
            let mut number = positions[column as usize];
            while number < row {
                let next = std::mem::replace(&mut ancestors[number as usize], row);
                if next == NONE {
                    parents[number as usize] = row;
                    break;
                }
                number = next;
            }
        }
    }
    parents
}

/// Number of later rows that the elimination of each row touches.
///
/// Visits each entry of the triangular factor once, along the branches that lead to its row.
fn touched(matrix: &SparseLaplacian, order: &[u32], positions: &[u32], parents: &[u32]) -> Vec<u32> {
    let mut counts = vec![0u32; order.len()];
    let mut seen = vec![NONE; order.len()];
    for (row, &at) in order.iter().enumerate() {
        let row = row as u32;
        seen[row as usize] = row;
        let earlier = matrix.columns(at as usize).iter().map(|&column| positions[column as usize]);
        for mut number in earlier.filter(|&number| number < row) {
            while seen[number as usize] != row {
                seen[number as usize] = row;
                counts[number as usize] += 1;
                number = parents[number as usize];
            }
        }
    }
    counts
}

/// The rows in postorder. The last child of a row is the child that touches the most rows: only the front of the last
/// child can be joined with the front of the parent.
fn postorder(parents: &[u32], touched: &[u32]) -> Vec<u32> {
    let mut by_touched: Vec<u32> = (0..parents.len() as u32).collect();
    by_touched.sort_by_key(|&row| std::cmp::Reverse(touched[row as usize]));
    // Linked lists of children. Each child is inserted at the front, so the list ascends by touched rows.
    let mut first_child = vec![NONE; parents.len()];
    let mut next_sibling = vec![NONE; parents.len()];
    let mut roots = Vec::new();
    for row in by_touched {
        match parents[row as usize] {
            NONE => roots.push(row),
            parent => {
                next_sibling[row as usize] = std::mem::replace(&mut first_child[parent as usize], row);
            }
        }
    }
    let mut order = Vec::with_capacity(parents.len());
    let mut path = Vec::new();
    for root in roots.into_iter().rev() {
        path.push(root);
        while let Some(&row) = path.last() {
            let child = first_child[row as usize];
            if child == NONE {
                order.push(row);
                path.pop();
            } else {
                first_child[row as usize] = next_sibling[child as usize];
                path.push(child);
            }
        }
    }
    order
}

/// The inverse of a permutation.
fn inverse(order: &[u32]) -> Vec<u32> {
    let mut positions = vec![0; order.len()];
    for (position, &row) in order.iter().enumerate() {
        positions[row as usize] = position as u32;
    }
    positions
}
