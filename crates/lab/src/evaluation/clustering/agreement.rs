//! Agreement of two clusterings.

use std::collections::BTreeMap;

/// How many points two clusterings give to each pair of clusters, and to each cluster.
struct Contingency {
    cells: BTreeMap<(u32, u32), u64>,
    rows: BTreeMap<u32, u64>,
    columns: BTreeMap<u32, u64>,
    total: u64,
}

impl Contingency {
    fn of(a: &[u32], b: &[u32]) -> Self {
        assert_eq!(a.len(), b.len(), "found clusterings of {} and {} points, wanted the same points", a.len(), b.len());
        let (mut cells, mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for (&a, &b) in a.iter().zip(b) {
            *cells.entry((a, b)).or_insert(0) += 1;
            *rows.entry(a).or_insert(0) += 1;
            *columns.entry(b).or_insert(0) += 1;
        }
        Self { cells, rows, columns, total: a.len() as u64 }
    }
}

/// How far two clusterings agree on pairs of points, beyond chance.
///
/// # Formula
/// ```text
/// ARI = (Σ C(n_ij, 2) − E) / (½ (Σ C(a_i, 2) + Σ C(b_j, 2)) − E),   E = Σ C(a_i, 2) Σ C(b_j, 2) / C(n, 2)
/// ```
/// Hubert & Arabie 1985, "Comparing partitions", eq. (5). n_ij = points in cluster i of `a` and j of `b`, a_i and b_j their
/// sums; C(n, 2) = n (n − 1)/2.
///
/// # Edge cases
/// As scikit-learn: 1 where the two agree on every pair, which includes no points, one point, one cluster in both, and each
/// point alone in both.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn adjusted_rand_index(a: &[u32], b: &[u32]) -> f64 {
    let table = Contingency::of(a, b);
    let pairs = |counts: &mut dyn Iterator<Item = &u64>| counts.map(|&count| count * (count - 1) / 2).sum::<u64>();
    let (together, first, second) =
        (pairs(&mut table.cells.values()), pairs(&mut table.rows.values()), pairs(&mut table.columns.values()));
    if together == first && together == second {
        return 1.0;
    }
    let all = (table.total * (table.total - 1) / 2) as f64;
    let expected = first as f64 * second as f64 / all;
    (together as f64 - expected) / ((first + second) as f64 / 2.0 - expected)
}

/// How much one clustering tells of another, as a share of what there is to tell.
///
/// # Formula
/// ```text
/// NMI = I(a, b) / ½ (H(a) + H(b)),   I = Σ n_ij/n ln(n n_ij / (a_i b_j)),   H(a) = −Σ a_i/n ln(a_i/n)
/// ```
/// Strehl & Ghosh 2002, with the arithmetic mean (scikit-learn's default). Symbols as in [`adjusted_rand_index`].
///
/// # Edge cases
/// As scikit-learn: 1 for no points or one cluster in both; 0 for one cluster in one of them.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn normalized_mutual_information(a: &[u32], b: &[u32]) -> f64 {
    let table = Contingency::of(a, b);
    if table.rows.len() <= 1 && table.columns.len() <= 1 {
        return 1.0;
    }
    let total = table.total as f64;
    let information = table.cells.iter().map(|((row, column), &count)| {
        let (count, by_chance) = (count as f64, table.rows[row] as f64 * table.columns[column] as f64);
        count / total * (total * count / by_chance).ln()
    });
    let information: f64 = information.sum();
    // Independent clusterings leave rounding, of either sign.
    if information <= f64::EPSILON {
        return 0.0;
    }
    let entropy = |counts: &BTreeMap<u32, u64>| -> f64 {
        counts.values().map(|&count| -(count as f64 / total) * (count as f64 / total).ln()).sum()
    };
    information / ((entropy(&table.rows) + entropy(&table.columns)) / 2.0)
}
