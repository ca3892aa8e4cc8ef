//! From NetworkX's dictionaries of neighbours to a graph, walked through once.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use sgr::graph::{Dropped, Graph, GraphBuilder};

use crate::carried::CarriedView;
use crate::compressed_rows::Rows;
use crate::rows::IndexView;

/// The neighbours of each node as numbers. The lists are used again for the next graph.
#[derive(Default)]
pub(crate) struct Adjacency {
    /// Where the neighbours of each node start and, last, how many there are.
    offsets: Vec<usize>,
    columns: Vec<u32>,
}

impl Adjacency {
    /// Reads a dictionary that has for each node a dictionary whose keys are its neighbours. The values of the inner ones are
    /// not touched: each would be a miss of the cache. Returns false for other mappings, which may list something else than
    /// they hold, and for a neighbour that is no node.
    pub(crate) fn read(&mut self, nodes: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.offsets.clear();
        self.offsets.push(0);
        self.columns.clear();
        let Ok(nodes) = nodes.cast_exact::<PyDict>() else { return Ok(false) };
        let numbers = Numbers::of(nodes)?;
        for row in nodes.values() {
            let Ok(row) = row.cast_exact::<PyDict>() else { return Ok(false) };
            for neighbor in row.try_iter()? {
                let Some(number) = numbers.get(&neighbor?)? else { return Ok(false) };
                self.columns.push(number);
            }
            self.offsets.push(self.columns.len());
        }
        Ok(true)
    }

    /// The number of neighbours of all nodes.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// The graph, in which a neighbour in one direction alone is an edge.
    pub(crate) fn build(
        &self,
        carried: &CarriedView<'_>,
        builder: &mut GraphBuilder,
    ) -> Result<(Graph, Dropped), String> {
        if let Some(graph) = self.ready_made() {
            return Ok((carried.give(graph)?, Dropped::default()));
        }
        let offsets: Vec<i64> = self.offsets.iter().map(|&offset| offset as i64).collect();
        let columns: Vec<i64> = self.columns.iter().map(|&column| column.into()).collect();
        let [offsets, columns] = [&offsets, &columns].map(|numbers| IndexView::Int64(numbers.into()));
        Rows { offsets, columns, weights: None, carried }.build(false, builder)
    }

    /// The graph, if each neighbour lists the node too and no node lists itself.
    fn ready_made(&self) -> Option<Graph> {
        let mut rows = self.offsets.windows(2).map(|ends| &self.columns[ends[0]..ends[1]]);
        match rows.all(|row| row.is_sorted()) {
            true => Graph::from_rows(self.offsets.clone(), self.columns.clone(), None),
            false => Graph::from_rows(self.offsets.clone(), self.transposed()?, None),
        }
    }

    /// The nodes that list each node, ascending: its neighbours, if all of these list it. None if they are not as many.
    fn transposed(&self) -> Option<Vec<u32>> {
        let mut next = self.offsets.clone();
        let mut columns = vec![0; self.columns.len()];
        for (node, ends) in (0..).zip(self.offsets.windows(2)) {
            for &neighbor in &self.columns[ends[0]..ends[1]] {
                let neighbor = neighbor as usize;
                if next[neighbor] == self.offsets[neighbor + 1] {
                    return None;
                }
                columns[next[neighbor]] = node;
                next[neighbor] += 1;
            }
        }
        Some(columns)
    }
}

/// The number of each node: its position in the dictionary.
enum Numbers<'py> {
    /// Of integers close to each other: by their distance from the least, [`NONE`] where there is no node.
    Near { least: i64, numbers: Vec<u32> },
    /// By node.
    Known(Bound<'py, PyDict>),
}

/// No node has this number: there are at most as many nodes.
const NONE: u32 = u32::MAX;

/// Places for each node in a table of numbers; graphs with fewer nodes in as many places have a dictionary.
const SPREAD: usize = 4;

impl<'py> Numbers<'py> {
    fn of(nodes: &Bound<'py, PyDict>) -> PyResult<Self> {
        let keys = nodes.keys();
        let integers: Option<Vec<i64>> = keys.iter().map(|node| integer(&node)).collect();
        if let Some(near) = integers.as_deref().and_then(Self::near) {
            return Ok(near);
        }
        let known = PyDict::new(nodes.py());
        for (position, node) in keys.iter().enumerate() {
            known.set_item(node, position)?;
        }
        Ok(Self::Known(known))
    }

    fn near(integers: &[i64]) -> Option<Self> {
        let (least, most) = (*integers.iter().min()?, *integers.iter().max()?);
        let places = usize::try_from(most.checked_sub(least)?).ok()?.checked_add(1)?;
        if places > SPREAD * integers.len() || integers.len() > NONE as usize {
            return None;
        }
        let mut numbers = vec![NONE; places];
        integers.iter().zip(0..).for_each(|(&node, number)| numbers[(node - least) as usize] = number);
        Some(Self::Near { least, numbers })
    }

    fn get(&self, node: &Bound<'py, PyAny>) -> PyResult<Option<u32>> {
        Ok(match self {
            // True and 1.0 are the node 1, too, and rare.
            Self::Near { least, numbers } => integer(node)
                .and_then(|node| numbers.get(usize::try_from(node.checked_sub(*least)?).ok()?))
                .copied()
                .filter(|&number| number != NONE),
            Self::Known(known) => known.get_item(node)?.map(|number| number.extract()).transpose()?,
        })
    }
}

/// The value of an object whose class is `int` and no other.
fn integer(object: &Bound<'_, PyAny>) -> Option<i64> {
    object.cast_exact::<PyInt>().ok()?.extract().ok()
}
