//! Elimination along the fill of the whole graph: for large sparse subgraphs.

use super::{OuterProducts, Subgraph};

/// Eliminates the classes of a subgraph along the fill of the whole graph, which holds the subgraph's.
///
/// Fill between two nodes comes from a path over nodes eliminated before both (Rose, Tarjan & Lueker 1976), and a path in a
/// part of the graph is one in the whole. So one pattern serves every neighbourhood of a graph; entries outside stay zero.
#[derive(Debug, Default)]
pub(super) struct SparseElimination {
    /// Off-diagonal entries along the pattern, zero between uses.
    values: Vec<f64>,
    diagonal: Vec<f64>,
    /// U, then Y: a row for each class.
    rows: Vec<f64>,
    pivot_row: Vec<f64>,
}

impl SparseElimination {
    /// Writes down the equations.
    pub(super) fn load(&mut self, subgraph: Subgraph<'_>) {
        let Subgraph { graph, features, classes, sizes, eta } = subgraph;
        let (pattern, width) = (graph.pattern(), features.width());
        self.values.resize(self.values.len().max(pattern.rows().len()), 0.0);
        self.diagonal.resize(self.diagonal.len().max(graph.len()), 0.0);
        self.rows.resize(self.rows.len().max(graph.len() * width), 0.0);
        for &class in classes {
            let at = class as usize;
            self.diagonal[at] = eta * sizes[at];
            let row = &mut self.rows[at * width..][..width];
            row.iter_mut().zip(features.row(at)).for_each(|(value, feature)| *value = sizes[at] * feature);
        }
        for &class in classes {
            let mut place = pattern.range(class).start;
            for &later in graph.rows().later_neighbors(class) {
                // Both ascend, and the pattern holds every later neighbour.
                while pattern.rows()[place] != later {
                    place += 1;
                }
                let weight = sizes[class as usize] * sizes[later as usize];
                self.diagonal[class as usize] += weight;
                self.diagonal[later as usize] += weight;
                self.values[place] = -weight;
            }
        }
    }

    /// Eliminates the classes in ascending order and leaves the entries zero.
    #[inline(always)]
    pub(super) fn eliminate(&mut self, subgraph: Subgraph<'_>, sums: &mut OuterProducts) {
        let width = subgraph.features.width();
        for &class in subgraph.classes {
            let inverse = 1.0 / self.diagonal[class as usize];
            self.pivot_row.clear();
            self.pivot_row.extend_from_slice(&self.rows[class as usize * width..][..width]);
            sums.add(&self.pivot_row, inverse);
            self.eliminate_one(subgraph, class, inverse);
        }
    }

    #[inline(always)]
    fn eliminate_one(&mut self, subgraph: Subgraph<'_>, class: u32, inverse: f64) {
        let (pattern, width) = (subgraph.graph.pattern(), subgraph.features.width());
        let rows = pattern.rows();
        let column = pattern.range(class);
        for at in column.clone() {
            let value = self.values[at];
            if value == 0.0 {
                continue;
            }
            let (row, factor) = (rows[at], value * inverse);
            self.diagonal[row as usize] -= factor * value;
            let target = &mut self.rows[row as usize * width..][..width];
            target.iter_mut().zip(&self.pivot_row).for_each(|(target, value)| *target -= factor * value);
            let mut place = pattern.range(row).start;
            for other in at + 1..column.end {
                if self.values[other] != 0.0 {
                    while rows[place] != rows[other] {
                        place += 1;
                    }
                    self.values[place] -= factor * self.values[other];
                }
            }
        }
        self.values[column].fill(0.0);
    }
}
