//! Signals of labels: random numbers that the text of a label determines.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::representation::characteristic::{DEPTHS, HashedNormals, LANES, Row};

/// Labels whose signals a worker remembers: 9 MB for 192 functions, and far more labels than a usual alphabet has.
const MOST_REMEMBERED: usize = 4096;

/// The hash of a number that is a hash already.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Never called for a `u64`; any function of the bytes is right.
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Makes the signals of labels, and remembers those of the labels that it met last.
#[derive(Debug)]
pub(super) struct LabelSignals {
    seed: u64,
    /// Deviation of a signal in units of 2^−16 turn.
    deviation: f64,
    functions: usize,
    /// First row of each remembered label, by the label's hash.
    places: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    /// Rows of the remembered labels: of each the strips, of each strip the depths.
    rows: Vec<Row>,
    /// Hash of the label of each carrier (a node, or an entry of the compressed rows) of the present graph.
    hashes: Vec<u64>,
    /// First row of each carrier's label; empty if the graph has more labels than are remembered.
    carriers: Vec<u32>,
}

impl LabelSignals {
    pub(super) fn new(seed: u64, deviation: f64, functions: usize) -> Self {
        let (places, rows) = (HashMap::default(), Vec::new());
        Self { seed, deviation, functions, places, rows, hashes: Vec::new(), carriers: Vec::new() }
    }

    /// Takes the hashes of the labels of the next graph, one a carrier.
    pub(super) fn read(&mut self, hashes: impl Iterator<Item = u64>) {
        self.hashes.clear();
        self.hashes.extend(hashes);
        // The signals of a label do not depend on earlier labels: they may be forgotten at any time between two graphs.
        if self.places.len() > MOST_REMEMBERED / 2 {
            self.forget();
        }
        if !self.find_rows() {
            self.forget();
            self.carriers.clear();
        }
    }

    /// Hashes of the labels of the present graph, one a carrier.
    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Adds the signal of a carrier's label at a depth, for the functions of a strip.
    #[inline(always)]
    pub(super) fn add(&self, carrier: usize, depth: usize, strip: usize, row: &mut Row) {
        let made;
        let signal = match self.carriers.get(carrier) {
            Some(&place) => &self.rows[place as usize + strip * DEPTHS + depth],
            None => {
                made = self.signal(self.hashes[carrier], depth, strip);
                &made
            }
        };
        for lane in 0..LANES {
            row[lane] += signal[lane];
        }
    }

    fn forget(&mut self) {
        self.places.clear();
        self.rows.clear();
    }

    /// Finds or makes the rows of all carriers; `false` if the graph has too many labels.
    fn find_rows(&mut self) -> bool {
        self.carriers.clear();
        for at in 0..self.hashes.len() {
            let hash = self.hashes[at];
            let place = match self.places.get(&hash) {
                Some(&place) => place,
                None if self.places.len() == MOST_REMEMBERED => return false,
                None => self.make_rows(hash),
            };
            self.carriers.push(place);
        }
        true
    }

    fn make_rows(&mut self, hash: u64) -> u32 {
        let place = self.rows.len() as u32;
        for strip in 0..self.functions / LANES {
            for depth in 0..DEPTHS {
                self.rows.push(self.signal(hash, depth, strip));
            }
        }
        self.places.insert(hash, place);
        place
    }

    /// The signal of a hash: for each function of the strip a normal number.
    #[inline(never)]
    fn signal(&self, hash: u64, depth: usize, strip: usize) -> Row {
        let normals = HashedNormals::new(self.seed, hash);
        let index = |lane| ((strip * LANES + lane) * DEPTHS + depth) as u64;
        std::array::from_fn(|lane| normals.normal(index(lane), self.deviation))
    }
}
