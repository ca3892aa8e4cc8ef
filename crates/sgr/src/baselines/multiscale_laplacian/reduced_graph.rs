use super::elimination_order::minimum_degree_order;
use super::twin_classes::TwinClasses;
use crate::graph::Graph;

/// The graph of the classes of twins, numbered in the order in which its nodes are eliminated.
///
/// Features of twins are equal, so the solution X of `(L + ηI) X = U` is too, and the equations of a class can be added
/// up to one. With m_i members in class i, each joined to all members of a neighbouring class:
/// ```text
/// (η m_i + Σ_j m_i m_j) x_i − Σ_j m_i m_j x_j = m_i u_i        j: the neighbouring classes
/// ```
/// a Laplacian with edge weights `m_i m_j` (edges inside a class cancel), and `UᵀX = Σ_i m_i u_i x_iᵀ`.
#[derive(Debug)]
pub(super) struct ReducedGraph {
    /// Class of each node of the original graph.
    of_node: Vec<u32>,
    /// A member of each class.
    members: Vec<u32>,
    /// m: members of each class.
    sizes: Vec<f64>,
    /// Whether a class has several members that are not joined.
    apart: Vec<bool>,
    offsets: Vec<usize>,
    /// Where in its row a class's later neighbours start.
    later: Vec<usize>,
    neighbors: Vec<u32>,
    pattern: FillPattern,
}

/// Which entries the columns of the Cholesky factor have below the diagonal.
#[derive(Debug, Default)]
pub(super) struct FillPattern {
    offsets: Vec<usize>,
    rows: Vec<u32>,
}

impl ReducedGraph {
    pub(super) fn of(graph: &Graph, colors: &[u32]) -> Self {
        let classes = TwinClasses::of(graph, colors);
        let (offsets, columns) = class_rows(graph, &classes);
        let order = minimum_degree_order(&offsets, &columns);
        Self::numbered(graph, &classes, &offsets, &columns, &order)
    }

    /// Numbers the classes as `order` lists them.
    fn numbered(graph: &Graph, classes: &TwinClasses, offsets: &[usize], columns: &[u32], order: &[u32]) -> Self {
        let mut places = vec![0u32; order.len()];
        order.iter().zip(0..).for_each(|(&class, place)| places[class as usize] = place);
        let of_node: Vec<u32> = classes.of_node.iter().map(|&class| places[class as usize]).collect();
        let mut sizes = vec![0.0; order.len()];
        of_node.iter().for_each(|&class| sizes[class as usize] += 1.0);
        let members: Vec<u32> = order.iter().map(|&class| classes.leaders[class as usize]).collect();
        let is_inside =
            |member: u32| graph.neighbors(member).iter().any(|&v| of_node[v as usize] == of_node[member as usize]);
        let apart = members.iter().zip(&sizes).map(|(&member, &size)| size > 1.0 && !is_inside(member)).collect();
        let mut reduced = Self {
            of_node,
            members,
            sizes,
            apart,
            offsets: vec![0],
            later: Vec::with_capacity(order.len()),
            neighbors: Vec::with_capacity(columns.len()),
            pattern: FillPattern::default(),
        };
        for (&class, place) in order.iter().zip(0..) {
            let start = reduced.neighbors.len();
            let row = &columns[offsets[class as usize]..offsets[class as usize + 1]];
            reduced.neighbors.extend(row.iter().map(|&other| places[other as usize]));
            let row = &mut reduced.neighbors[start..];
            row.sort_unstable();
            reduced.later.push(start + row.partition_point(|&other| other < place));
            reduced.offsets.push(reduced.neighbors.len());
        }
        reduced.pattern = FillPattern::of(&reduced);
        reduced
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Number of nodes of the original graph.
    pub(super) fn node_count(&self) -> usize {
        self.of_node.len()
    }

    /// Class of a node of the original graph.
    pub(super) fn class(&self, node: usize) -> u32 {
        self.of_node[node]
    }

    /// A member of each class.
    pub(super) fn members(&self) -> &[u32] {
        &self.members
    }

    pub(super) fn size(&self, class: u32) -> f64 {
        self.sizes[class as usize]
    }

    /// Whether the neighbourhood of a member leaves out its twins: those that are not joined are two steps away, or out of
    /// reach where nothing is joined.
    pub(super) fn is_alone(&self, class: u32, radius: usize) -> bool {
        self.apart[class as usize] && (radius == 1 || self.neighbors(class).is_empty())
    }

    /// Neighbouring classes, ascending.
    pub(super) fn neighbors(&self, class: u32) -> &[u32] {
        &self.neighbors[self.offsets[class as usize]..self.offsets[class as usize + 1]]
    }

    /// Neighbouring classes that are eliminated later, ascending.
    pub(super) fn later_neighbors(&self, class: u32) -> &[u32] {
        &self.neighbors[self.later[class as usize]..self.offsets[class as usize + 1]]
    }

    pub(super) fn pattern(&self) -> &FillPattern {
        &self.pattern
    }
}

/// Rows of the graph of the classes, without loops.
fn class_rows(graph: &Graph, classes: &TwinClasses) -> (Vec<usize>, Vec<u32>) {
    let (mut offsets, mut columns) = (vec![0], Vec::new());
    for (&leader, class) in classes.leaders.iter().zip(0..) {
        let start = columns.len();
        columns.extend(graph.neighbors(leader).iter().map(|&node| classes.of_node[node as usize]));
        columns[start..].sort_unstable();
        let mut kept = start;
        for at in start..columns.len() {
            if columns[at] != class && (kept == start || columns[kept - 1] != columns[at]) {
                columns[kept] = columns[at];
                kept += 1;
            }
        }
        columns.truncate(kept);
        offsets.push(columns.len());
    }
    columns.shrink_to_fit();
    (offsets, columns)
}

impl FillPattern {
    /// The column of a node: its later neighbours, and what the nodes eliminated just before it left to it.
    ///
    /// A column is passed on to the first node in it. Parter 1961, "The Use of Linear Graphs in Gauss Elimination"; George &
    /// Liu 1981, "Computer Solution of Large Sparse Positive Definite Systems", §5.
    fn of(graph: &ReducedGraph) -> Self {
        let mut pattern = Self { offsets: vec![0], rows: Vec::new() };
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
        let mut marks = vec![u32::MAX; graph.len()];
        for node in 0..graph.len() as u32 {
            let start = pattern.rows.len();
            marks[node as usize] = node;
            let mut add = |rows: &mut Vec<u32>, row: u32| {
                if marks[row as usize] != node {
                    marks[row as usize] = node;
                    rows.push(row);
                }
            };
            graph.later_neighbors(node).iter().for_each(|&row| add(&mut pattern.rows, row));
            for child in std::mem::take(&mut children[node as usize]) {
                for at in pattern.range(child) {
                    let row = pattern.rows[at];
                    add(&mut pattern.rows, row);
                }
            }
            pattern.rows[start..].sort_unstable();
            if let Some(&first) = pattern.rows.get(start) {
                children[first as usize].push(node);
            }
            pattern.offsets.push(pattern.rows.len());
        }
        pattern.rows.shrink_to_fit();
        pattern
    }

    /// Where the entries of a column are.
    pub(super) fn range(&self, column: u32) -> std::ops::Range<usize> {
        self.offsets[column as usize]..self.offsets[column as usize + 1]
    }

    /// Rows of all entries, column after column, ascending in each.
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }
}
