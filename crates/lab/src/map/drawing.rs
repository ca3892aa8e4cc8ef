//! Graphs as drawings of a few hundred bytes.

use std::collections::HashMap;
use std::fmt::Write;

use super::elements::{Tones, element_of, tones};
use super::summary::{Extent, Summary};
use crate::figure::NodePlacement;
use sgr_core::graph::{Graph, GraphRecord};

/// Colours of the seven most frequent labels, and a last one for all others: Okabe & Ito 2008, without black and yellow, which
/// are weak on white or on black, with a violet instead.
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8c6bb1", "#8a8f98"];

/// Which label has which colour.
#[derive(Debug, Default)]
pub(super) struct LabelColours {
    /// The labels with a colour of their own, most frequent first.
    pub(super) names: Vec<String>,
    /// Colours of elements, if the labels are atoms: `names` are then elements.
    pub(super) tones: Option<Vec<Tones>>,
    numbers: HashMap<String, u8>,
}

impl LabelColours {
    /// Of all node labels of some graphs; of equally frequent ones the first in order.
    pub(super) fn of(records: &[GraphRecord]) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for label in records.iter().flat_map(|record| record.graph.node_labels().unwrap_or_default()) {
            *counts.entry(label).or_default() += 1;
        }
        let mut names = most_frequent_first(counts);
        names.truncate(COLOURS.len() - 1);
        let numbers = names.iter().cloned().zip(0..).collect();
        Self { names, tones: None, numbers }
    }

    /// Of the elements of all atoms of molecules; as [`of`](Self::of) if a label is no atom, as those of proteins.
    pub(super) fn of_atoms(records: &[GraphRecord]) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for label in records.iter().flat_map(|record| record.graph.node_labels().unwrap_or_default()) {
            *counts.entry(label).or_default() += 1;
        }
        let elements = counts.iter().map(|(&label, &count)| Some((label, element_of(label)?, count)));
        let Some(elements) = elements.collect::<Option<Vec<_>>>().filter(|elements| !elements.is_empty()) else {
            return Self::of(records);
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        elements.iter().for_each(|(_, element, count)| *counts.entry(element).or_default() += count);
        let names = most_frequent_first(counts);
        let number = |element: &str| names.iter().position(|name| name == element).unwrap_or_default() as u8;
        let numbers = elements.iter().map(|(label, element, _)| ((*label).to_owned(), number(element))).collect();
        Self { tones: Some(names.iter().map(|name| tones(name)).collect()), names, numbers }
    }

    /// The colour of a number on white.
    fn on_white(&self, number: u8) -> &'static str {
        self.tones.as_ref().map_or_else(|| COLOURS[number as usize], |tones| tones[number as usize][0])
    }

    /// The colour of each node; all the same without labels.
    fn of_nodes(&self, graph: &Graph) -> Vec<u8> {
        let other = COLOURS.len() as u8 - 1;
        let number = |label: &str| self.numbers.get(label).copied().unwrap_or(other);
        match graph.node_labels() {
            Some(labels) => labels.iter().map(|label| number(label)).collect(),
            None => vec![0; graph.node_count()],
        }
    }
}

fn most_frequent_first(counts: HashMap<&str, usize>) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    counts.into_iter().map(|(name, _)| name.to_owned()).collect()
}

/// A graph with places for its nodes in a square of 256 × 256.
#[derive(Debug)]
pub(super) struct Drawing {
    extent: Extent,
    positions: Vec<[u8; 2]>,
    colours: Vec<u8>,
    /// The colours of its nodes on white.
    fills: Vec<&'static str>,
    sizes: Vec<u32>,
    edges: Vec<[u8; 2]>,
}

impl Drawing {
    pub(super) fn of(graph: &Graph, labels: &LabelColours) -> Self {
        let colours = labels.of_nodes(graph);
        let summary = Summary::of(graph, &colours);
        let placement = NodePlacement::small(&summary.graph);
        let largest = placement.width().max(placement.height()).max(1e-9);
        // The middle of the drawing in the middle of the square.
        let margin = [(largest - placement.width()) / 2.0, (largest - placement.height()) / 2.0];
        let place = |position: &[f64; 2]| {
            [0, 1].map(|axis| ((position[axis] + margin[axis]) / largest * 255.0).round().clamp(0.0, 255.0) as u8)
        };
        let colours: Vec<u8> = summary.firsts.iter().map(|&node| colours[node as usize]).collect();
        Self {
            extent: summary.extent,
            positions: placement.positions().iter().map(place).collect(),
            fills: colours.iter().map(|&colour| labels.on_white(colour)).collect(),
            colours,
            sizes: summary.sizes,
            // A drawing has fewer than 256 nodes.
            edges: summary.graph.edges().map(|(u, v, _)| [u as u8, v as u8]).collect(),
        }
    }

