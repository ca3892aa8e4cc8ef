//! Tables that hold no graphs, and values that are no part of one.

use sgr_core::text::shown;

use super::Role;
use crate::input::Problem;

/// A table whose columns hold no graphs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No column holds edges.
    #[error(
        "found {found}, wanted columns that hold graphs: edge_index, edges, src and dst, graph6 or smiles; other names can be given"
    )]
    NoGraphs {
        /// The columns of the table with their types.
        found: String,
    },
    /// A column that was named is not there.
    #[error("column \"{}\" is missing ({role}: {}); found {found}", shown(column), role.summary())]
    NoColumn {
        /// The name.
        column: String,
        /// Its role.
        role: Role,
        /// The columns of the table with their types.
        found: String,
    },
    /// A column has a type that its role cannot have.
    #[error("column \"{}\" ({role}): found {found}, wanted {wanted}", shown(column))]
    Type {
        /// The column.
        column: String,
        /// Its role.
        role: Role,
        /// Its type.
        found: String,
        /// Types that would do.
        wanted: &'static str,
    },
    /// A column that is to be used is not there.
    #[error("column \"{}\" is missing; wanted {} ({})", role.conventional()[0], role.summary(), role.conventional().join(" or "))]
    Missing {
        /// The role.
        role: Role,
    },
    /// A column that is to be kept is not there.
    #[error("column \"{}\" is missing; found {found}", shown(column))]
    NotKept {
        /// The name.
        column: String,
        /// The columns of the table with their types.
        found: String,
    },
}

impl Problem {
    /// A value of a column that cannot be part of a graph.
    pub(in crate::input) fn value(column: &str, found: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self::Column { column: column.to_owned(), found: found.into(), wanted: wanted.into() }
    }

    /// A null where a part of a graph should be.
    pub(super) fn null(column: &str, wanted: &str) -> Self {
        Self::value(column, "null", wanted)
    }
}

impl From<LayoutError> for Problem {
    fn from(error: LayoutError) -> Self {
        let LayoutError::Missing { role } = error else { return Self::Layout(error) };
        let names = role.conventional().join(" or ");
        let (missing, wanted) = (format!("column {names}"), format!("wanted a {}", role.summary()));
        match role {
            Role::Weights => Self::NoWeights { missing, wanted },
            Role::Attributes => Self::NoAttributes { missing, wanted },
            _ => Self::Missing { missing, wanted },
        }
    }
}
