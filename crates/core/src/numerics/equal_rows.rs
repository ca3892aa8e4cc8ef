//! Classes of nodes with equal rows, found by hashes: for the twins of the spectrum and of the baselines.
//!
//! Two nodes are twins if exchanging them changes nothing; the caller says which rows count as equal. Adjacent and
//! non-adjacent twins never share a class: if `u`, `v` are adjacent twins and `v`, `w` are non-adjacent twins, then `u` is
//! a neighbour of `v` and therefore of `w`, so `w` is a neighbour of `u` and therefore of `v`: a contradiction.

/// The leader of a node that is in no class.
pub const NO_CLASS: u32 = u32::MAX;

/// Joins each node to the first node with the same signature if `are_equal` confirms it, and writes the first node of the
/// class to `leaders` for all of its members. Gives the number of nodes that joined another.
///
/// `nodes` are the candidates, in any order; they are sorted by signature. Equal rows must have equal signatures. Two
/// different rows may share one: a node that differs from the first of its group stays alone, which costs a merge but no
/// correctness.
///
/// # Complexity
/// O(n log n) time and at most n calls of `are_equal` for n candidates; no allocation.
pub fn join_equal(
    nodes: &mut [u32],
    signatures: &[u64],
    leaders: &mut [u32],
    are_equal: impl Fn(u32, u32) -> bool,
) -> usize {
    nodes.sort_unstable_by_key(|&node| (signatures[node as usize], node));
    let mut joined = 0;
    for group in nodes.chunk_by(|&u, &v| signatures[u as usize] == signatures[v as usize]) {
        let leader = group[0];
        for &node in group[1..].iter().filter(|&&node| are_equal(leader, node)) {
            leaders[leader as usize] = leader;
            leaders[node as usize] = leader;
            joined += 1;
        }
    }
    joined
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
    use super::{NO_CLASS, is_first, join_equal};

    #[test]
    fn equal_rows_join_the_first_and_collisions_stay_alone() {
        let rows = ["a", "b", "a", "c", "a", "b"];
        // "c" has the signature of "a": a collision.
        let signatures = [7, 3, 7, 7, 7, 3];
        let (mut nodes, mut leaders) = ([5, 4, 3, 2, 1, 0], [NO_CLASS; 6]);
        let joined = join_equal(&mut nodes, &signatures, &mut leaders, |u, v| rows[u as usize] == rows[v as usize]);
        assert_eq!((joined, leaders), (3, [0, 1, 0, NO_CLASS, 0, 1]));
        assert_eq!((0..6).filter(|&node| is_first(&leaders, node)).collect::<Vec<_>>(), [0, 1, 3]);
    }
}
