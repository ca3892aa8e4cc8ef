//! How well a model tells the families apart.

use serde::Serialize;

/// How well a model tells its families apart, on graphs that it was not trained on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PretextScore {
    /// The families; a class that is a part of one counts as that one.
    pub families: Vec<String>,
    /// Graphs by family (rows) and by the family they were taken for (columns).
    pub confusion: Vec<Vec<u64>>,
    /// By number of nodes.
    pub by_size: Vec<RangeScore>,
    /// By mean degree.
    pub by_degree: Vec<RangeScore>,
}

/// The score of the graphs within a range.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RangeScore {
    /// From here on.
    pub from: f64,
    /// Up to, but not including, here.
    pub to: f64,
    /// Graphs.
    pub graphs: u64,
    /// Of those, taken for the right family.
    pub right: u64,
}

/// The prediction for one graph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Verdict {
    pub(crate) family: usize,
    pub(crate) taken_for: usize,
    pub(crate) nodes: usize,
    pub(crate) mean_degree: f64,
}

impl PretextScore {
    pub(crate) fn new(families: Vec<String>, verdicts: &[Verdict]) -> Self {
        let mut confusion = vec![vec![0; families.len()]; families.len()];
        for verdict in verdicts {
            confusion[verdict.family][verdict.taken_for] += 1;
        }
        Self {
            families,
            confusion,
            by_size: in_powers_of_two(verdicts, |verdict| verdict.nodes as f64),
            by_degree: in_powers_of_two(verdicts, |verdict| verdict.mean_degree),
        }
    }

    /// Share of the graphs that were taken for the right family.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let right: u64 = (0..self.families.len()).map(|family| self.confusion[family][family]).sum();
        let graphs: u64 = self.confusion.iter().flatten().sum();
        right as f64 / graphs as f64
    }
}

/// Scores by ranges from one power of two to the next; ranges without a graph are left out. Numbers below 1 count with
/// the first.
fn in_powers_of_two(verdicts: &[Verdict], value: impl Fn(&Verdict) -> f64) -> Vec<RangeScore> {
    let mut ranges: Vec<RangeScore> = Vec::new();
    let range_of = |value: f64| value.max(1.0).log2().floor() as i32;
    let mut sorted: Vec<(i32, bool)> =
        verdicts.iter().map(|verdict| (range_of(value(verdict)), verdict.family == verdict.taken_for)).collect();
    sorted.sort_unstable();
    for same in sorted.chunk_by(|a, b| a.0 == b.0) {
        let from = f64::from(same[0].0).exp2();
        let right = same.iter().filter(|(_, is_right)| *is_right).count() as u64;
        ranges.push(RangeScore { from, to: 2.0 * from, graphs: same.len() as u64, right });
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_counted_where_they_belong() {
        let verdict = |family, taken_for, nodes, mean_degree| Verdict { family, taken_for, nodes, mean_degree };
        let verdicts = [verdict(0, 0, 9, 0.0), verdict(0, 1, 16, 2.5), verdict(1, 1, 15, 4.0)];
        let score = PretextScore::new(vec!["a".into(), "b".into()], &verdicts);
        assert_eq!(score.confusion, [[1, 1], [0, 1]]);
        assert_eq!(score.accuracy(), 2.0 / 3.0);
        let range = |from, graphs, right| RangeScore { from, to: 2.0 * from, graphs, right };
        assert_eq!(score.by_size, [range(8.0, 2, 2), range(16.0, 1, 0)]);
        assert_eq!(score.by_degree, [range(1.0, 1, 1), range(2.0, 1, 0), range(4.0, 1, 1)]);
    }
}
