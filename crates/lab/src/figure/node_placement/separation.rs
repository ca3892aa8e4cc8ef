//! No two nodes in one place.

use super::direction;
use super::pivot_distances::ALL_PAIRS;

/// Nodes in one cell of this part of an edge count as coincident.
const COINCIDENT: f64 = 1e-3;

/// Nodes are drawn as discs of 0.6 edges at most: closer ones would cover each other.
const CLEARANCE: f64 = 0.62;

/// Rounds of pushes: crowded nodes push each other to the next ones.
const ROUNDS: usize = 40;

/// Moves nodes that coincide by a small step, each in a direction of its own. The stress cannot part them: all of its pulls on
/// them are the same.
pub(super) fn part_coincident(positions: &mut [[f64; 2]]) {
    let cell = |position: &[f64; 2]| position.map(|value| (value / COINCIDENT).round() as i64);
    let mut cells: Vec<([i64; 2], usize)> = positions.iter().map(cell).zip(0..).collect();
    cells.sort_unstable();
    for same in cells.chunk_by(|(one, _), (other, _)| one == other) {
        for &(_, node) in &same[1..] {
            // Steps of different lengths: equal ones could meet again.
            let (step, [x, y]) = (0.05 + 0.05 / (node + 1) as f64, direction(node));
            positions[node] = [positions[node][0] + step * x, positions[node][1] + step * y];
        }
    }
}

/// Pushes nodes apart that are too close, in components with few nodes; in all others it parts the coincident ones only.
pub(super) fn keep_apart(positions: &mut [[f64; 2]]) {
    part_coincident(positions);
    if positions.len() > ALL_PAIRS {
        return;
    }
    for _ in 0..ROUNDS {
        let mut is_done = true;
        for a in 0..positions.len() {
            for b in a + 1..positions.len() {
                let apart = [positions[b][0] - positions[a][0], positions[b][1] - positions[a][1]];
                let length = apart[0].hypot(apart[1]);
                if length < CLEARANCE {
                    is_done = false;
                    let unit = if length > 1e-9 { apart.map(|part| part / length) } else { direction(a + b) };
                    let push = (CLEARANCE - length) / 2.0 + 1e-6;
                    for axis in 0..2 {
                        positions[a][axis] -= push * unit[axis];
                        positions[b][axis] += push * unit[axis];
                    }
                }
            }
        }
        if is_done {
            return;
        }
    }
}
