//! Which rows are equal?

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::rows::Rows;

/// Groups of equal rows: those at distance 0 from each other. Each group ascending, the groups in the order of their first rows;
/// rows without an equal are in no group.
///
/// ```
/// use sgr_search::duplicates::duplicates;
/// use sgr_search::rows::Rows;
/// let rows = Rows::new(&[1.0, 2.0, 5.0, 1.0, 2.0, 0.0, -0.0, 5.0], 1)?;
/// assert_eq!(duplicates(rows), [vec![0, 3], vec![1, 4], vec![2, 7], vec![5, 6]]);
/// # Ok::<(), sgr_search::SearchError>(())
/// ```
///
/// # Complexity
/// O(n d + n log n) time for n rows of d dimensions.
#[must_use]
pub fn duplicates(rows: Rows<'_>) -> Vec<Vec<usize>> {
    let mut hashed: Vec<(u64, usize)> = (0..rows.len()).map(|row| (hash(rows.row(row)), row)).collect();
    hashed.sort_unstable();
    let mut groups = Vec::new();
    for alike in hashed.chunk_by(|one, other| one.0 == other.0) {
        // Different rows may share a hash.
        let first = groups.len();
        for &(_, row) in alike {
            let equal = groups[first..].iter_mut().find(|group: &&mut Vec<usize>| rows.row(group[0]) == rows.row(row));
            match equal {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
        }
    }
    groups.retain(|group| group.len() > 1);
    groups.sort_unstable();
    groups
}

/// Equal for equal rows: zero has two signs.
fn hash(row: &[f32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    row.iter().for_each(|&value| (value + 0.0).to_bits().hash(&mut hasher));
    hasher.finish()
}
