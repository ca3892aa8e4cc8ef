//! The channel `components`.

use super::{Channel, CycleCounts, SolvedGraph};

/// In how many pieces a graph is, and how many independent cycles it has.
///
/// # Formula
/// ```text
/// ln c,  isolated nodes / n,  ln(1 + m − n + c)        c components, n nodes, m edges
/// ```
/// m − n + c is the cyclomatic number: the edges beyond a spanning forest.
///
/// # Complexity
/// O(n + m) time, O(n) space.
#[derive(Debug, Default)]
pub(super) struct ComponentsChannel {
    reached: Vec<bool>,
    /// Nodes that were reached and whose neighbours were not looked at.
    open: Vec<u32>,
}

impl Channel for ComponentsChannel {
    fn columns(&self) -> Vec<String> {
        ["components_ln_count", "components_fraction_isolated", "components_ln_cycles"].map(String::from).into()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, _: CycleCounts<'_>, row: &mut Vec<f32>) {
        let graph = solved.graph;
        let (nodes, edges) = (graph.node_count(), graph.edge_count());
        self.reached.clear();
        self.reached.resize(nodes, false);
        let (mut components, mut left) = (0, nodes);
        for root in 0..nodes as u32 {
            if std::mem::replace(&mut self.reached[root as usize], true) {
                continue;
            }
            components += 1;
            left -= 1;
            self.open.push(root);
            while let Some(node) = self.open.pop() {
                // As a rule all nodes are reached long before all edges were looked at.
                if left == 0 {
                    self.open.clear();
                    break;
                }
                for &neighbor in graph.neighbors(node) {
                    if !std::mem::replace(&mut self.reached[neighbor as usize], true) {
                        left -= 1;
                        self.open.push(neighbor);
                    }
                }
            }
        }
        let isolated = graph.isolated_count() as f64 / nodes as f64;
        let cycles = edges + components - nodes;
        row.extend([(components as f64).ln(), isolated, (cycles as f64).ln_1p()].map(|value| value as f32));
    }
}
