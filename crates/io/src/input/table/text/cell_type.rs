//! The type of a column of text, and its cells as an Arrow array.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_schema::{DataType, Field, Fields};
use serde::de::DeserializeOwned;

use super::block::{Block, Cell};
use super::edge_cell::{EdgeCell, LabelText};
use crate::input::Problem;
use crate::input::columns::{ColumnNames, Role};
use crate::input::error::quoted;
use crate::input::json::json_problem;

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellType {
    /// Lists of node numbers.
    Nodes,
    /// Two lists of node numbers.
    EdgeIndex,
    /// Lists of edges; whether they have weights and labels.
    Edges { weights: bool, labels: bool },
    /// Lists of numbers.
    Numbers,
    /// Lists of lists of numbers.
    NumberLists,
    /// Lists of texts or whole numbers.
    Labels,
    /// Whole numbers of 64 bits.
    Whole,
    /// Numbers.
    Number,
    /// `true` and `false`, or as Python writes them.
    Truth,
    /// Texts.
    Text,
}

impl CellType {
    /// The type of a column: by the part of a graph that its name stands for, and by its cells in a block.
    pub(super) fn of(name: &str, names: &ColumnNames, block: &Block, column: usize) -> Self {
        let role = names.role_of(name);
        let first = block.cells(column).next().map(|(_, cell)| cell.text.trim_start());
        let is_list = first.is_some_and(|text| text.starts_with('['));
        match role {
            Some(Role::Id | Role::Class | Role::Graph6 | Role::Smiles) => Self::Text,
            Some(Role::EdgeIndex) if is_list => Self::EdgeIndex,
            Some(Role::Edges) if is_list => Self::of_edges(block, column),
            Some(Role::Sources | Role::Targets) if is_list => Self::Nodes,
            Some(Role::Weights) if is_list => Self::Numbers,
            Some(Role::NodeLabels | Role::EdgeLabels) if is_list => Self::Labels,
            Some(Role::Attributes) if is_list => {
                let is_nested = first.is_some_and(|text| text[1..].trim_start().starts_with('['));
                if is_nested { Self::NumberLists } else { Self::Numbers }
            }
            _ => [Self::Whole, Self::Number, Self::Truth]
                .into_iter()
                .find(|scalar| first.is_some() && block.cells(column).all(|(_, cell)| scalar.fits(cell)))
                .unwrap_or(Self::Text),
        }
    }

    fn of_edges(block: &Block, column: usize) -> Self {
        let (mut weights, mut labels) = (false, false);
        for (_, cell) in block.cells(column) {
            for edge in parsed::<Vec<EdgeCell>>(cell).into_iter().flatten() {
                weights |= edge.weight.is_some();
                labels |= edge.label.is_some();
            }
        }
        Self::Edges { weights, labels }
    }

    /// Whether a cell is a value of this scalar type.
    fn fits(self, cell: Cell<'_>) -> bool {
        match self {
            Self::Whole => whole(cell).is_some(),
            Self::Number => number(cell).is_some(),
            Self::Truth => truth(cell).is_some(),
            _ => true,
        }
    }

    /// The cells, in words.
    fn wanted(self) -> &'static str {
        match self {
            Self::Nodes => "a list of node numbers",
            Self::EdgeIndex => "two lists of node numbers",
            Self::Edges { .. } => "a list of edges [u, v]",
            Self::Numbers => "a list of numbers",
            Self::NumberLists => "a list of lists of numbers",
            Self::Labels => "a list of texts or integers",
            Self::Whole => "a whole number, as in the first rows",
            Self::Number => "a number, as in the first rows",
            Self::Truth => "true or false, as in the first rows",
            Self::Text => "text",
        }
    }

    /// The type of the array of the cells.
    pub(super) fn data_type(self) -> DataType {
        let list = |item: DataType| DataType::new_list(item, true);
        match self {
            Self::Nodes => list(DataType::Int64),
            Self::EdgeIndex => list(list(DataType::Int64)),
            Self::Edges { weights, labels } => list(DataType::Struct(edge_fields(weights, labels))),
            Self::Numbers => list(DataType::Float64),
            Self::NumberLists => list(list(DataType::Float64)),
            Self::Labels => list(DataType::Utf8),
            Self::Whole => DataType::Int64,
            Self::Number => DataType::Float64,
            Self::Truth => DataType::Boolean,
            Self::Text => DataType::Utf8,
        }
    }

    /// The cells of a column as an array. A cell of another type refuses its row, for the reason that `problem` makes of
    /// the value found and the value wanted.
    pub(super) fn array(
        self,
        block: &mut Block,
        column: usize,
        problem: impl Fn(String, &'static str) -> Problem,
    ) -> ArrayRef {
        let mut cells = Cells { block, column, wanted: self.wanted(), problem };
        match self {
            Self::Nodes => cells.lists(Int64Builder::new(), |builder, nodes: Vec<i64>| builder.append_slice(&nodes)),
            Self::EdgeIndex => cells.lists(ListBuilder::new(Int64Builder::new()), |builder, lists: Vec<Vec<i64>>| {
                for list in lists {
                    builder.values().append_slice(&list);
                    builder.append(true);
                }
            }),
            Self::Edges { weights, labels } => {
                let builder = StructBuilder::from_fields(edge_fields(weights, labels), 0);
                cells.lists(builder, |builder, edges: Vec<EdgeCell>| {
                    edges.iter().for_each(|edge| append_edge(builder, edge, weights, labels));
                })
            }
            Self::Numbers => {
                cells.lists(Float64Builder::new(), |builder, numbers: Vec<f64>| builder.append_slice(&numbers))
            }
            Self::NumberLists => {
                cells.lists(ListBuilder::new(Float64Builder::new()), |builder, lists: Vec<Vec<f64>>| {
                    for list in lists {
                        builder.values().append_slice(&list);
                        builder.append(true);
                    }
                })
            }
            Self::Labels => cells.lists(StringBuilder::new(), |builder, labels: Vec<LabelText>| {
                labels.iter().for_each(|label| builder.append_value(&label.0));
            }),
            Self::Whole => cells.scalars(Int64Builder::new(), whole, Int64Builder::append_option),
            Self::Number => cells.scalars(Float64Builder::new(), number, Float64Builder::append_option),
            Self::Truth => cells.scalars(BooleanBuilder::new(), truth, BooleanBuilder::append_option),
            Self::Text => {
                let text = |cell: Cell<'_>| Some(cell.text.to_owned());
                cells.scalars(StringBuilder::new(), text, StringBuilder::append_option)
            }
        }
    }
}

