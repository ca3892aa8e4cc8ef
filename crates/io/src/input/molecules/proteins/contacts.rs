//! Pairs of places that are near each other.

use hashbrown::HashMap;
use sgr_core::graph::GraphBuilder;

use crate::input::Problem;
use crate::input::memory::MemoryLimit;

/// A cube of the grid, as wide as the largest distance.
type Cell = [i64; 3];

/// Farthest cube on an axis: all beyond it are one, so that numbers of cubes can be added. No protein is that large.
const FARTHEST: f64 = (1u64 << 40) as f64;

/// Adds an edge for each pair of places that are at most `distance` apart. Only places in the same cube of a grid and in
/// the 26 around it are compared.
pub(super) fn contacts(
    places: &[[f64; 3]],
    distance: f64,
    builder: &mut GraphBuilder,
    memory: MemoryLimit,
) -> Result<(), Problem> {
    let cell_of = |place: &[f64; 3]| place.map(|at| (at / distance).floor().clamp(-FARTHEST, FARTHEST) as i64);
    let mut cells: HashMap<Cell, Vec<u32>> = HashMap::new();
    for (place, number) in places.iter().zip(0..) {
        let cell = cell_of(place);
        for other in around(cell).filter_map(|cell| cells.get(&cell)).flatten().copied() {
            if squared(place, &places[other as usize]) <= distance * distance {
                builder.add_edge(other, number, 0)?;
            }
        }
        cells.entry(cell).or_default().push(number);
        memory.check(builder.memory())?;
    }
    Ok(())
}

/// A cube and those around it.
fn around([x, y, z]: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |i| (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [x + i, y + j, z + k])))
}

fn squared(one: &[f64; 3], other: &[f64; 3]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum()
}
