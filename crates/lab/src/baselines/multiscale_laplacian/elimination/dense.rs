//! Elimination in a dense matrix: for small or dense subgraphs.

use super::{OuterProducts, Subgraph};

/// Eliminates the classes of a subgraph in a dense matrix: rows `[L + ηI | U]`, of which the upper triangle is used.
#[derive(Debug, Default)]
pub(super) struct DenseElimination {
    nodes: usize,
    /// Length of a row.
    stride: usize,
    values: Vec<f64>,
    /// Place of each class of the graph among those of the subgraph.
    places: Vec<u32>,
}

impl DenseElimination {
    /// Writes down the equations.
    pub(super) fn load(&mut self, subgraph: Subgraph<'_>) {
        let Subgraph { graph, features, classes, sizes, eta } = subgraph;
        self.nodes = classes.len();
        self.stride = self.nodes + features.width();
        self.values.clear();
        self.values.resize(self.nodes * self.stride, 0.0);
        self.places.resize(self.places.len().max(graph.len()), 0);
        for (&class, place) in classes.iter().zip(0..) {
            self.places[class as usize] = place;
            let (place, size) = (place as usize, sizes[class as usize]);
            self.values[place * (self.stride + 1)] = eta * size;
            let row = &mut self.values[place * self.stride..][self.nodes..self.stride];
            row.iter_mut().zip(features.row(class as usize)).for_each(|(value, feature)| *value = size * feature);
        }
        for (&class, place) in classes.iter().zip(0..) {
            for &later in graph.rows().later_neighbors(class).iter().filter(|&&later| sizes[later as usize] != 0.0) {
                let weight = sizes[class as usize] * sizes[later as usize];
                let other = self.places[later as usize] as usize;
                self.values[place * (self.stride + 1)] += weight;
                self.values[other * (self.stride + 1)] += weight;
                self.values[place * self.stride + other] = -weight;
            }
        }
    }

    /// Eliminates the classes in order.
    #[inline(always)]
    pub(super) fn eliminate(&mut self, sums: &mut OuterProducts) {
        let (nodes, stride) = (self.nodes, self.stride);
        for pivot in 0..nodes {
            let (done, rest) = self.values.split_at_mut((pivot + 1) * stride);
            let pivot_row = &done[pivot * stride..];
            let inverse = 1.0 / pivot_row[pivot];
            sums.add(&pivot_row[nodes..], inverse);
            for (row, at) in rest.chunks_exact_mut(stride).zip(pivot + 1..) {
                let value = pivot_row[at];
                // The order of elimination puts most zeros into the first rows.
                if value != 0.0 {
                    let factor = value * inverse;
                    row[at..].iter_mut().zip(&pivot_row[at..]).for_each(|(target, value)| *target -= factor * value);
                }
            }
        }
    }
}
