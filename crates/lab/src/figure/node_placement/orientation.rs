//! The turn of a drawing: fixed by its nodes, so that it does not depend on where the minimization began.

/// Turns the longest axis level, mirrors so that the first node off the centre is left of it and above it, and moves the upper
/// left corner to the origin.
pub(super) fn turn_level(positions: &mut [[f64; 2]]) {
    let count = positions.len().max(1) as f64;
    let mean = [0, 1].map(|axis| positions.iter().map(|position| position[axis]).sum::<f64>() / count);
    positions.iter_mut().for_each(|position| *position = [position[0] - mean[0], position[1] - mean[1]]);
    let moment = |a: usize, b: usize| positions.iter().map(|position| position[a] * position[b]).sum::<f64>();
    // The angle of the principal axis of a symmetric 2 × 2 matrix.
    let angle = 0.5 * (2.0 * moment(0, 1)).atan2(moment(0, 0) - moment(1, 1));
    let (sine, cosine) = angle.sin_cos();
    for position in positions.iter_mut() {
        let [x, y] = *position;
        *position = [cosine * x + sine * y, cosine * y - sine * x];
    }
    for axis in 0..2 {
        let spread = positions.iter().map(|position| position[axis].abs()).fold(0.0, f64::max);
        let off_centre = positions.iter().map(|position| position[axis]).find(|value| value.abs() > 1e-3 * spread);
        if off_centre.is_some_and(|value| value > 0.0) {
            positions.iter_mut().for_each(|position| position[axis] = -position[axis]);
        }
        let least = positions.iter().map(|position| position[axis]).fold(f64::INFINITY, f64::min);
        positions.iter_mut().for_each(|position| position[axis] -= least);
    }
}

/// Width and height of positions whose upper left corner is the origin.
pub(super) fn extent(positions: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|axis| positions.iter().map(|position| position[axis]).fold(0.0, f64::max))
}
