//! Products of a few dense examples with the vectors of all searches.

use pulp::{Arch, Simd, WithSimd};

use super::rows::LANES;
use super::trust_region::Search;

/// Examples that are multiplied with a vector at once, so that the vector is read once for all of them.
pub(super) const GROUP: usize = 4;
/// Columns, in groups of lanes, that are multiplied at once: those of the examples are then in the nearest cache for all
/// searches. Not a power of two, for which the examples would share cache sets.
const TILE: usize = 56;

/// Some columns of some examples, as the numbers they are multiplied with.
type Tile = [[[f64; LANES]; TILE]; GROUP];

/// The part of a few dense examples in a pass.
pub(super) struct GroupPass {
    arch: Arch,
    /// The columns at hand; places without an example are zero.
    tile: Box<Tile>,
    /// For each search the product of each example and its probe, then the factors made of them.
    products: Vec<[f64; GROUP]>,
}

impl GroupPass {
    /// For that many searches.
    pub(super) fn new(searches: usize) -> Self {
        let tile = Box::new([[[0.0; LANES]; TILE]; GROUP]);
        Self { arch: Arch::new(), tile, products: vec![[0.0; GROUP]; searches] }
    }

    /// For at most [`GROUP`] examples: positions among the targets, and numbers.
    pub(super) fn run(&mut self, rows: &[(usize, &[[f32; LANES]])], searches: &mut [&mut Search<'_>]) {
        if rows.len() < GROUP {
            *self.tile = [[[0.0; LANES]; TILE]; GROUP];
        }
        self.products.fill([0.0; GROUP]);
        let width = rows.first().map_or(0, |(_, numbers)| numbers.len());
        for start in (0..width).step_by(TILE) {
            let columns = start..width.min(start + TILE);
            self.load(rows, start);
            for (search, products) in searches.iter().zip(&mut self.products) {
                let vector = &search.probe()[columns.clone()];
                self.arch.dispatch(Dot { tile: &self.tile, vector, products });
            }
        }
        for (search, products) in searches.iter_mut().zip(&mut self.products) {
            rows.iter().zip(products).for_each(|((at, _), product)| *product = search.factor(*at, *product));
        }
        for start in (0..width).step_by(TILE) {
            let columns = start..width.min(start + TILE);
            self.load(rows, start);
            for (search, &factors) in searches.iter_mut().zip(&self.products) {
                let sum = &mut search.sum()[columns.clone()];
                self.arch.dispatch(Add { tile: &self.tile, factors, sum });
            }
        }
    }

    fn load(&mut self, rows: &[(usize, &[[f32; LANES]])], start: usize) {
        for (row, (_, numbers)) in self.tile.iter_mut().zip(rows) {
            self.arch.dispatch(Load { row, numbers: &numbers[start..] });
        }
    }
}

/// Widens the numbers of an example.
struct Load<'a> {
    row: &'a mut [[f64; LANES]; TILE],
    numbers: &'a [[f32; LANES]],
}

impl WithSimd for Load<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let places = self.row.as_flattened_mut().iter_mut().zip(self.numbers.as_flattened());
        places.for_each(|(place, &number)| *place = f64::from(number));
    }
}

/// products += x·v for each example x of a tile.
struct Dot<'a> {
    tile: &'a Tile,
    vector: &'a [[f64; LANES]],
    products: &'a mut [f64; GROUP],
}

impl WithSimd for Dot<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let vector = S::as_simd_f64s(self.vector.as_flattened()).0;
        let [a, b, c, d] = self.tile.each_ref().map(|row| S::as_simd_f64s(row.as_flattened()).0);
        let mut sums = [simd.splat_f64s(0.0); GROUP];
        for ((((&vector, &a), &b), &c), &d) in vector.iter().zip(a).zip(b).zip(c).zip(d) {
            sums[0] = simd.mul_add_f64s(a, vector, sums[0]);
            sums[1] = simd.mul_add_f64s(b, vector, sums[1]);
            sums[2] = simd.mul_add_f64s(c, vector, sums[2]);
            sums[3] = simd.mul_add_f64s(d, vector, sums[3]);
        }
        self.products.iter_mut().zip(sums).for_each(|(product, sum)| *product += simd.reduce_sum_f64s(sum));
    }
}

/// sum += Σ factor · x over the examples x of a tile.
struct Add<'a> {
    tile: &'a Tile,
    factors: [f64; GROUP],
    sum: &'a mut [[f64; LANES]],
}

impl WithSimd for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let sum = S::as_mut_simd_f64s(self.sum.as_flattened_mut()).0;
        let [a, b, c, d] = self.tile.each_ref().map(|row| S::as_simd_f64s(row.as_flattened()).0);
        let factors = self.factors.map(|factor| simd.splat_f64s(factor));
        for ((((sum, &a), &b), &c), &d) in sum.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            let first = simd.mul_add_f64s(a, factors[0], simd.mul_add_f64s(b, factors[1], *sum));
            *sum = simd.mul_add_f64s(c, factors[2], simd.mul_add_f64s(d, factors[3], first));
        }
    }
}
