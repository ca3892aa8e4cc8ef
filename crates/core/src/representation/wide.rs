//! The representation `wide`: the learned vector, and characteristic functions of degrees.

use super::labels::LabelPart;
use super::{LabelSettings, Labels, Learned, Model, Representation, SolvedGraph};
use crate::resampling::SampleGrid;

/// The learned vector of a [`Model`], followed by 256 numbers of the degrees of the nodes.
///
/// # Formula
/// ```text
/// z_j      = (1/n) Σ_v cos [ w₀ a + P (w₁ a + P w₂ a) + b ]_j (v)        a(v) = ln(1 + d_v), P: mean over the neighbours
/// degree_j = asinh(4 z_j)
/// ```
/// w_k normal, b a uniform angle: the label part of a graph without labels, with the degree as a signal at all depths. It is a
/// function of the colours that three rounds of colour refinement give to the nodes.
#[derive(Debug)]
pub(super) struct Wide {
    learned: Learned,
    degrees: LabelPart,
    /// Learned vectors of a block of graphs.
    rows: Vec<f32>,
}

impl Wide {
    pub(super) fn new(model: &Model) -> Self {
        Self::of(Learned::new(model))
    }

    fn of(learned: Learned) -> Self {
        let degrees = LabelPart::new(Labels::Nodes, LabelSettings::of_degrees());
        Self { learned, degrees, rows: Vec::new() }
    }
}

impl Representation for Wide {
    fn name(&self) -> &'static str {
        "wide"
    }

    fn columns(&self) -> Vec<String> {
        let mut columns = self.learned.columns();
        columns.extend((0..LabelSettings::of_degrees().functions).map(|at| format!("degree_{at}")));
        columns
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        self.rows.clear();
        self.learned.append(graphs, &mut self.rows);
        let width = self.rows.len() / graphs.len().max(1);
        for (at, solved) in graphs.iter().enumerate() {
            rows.extend_from_slice(&self.rows[at * width..][..width]);
            self.degrees.append_unlabelled(solved.graph, rows);
        }
    }

    fn grid(&self) -> SampleGrid {
        self.learned.grid()
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(Self::of(self.learned.copy()))
    }
}
