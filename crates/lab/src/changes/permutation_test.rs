//! How often would snapshots in a random order be divided as well?

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::segment::{Buffers, Part, Segment};
use sgr_core::progress::Progress;

/// Segments up to this length are tested with all their orders, at most 40,320: fewer milliseconds than a sample of a longer one.
const ALL_ORDERS: usize = 8;

/// Orders between two reports of progress.
const BATCH: usize = 64;

/// The best part of a segment as it stands, and the probability of one as good if all orders were equally likely.
///
/// # Formula
/// ```text
/// p = #{orders with a gain ≥ the gain as it stands} / n!        up to 8 snapshots
/// p = (1 + #{…}) / (1 + R)        among R random orders
/// p = 2 · min(p of the best beginning, p of the best middle)        where there can be a middle: Bonferroni
/// ```
/// Either way P(p ≤ α) ≤ α for exchangeable snapshots, whatever their distribution (Phipson & Smyth 2010, "Permutation p-values
/// should never be zero"). Order number i has random stream i of the seed.
///
/// # Complexity
/// O(R · n²) time.
pub(super) fn best_part(segment: &Segment, permutations: usize, seed: u64, progress: &dyn Progress) -> (Part, f64) {
    let as_it_stands: Vec<u32> = (0..segment.length as u32).collect();
    let found = Parts::in_order(segment, &as_it_stands, &mut Buffers::default());
    let compared = Compared { segment, least: found.gains().map(|gain| gain - segment.rounding()) };
    let [beginning, middle] = match segment.length <= ALL_ORDERS {
        true => compared.among_all_orders(),
        false => compared.among_random_orders(permutations, seed, progress),
    };
    match found.middle {
        None => (found.beginning, beginning),
        Some(part) if middle < beginning => (part, (2.0 * middle).min(1.0)),
        Some(_) => (found.beginning, (2.0 * beginning).min(1.0)),
    }
}

/// The best parts of both kinds in one order.
struct Parts {
    beginning: Part,
    middle: Option<Part>,
}

impl Parts {
    fn in_order(segment: &Segment, order: &[u32], buffers: &mut Buffers) -> Self {
        let beginning = segment.best_beginning(order, buffers);
        Self { beginning, middle: segment.has_middle().then(|| segment.best_middle(order, buffers)) }
    }

    fn gains(&self) -> [f64; 2] {
        [self.beginning.gain, self.middle.map_or(0.0, |part| part.gain)]
    }
}

/// A segment with the gains that other orders are compared with.
struct Compared<'a> {
    segment: &'a Segment,
    least: [f64; 2],
}

impl Compared<'_> {
    /// For both kinds 1 if an order is as good, otherwise 0.
    fn as_good(&self, order: &[u32], buffers: &mut Buffers) -> [u64; 2] {
        let gains = Parts::in_order(self.segment, order, buffers).gains();
        [0, 1].map(|kind| u64::from(gains[kind] >= self.least[kind]))
    }

    fn among_all_orders(&self) -> [f64; 2] {
        let mut order: Vec<u32> = (0..self.segment.length as u32).collect();
        let (mut as_good, mut orders, mut buffers) = ([0, 0], 0u64, Buffers::default());
        for_each_order(&mut order, self.segment.length, &mut |order| {
            orders += 1;
            as_good = added(as_good, self.as_good(order, &mut buffers));
        });
        as_good.map(|count| count as f64 / orders as f64)
    }

    fn among_random_orders(&self, orders: usize, seed: u64, progress: &dyn Progress) -> [f64; 2] {
        let as_good_as = |(order, buffers): &mut (Vec<u32>, Buffers), number: usize| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number as u64);
            order.clear();
            order.extend(0..self.segment.length as u32);
            order.shuffle(&mut random);
            self.as_good(order, buffers)
        };
        let mut as_good = [0, 0];
        for first in (0..orders).step_by(BATCH) {
            let batch = (first..orders.min(first + BATCH)).into_par_iter();
            as_good = added(as_good, batch.map_init(Default::default, as_good_as).reduce(|| [0, 0], added));
            progress.report((first + BATCH).min(orders) as f64 / orders as f64);
        }
        as_good.map(|count| (1.0 + count as f64) / (1.0 + orders as f64))
    }
}

fn added(one: [u64; 2], other: [u64; 2]) -> [u64; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

/// Calls `visit` with each order of the first `count` items: Heap's algorithm.
fn for_each_order(items: &mut [u32], count: usize, visit: &mut impl FnMut(&[u32])) {
    if count <= 1 {
        visit(items);
        return;
    }
    for at in 0..count {
        for_each_order(items, count - 1, visit);
        items.swap(if count.is_multiple_of(2) { at } else { 0 }, count - 1);
    }
}
