//! From compressed rows, as SciPy and NetworkX have them, to a graph.

use numpy::ndarray::ArrayView1;
use sgr::graph::{Dropped, Graph, GraphBuilder};

use crate::carried::CarriedView;
use crate::rows::{EdgeArrays, IndexView};

/// Compressed rows as they lie in memory.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a, 'c> {
    pub(crate) offsets: IndexView<'a>,
    pub(crate) columns: IndexView<'a>,
    pub(crate) weights: Option<ArrayView1<'a, f64>>,
    pub(crate) carried: &'a CarriedView<'c>,
}

impl Rows<'_, '_> {
    pub(crate) fn build(self, is_directed: bool, builder: &mut GraphBuilder) -> Result<(Graph, Dropped), String> {
        let entries = self.columns.len();
        let offsets = self.offsets()?;
        if self.carried.edge_labels.is_none()
            && let Some(graph) = self.ready_made(&offsets)
        {
            return Ok((self.carried.give(graph)?, Dropped::default()));
        }
        let mut sources = vec![0i64; entries];
        for (node, ends) in offsets.windows(2).enumerate() {
            sources[ends[0]..ends[1]].fill(node as i64);
        }
        let sources = IndexView::Int64(ArrayView1::from(&sources));
        let weights = self.weights.map(|weights| weights.reborrow());
        let (targets, carried) = (self.columns.reborrow(), self.carried);
        let edges = EdgeArrays { sources, targets, weights, is_directed, carried };
        edges.build(offsets.len() - 1, builder)
    }

    /// Where each row starts and, last, the number of entries.
    fn offsets(self) -> Result<Vec<usize>, String> {
        let numbers = (0..self.offsets.len()).map(|at| usize::try_from(self.offsets.at(at)).ok());
        let offsets: Option<Vec<usize>> = numbers.collect();
        let fits = |offsets: &Vec<usize>| {
            offsets.first() == Some(&0) && offsets.is_sorted() && offsets.last() == Some(&self.columns.len())
        };
        let wanted = "offsets that ascend from 0 to the number of entries";
        let refused = || format!("found offsets that do not fit the columns, wanted {wanted}");
        offsets.filter(fits).ok_or_else(refused)
    }

    /// Rows that are a graph as they are need no sorting.
    fn ready_made(self, offsets: &[usize]) -> Option<Graph> {
        let columns: Option<Vec<u32>> =
            (0..self.columns.len()).map(|at| u32::try_from(self.columns.at(at)).ok()).collect();
        Graph::from_rows(offsets.to_vec(), columns?, self.weights.map(|weights| weights.to_vec()))
    }
}
