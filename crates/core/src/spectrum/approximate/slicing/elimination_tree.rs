use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// No parent: the last row of a connected piece.
pub(super) const NONE: u32 = u32::MAX;

/// An elimination order in which every row comes after all that depend on it, branch by branch, with the tree that says so.
///
/// The parent of a row is the first row that its elimination touches. Rows are numbered in elimination order.
#[derive(Debug)]
pub(super) struct EliminationTree {
    /// `order[k]` is the row of the matrix that is eliminated as number k.
    pub(super) order: Vec<u32>,
    /// `positions[row]` is its number.
    pub(super) positions: Vec<u32>,
    pub(super) parents: Vec<u32>,
    /// How many later rows the elimination of each row touches.
    pub(super) touched: Vec<u32>,
}

impl EliminationTree {
    /// The tree of `matrix` eliminated in a given order, which is then rearranged branch by branch: the fill is the same.
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

    /// The rows that row number `number` of the matrix has entries in, by number.
    pub(super) fn neighbors<'a>(
        &'a self,
        matrix: &'a SparseLaplacian,
        number: usize,
    ) -> impl Iterator<Item = u32> + 'a {
        matrix.columns(self.order[number] as usize).iter().map(|&column| self.positions[column as usize])
    }
}

/// Liu's algorithm with path compression ("The Role of Elimination Trees in Sparse Factorization", 1990).
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

/// How many later rows the elimination of each row touches.
///
/// Each entry of the triangular factor is met once, along the branches that lead to its row.
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

/// The rows branch by branch, each after its children, of which the one that touches most is the last: its front is the
/// one that can grow into the parent's.
fn postorder(parents: &[u32], touched: &[u32]) -> Vec<u32> {
    let mut by_touched: Vec<u32> = (0..parents.len() as u32).collect();
    by_touched.sort_by_key(|&row| std::cmp::Reverse(touched[row as usize]));
    // Children as linked lists, filled from the back.
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

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut positions = vec![0; order.len()];
    for (position, &row) in order.iter().enumerate() {
        positions[row as usize] = position as u32;
    }
    positions
}
