//! The signal of a node's degree, and the angle that each function starts from.

use crate::graph::Graph;
use crate::representation::characteristic::{DEPTHS, HashedNormals, LANES, Row, rounded};

/// Separates the factors of degrees from the numbers of labels.
pub(super) const DEGREE: u64 = 0x6465_6772;

/// Separates the angles from the other numbers.
pub(super) const ANGLE: u64 = 0x616E_676C;

/// w_k · ln(1 + d) for each function and depth, w_k normal; and b, a uniform angle for each function.
#[derive(Debug)]
pub(super) struct DegreeTerm {
    /// Depths beyond it see no degree.
    depth: usize,
    /// Of each strip the depths.
    factors: Vec<[f32; LANES]>,
    angles: Vec<Row>,
    /// ln(1 + d) of small degrees d.
    known: Vec<f32>,
    /// ln(1 + degree) of each node of the present graph.
    logarithms: Vec<f32>,
}

/// Degrees whose logarithms are kept: more than those of molecules, proteins and most other nodes.
const KNOWN: usize = 256;

impl DegreeTerm {
    /// `deviation` is that of w_k, in units of 2^−16 turn.
    pub(super) fn new(seed: u64, deviation: f64, functions: usize, depth: usize) -> Self {
        let (factors, angles) = (HashedNormals::new(seed, DEGREE), HashedNormals::new(seed, ANGLE));
        let function = |strip: usize, lane: usize| strip * LANES + lane;
        let index = |at: usize, lane: usize| (function(at / DEPTHS, lane) * DEPTHS + at % DEPTHS) as u64;
        let factor = |at: usize| std::array::from_fn(|lane| factors.normal(index(at, lane), deviation) as f32);
        let angle = |strip| std::array::from_fn(|lane| (angles.word(function(strip, lane) as u64) & 0xFFFF) as i32);
        let strips = functions / LANES;
        let (factors, angles) = ((0..strips * DEPTHS).map(factor).collect(), (0..strips).map(angle).collect());
        Self { depth, factors, angles, known: (0..KNOWN).map(logarithm).collect(), logarithms: Vec::new() }
    }

    /// Takes the degrees of the next graph.
    pub(super) fn read(&mut self, graph: &Graph) {
        self.logarithms.clear();
        let degrees = graph.offsets().windows(2).map(|row| row[1] - row[0]);
        let known = &self.known;
        let of_degree = |degree: usize| known.get(degree).copied().unwrap_or_else(|| logarithm(degree));
        self.logarithms.extend(degrees.map(of_degree));
    }

    /// Adds the signal of a node's degree at a depth, and at depth 0 the angles, for the functions of a strip.
    #[inline(always)]
    pub(super) fn add(&self, node: usize, depth: usize, strip: usize, row: &mut Row) {
        if depth <= self.depth {
            let (logarithm, factors) = (self.logarithms[node], &self.factors[strip * DEPTHS + depth]);
            for (value, factor) in row.iter_mut().zip(factors) {
                *value += rounded(factor * logarithm);
            }
        }
        if depth == 0 {
            for (value, angle) in row.iter_mut().zip(&self.angles[strip]) {
                *value += angle;
            }
        }
    }
}

fn logarithm(degree: usize) -> f32 {
    (degree as f64).ln_1p() as f32
}