/// The cells of a column on their way into an array.
struct Cells<'a, P> {
    block: &'a mut Block,
    column: usize,
    wanted: &'static str,
    problem: P,
}

impl<P: Fn(String, &'static str) -> Problem> Cells<'_, P> {
    /// An array with a value for each cell that `parse` reads, and nulls.
    fn scalars<B: ArrayBuilder, T>(
        &mut self,
        mut builder: B,
        parse: impl Fn(Cell<'_>) -> Option<T>,
        append: impl Fn(&mut B, Option<T>),
    ) -> ArrayRef {
        self.each(&mut builder, |cell| parse(cell).ok_or_else(|| quoted(cell.text.as_bytes())), append);
        builder.finish()
    }

    /// An array with a list for each cell that is one, and nulls.
    fn lists<B: ArrayBuilder, T: DeserializeOwned>(&mut self, values: B, append: impl Fn(&mut B, T)) -> ArrayRef {
        let mut builder = ListBuilder::new(values);
        self.each(&mut builder, parsed, |builder: &mut ListBuilder<B>, list| {
            let is_there = list.is_some();
            list.into_iter().for_each(|list| append(builder.values(), list));
            builder.append(is_there);
        });
        Arc::new(builder.finish())
    }

    /// Calls `append` for each row, with the value of its cell.
    fn each<B, T>(
        &mut self,
        builder: &mut B,
        parse: impl Fn(Cell<'_>) -> Result<T, String>,
        append: impl Fn(&mut B, Option<T>),
    ) {
        let (mut next, mut refused) = (0, Vec::new());
        for (row, cell) in self.block.cells(self.column) {
            (next..row).for_each(|_| append(builder, None));
            next = row + 1;
            let value = parse(cell).map_err(|found| refused.push((row, (self.problem)(found, self.wanted))));
            append(builder, value.ok());
        }
        (next..self.block.rows()).for_each(|_| append(builder, None));
        refused.into_iter().for_each(|(row, problem)| self.block.refuse(row, problem));
    }
}

fn edge_fields(weights: bool, labels: bool) -> Fields {
    let end = |name| Field::new(name, DataType::Int64, true);
    let weight = weights.then(|| Field::new("weight", DataType::Float64, true));
    let label = labels.then(|| Field::new("label", DataType::Utf8, true));
    [end("u"), end("v")].into_iter().chain(weight).chain(label).collect()
}

fn append_edge(builder: &mut StructBuilder, edge: &EdgeCell, weights: bool, labels: bool) {
    const KNOWN: &str = "the builder has the fields of edge_fields";
    for (field, end) in edge.ends.into_iter().enumerate() {
        builder.field_builder::<Int64Builder>(field).expect(KNOWN).append_value(end);
    }
    if weights {
        builder.field_builder::<Float64Builder>(2).expect(KNOWN).append_option(edge.weight);
    }
    if labels {
        let field = 2 + usize::from(weights);
        builder.field_builder::<StringBuilder>(field).expect(KNOWN).append_option(edge.label.as_deref());
    }
    builder.append(true);
}

/// A cell as JSON of a type; otherwise the value that was found in its place.
fn parsed<T: DeserializeOwned>(cell: Cell<'_>) -> Result<T, String> {
    serde_json::from_str(cell.text).map_err(|error| match json_problem(&error, "") {
        Problem::Unexpected { found, .. } => found,
        other => other.to_string(),
    })
}

/// A whole number in its usual digits: `007` and `+7` are texts.
fn whole(cell: Cell<'_>) -> Option<i64> {
    let number: i64 = cell.text.parse().ok().filter(|_| !cell.is_string)?;
    (number.to_string() == cell.text).then_some(number)
}

/// A number that begins with a digit or a sign, and with a single zero.
fn number(cell: Cell<'_>) -> Option<f64> {
    let digits = cell.text.strip_prefix('-').unwrap_or(cell.text).as_bytes();
    let has_leading_zero = digits.first() == Some(&b'0') && digits.get(1).is_some_and(u8::is_ascii_digit);
    let is_number = !cell.is_string && matches!(digits.first(), Some(b'0'..=b'9' | b'.')) && !has_leading_zero;
    if is_number { cell.text.parse().ok() } else { None }
}

fn truth(cell: Cell<'_>) -> Option<bool> {
    match cell.text {
        _ if cell.is_string => None,
        "true" | "True" => Some(true),
        "false" | "False" => Some(false),
        _ => None,
    }
}
