//! How often the graphs nearest to a graph are of its class.

use serde::{Deserialize, Serialize};

/// How well the nearest graphs of each graph are those of its class: leave-one-out over a collection.
///
/// Among others at the same distance no order is better than another: each number is its mean over all orders of these
/// (McSherry & Najork 2008, "Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied Scores").
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct RetrievalScore {
    /// The share of graphs whose nearest other graph is of their class.
    pub precision_at_1: f64,
    /// The mean share of the ten nearest that are of the class.
    pub precision_at_10: f64,
    /// The mean over graphs, and over the others of their class, of the share of the class up to that one.
    pub mean_average_precision: f64,
    /// Graphs that were asked for: all whose class has another graph.
    pub queries: usize,
}

/// Places that [`RetrievalScore::precision_at_10`] looks at.
const FIRST: usize = 10;

impl RetrievalScore {
    /// The score of one query by the distances of all others, and whether they are of its class; `None` if none is.
    ///
    /// # Formula
    /// ```text
    /// P@k = (1/k) Σ_{i ≤ k} E[r_i]
    /// AP = (1/R) Σ_i E[r_i · (r_1 + … + r_i) / i]
    /// ```
    /// r_i = 1 if the i-th nearest is of the class, R = how many are. In a group of n others at the same distance, of which
    /// r are of the class, behind k others of which s are, the j-th has
    /// ```text
    /// E[r_{k+j}] = r / n,   E[r_{k+j} · (r_1 + … + r_{k+j})] = (r / n) (s + 1 + (j − 1) (r − 1) / (n − 1))
    /// ```
    /// With fewer than ten others P@10 looks at all of them.
    ///
    /// # Complexity
    /// O(n log n) time for n others, which are put in order.
    #[must_use]
    pub fn of_query(others: &mut [(f64, bool)]) -> Option<Self> {
        let relevant = others.iter().filter(|(_, is_relevant)| *is_relevant).count();
        if relevant == 0 {
            return None;
        }
        others.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let first = FIRST.min(others.len());
        let (mut at_1, mut at_10, mut precisions, mut before, mut found) = (0.0, 0.0, 0.0, 0, 0);
        for group in others.chunk_by(|one, other| one.0 == other.0) {
            let (size, hits) = (group.len(), group.iter().filter(|(_, is_relevant)| *is_relevant).count());
            let share = hits as f64 / size as f64;
            if before == 0 {
                at_1 = share;
            }
            at_10 += share * (first.saturating_sub(before)).min(size) as f64;
            // Of the others in the group, this part is of the class too.
            let rest = hits.saturating_sub(1) as f64 / (size - 1).max(1) as f64;
            if hits > 0 {
                let precision = |place: usize| (found as f64 + 1.0 + place as f64 * rest) / (before + place + 1) as f64;
                precisions += share * (0..size).map(precision).sum::<f64>();
            }
            before += size;
            found += hits;
        }
        Some(Self {
            precision_at_1: at_1,
            precision_at_10: at_10 / first as f64,
            mean_average_precision: precisions / relevant as f64,
            queries: 1,
        })
    }

    /// The mean of the scores of queries.
    #[must_use]
    pub fn mean(queries: &[Self]) -> Self {
        let mean = |number: fn(&Self) -> f64| queries.iter().map(number).sum::<f64>() / queries.len().max(1) as f64;
        Self {
            precision_at_1: mean(|score| score.precision_at_1),
            precision_at_10: mean(|score| score.precision_at_10),
            mean_average_precision: mean(|score| score.mean_average_precision),
            queries: queries.iter().map(|score| score.queries).sum(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// All orders of a list that sort its distances.
    fn orders(others: &[(f64, bool)]) -> Vec<Vec<bool>> {
        if others.is_empty() {
            return vec![vec![]];
        }
        let nearest = others.iter().map(|other| other.0).fold(f64::INFINITY, f64::min);
        let firsts = (0..others.len()).filter(|&at| others[at].0 == nearest);
        let with_first = |first: usize| {
            let mut rest = others.to_vec();
            let (_, is_relevant) = rest.remove(first);
            orders(&rest).into_iter().map(move |order| [vec![is_relevant], order].concat())
        };
        firsts.flat_map(with_first).collect()
    }

    /// The scores of an order by their definitions.
    fn defined(order: &[bool]) -> [f64; 3] {
        let among = |first: usize| order[..first].iter().filter(|hit| **hit).count() as f64 / first as f64;
        let hits: Vec<usize> = (0..order.len()).filter(|&at| order[at]).collect();
        let precision = hits.iter().map(|&at| among(at + 1)).sum::<f64>() / hits.len() as f64;
        [among(1), among(order.len().min(10)), precision]
    }

    #[test]
    fn ties_count_as_the_mean_over_their_orders() {
        for (distances, classes) in [
            (&[1.0, 2.0, 2.0, 2.0, 5.0, 5.0, 7.0][..], &[0, 1, 0, 1, 1, 0, 1][..]),
            (&[3.0; 6], &[1, 0, 0, 1, 1, 0]),
            (&[0.0, 0.0, 1.0], &[0, 0, 1]),
            (&[4.0, 3.0, 2.0, 1.0, 1.0], &[1, 1, 1, 1, 1]),
            // A group that begins before the tenth place and ends behind it.
            (&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 9.0, 9.0, 9.0, 9.0], &[1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1]),
        ] {
            let others: Vec<(f64, bool)> =
                distances.iter().zip(classes).map(|(&distance, &class)| (distance, class == 1)).collect();
            let orders: Vec<[f64; 3]> = orders(&others).iter().map(|order| defined(order)).collect();
            let mean = |at: usize| orders.iter().map(|order| order[at]).sum::<f64>() / orders.len() as f64;
            let found = RetrievalScore::of_query(&mut others.clone()).unwrap();
            let found = [found.precision_at_1, found.precision_at_10, found.mean_average_precision];
            for (at, found) in found.into_iter().enumerate() {
                assert!((found - mean(at)).abs() < 1e-12, "{distances:?}, number {at}: {found} {}", mean(at));
            }
        }
    }

    #[test]
    fn a_graph_that_is_alone_in_its_class_asks_nothing() {
        assert_eq!(RetrievalScore::of_query(&mut [(1.0, false), (2.0, false)]), None);
        assert_eq!(RetrievalScore::of_query(&mut []), None);
    }
}
