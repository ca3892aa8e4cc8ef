//! A tree of squares over points of a plane: far points act as one.

/// Bits of each coordinate: points that share all of them lie in one leaf.
const BITS: u32 = 24;

/// A square with points in it.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// The mean of its points.
    centre: [f64; 2],
    /// How many there are.
    mass: f64,
    /// The square of its side; 0 for a leaf, which always acts as one point.
    side_squared: f64,
    /// The first cell after it that is not inside of it.
    next: u32,
}

/// The cells, each before those inside of it, so that a walk needs no stack.
#[derive(Debug, Default)]
pub(super) struct Quadtree {
    cells: Vec<Cell>,
    /// The points in the order of the tree, each with its interleaved coordinates.
    order: Vec<(u64, u32)>,
}

impl Quadtree {
    /// Arranges points; buffers are kept from call to call.
    pub(super) fn arrange(&mut self, points: &[[f64; 2]]) {
        let (low, side) = bounds(points);
        let scale = f64::from(1u32 << BITS) / side;
        let bits = |value: f64| (value * scale).clamp(0.0, f64::from((1u32 << BITS) - 1)) as u64;
        let code = |point: &[f64; 2]| spread(bits(point[0] - low[0])) | spread(bits(point[1] - low[1])) << 1;
        self.order.clear();
        self.order.extend(points.iter().map(code).zip(0..));
        self.order.sort_unstable();
        self.cells.clear();
        if !points.is_empty() {
            divide(&mut self.cells, &self.order, points, BITS, side);
        }
    }

    /// The points, near ones one after another.
    pub(super) fn order(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().map(|&(_, point)| point)
    }

    /// The push of all points on one place: Σ q² (place − y_j) and Σ q, q = 1 / (1 + |place − y_j|²), over all points, that at
    /// `place` itself included.
    ///
    /// A cell acts as one point if its side is below `theta` times its distance.
    pub(super) fn repulsion(&self, place: [f64; 2], theta: f64) -> ([f64; 2], f64) {
        let (mut force, mut sum, mut at, theta_squared) = ([0.0; 2], 0.0, 0, theta * theta);
        while let Some(cell) = self.cells.get(at) {
            let apart = [place[0] - cell.centre[0], place[1] - cell.centre[1]];
            let squared = apart[0] * apart[0] + apart[1] * apart[1];
            if cell.side_squared < theta_squared * squared || cell.side_squared == 0.0 {
                let q = 1.0 / (1.0 + squared);
                let weight = cell.mass * q;
                sum += weight;
                force[0] += weight * q * apart[0];
                force[1] += weight * q * apart[1];
                at = cell.next as usize;
            } else {
                at += 1;
            }
        }
        (force, sum)
    }
}

/// The lower corner of the points, and the side of the square that holds them.
fn bounds(points: &[[f64; 2]]) -> ([f64; 2], f64) {
    let low = [0, 1].map(|axis| points.iter().map(|point| point[axis]).fold(f64::INFINITY, f64::min));
    let high = [0, 1].map(|axis| points.iter().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max));
    (low, (high[0] - low[0]).max(high[1] - low[1]).max(f64::MIN_POSITIVE))
}

/// A zero behind each bit.
fn spread(bits: u64) -> u64 {
    let mut spread = bits & 0xffff_ffff;
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        spread = (spread | spread << shift) & mask;
    }
    spread
}

/// Appends the cell of some points, which share all bits above `level`, and the cells inside of it; gives its centre.
fn divide(cells: &mut Vec<Cell>, order: &[(u64, u32)], points: &[[f64; 2]], level: u32, side: f64) -> [f64; 2] {
    let (own, mass) = (cells.len(), order.len() as f64);
    cells.push(Cell { centre: [0.0; 2], mass, side_squared: 0.0, next: 0 });
    let is_leaf = level == 0 || order[0].0 == order[order.len() - 1].0;
    let mut centre = [0.0; 2];
    if is_leaf {
        for &(_, point) in order {
            (0..2).for_each(|axis| centre[axis] += points[point as usize][axis]);
        }
    } else {
        let quarter = |entry: &(u64, u32)| entry.0 >> (2 * (level - 1)) & 3;
        for part in order.chunk_by(|a, b| quarter(a) == quarter(b)) {
            let inner = divide(cells, part, points, level - 1, side / 2.0);
            (0..2).for_each(|axis| centre[axis] += part.len() as f64 * inner[axis]);
        }
    }
    let centre = centre.map(|sum| sum / mass);
    let side_squared = if is_leaf { 0.0 } else { side * side };
    cells[own] = Cell { centre, mass, side_squared, next: cells.len() as u32 };
    centre
}

#[cfg(test)]
mod tests {
    use super::Quadtree;

    fn points() -> Vec<[f64; 2]> {
        let mut points: Vec<[f64; 2]> =
            (0..400).map(f64::from).map(|at| [(at * 0.7).sin() * at, (at * 1.3).cos() * at * 0.3]).collect();
        // Coincident ones too.
        points.extend([[3.0, 4.0]; 5]);
        points
    }

    /// With theta 0 every leaf counts by itself: the sum over all pairs.
    #[test]
    fn repulsion_is_the_sum_over_all_points() {
        let points = points();
        let mut tree = Quadtree::default();
        tree.arrange(&points);
        for place in [points[0], points[200], points[404], [50.0, -7.0]] {
            let (mut force, mut sum) = ([0.0; 2], 0.0);
            for point in &points {
                let apart = [place[0] - point[0], place[1] - point[1]];
                let q = 1.0 / (1.0 + apart[0] * apart[0] + apart[1] * apart[1]);
                sum += q;
                (0..2).for_each(|axis| force[axis] += q * q * apart[axis]);
            }
            let (exact, exact_sum) = tree.repulsion(place, 0.0);
            assert!((exact_sum - sum).abs() < 1e-6 * sum, "{exact_sum} {sum}");
            assert!((0..2).all(|axis| (exact[axis] - force[axis]).abs() < 1e-6), "{exact:?} {force:?}");
            let (near, near_sum) = tree.repulsion(place, 0.5);
            assert!((near_sum - sum).abs() < 0.02 * sum, "{near_sum} {sum}");
            assert!((0..2).all(|axis| (near[axis] - force[axis]).abs() < 0.02), "{near:?} {force:?}");
        }
    }

    #[test]
    fn points_in_one_place_make_one_leaf() {
        let mut tree = Quadtree::default();
        tree.arrange(&[[2.0, 2.0]; 7]);
        assert_eq!(tree.repulsion([2.0, 2.0], 0.5), ([0.0; 2], 7.0));
        tree.arrange(&[]);
        assert_eq!(tree.repulsion([2.0, 2.0], 0.5), ([0.0; 2], 0.0));
    }
}
