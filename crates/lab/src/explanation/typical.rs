//! The graphs in the middle of their classes.

use super::Explainer;

/// Nodes of a graph that is shown next to others.
const MOST_NODES: usize = 80;

impl Explainer<'_> {
    /// For each class the position of the graph whose vector is nearest to the mean vector of the class, among the graphs of at
    /// most eighty nodes whose class the regression predicts rightly; a class without such graphs is left out. Empty without
    /// classes.
    #[must_use]
    pub fn typical_graphs(&self) -> Vec<usize> {
        let Some(classes) = &self.classes else { return Vec::new() };
        let rows: Vec<f32> = (0..self.records.len()).flat_map(|at| self.vector(at)).copied().collect();
        let means = classes.labels.means(&rows, self.vector(0).len());
        let mut nearest: Vec<Option<(f64, usize)>> = vec![None; classes.len()];
        for (at, record) in self.records.iter().enumerate() {
            let class = classes.labels.classes()[at];
            if record.graph.node_count() > MOST_NODES || classes.predicted(self.vector(at)).0 != class {
                continue;
            }
            let squares =
                self.vector(at).iter().zip(&means[class]).map(|(value, mean)| (f64::from(*value) - mean).powi(2));
            let distance: f64 = squares.sum();
            if nearest[class].is_none_or(|(least, _)| distance < least) {
                nearest[class] = Some((distance, at));
            }
        }
        nearest.into_iter().flatten().map(|(_, at)| at).collect()
    }
}
