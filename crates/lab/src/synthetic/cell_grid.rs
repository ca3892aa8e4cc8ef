//! Near pairs and nearest neighbours of points by a grid of cells; for the models in space.

/// Visits every two points whose distance is at most `radius`, once.
///
/// Space is cut into cells no smaller than the radius, so that all partners of a point are in its own cell and those
/// around it. There are at most about as many cells as points.
///
/// # Complexity
/// O(n + m) expected time and space for n points spread evenly, m pairs visited.
pub(super) fn near_pairs<const D: usize>(points: &[[f64; D]], radius: f64, mut visit: impl FnMut(u32, u32)) {
    let cells = Cells::new(points, Grid::around(points, radius));
    for (u, point) in points.iter().enumerate() {
        cells.grid.for_each_around(cells.grid.cell(point), |cell| {
            // Each two meet twice, from either end: the smaller number visits.
            for &v in cells.members(cell).iter().filter(|&&v| (u as u32) < v) {
                if squared_distance(point, &points[v as usize]) <= radius * radius {
                    visit(u as u32, v);
                }
            }
        });
    }
}

/// Visits every point with each of the `count` others nearest to it, or all others where these are fewer; of several at
/// the same distance, those with the smaller numbers.
///
/// The cells of a point are searched in cubes around it that grow until nothing outside can be nearer.
///
/// # Complexity
/// O(n · count²) expected time and O(n) space for n points spread evenly.
pub(super) fn nearest<const D: usize>(points: &[[f64; D]], count: usize, mut visit: impl FnMut(u32, u32)) {
    // The smallest side that leaves about as many cells as points.
    let cells = Cells::new(points, Grid::around(points, 0.0));
    let mut found: Vec<(f64, u32)> = Vec::with_capacity(count + 1);
    for (u, point) in points.iter().enumerate() {
        found.clear();
        let home = cells.grid.cell(point);
        for ring in 0..cells.grid.cells.iter().copied().max().unwrap_or(0) {
            // The cube of the rings before reaches at least this far from the point.
            let reach = ring.saturating_sub(1) as f64 * cells.grid.side;
            if found.len() == count && found.last().is_none_or(|last| last.0 < reach * reach) {
                break;
            }
            cells.grid.for_each_at(home, ring, |cell| {
                for &v in cells.members(cell).iter().filter(|&&v| u as u32 != v) {
                    let candidate = (squared_distance(point, &points[v as usize]), v);
                    let place = found.partition_point(|other| *other < candidate);
                    if place < count {
                        found.truncate(count - 1);
                        found.insert(place, candidate);
                    }
                }
            });
        }
        found.iter().for_each(|&(_, v)| visit(u as u32, v));
    }
}

/// Points sorted into the cells of a grid.
struct Cells<const D: usize> {
    grid: Grid<D>,
    /// Points in the order of their cells, and where each cell starts among them.
    members: Vec<u32>,
    starts: Vec<u32>,
}

impl<const D: usize> Cells<D> {
    /// By counting.
    fn new(points: &[[f64; D]], grid: Grid<D>) -> Self {
        let cells: Vec<u32> = points.iter().map(|point| grid.index(grid.cell(point)) as u32).collect();
        let mut starts = vec![0u32; grid.cell_count() + 1];
        for &cell in &cells {
            starts[cell as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut members = vec![0u32; points.len()];
        for (point, &cell) in cells.iter().enumerate() {
            members[next[cell as usize] as usize] = point as u32;
            next[cell as usize] += 1;
        }
        Self { grid, members, starts }
    }

    fn members(&self, cell: usize) -> &[u32] {
        &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// Square of the distance of two points.
pub(super) fn squared_distance<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

/// A box of cells with equal sides.
#[derive(Debug, Clone)]
pub(super) struct Grid<const D: usize> {
    origin: [f64; D],
    /// Length of a cell's side.
    side: f64,
    /// Cells along each axis.
    cells: [usize; D],
}

impl<const D: usize> Grid<D> {
    /// A grid over a cube from −`half` to `half` on each axis.
    pub(super) fn cube(half: f64, side: f64) -> Self {
        Self { origin: [-half; D], side, cells: [(2.0 * half / side) as usize + 1; D] }
    }

    /// A grid over the points with cells of at least `side`, and larger where there would be many more cells than points.
    fn around(points: &[[f64; D]], side: f64) -> Self {
        let mut origin = [0.0; D];
        let mut extent = [0.0; D];
        for axis in 0..D {
            let values = || points.iter().map(|point| point[axis]);
            origin[axis] = values().fold(f64::INFINITY, f64::min);
            extent[axis] = (values().fold(f64::NEG_INFINITY, f64::max) - origin[axis]).max(0.0);
        }
        let longest = extent.iter().copied().fold(0.0, f64::max);
        // A radius of 0 joins only points that coincide; any cell will do.
        let mut side = side.max(longest / (points.len() + 1) as f64).max(f64::MIN_POSITIVE);
        loop {
            let cells = extent.map(|extent| (extent / side) as usize + 1);
            if cells.iter().map(|&count| count as f64).product::<f64>() <= (2 * points.len() + 8) as f64 {
                return Self { origin, side, cells };
            }
            side *= 1.25;
        }
    }

    pub(super) fn cell_count(&self) -> usize {
        self.cells.iter().product()
    }

    /// The cell of a point, by its place on each axis; points outside belong to the cell nearest to them.
    pub(super) fn cell(&self, point: &[f64; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            // A negative number converts to 0.
            let at = ((point[axis] - self.origin[axis]) / self.side) as usize;
            at.min(self.cells[axis] - 1)
        })
    }

    pub(super) fn index(&self, cell: [usize; D]) -> usize {
        cell.iter().zip(&self.cells).fold(0, |index, (&at, &count)| index * count + at)
    }

    /// Calls `visit` with the index of the cell and of each cell that touches it.
    pub(super) fn for_each_around(&self, cell: [usize; D], mut visit: impl FnMut(usize)) {
        self.for_each_at(cell, 0, &mut visit);
        self.for_each_at(cell, 1, visit);
    }

    /// Calls `visit` with the index of each cell that is `ring` cells away on some axis and no further on any other.
    fn for_each_at(&self, cell: [usize; D], ring: usize, mut visit: impl FnMut(usize)) {
        let width = 2 * ring + 1;
        for step in 0..width.pow(D as u32) {
            let mut around = cell;
            let mut rest = step;
            let mut is_outermost = false;
            let is_inside = around.iter_mut().zip(&self.cells).all(|(at, &count)| {
                let digit = rest % width;
                rest /= width;
                is_outermost |= digit == 0 || digit == 2 * ring;
                // `ring` too many, so that no step goes below 0.
                *at += digit;
                let is_inside = (ring..ring + count).contains(at);
                *at = at.wrapping_sub(ring);
                is_inside
            });
            if is_inside && is_outermost {
                visit(self.index(around));
            }
        }
    }
}
