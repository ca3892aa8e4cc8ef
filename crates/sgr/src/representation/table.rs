/// Vectors of a collection in memory: one row a graph, with its id and class label.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorTable {
    columns: Vec<String>,
    ids: Vec<String>,
    labels: Vec<Option<String>>,
    values: Vec<f32>,
}

impl VectorTable {
    /// A table without rows.
    pub fn new(columns: Vec<String>) -> Self {
        Self { columns, ids: Vec::new(), labels: Vec::new(), values: Vec::new() }
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row is not as long as there are columns.
    pub fn push(&mut self, id: String, label: Option<String>, row: &[f32]) {
        let (found, wanted) = (row.len(), self.columns.len());
        assert_eq!(found, wanted, "found a row of {found} numbers, wanted {wanted}");
        self.ids.push(id);
        self.labels.push(label);
        self.values.extend_from_slice(row);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Names of the dimensions.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Ids of the graphs, in order.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Class labels of the graphs, in order.
    pub fn labels(&self) -> &[Option<String>] {
        &self.labels
    }

    /// The vector of the graph at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    pub fn row(&self, index: usize) -> &[f32] {
        let width = self.columns.len();
        &self.values[index * width..(index + 1) * width]
    }

    /// All vectors, row by row.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}
