//! Signals of attributes: random linear combinations of scaled numbers.

use std::f64::consts::TAU;

use super::{AttributeScaling, AttributeSettings};
use crate::graph::Graph;
use crate::representation::characteristic::{
    DEPTHS, HashedNormals, LANES, LARGEST_SIGNAL, Row, Signals, TURN, rounded,
};

/// Separates the angles of the functions from the factors of the attributes, whose hashes are their numbers.
pub(super) const ANGLE: u64 = u64::MAX;

/// Precision of a factor: its random number is an integer, and rounding to whole units of 2^−16 turn would be coarse for small scales.
const FACTOR_UNITS: f64 = 16_777_216.0;

/// Makes the signals of attributes; keeps factors and buffers from graph to graph.
#[derive(Debug)]
pub(super) struct AttributeSignals {
    settings: AttributeSettings,
    /// For each attribute, strip and depth the factors of the functions, in units of 2^−16 turn.
    factors: Vec<[f32; LANES]>,
    angles: Vec<Row>,
    /// Attributes of a node in the present graph.
    width: usize,
    /// Scaled attributes of the present graph, row by row.
    scaled: Vec<f32>,
}

impl AttributeSignals {
    pub(super) fn new(settings: &AttributeSettings) -> Self {
        let normals = HashedNormals::new(settings.seed, ANGLE);
        let angle = |strip| std::array::from_fn(|lane| (normals.word((strip * LANES + lane) as u64) & 0xFFFF) as i32);
        let angles = (0..settings.functions / LANES).map(angle).collect();
        Self { settings: settings.clone(), factors: Vec::new(), angles, width: 0, scaled: Vec::new() }
    }

    /// Takes the attributes of the next graph.
    pub(super) fn read(&mut self, graph: &Graph) {
        self.scaled.clear();
        self.width = graph.attributes().map_or(0, |attributes| attributes.width());
        let values = graph.attributes().map(|attributes| attributes.values()).unwrap_or_default();
        self.make_factors();
        let (scaling, width) = (&self.settings.scaling, self.width);
        let scaled = |(at, &value): (usize, &f64)| match scaling {
            AttributeScaling::Asinh => value.asinh() as f32,
            AttributeScaling::Standard { means, deviations } => {
                let column = at % width;
                let deviation = deviations.get(column).copied().unwrap_or(0.0);
                if deviation > 0.0 { ((value - means[column]) / deviation) as f32 } else { 0.0 }
            }
        };
        self.scaled.extend(values.iter().enumerate().map(scaled));
    }

    /// Makes the factors of the attributes that no graph had so far.
    fn make_factors(&mut self) {
        let strips = self.settings.functions / LANES;
        let deviation = self.settings.scale / TAU * f64::from(TURN);
        for attribute in self.factors.len() / (strips * DEPTHS)..self.width {
            let normals = HashedNormals::new(self.settings.seed, attribute as u64);
            for strip in 0..strips {
                for depth in 0..DEPTHS {
                    let index = |lane| ((strip * LANES + lane) * DEPTHS + depth) as u64;
                    let factor = |lane| f64::from(normals.normal(index(lane), FACTOR_UNITS)) / FACTOR_UNITS * deviation;
                    self.factors.push(std::array::from_fn(|lane| factor(lane) as f32));
                }
            }
        }
    }
}

impl Signals for AttributeSignals {
    #[inline(always)]
    fn add(&self, node: usize, depth: usize, strip: usize, row: &mut Row) {
        let strips = self.angles.len();
        let mut sums = [0f32; LANES];
        for (attribute, &value) in self.scaled[node * self.width..][..self.width].iter().enumerate() {
            let factors = &self.factors[(attribute * strips + strip) * DEPTHS + depth];
            for lane in 0..LANES {
                sums[lane] += value * factors[lane];
            }
        }
        // An outlier of a thousand deviations has a random angle in any case.
        const LARGEST: f32 = LARGEST_SIGNAL as f32;
        for lane in 0..LANES {
            row[lane] += rounded(sums[lane].clamp(-LARGEST, LARGEST));
            row[lane] += if depth == 0 { self.angles[strip][lane] } else { 0 };
        }
    }
}
