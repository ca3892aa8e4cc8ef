//! Numbers that the nodes of a graph carry.

use super::{Graph, GraphError, Label};

/// Attributes of the nodes: one row of finite numbers a node, all rows of the same width.
///
/// ```
/// use sgr_core::graph::Attributes;
/// let mut positions = Attributes::new();
/// positions.push(&[0.5, 2.0], 1)?;
/// positions.push(&[1.0, 0.0], 2)?;
/// assert_eq!((positions.width(), positions.len(), positions.row(1)), (2, 2, &[1.0, 0.0][..]));
/// assert!(positions.push(&[f64::NAN, 0.0], 3).is_err());
/// # Ok::<(), sgr_core::graph::GraphError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes {
    width: usize,
    values: Vec<f64>,
}

impl Attributes {
    /// No rows yet; the first determines the width.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the row of the next node; `position` is where it came from, for error messages.
    ///
    /// # Errors
    /// [`GraphError::AttributeWidth`] if it is empty or has another width than the first,
    /// [`GraphError::InvalidAttribute`] if a number is not finite.
    pub fn push(&mut self, row: &[f64], position: u64) -> Result<(), GraphError> {
        let node = self.len() as u32;
        let wanted = if self.values.is_empty() { row.len().max(1) } else { self.width };
        if row.len() != wanted {
            return Err(GraphError::AttributeWidth { node, found: row.len(), wanted, position });
        }
        if let Some(column) = row.iter().position(|value| !value.is_finite()) {
            return Err(GraphError::InvalidAttribute { node, column, value: row[column], position });
        }
        self.width = wanted;
        self.values.extend_from_slice(row);
        Ok(())
    }

    /// Numbers in a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The numbers of a node.
    ///
    /// # Panics
    /// If `node` is not below [`len`](Self::len).
    #[must_use]
    pub fn row(&self, node: u32) -> &[f64] {
        &self.values[node as usize * self.width..][..self.width]
    }

    /// All rows one after another.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

impl Graph {
    /// The same graph with these labels of its nodes.
    ///
    /// # Errors
    /// [`GraphError::CountMismatch`] if there is not one for each node.
    pub fn with_node_labels(mut self, labels: Vec<Label>) -> Result<Self, GraphError> {
        check_count("node labels", labels.len(), self.node_count())?;
        self.node_labels = Some(labels);
        Ok(self)
    }

    /// The same graph with these attributes of its nodes.
    ///
    /// # Errors
    /// [`GraphError::CountMismatch`] if there is not one row for each node.
    pub fn with_attributes(mut self, attributes: Attributes) -> Result<Self, GraphError> {
        check_count("rows of attributes", attributes.len(), self.node_count())?;
        self.attributes = Some(attributes);
        Ok(self)
    }
}

/// An error unless there are as many as wanted.
pub(super) fn check_count(what: &'static str, found: usize, wanted: usize) -> Result<(), GraphError> {
    if found == wanted { Ok(()) } else { Err(GraphError::CountMismatch { what, found, wanted }) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use crate::graph::{Graph, GraphBuilder, GraphCollection, GraphError, GraphRecord};

    fn built(rows: &[&[f64]]) -> Result<Graph, GraphError> {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(2)?;
        builder.add_edge(0, 1, 0)?;
        for (row, position) in rows.iter().zip(11..) {
            builder.add_node_attributes(row, position)?;
        }
        builder.build().map(|(graph, _)| graph)
    }

    #[test]
    fn a_graph_keeps_its_attributes() {
        let graph = built(&[&[1.0, 2.0], &[3.0, 4.0]]).unwrap();
        assert_eq!(graph.attributes().map(|attributes| attributes.row(1)), Some(&[3.0, 4.0][..]));
        assert_eq!(built(&[]).unwrap().attributes(), None);
    }

    #[test]
    fn errors_name_node_and_place() {
        let text = |rows: &[&[f64]]| built(rows).map_err(|error| (error.to_string(), error.position())).unwrap_err();
        let wide = ("node 1 has 3 attributes, wanted 2".to_owned(), Some(12));
        assert_eq!(text(&[&[1.0, 2.0], &[1.0, 2.0, 3.0]]), wide);
        let infinite = ("node 1 has inf as its attribute 2, wanted a finite number".to_owned(), Some(12));
        assert_eq!(text(&[&[1.0, 2.0], &[1.0, f64::INFINITY]]), infinite);
        assert_eq!(text(&[&[]]), ("node 0 has 0 attributes, wanted 1".to_owned(), Some(11)));
        assert_eq!(text(&[&[1.0]]), ("found 1 rows of attributes, wanted 2".to_owned(), None));
    }

    #[test]
    fn a_builder_forgets_the_attributes_of_the_graph_before() {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(1).unwrap();
        builder.add_node_attributes(&[1.0], 0).unwrap();
        assert!(builder.build().unwrap().0.attributes().is_some());
        builder.reserve_nodes(1).unwrap();
        builder.add_node_attributes(&[1.0, 2.0], 0).unwrap();
        builder.clear();
        builder.reserve_nodes(1).unwrap();
        assert!(builder.build().unwrap().0.attributes().is_none());
    }

    #[test]
    fn collections_with_other_attributes_have_other_digests() {
        let digest = |graph| {
            let record = GraphRecord { id: String::new(), label: None, graph, dropped: Default::default() };
            GraphCollection::from_iter([record]).digest()
        };
        let one = digest(built(&[&[1.0], &[2.0]]).unwrap());
        assert_ne!(one, digest(built(&[&[1.0], &[3.0]]).unwrap()));
        assert_ne!(one, digest(built(&[]).unwrap()));
    }
}
