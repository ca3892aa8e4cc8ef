//! The input of a model: a named list of channels, each a few numbers of a graph.
//!
//! One file a channel. The names are recorded in the model file, so a channel that models use never changes: a better one
//! gets a new name.

mod clustering;
mod components;
mod cores;
mod cycle_counts;
mod degrees;
mod error;
mod neighbors;
mod quantiles;
mod size;
mod spectrum;
mod squares;

pub use error::ChannelError;

use std::fmt;
use std::ops::Range;

use self::cycle_counts::{CycleCounter, CycleCounts};
use super::{Representation, SolvedGraph};
use crate::resampling::{KnotRule, SampleGrid};

/// One channel: a fixed number of inputs computed from a graph and its spectrum.
trait Channel: fmt::Debug + Send + Sync {
    /// Names of the inputs; always as many.
    fn columns(&self) -> Vec<String>;

    /// Appends the inputs of one graph. Computed in f64, stored as f32.
    fn append(&mut self, solved: SolvedGraph<'_>, cycles: CycleCounts<'_>, row: &mut Vec<f32>);
}

/// Makes a channel for the given number of samples of the spectrum and where its knots sit.
type MakeChannel = fn(usize, KnotRule) -> Box<dyn Channel>;

/// Every channel there is, with its name.
const ALL: [(&str, MakeChannel); 8] = [
    ("spectrum", |samples, rule| Box::new(spectrum::SpectrumChannel::new(samples, rule))),
    ("size", |_, _| Box::new(size::SizeChannel)),
    ("degrees", |_, _| Box::new(degrees::DegreesChannel::default())),
    ("clustering", |_, _| Box::new(clustering::ClusteringChannel::default())),
    ("squares", |_, _| Box::new(squares::SquaresChannel)),
    ("components", |_, _| Box::new(components::ComponentsChannel::default())),
    ("cores", |_, _| Box::new(cores::CoresChannel::default())),
    ("neighbors", |_, _| Box::new(neighbors::NeighborsChannel::default())),
];

/// The inputs of a model: channels one after another. As a [`Representation`], it makes a row of inputs a graph.
///
/// | channel | inputs | meaning |
/// |---|---|---|
/// | `spectrum` | as many as samples | the resampled spectrum |
/// | `size` | 3 | nodes, edges, density |
/// | `degrees` | 24 | quantiles, fractions, largest and deviation of the degrees |
/// | `clustering` | 12 | triangles, transitivity, mean and quantiles of local clustering |
/// | `squares` | 2 | cycles of four nodes |
/// | `components` | 3 | components, isolated nodes, independent cycles |
/// | `cores` | 10 | quantiles and fractions of core numbers |
/// | `neighbors` | 23 | quantiles of the neighbours' mean degree, edges by the degrees of their ends |
///
/// All but `spectrum` ignore weights and are the same to the byte however the nodes are numbered.
///
/// ```
/// use sgr_core::graph::Graph;
/// use sgr_core::representation::{Channels, Representation, SolvedGraph};
/// use sgr_core::{resampling::KnotRule, spectrum::Spectrum};
///
/// let mut channels = Channels::parse(&["spectrum", "size"], 3, KnotRule::Literal)?;
/// assert_eq!((channels.width(), channels.range("size")), (6, Some(3..6)));
///
/// let edge = Graph::from_edges(2, &[(0, 1)])?;
/// let mut row = Vec::new();
/// channels.append(&[SolvedGraph { graph: &edge, spectrum: &Spectrum::of(&edge)? }], &mut row);
/// // Knots at 1/2 and 1: a line, continued down to 0. Then ln 2, ln 2 and ln 1.
/// assert_eq!(row, [-2.0, 0.0, 2.0, 2f32.ln(), 2f32.ln(), 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Channels {
    samples: usize,
    rule: KnotRule,
    names: Vec<&'static str>,
    channels: Vec<Box<dyn Channel>>,
    columns: Vec<String>,
    ranges: Vec<Range<usize>>,
    cycles: CycleCounter,
}

impl Channels {
    /// The names of all channels.
    pub const NAMES: [&'static str; ALL.len()] = {
        let mut names = [""; ALL.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = ALL[at].0;
            at += 1;
        }
        names
    };

    /// Most samples of the spectrum: far beyond use, and a file that asks for more cannot have memory for it.
    pub const MOST_SAMPLES: usize = 65_536;

    /// The channels with the given names, in that order; `samples` samples of the spectrum with knots by `rule`.
    ///
    /// # Errors
    /// [`ChannelError`].
    pub fn parse(names: &[impl AsRef<str>], samples: usize, rule: KnotRule) -> Result<Self, ChannelError> {
        if !(2..=Self::MOST_SAMPLES).contains(&samples) {
            return Err(ChannelError::Samples { found: samples });
        }
        if names.is_empty() {
            return Err(ChannelError::None);
        }
        let (channels, cycles) = (Vec::new(), CycleCounter::default());
        let mut list = Self { samples, rule, names: vec![], channels, columns: vec![], ranges: vec![], cycles };
        for name in names {
            let found = name.as_ref();
            let Some((name, make)) = ALL.iter().find(|(name, _)| *name == found) else {
                return Err(ChannelError::Unknown { found: found.to_owned() });
            };
            if list.names.contains(name) {
                return Err(ChannelError::Repeated { found: found.to_owned() });
            }
            let channel = make(samples, rule);
            let start = list.columns.len();
            list.columns.extend(channel.columns());
            list.ranges.push(start..list.columns.len());
            list.names.push(name);
            list.channels.push(channel);
        }
        Ok(list)
    }

    /// The names of the channels, in order.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Number of inputs.
    #[must_use]
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Where the inputs of a channel are; `None` if it is not in the list.
    #[must_use]
    pub fn range(&self, name: &str) -> Option<Range<usize>> {
        self.names.iter().position(|other| *other == name).map(|at| self.ranges[at].clone())
    }

    /// The channels and where their inputs are, in order.
    #[doc(hidden)]
    pub fn names_and_ranges(&self) -> impl Iterator<Item = (&'static str, Range<usize>)> {
        self.names.iter().copied().zip(self.ranges.iter().cloned())
    }

    /// Number of samples of the spectrum.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// Where the knots of the spectrum sit.
    #[must_use]
    pub fn rule(&self) -> KnotRule {
        self.rule
    }
}

impl Clone for Channels {
    fn clone(&self) -> Self {
        let channels = self.names.iter().flat_map(|name| ALL.iter().find(|(other, _)| other == name));
        Self {
            channels: channels.map(|(_, make)| make(self.samples, self.rule)).collect(),
            names: self.names.clone(),
            columns: self.columns.clone(),
            ranges: self.ranges.clone(),
            cycles: CycleCounter::default(),
            ..*self
        }
    }
}

impl Representation for Channels {
    fn name(&self) -> &'static str {
        "channels"
    }

    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        let wanted = ["clustering", "squares"].map(|name| self.names.contains(&name));
        for &solved in graphs {
            let cycles = self.cycles.count(solved.graph, wanted);
            for channel in &mut self.channels {
                channel.append(solved, cycles, rows);
            }
        }
    }

    fn grid(&self) -> SampleGrid {
        SampleGrid::new(self.samples, self.rule)
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(self.clone())
    }
}
