//! The kernel of two summaries, for several pairs at once.

use pulp::Arch;

/// Matrices compared with another at once, one in each lane: the doubles of a 512-bit register, or of two of 256 bits.
pub(super) const LANES: usize = 8;

/// Pivots whose product is taken before a division: with γ and η from 1e-8 to 1e8, no product of four leaves the range of
/// doubles.
const PIVOTS: usize = 4;

/// `S` of a subgraph: the lower triangle by rows, and the pivots of its elimination.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Summary {
    entries: Vec<f64>,
    pivots: Vec<f64>,
}

impl Summary {
    /// Adds γ to the diagonal of `entries`, the lower triangle of a matrix of `dimensions` rows.
    pub(super) fn set(&mut self, entries: &[f64], dimensions: usize, gamma: f64) {
        self.entries.clear();
        self.entries.extend_from_slice(entries);
        (0..dimensions).for_each(|row| self.entries[row * (row + 3) / 2] += gamma);
        self.pivots.resize(dimensions, 0.0);
        let mut matrix: Vec<[f64; 1]> = self.entries.iter().map(|&entry| [entry]).collect();
        let pivots = &mut self.pivots;
        eliminate(&mut matrix, dimensions, |at, [pivot]| pivots[at] = pivot);
    }
}

/// Many summaries side by side, to be compared with one at a time.
///
/// # Formula
/// ```text
/// k(G1, G2) = |(S1⁻¹ + S2⁻¹) / 2|^(−1/2) / (|S1|^(1/4) |S2|^(1/4))
///           = (|S1| |S2|)^(1/4) / |(S1 + S2) / 2|^(1/2)
/// ```
/// Kondor & Pan 2016, eq. (4); the second line because `S1⁻¹ + S2⁻¹ = S1⁻¹ (S1 + S2) S2⁻¹`. With pivots a, b and c of S1,
/// S2 and their mean it is `(Π a b / c²)^(1/4)`. Each factor is at most 1 (pivots of a sum are at least the sums of the
/// pivots), so the product can only vanish where the kernel does; and equal matrices give exactly 1.
#[derive(Debug)]
pub(super) struct Summaries {
    arch: Arch,
    count: usize,
    dimensions: usize,
    /// Block after block of lanes, in a block entry after entry.
    entries: Vec<[f64; LANES]>,
    pivots: Vec<[f64; LANES]>,
}

impl Summaries {
    pub(super) fn new(summaries: &[Summary], dimensions: usize) -> Self {
        let blocks = summaries.chunks(LANES);
        let mut all = Self { arch: Arch::new(), count: summaries.len(), dimensions, entries: vec![], pivots: vec![] };
        for block in blocks {
            // Lanes without a summary repeat the last one; their results are not used.
            let lane = |lane: usize| &block[lane.min(block.len() - 1)];
            let entry = |at: usize| std::array::from_fn(|number| lane(number).entries[at]);
            let pivot = |at: usize| std::array::from_fn(|number| lane(number).pivots[at]);
            all.entries.extend((0..dimensions * (dimensions + 1) / 2).map(entry));
            all.pivots.extend((0..dimensions).map(pivot));
        }
        all
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The kernel of `summary` with each, into `out`.
    pub(super) fn compare(&self, summary: &Summary, work: &mut Vec<[f64; LANES]>, out: &mut [f64]) {
        if self.dimensions == 0 {
            out.fill(1.0);
            return;
        }
        work.resize(summary.entries.len(), [0.0; LANES]);
        self.arch.dispatch(
            #[inline(always)]
            || {
                let blocks = self.entries.chunks_exact(summary.entries.len());
                let pivots = self.pivots.chunks_exact(self.dimensions);
                for ((block, pivots), out) in blocks.zip(pivots).zip(out.chunks_mut(LANES)) {
                    let values = compare_block(summary, block, pivots, work);
                    out.copy_from_slice(&values[..out.len()]);
                }
            },
        );
    }
}

#[inline(always)]
fn compare_block(
    summary: &Summary,
    block: &[[f64; LANES]],
    pivots: &[[f64; LANES]],
    work: &mut [[f64; LANES]],
) -> [f64; LANES] {
    for ((mean, lanes), &entry) in work.iter_mut().zip(block).zip(&summary.entries) {
        *mean = lanes.map(|lane| 0.5 * (lane + entry));
    }
    let (mut product, mut above, mut below) = ([1.0; LANES], [1.0; LANES], [1.0; LANES]);
    eliminate(work, pivots.len(), |at, mean| {
        for lane in 0..LANES {
            above[lane] *= summary.pivots[at] * pivots[at][lane];
            below[lane] *= mean[lane] * mean[lane];
        }
        if at % PIVOTS == PIVOTS - 1 || at == pivots.len() - 1 {
            for lane in 0..LANES {
                product[lane] *= above[lane] / below[lane];
            }
            (above, below) = ([1.0; LANES], [1.0; LANES]);
        }
    });
    product.map(|product| product.sqrt().sqrt())
}

/// Gaussian elimination of symmetric matrices, one in each lane, lower triangles by rows; tells each pivot.
///
/// Plain products and differences, no fused ones: a matrix has the same pivots in any lane and any number of lanes.
#[inline(always)]
fn eliminate<const N: usize>(matrix: &mut [[f64; N]], dimensions: usize, mut tell: impl FnMut(usize, [f64; N])) {
    let start = |row: usize| row * (row + 1) / 2;
    for pivot in 0..dimensions {
        let diagonal = matrix[start(pivot) + pivot];
        tell(pivot, diagonal);
        let inverse = diagonal.map(|value| 1.0 / value);
        for row in pivot + 1..dimensions {
            let mut factor = matrix[start(row) + pivot];
            (0..N).for_each(|lane| factor[lane] *= inverse[lane]);
            for column in pivot + 1..=row {
                let other = matrix[start(column) + pivot];
                let target = &mut matrix[start(row) + column];
                (0..N).for_each(|lane| target[lane] -= factor[lane] * other[lane]);
            }
        }
    }
}
