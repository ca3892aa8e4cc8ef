//! From the schema of a table to the columns of its graphs.

use arrow_schema::{DataType, Schema};

use super::lists::item_of;
use super::numbers::{is_number, is_text, is_whole};
use super::{ColumnNames, LayoutError, Role};

/// Names of the fields of an edge, each with the two ends; otherwise the first two fields of whole numbers are the ends.
pub(in crate::input) const ENDS: [[&str; 2]; 4] = [["u", "v"], ["src", "dst"], ["source", "target"], ["from", "to"]];
pub(in crate::input) const EDGE_WEIGHT: [&str; 2] = ["weight", "w"];
pub(in crate::input) const EDGE_LABEL: [&str; 2] = ["label", "type"];

/// The parts of graphs that are to be read besides nodes and edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Parts {
    /// Weights of edges; a table without them is an error.
    pub weights: bool,
    /// Labels of nodes, if the table has them.
    pub node_labels: bool,
    /// Labels of edges, if the table has them.
    pub edge_labels: bool,
    /// Attributes of nodes; a table without them is an error.
    pub attributes: bool,
}

/// The columns that hold the graphs of a table, by their positions in its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphLayout {
    pub(super) edges: EdgeLayout,
    pub(super) node_count: Option<usize>,
    pub(super) weights: Option<Part>,
    pub(super) node_labels: Option<usize>,
    pub(super) edge_labels: Option<Part>,
    pub(super) attributes: Option<usize>,
    pub(super) id: Option<usize>,
    pub(super) class: Option<usize>,
}

/// The columns of the edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeLayout {
    /// Two lists in one column.
    Index(usize),
    /// A list of pairs.
    Pairs(usize),
    /// A list of structures, and the fields that are the ends.
    Structures { column: usize, ends: [usize; 2] },
    /// Two columns of lists.
    Ends(usize, usize),
    /// Text.
    Graph6(usize),
    /// Text, of molecules.
    Smiles(usize),
}

impl EdgeLayout {
    /// The columns of the first and of the second ends.
    pub(super) fn columns(self) -> (usize, usize) {
        match self {
            Self::Index(column)
            | Self::Pairs(column)
            | Self::Graph6(column)
            | Self::Smiles(column)
            | Self::Structures { column, .. } => (column, column),
            Self::Ends(sources, targets) => (sources, targets),
        }
    }
}

/// Where a number or a label of each edge stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// In a column of lists parallel to the edges.
    Column(usize),
    /// In a field of the structures.
    Field(usize),
}

