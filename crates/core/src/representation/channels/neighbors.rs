//! The channel `neighbors`.

use super::quantiles::{append_quantiles, quantile_names};
use super::{Channel, CycleCounts, SolvedGraph};

/// Quantiles of the channel. Part of the format of model files: a change makes all models useless.
const QUANTILES: usize = 8;

/// Degrees from here on are one kind: pairs of kinds stay few, and molecules, whose degrees rarely reach 5, lose nothing.
const CLIP: usize = 5;

/// Who is connected to whom: degrees of neighbours, and edges by the degrees of their ends.
///
/// # Formula
/// ```text
/// 8 quantiles of ln(1 + mean degree of the neighbours of u), 0 if u has none
/// fractions of edges {u, v} with (min(d_u, 5), min(d_v, 5)) = (a, b),  1 ≤ a ≤ b ≤ 5, row by row
/// ```
/// Weights do not count. All fractions are 0 if there is no edge.
///
/// # Complexity
/// O(n log n + m) time, O(n) space.
#[derive(Debug, Default)]
pub(super) struct NeighborsChannel {
    means: Vec<f64>,
    /// The degree of each node, and a one in the field of its clipped degree.
    degrees: Vec<(u32, u64)>,
}

/// Bits of a field that counts neighbours with one clipped degree; six fields fill a word.
const FIELD: u32 = 10;

/// Neighbours after which a field may be full.
const FULL: usize = (1 << FIELD) - 1;

impl Channel for NeighborsChannel {
    fn columns(&self) -> Vec<String> {
        let edges = pairs().map(|(a, b)| format!("neighbors_edges_{a}_{b}"));
        quantile_names("neighbors", QUANTILES).chain(edges).collect()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, _: CycleCounts<'_>, row: &mut Vec<f32>) {
        let graph = solved.graph;
        let mut counts = [[0usize; CLIP + 1]; CLIP + 1];
        self.means.clear();
        self.degrees.clear();
        self.degrees.extend(graph.offsets().windows(2).map(|row| {
            let degree = row[1] - row[0];
            (degree as u32, 1 << (FIELD * degree.min(CLIP) as u32))
        }));
        for node in 0..graph.node_count() as u32 {
            let neighbors = graph.neighbors(node);
            let counts = &mut counts[neighbors.len().min(CLIP)];
            let mut sum = 0;
            for some in neighbors.chunks(FULL) {
                // One sum counts all fields at once: a count in memory would wait for the one before.
                let mut fields = 0;
                for &neighbor in some {
                    let (degree, one) = self.degrees[neighbor as usize];
                    sum += u64::from(degree);
                    fields += one;
                }
                for (kind, count) in counts.iter_mut().enumerate() {
                    *count += (fields >> (FIELD * kind as u32)) as usize & FULL;
                }
            }
            // A quotient of integers: the order of the neighbours leaves no trace.
            self.means.push(sum as f64 / neighbors.len().max(1) as f64);
        }
        self.means.sort_unstable_by(f64::total_cmp);
        append_quantiles(&self.means, QUANTILES, f64::ln_1p, row);
        let edges = graph.edge_count().max(1) as f64;
        row.extend(pairs().map(|(a, b)| {
            // From both ends: an edge between equals is twice in one count, any other once in each of two.
            let count = if a == b { counts[a][a] / 2 } else { counts[a][b] };
            (count as f64 / edges) as f32
        }));
    }
}

/// Clipped degrees of the two ends, the upper triangle row by row.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (1..=CLIP).flat_map(|a| (a..=CLIP).map(move |b| (a, b)))
}
