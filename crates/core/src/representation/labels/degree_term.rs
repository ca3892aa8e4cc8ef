//! The term of a node's degree, and the angle that each function starts from.

use crate::graph::Graph;
use crate::representation::characteristic::{HashedNormals, LANES, Row, rounded};

/// Separates these random numbers from those of labels.
pub(super) const DEGREE: u64 = 0x6465_6772;

/// w · ln(1 + d) + b for each function: w normal, b a uniform angle.
#[derive(Debug)]
pub(super) struct DegreeTerm {
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
    /// `deviation` is that of w, in units of 2^−16 turn.
    pub(super) fn new(seed: u64, deviation: f64, functions: usize) -> Self {
        let normals = HashedNormals::new(seed, DEGREE);
        let function = |strip: usize, lane: usize| (strip * LANES + lane) as u64;
        let strips = 0..functions / LANES;
        let factor = |strip| std::array::from_fn(|lane| normals.normal(2 * function(strip, lane), deviation) as f32);
        // The words 4i and 4i + 1 are in the factor of function i.
        let angle = |strip| std::array::from_fn(|lane| (normals.word(4 * function(strip, lane) + 2) & 0xFFFF) as i32);
        let (factors, angles) = (strips.clone().map(factor).collect(), strips.map(angle).collect());
        Self { factors, angles, known: (0..KNOWN).map(logarithm).collect(), logarithms: Vec::new() }
    }

    /// Takes the degrees of the next graph.
    pub(super) fn read(&mut self, graph: &Graph) {
        self.logarithms.clear();
        let degrees = graph.offsets().windows(2).map(|row| row[1] - row[0]);
        let known = &self.known;
        let of_degree = |degree: usize| known.get(degree).copied().unwrap_or_else(|| logarithm(degree));
        self.logarithms.extend(degrees.map(of_degree));
    }

    /// Adds the terms of a node for the functions of a strip.
    #[inline(always)]
    pub(super) fn add(&self, node: usize, strip: usize, row: &mut Row) {
        let logarithm = self.logarithms[node];
        let (factors, angles) = (&self.factors[strip], &self.angles[strip]);
        for ((value, factor), angle) in row.iter_mut().zip(factors).zip(angles) {
            *value += rounded(factor * logarithm) + angle;
        }
    }
}

fn logarithm(degree: usize) -> f32 {
    (degree as f64).ln_1p() as f32
}