impl GraphLayout {
    /// Finds the columns of the graphs: those that have `names`, the others by convention.
    ///
    /// # Errors
    /// [`LayoutError`].
    ///
    /// ```
    /// use arrow_schema::{DataType, Field, Schema};
    /// use sgr_io::input::columns::{ColumnNames, GraphLayout, Parts};
    /// let numbers = DataType::new_list(DataType::Int64, true);
    /// let schema = Schema::new(vec![Field::new("a", numbers.clone(), true), Field::new("b", numbers, true)]);
    /// assert!(GraphLayout::find(&schema, &ColumnNames::new(), Parts::default()).is_err());
    /// let names = "src=a,dst=b".parse()?;
    /// assert_eq!(GraphLayout::find(&schema, &names, Parts::default())?.columns(), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(schema: &Schema, names: &ColumnNames, parts: Parts) -> Result<Self, LayoutError> {
        let finder = Finder { schema, names };
        // A name that is misspelt must not be passed over because another column fits.
        for (role, column) in names.iter() {
            finder.named(role, column)?;
        }
        let edges = finder.edges()?;
        if matches!(edges, EdgeLayout::Smiles(_)) {
            return Self::of_molecules(&finder, edges, parts);
        }
        let field_or_column = |role, fields: &[&str], fits: fn(&DataType) -> bool| -> Result<_, LayoutError> {
            let field = finder.field(edges, fields, fits).filter(|_| names.of(role).is_none());
            Ok(field.map(Part::Field).or(finder.optional(role)?.map(Part::Column)))
        };
        let weights = match parts.weights {
            true => field_or_column(Role::Weights, &EDGE_WEIGHT, is_number)?,
            false => None,
        };
        let edge_labels = match parts.edge_labels {
            true => field_or_column(Role::EdgeLabels, &EDGE_LABEL, is_label)?,
            false => None,
        };
        let attributes = if parts.attributes { finder.optional(Role::Attributes)? } else { None };
        for (is_wanted, is_there, role) in [
            (parts.weights, weights.is_some(), Role::Weights),
            (parts.attributes, attributes.is_some(), Role::Attributes),
        ] {
            if is_wanted && !is_there {
                return Err(LayoutError::Missing { role });
            }
        }
        Ok(Self {
            edges,
            node_count: finder.optional(Role::NodeCount)?,
            weights,
            node_labels: if parts.node_labels { finder.optional(Role::NodeLabels)? } else { None },
            edge_labels,
            attributes,
            id: finder.optional(Role::Id)?,
            class: finder.optional(Role::Class)?,
        })
    }

    /// Molecules bring their labels along, and have no weights or attributes.
    fn of_molecules(finder: &Finder<'_>, edges: EdgeLayout, parts: Parts) -> Result<Self, LayoutError> {
        for (is_wanted, role) in [(parts.weights, Role::Weights), (parts.attributes, Role::Attributes)] {
            if is_wanted {
                return Err(LayoutError::Missing { role });
            }
        }
        let (id, class) = (finder.optional(Role::Id)?, finder.optional(Role::Class)?);
        let (node_count, weights, node_labels, edge_labels, attributes) = (None, None, None, None, None);
        Ok(Self { edges, node_count, weights, node_labels, edge_labels, attributes, id, class })
    }

    /// Whether the graphs are molecules, whose nodes and edges are labelled by atoms and bonds.
    #[must_use]
    pub fn has_molecules(&self) -> bool {
        matches!(self.edges, EdgeLayout::Smiles(_))
    }

    /// Positions of the columns that are read, ascending.
    #[must_use]
    pub fn columns(&self) -> Vec<usize> {
        let of_part = |part: Option<Part>| match part {
            Some(Part::Column(column)) => Some(column),
            _ => None,
        };
        let (first, second) = self.edges.columns();
        let others = [self.node_count, self.node_labels, self.attributes, self.id, self.class];
        let parts = [of_part(self.weights), of_part(self.edge_labels)];
        let mut columns: Vec<usize> =
            [first, second].into_iter().chain(others.into_iter().chain(parts).flatten()).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Whether the graphs have names.
    #[must_use]
    pub fn has_ids(&self) -> bool {
        self.id.is_some()
    }
}

/// Columns with their types, for messages.
pub(super) fn columns_in_words(schema: &Schema) -> String {
    const SHOWN: usize = 12;
    let names: Vec<String> = schema
        .fields()
        .iter()
        .take(SHOWN)
        .map(|field| format!("{}: {}", sgr_core::text::shown(field.name()), field.data_type()))
        .collect();
    match schema.fields().len() {
        0 => "no columns".to_owned(),
        many if many > SHOWN => format!("columns {}, and {} more", names.join(", "), many - SHOWN),
        _ => format!("columns {}", names.join(", ")),
    }
}

struct Finder<'a> {
    schema: &'a Schema,
    names: &'a ColumnNames,
}

