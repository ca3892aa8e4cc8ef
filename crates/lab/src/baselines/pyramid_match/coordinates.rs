//! Nodes as points: entries of leading eigenvectors.

use super::super::BaselineError;
use super::quotient::Quotient;
use sgr_core::graph::Graph;
use sgr_core::numerics::{Leading, LeadingEigenvectors, LeadingSettings, leading_eigenvectors};

/// Quotients up to this size are decomposed whole: about as fast as the iteration, and exact.
const DENSE: usize = 300;

/// Residuals as a share of the largest degree: an eigenvector whose eigenvalue is [`CLOSE`] to another is then good to
/// 1e-5, a hundredth of a cell of the finest level that anyone uses.
const TOLERANCE: f64 = 1e-11;

/// Eigenvalues within this share of the largest are one eigenvalue, and those within it of 0 are 0.
const CLOSE: f64 = 1e-6;

/// The `dimensions` coordinates of each node, node after node, in [0, 1].
pub(super) fn coordinates(graph: &Graph, dimensions: usize) -> Result<Vec<f64>, BaselineError> {
    let mut points = vec![0.0; graph.node_count() * dimensions];
    let quotient = Quotient::of(graph);
    let leading = leading(&quotient, dimensions)?;
    let spaces = eigenspaces(&leading.values, dimensions);
    // Positive eigenvalues descend from the first coordinate, negative ones end at the last; what was left out is 0 between.
    let (mut from_start, mut from_end) = (0, dimensions);
    for space in &spaces {
        let count = space.columns.len();
        let first = if space.is_positive {
            from_start += count;
            from_start - count
        } else {
            from_end -= count;
            from_end
        };
        for (node, &class) in quotient.class_of_node.iter().enumerate() {
            let square: f64 = space.columns.iter().map(|&at| leading.vectors[(class as usize, at)].powi(2)).sum();
            let length = (square / (count as f64 * f64::from(quotient.sizes[class as usize]))).sqrt();
            points[node * dimensions + first..][..count].fill(length);
        }
    }
    Ok(points)
}

/// One more eigenvector than there are dimensions, which tells whether the last eigenspace is cut.
fn leading(quotient: &Quotient, dimensions: usize) -> Result<LeadingEigenvectors, BaselineError> {
    let size = quotient.sizes.len();
    let settings = LeadingSettings {
        leading: Leading::LargestMagnitude,
        count: (dimensions + 1).min(size),
        dense: DENSE,
        tolerance: TOLERANCE * quotient.largest_degree,
    };
    leading_eigenvectors(size, &settings, |vectors, mut products| {
        for column in 0..vectors.ncols() {
            quotient.multiply(vectors.col(column), products.as_mut().col_mut(column));
        }
    })
    .ok_or(BaselineError::NoConvergence { what: "adjacency matrix", rows: size })
}

/// Columns with the same eigenvalue.
#[derive(Debug, PartialEq)]
struct Eigenspace {
    is_positive: bool,
    columns: Vec<usize>,
}

/// The eigenspaces that fit into `dimensions`, of eigenvalues by descending magnitude; that of 0 never does.
///
/// λ and −λ are kept or left out together: rounding decides which of their columns comes first.
fn eigenspaces(values: &[f64], dimensions: usize) -> Vec<Eigenspace> {
    let tolerance = CLOSE * values.first().map_or(0.0, |value| value.abs());
    let (mut spaces, mut start) = (Vec::new(), 0);
    while start < values.len() && values[start].abs() > tolerance {
        let differs = |at: &usize| values[start].abs() - values[*at].abs() > tolerance;
        let end = (start..values.len()).find(differs).unwrap_or(values.len());
        if end > dimensions {
            break;
        }
        for is_positive in [true, false] {
            let columns: Vec<usize> = (start..end).filter(|&at| (values[at] > 0.0) == is_positive).collect();
            spaces.push(Eigenspace { is_positive, columns });
        }
        start = end;
    }
    spaces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_one_magnitude_stay_together() {
        let spaces = |values: &[f64], dimensions| -> Vec<(bool, Vec<usize>)> {
            let spaces = eigenspaces(values, dimensions).into_iter();
            spaces.filter(|space| !space.columns.is_empty()).map(|space| (space.is_positive, space.columns)).collect()
        };
        let values = [-3.0, 2.0, -2.0 + 1e-12, 2.0 - 1e-12, 1.0, 1.0, 0.5];
        let first = vec![(false, vec![0]), (true, vec![1, 3]), (false, vec![2])];
        // Both ones fit into six; into five only one of them would, so none does.
        assert_eq!(spaces(&values, 5), first);
        let both = [first, vec![(true, vec![4, 5])]].concat();
        assert_eq!(spaces(&values, 6), both);
        // Zero is no direction.
        assert_eq!(spaces(&[1.0, -1e-9, 0.0], 6), [(true, vec![0])]);
        assert_eq!(spaces(&[0.0; 3], 6), []);
    }
}
