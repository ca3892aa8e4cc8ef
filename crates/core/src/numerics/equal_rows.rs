//! Classes of nodes with equal rows, found by hashes: for the twins of the spectrum and of the baselines.
//!
//! Two nodes are twins if exchanging them changes nothing; the caller says which rows count as equal. Adjacent and
//! non-adjacent twins never share a class: if `u`, `v` are adjacent twins and `v`, `w` are non-adjacent twins, then `u` is
//! a neighbour of `v` and therefore of `w`, so `w` is a neighbour of `u` and therefore of `v`: a contradiction.

/// The leader of a node that is in no class.
pub const NO_CLASS: u32 = u32::MAX;

/// 2^64 / φ, odd: the upper bits of a product with it depend on all bits of the other factor (Knuth, "The Art of Computer
/// Programming", vol. 3, §6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A table of the first nodes of classes, by signature. Its memory is reused.
#[derive(Debug, Default)]
pub struct FirstNodes {
    /// Open addressing: a node, or [`NO_CLASS`] where there is none.
    slots: Vec<u32>,
}

impl FirstNodes {
    /// Joins each node to the first node with the same signature of which `are_equal` confirms that the rows are equal, and
    /// writes the first node of the class to `leaders` for all of its members. Gives the number of nodes that joined another.
    ///
    /// `nodes` are the candidates, ascending. Equal rows must have equal signatures; two different rows may share one, which
    /// costs a comparison.
    ///
    /// # Complexity
    /// Expected O(n) time for n rows, and one call of `are_equal` for each pair of a node and a class of its signature.
    pub fn join(
        &mut self,
        nodes: impl Iterator<Item = u32>,
        signatures: &[u64],
        leaders: &mut [u32],
        are_equal: impl Fn(u32, u32) -> bool,
    ) -> usize {
        // At most half full.
        let size = (2 * signatures.len()).next_power_of_two().max(2);
        self.slots.clear();
        self.slots.resize(size, NO_CLASS);
        let mut joined = 0;
        for node in nodes {
            let signature = signatures[node as usize];
            let mut at = (signature.wrapping_mul(GOLDEN) >> (u64::BITS - size.trailing_zeros())) as usize;
            loop {
                let first = self.slots[at];
                if first == NO_CLASS {
                    self.slots[at] = node;
                    break;
                }
                if signatures[first as usize] == signature && are_equal(first, node) {
                    leaders[first as usize] = first;
                    leaders[node as usize] = first;
                    joined += 1;
                    break;
                }
                at = (at + 1) % size;
            }
        }
        joined
    }
}

/// Whether a node is the first of its class, or alone.
#[must_use]
#[inline]
pub fn is_first(leaders: &[u32], node: u32) -> bool {
    let leader = leaders[node as usize];
    leader == NO_CLASS || leader == node
}

#[cfg(test)]
mod tests {
    use super::{FirstNodes, NO_CLASS, is_first};

    #[test]
    fn equal_rows_join_the_first_and_collisions_do_not() {
        let rows = ["a", "b", "a", "c", "a", "b", "c", "d"];
        // "c" has the signature of "a": a collision.
        let signatures = [7, 3, 7, 7, 7, 3, 7, u64::MAX];
        let (mut table, mut leaders) = (FirstNodes::default(), [NO_CLASS; 8]);
        let joined = table.join(0..8, &signatures, &mut leaders, |u, v| rows[u as usize] == rows[v as usize]);
        assert_eq!((joined, leaders), (4, [0, 1, 0, 3, 0, 1, 3, NO_CLASS]));
        assert_eq!((0..8).filter(|&node| is_first(&leaders, node)).collect::<Vec<_>>(), [0, 1, 3, 7]);
        // The table is emptied, and only candidates join.
        let mut leaders = [NO_CLASS; 8];
        let joined = table.join([1, 5, 7].into_iter(), &signatures, &mut leaders, |_, _| true);
        assert_eq!((joined, leaders[5], leaders[0]), (1, 1, NO_CLASS));
        assert_eq!(table.join(0..0, &[], &mut [], |_, _| true), 0);
    }

    #[test]
    fn a_full_table_wraps_around() {
        // Every signature asks for the same slot.
        let (mut table, mut leaders) = (FirstNodes::default(), [NO_CLASS; 100]);
        assert_eq!(table.join(0..100, &[0; 100], &mut leaders, |u, v| u % 50 == v % 50), 50);
        assert!((50..100).all(|node| leaders[node] == node as u32 - 50));
    }
}
