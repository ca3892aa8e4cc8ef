//! Tests of the batched solver on tridiagonal matrices.

use super::{BatchedSolver, QueuedTridiagonals, ql};

/// Eigenvalues of each matrix, solved together.
fn solve(matrices: &[(&[f64], &[f64])]) -> Vec<Vec<f64>> {
    let (mut queue, mut found) = (QueuedTridiagonals::default(), vec![Vec::new(); matrices.len()]);
    for (owner, (diagonal, off_diagonal)) in matrices.iter().enumerate() {
        queue.push(owner, diagonal, off_diagonal);
    }
    BatchedSolver::new().solve_tridiagonals(&mut queue, |owner, values| {
        found[owner] = values.map(|values| values.to_vec()).unwrap_or_default();
    });
    found
}

/// The shift of this matrix, −1, is its last diagonal entry: the fast iteration divides by zero.
const RIGHT_ANGLE: (&[f64], &[f64]) = (&[0.0, 0.0, -1.0], &[1.0, 1.0]);

#[test]
fn the_fast_iteration_gives_up_where_a_rotation_is_by_a_right_angle() {
    let (mut diagonal, mut squared) = (RIGHT_ANGLE.0.to_vec(), [1.0, 1.0, 0.0]);
    let converged = ql::eigenvalues::<pulp::Scalar, 1>(pulp::Scalar, &mut diagonal, &mut squared, &[3]);
    assert!(!converged[0], "{diagonal:?}");
}

#[test]
fn a_matrix_that_the_fast_iteration_gives_up_is_solved_and_disturbs_no_other() {
    let rows = |size: usize| (vec![1.0; size], (1..size).map(|at| 0.5 / at as f64).collect::<Vec<f64>>());
    let others: Vec<_> = (3..20).map(rows).collect();
    let mut matrices: Vec<_> = others.iter().map(|(diagonal, off)| (&diagonal[..], &off[..])).collect();
    matrices.insert(5, RIGHT_ANGLE);
    let together = solve(&matrices);
    for (matrix, found) in matrices.iter().zip(&together) {
        assert_eq!(&solve(std::slice::from_ref(matrix))[0], found, "alone");
        assert_eq!(found.len(), matrix.0.len());
        let (trace, sum): (f64, f64) = (matrix.0.iter().sum(), found.iter().sum());
        assert!((trace - sum).abs() < 1e-13, "{found:?}");
    }
    for value in &together[5] {
        assert!((value - (value + 1.0) * (value * value - 1.0)).abs() < 1e-14, "{:?}", together[5]);
    }
}