    /// Appends the drawing as bytes.
    ///
    /// ```text
    /// nodes u8, edges u16, extent u8 (0 whole, 1 twins, 2 part)
    /// x u8, y u8        of each node
    /// colour u8         of each node
    /// size u16          of each node, unless whole; at most 65535
    /// u u8, v u8        of each edge
    /// ```
    pub(super) fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.positions.len() as u8);
        bytes.extend((self.edges.len() as u16).to_le_bytes());
        bytes.push(self.extent as u8);
        bytes.extend(self.positions.iter().flatten());
        bytes.extend(&self.colours);
        if self.extent != Extent::Whole {
            bytes.extend(self.sizes.iter().flat_map(|&size| size.min(65_535).to_le_bytes()[..2].to_vec()));
        }
        bytes.extend(self.edges.iter().flatten());
    }

    /// The drawing as an SVG of 160 × 160 units that needs nothing from outside.
    pub(super) fn to_svg(&self) -> String {
        let at = |value: u8| 14.0 + f64::from(value) * 132.0 / 255.0;
        let mut lines = String::new();
        for [u, v] in &self.edges {
            let ([x, y], [to_x, to_y]) = (self.positions[*u as usize], self.positions[*v as usize]);
            // Writing to a string cannot fail.
            let _ = write!(lines, "M{:.1} {:.1}L{:.1} {:.1}", at(x), at(y), at(to_x), at(to_y));
        }
        let mut discs = String::new();
        let radius = (40.0 / (self.positions.len() as f64).sqrt()).clamp(2.2, 7.0);
        for (([x, y], colour), &size) in self.positions.iter().zip(&self.fills).zip(&self.sizes) {
            let radius = (radius * f64::from(size).sqrt()).min(14.0);
            let _ = write!(
                discs,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"/>",
                at(*x),
                at(*y)
            );
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 160 160\" width=\"160\" height=\"160\">\
             <rect width=\"160\" height=\"160\" fill=\"#fff\"/><path d=\"{lines}\" fill=\"none\" stroke=\"#999\"/>{discs}</svg>"
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn bytes_follow_the_layout() {
        let graph = Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
        let labels = ["C", "C", "O"].map(Into::into).to_vec();
        let graph = graph.with_node_labels(labels).unwrap();
        let record = GraphRecord { id: "a".into(), label: None, graph, dropped: Default::default() };
        let colours = LabelColours::of(std::slice::from_ref(&record));
        assert_eq!(colours.names, ["C", "O"]);
        let drawing = Drawing::of(&record.graph, &colours);
        let mut bytes = Vec::new();
        drawing.append_to(&mut bytes);
        // A path lies level in the middle, from edge to edge.
        let (positions, rest) = bytes[4..].split_at(6);
        assert_eq!(bytes[..4], [3, 2, 0, 0]);
        assert_eq!(positions[0], 0);
        assert_eq!(positions[4], 255);
        assert!(positions.iter().skip(1).step_by(2).all(|y| (127..=128).contains(y)), "{positions:?}");
        assert_eq!(rest, [0, 0, 1, 0, 1, 1, 2]);
        let svg = drawing.to_svg();
        assert_eq!((svg.matches("<circle").count(), svg.matches('M').count()), (3, 2));
        assert!(svg.contains("#d55e00"));
    }

    #[test]
    fn atoms_have_the_colours_of_their_elements() {
        let graph = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap();
        let record = |labels: [&str; 4]| {
            let graph = graph.clone().with_node_labels(labels.map(Into::into).to_vec()).unwrap();
            GraphRecord { id: "a".into(), label: None, graph, dropped: Default::default() }
        };
        let molecule = record(["CH3", "c", "O-", "Fe+2"]);
        let colours = LabelColours::of_atoms(std::slice::from_ref(&molecule));
        assert_eq!(colours.names, ["C", "Fe", "O"]);
        assert_eq!(colours.of_nodes(&molecule.graph), [0, 0, 2, 1]);
        assert_eq!(colours.tones.as_ref().unwrap()[2], ["#d42a2a", "#ff6b5e"]);
        assert!(Drawing::of(&molecule.graph, &colours).to_svg().contains("#d42a2a"));
        // A residue is no atom, though C, V and Y are elements.
        let protein = record(["CYS", "VAL", "C", "TYR"]);
        let colours = LabelColours::of_atoms(&[molecule, protein]);
        assert!(colours.tones.is_none() && colours.names.len() == 7);
    }

    #[test]
    fn discs_of_many_nodes_have_their_sizes() {
        let star = Graph::from_edges(80_000, &(1..80_000).map(|leaf| (0, leaf)).collect::<Vec<_>>()).unwrap();
        let mut bytes = Vec::new();
        Drawing::of(&star, &LabelColours::default()).append_to(&mut bytes);
        assert_eq!((bytes.len(), &bytes[..4]), (4 + 4 + 2 + 4 + 2, &[2, 1, 0, 1][..]));
        assert_eq!(bytes[10..], [1, 0, 255, 255, 0, 1]);
    }
}
