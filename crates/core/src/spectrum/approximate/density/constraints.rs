use super::calibration::{Calibration, Regression, Sums};
use super::cumulative::{Mass, Masses};
use super::moments::{MOMENTS, Moments};
use super::quadrature::Quadrature;

/// A place below which the mass is known exactly.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownMass {
    pub(super) place: f64,
    pub(super) mass: f64,
    /// Whether what the probes say beside it is to be corrected by what they say there. Where their steps do not resolve the
    /// spectrum, they are off for another reason than elsewhere.
    pub(super) is_anchor: bool,
}

/// Left and right of all places.
const NOTHING: KnownMass = KnownMass { place: f64::NEG_INFINITY, mass: 0.0, is_anchor: true };
const EVERYTHING: KnownMass = KnownMass { place: f64::INFINITY, mass: 1.0, is_anchor: true };

/// What is known beside an anchor: the moments, and the mass at either side.
const KNOWN: usize = MOMENTS + 2;

/// Mass that the probes as good as do not see.
const UNSEEN: f64 = 1e-9;

/// The way from one anchor to the next, and what the probes say about their masses.
#[derive(Debug)]
struct Stretch {
    before: KnownMass,
    after: KnownMass,
    /// On how far the probes are off in the moments and at either anchor.
    calibration: Calibration<KNOWN>,
    /// Sum of the masses that the probes see between the two.
    seen: f64,
}

/// The mass below each of `places` and of the pins, by what the probes say about how it is distributed.
///
/// What the probes say below a place is corrected by how far off they are at the anchors on either side. So the standard
/// error falls with the square root of the mass between a place and the next anchor. Pins that are no anchors only bound
/// what is near them.
///
/// Places and pins ascend, the latter in mass, too.
pub(super) fn pinned(
    places: impl Iterator<Item = f64>,
    pins: &[KnownMass],
    moments: Moments,
    probes: &[Quadrature],
) -> Masses {
    let mut places: Vec<f64> = places.chain(pins.iter().map(|pin| pin.place)).collect();
    places.sort_by(f64::total_cmp);
    let anchors: Vec<KnownMass> = pins.iter().copied().filter(|pin| pin.is_anchor).collect();
    // Where each stretch ends: no place is to the right of the anchor that it belongs to.
    let ends: Vec<usize> = anchors.iter().map(|pin| places.partition_point(|&place| place <= pin.place)).collect();
    let befores = std::iter::once(NOTHING).chain(anchors.iter().copied());
    let afters = anchors.iter().copied().chain([EVERYTHING]);
    let mut stretches: Vec<Stretch> = befores
        .zip(afters)
        .map(|(before, after)| Stretch { before, after, calibration: Calibration::new(), seen: 0.0 })
        .collect();
    let ranges = || std::iter::once(0).chain(ends.iter().copied()).zip(ends.iter().copied().chain([places.len()]));
    let mut sums = vec![Sums::new(); places.len()];
    let mut masses = vec![0.0; places.len()];
    for probe in probes {
        probe.add_mass_below(places.iter().copied(), |at, mass| masses[at] = mass);
        let mut off = [0.0; KNOWN];
        off[..MOMENTS].copy_from_slice(&moments.off(probe));
        let mut mass_before = 0.0;
        for ((from, to), stretch) in ranges().zip(&mut stretches) {
            let mass_after = if to < places.len() { masses[to - 1] } else { 1.0 };
            off[MOMENTS..].copy_from_slice(&[mass_before - stretch.before.mass, mass_after - stretch.after.mass]);
            stretch.calibration.add(&off);
            stretch.seen += mass_after - mass_before;
            sums[from..to].iter_mut().zip(&masses[from..to]).for_each(|(sums, &mass)| sums.add(mass, &off));
            mass_before = mass_after;
        }
    }
    let mut next_pin = 0;
    let mut below = Vec::with_capacity(places.len());
    for ((from, to), stretch) in ranges().zip(&stretches) {
        let regression = stretch.calibration.regression();
        for (&place, sums) in places[from..to].iter().zip(&sums[from..to]) {
            next_pin += pins[next_pin..].iter().take_while(|pin| pin.place < place).count();
            let least = next_pin.checked_sub(1).map_or(0.0, |at| pins[at].mass);
            let most = pins.get(next_pin).map_or(1.0, |pin| pin.mass);
            let is_pin = pins.get(next_pin).is_some_and(|pin| pin.place == place);
            let (mean, error) = if is_pin { (most, 0.0) } else { stretch.mass_below(&regression, sums, probes.len()) };
            below.push(Mass { mean, error, least, most });
        }
    }
    Masses { places, below }
}

impl Stretch {
    /// The mass below a place with its standard error.
    fn mass_below(&self, regression: &Regression<KNOWN>, sums: &Sums<KNOWN>, probes: usize) -> (f64, f64) {
        let (least, most) = (self.before.mass, self.after.mass);
        if self.seen <= UNSEEN * probes as f64 {
            // Whatever is there can be anywhere.
            return (0.5 * (least + most), 0.5 * (most - least));
        }
        regression.mean(sums)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Probes that see an even distribution over [0, 1], too much of it here and too little there.
    fn probes(count: usize) -> Vec<Quadrature> {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let probe = |_| {
            let mut weights: Vec<f64> = (0..100).map(|_| random.random_range(0.0..0.02)).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum);
            Quadrature {
                places: (0..100).map(|at| (at as f64 + 0.5) / 100.0).collect(),
                weights,
                reaches: vec![1.0; 100],
            }
        };
        (0..count).map(probe).collect()
    }

    fn below(masses: &Masses, place: f64) -> Mass {
        masses.below[masses.places.partition_point(|&at| at < place)]
    }

    #[test]
    fn pins_hold_and_narrow_what_is_between_them() {
        let (probes, moments) = (probes(64), Moments::of_even_distribution(2));
        let places = || (0..=200).map(|at| f64::from(at) / 200.0);
        let free = pinned(places(), &[], moments, &probes);
        let pins = [0.3, 0.4, 0.5].map(|place| KnownMass { place, mass: place, is_anchor: true });
        let masses = pinned(places(), &pins, moments, &probes);
        for pin in pins {
            let Mass { mean, error, .. } = below(&masses, pin.place);
            assert!(mean == pin.mass && error == 0.0, "{mean} ± {error} at {}", pin.place);
        }
        for place in [0.32, 0.35, 0.45] {
            let (before, after) = (below(&free, place), below(&masses, place));
            assert!(after.error < 0.75 * before.error, "{place}: {} after {}", after.error, before.error);
            assert!((after.mean - place).abs() < 4.0 * after.error, "{place}: {} ± {}", after.mean, after.error);
        }
    }

    #[test]
    fn what_is_no_anchor_moves_nothing_but_bounds() {
        let (probes, moments) = (probes(64), Moments::of_even_distribution(2));
        let places = || (0..=200).map(|at| f64::from(at) / 200.0);
        let free = pinned(places(), &[], moments, &probes);
        // A step that the probes did not see: everything up to 0.45 is below 0.4.
        let pin = KnownMass { place: 0.4, mass: 0.45, is_anchor: false };
        let masses = pinned(places(), &[pin], moments, &probes);
        for place in [0.2, 0.6] {
            assert_eq!(below(&masses, place).mean, below(&free, place).mean);
        }
        let mut eigenvalues = Vec::new();
        masses.quantiles(1000, 0.0, &mut eigenvalues);
        assert_eq!(eigenvalues.partition_point(|&value| value < 0.4), 450);
        assert!(eigenvalues.is_sorted());
    }
}