impl Finder<'_> {
    /// The position of a column that the caller named, if its type fits the role.
    fn named(&self, role: Role, column: &str) -> Result<usize, LayoutError> {
        let Ok(position) = self.schema.index_of(column) else {
            let found = columns_in_words(self.schema);
            return Err(LayoutError::NoColumn { column: column.to_owned(), role, found });
        };
        let found = self.schema.field(position).data_type();
        if fits(role, found) { Ok(position) } else { Err(self.wrong_type(role, position)) }
    }

    fn wrong_type(&self, role: Role, position: usize) -> LayoutError {
        let field = self.schema.field(position);
        let (column, found) = (field.name().clone(), field.data_type().to_string());
        LayoutError::Type { column, role, found, wanted: wanted(role) }
    }

    /// The position of a column by its given name or by convention. The first conventional name with another type is an error,
    /// except for names and classes, which the graphs can do without.
    fn optional(&self, role: Role) -> Result<Option<usize>, LayoutError> {
        if let Some(column) = self.names.of(role) {
            return self.named(role, column).map(Some);
        }
        let position = |name: &&str| self.schema.index_of(name).ok();
        let known: Vec<usize> = role.conventional().iter().filter_map(position).collect();
        if let Some(&fitting) = known.iter().find(|&&at| fits(role, self.schema.field(at).data_type())) {
            return Ok(Some(fitting));
        }
        match self.schema.index_of(role.conventional()[0]) {
            Ok(position) if !matches!(role, Role::Id | Role::Class) => Err(self.wrong_type(role, position)),
            _ => Ok(None),
        }
    }

    fn edges(&self) -> Result<EdgeLayout, LayoutError> {
        const ROLES: [Role; 4] = [Role::EdgeIndex, Role::Edges, Role::Sources, Role::Graph6];
        let is_given = |role: &Role| {
            self.names.of(*role).is_some() || *role == Role::Sources && self.names.of(Role::Targets).is_some()
        };
        let given = ROLES.into_iter().chain([Role::Smiles]).find(is_given);
        let mut first_error = None;
        for role in given.map_or(ROLES.to_vec(), |role| vec![role]) {
            match self.edges_as(role) {
                Ok(Some(layout)) => return Ok(layout),
                Ok(None) => {}
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        let by_type = if given.is_none() { self.edges_by_type() } else { None };
        // Tables of graphs may have the SMILES next to their edges.
        let molecules = if given.is_none() && by_type.is_none() { self.edges_as(Role::Smiles)? } else { None };
        match (by_type.or(molecules), first_error) {
            (Some(layout), _) => Ok(layout),
            (None, Some(error)) => Err(error),
            (None, None) => Err(LayoutError::NoGraphs { found: columns_in_words(self.schema) }),
        }
    }

    fn edges_as(&self, role: Role) -> Result<Option<EdgeLayout>, LayoutError> {
        let Some(column) = self.optional(role)? else { return Ok(None) };
        Ok(match role {
            Role::EdgeIndex => Some(EdgeLayout::Index(column)),
            Role::Edges => self.list_of_edges(column),
            Role::Graph6 => Some(EdgeLayout::Graph6(column)),
            Role::Smiles => Some(EdgeLayout::Smiles(column)),
            _ => self.optional(Role::Targets)?.map(|targets| EdgeLayout::Ends(column, targets)),
        })
    }

    /// The only column whose type can be nothing but edges.
    fn edges_by_type(&self) -> Option<EdgeLayout> {
        let is_pair = |data_type: &DataType| matches!(data_type, DataType::FixedSizeList(_, 2));
        let layout = |position: usize| {
            let data_type = self.schema.field(position).data_type();
            let item = item_of(data_type)?.data_type();
            let is_certain = match item {
                DataType::Struct(_) => !matches!(data_type, DataType::FixedSizeList(..)),
                _ => is_pair(item) && !is_pair(data_type),
            };
            if is_certain {
                return if fits(Role::Edges, data_type) { self.list_of_edges(position) } else { None };
            }
            (is_pair(data_type) && fits(Role::EdgeIndex, data_type)).then_some(EdgeLayout::Index(position))
        };
        let mut found = (0..self.schema.fields().len()).filter_map(layout);
        let first = found.next();
        if found.next().is_none() { first } else { None }
    }

    fn list_of_edges(&self, column: usize) -> Option<EdgeLayout> {
        let item = item_of(self.schema.field(column).data_type())?.data_type();
        match item {
            DataType::Struct(_) => ends_of(item).map(|ends| EdgeLayout::Structures { column, ends }),
            _ => Some(EdgeLayout::Pairs(column)),
        }
    }

    /// The field of the edges' structures with one of these names.
    fn field(&self, edges: EdgeLayout, names: &[&str], fits: fn(&DataType) -> bool) -> Option<usize> {
        let EdgeLayout::Structures { column, ends } = edges else { return None };
        let DataType::Struct(fields) = item_of(self.schema.field(column).data_type())?.data_type() else { return None };
        let found = |name: &&str| fields.find(name).filter(|(at, field)| !ends.contains(at) && fits(field.data_type()));
        names.iter().find_map(found).map(|(at, _)| at)
    }
}

/// The fields of a structure that are the ends of an edge.
fn ends_of(structure: &DataType) -> Option<[usize; 2]> {
    let DataType::Struct(fields) = structure else { return None };
    let whole = |name: &str| fields.find(name).filter(|(_, field)| is_whole(field.data_type())).map(|(at, _)| at);
    let named = ENDS.iter().find_map(|[first, second]| Some([whole(first)?, whole(second)?]));
    named.or_else(|| {
        let mut numbers = (0..fields.len()).filter(|&at| is_whole(fields[at].data_type()));
        Some([numbers.next()?, numbers.next()?])
    })
}

/// Whether values of this type can be labels: texts or whole numbers.
fn is_label(data_type: &DataType) -> bool {
    is_text(data_type) || is_whole(data_type)
}

fn is_list_of(data_type: &DataType, fits: impl Fn(&DataType) -> bool) -> bool {
    item_of(data_type).is_some_and(|item| fits(item.data_type()))
}

/// Whether a column of this type can have the role.
fn fits(role: Role, data_type: &DataType) -> bool {
    let is_fixed_but = |length: i32| matches!(data_type, DataType::FixedSizeList(_, found) if *found != length);
    match role {
        Role::EdgeIndex => !is_fixed_but(2) && is_list_of(data_type, |item| is_list_of(item, is_whole)),
        Role::Edges => is_list_of(data_type, |item| match item {
            DataType::Struct(_) => ends_of(item).is_some(),
            DataType::FixedSizeList(_, length) if *length != 2 => false,
            _ => is_list_of(item, is_whole),
        }),
        Role::Sources | Role::Targets => is_list_of(data_type, is_whole),
        Role::Graph6 | Role::Smiles => is_text(data_type),
        Role::NodeCount => is_number(data_type),
        Role::Weights => is_list_of(data_type, is_number),
        Role::NodeLabels | Role::EdgeLabels => is_list_of(data_type, is_label),
        Role::Attributes => is_list_of(data_type, |item| is_number(item) || is_list_of(item, is_number)),
        Role::Id => is_label(data_type),
        Role::Class => {
            let is_class = |data_type: &DataType| is_label(data_type) || *data_type == DataType::Boolean;
            is_class(data_type) || is_list_of(data_type, is_class)
        }
    }
}

/// The types of a role, in words.
fn wanted(role: Role) -> &'static str {
    match role {
        Role::EdgeIndex => "two lists of integers",
        Role::Edges => "a list of structures or pairs of integers",
        Role::Sources | Role::Targets => "a list of integers",
        Role::Graph6 | Role::Smiles => "text",
        Role::NodeCount => "a number",
        Role::Weights => "a list of numbers",
        Role::NodeLabels | Role::EdgeLabels => "a list of texts or integers",
        Role::Attributes => "a list of numbers or of lists of numbers",
        Role::Id => "text or an integer",
        Role::Class => "text, an integer or a truth value",
    }
}
