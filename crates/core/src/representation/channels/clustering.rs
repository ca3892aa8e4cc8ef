//! The channel `clustering`.

use super::quantiles::{append_quantiles, quantile_names};
use super::{Channel, CycleCounts, SolvedGraph};

/// Quantiles of the channel. Part of the format of model files: a change makes all models useless.
const QUANTILES: usize = 8;

/// How many triangles there are, and where.
///
/// # Formula
/// ```text
/// ln(1 + T),  3T / max(W, 1),  mean of c_u,  ln(1 + T) − ln n,  8 quantiles of c_u
/// W = Σ_u d_u (d_u − 1)/2,     c_u = t_u / (d_u (d_u − 1)/2), 0 if d_u < 2
/// ```
/// T triangles, t_u of them at node u, W wedges. Watts & Strogatz 1998, "Collective dynamics of 'small-world' networks".
///
/// # Complexity
/// That of [`SmallCycles::triangles`](crate::graph::SmallCycles::triangles), and O(n log n).
#[derive(Debug, Default)]
pub(super) struct ClusteringChannel {
    local: Vec<f64>,
}

impl Channel for ClusteringChannel {
    fn columns(&self) -> Vec<String> {
        let first = ["ln_triangles", "transitivity", "mean", "ln_triangles_a_node"];
        first
            .map(|name| format!("clustering_{name}"))
            .into_iter()
            .chain(quantile_names("clustering", QUANTILES))
            .collect()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, cycles: CycleCounts<'_>, row: &mut Vec<f32>) {
        let graph = solved.graph;
        let (mut corners, mut wedges) = (0, 0);
        self.local.clear();
        for (offsets, &triangles) in graph.offsets().windows(2).zip(cycles.triangles) {
            let degree = (offsets[1] - offsets[0]) as u64;
            let here = degree * degree.saturating_sub(1) / 2;
            corners += triangles;
            wedges += here;
            self.local.push(triangles as f64 / here.max(1) as f64);
        }
        // Ascending before the sum: its rounding does not depend on the numbering of the nodes.
        self.local.sort_unstable_by(f64::total_cmp);
        let nodes = self.local.len() as f64;
        let mean = self.local.iter().sum::<f64>() / nodes;
        let logarithm = ((corners / 3) as f64).ln_1p();
        let first = [logarithm, corners as f64 / wedges.max(1) as f64, mean, logarithm - nodes.ln()];
        row.extend(first.map(|value| value as f32));
        append_quantiles(&self.local, QUANTILES, |local| local, row);
    }
}
