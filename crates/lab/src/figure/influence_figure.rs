//! Figures of influence: bars of labels, and graphs whose nodes and edges have colours.

use std::path::Path;

use super::layout::{Anchor, Layout, Size};
use super::picture::{self, Picture};
use super::strip_layout::{MARGIN, TOP};
use super::{FigureFormat, bars, graph_panel, scale_legend};
use sgr_core::graph::Graph;
use sgr_io::output::OutputError;

/// Units of a picture, with its margins.
const WIDTH: usize = 900;

/// Units between the margins.
pub(super) const CONTENT: usize = WIDTH - 2 * MARGIN;

/// Characters of a line of remarks: in the .png these fill the content.
const LINE_CHARACTERS: usize = 84;

/// Influences as bars and as colours of nodes and edges.
///
/// Texts are cut with a `…` where they do not fit. The layout of graphs is that of
/// [`NodePlacement`](super::NodePlacement).
#[derive(Debug, Clone, PartialEq)]
pub struct InfluenceFigure {
    /// The text above.
    pub title: String,
    /// Sentences below the title.
    pub remarks: Vec<String>,
    /// Bars, if there are any.
    pub bars: Option<Bars>,
    /// Graphs, side by side.
    pub graphs: Vec<DrawnGraph>,
    /// The colours of nodes and edges.
    pub scale: ColourScale,
}

/// Bars in columns: one row a label.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// Titles of the columns.
    pub columns: Vec<String>,
    /// The rows from the top.
    pub rows: Vec<BarRow>,
}

/// A row of [`Bars`].
#[derive(Debug, Clone, PartialEq)]
pub struct BarRow {
    /// Its name.
    pub label: String,
    /// A few words about it.
    pub note: String,
    /// A value for each column.
    pub values: Vec<f64>,
}

/// A graph in a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnGraph {
    /// The text above it.
    pub caption: String,
    /// A smaller line below the caption; an empty one takes no place.
    pub detail: String,
    /// The graph.
    pub graph: Graph,
    /// One mark a node.
    pub nodes: Vec<Mark>,
    /// The marks of edges by their ends, the lower one first, in ascending order; other edges are plain lines.
    pub edges: Vec<([u32; 2], Mark)>,
}

/// Text and value of a node or an edge.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mark {
    /// Written inside a node, or on an edge.
    pub text: String,
    /// The number behind the colour; grey without one.
    pub value: Option<f64>,
    /// Shown where a pointer rests, in an .svg.
    pub note: String,
}

/// Which colours stand for which values.
#[derive(Debug, Clone, PartialEq)]
pub enum ColourScale {
    /// From blue (below zero) over white to vermilion (above zero).
    Diverging {
        /// The text at the blue end.
        below: String,
        /// The text at the vermilion end.
        above: String,
    },
    /// From white (zero) to deep purple.
    Ascending {
        /// The text at the dark end.
        above: String,
    },
}

impl InfluenceFigure {
    /// Writes the picture whole or not at all: .svg or .png, as the ending of `path` asks for.
    ///
    /// # Errors
    /// [`OutputError::UnknownFormat`] for any other ending; as for
    /// [`AtomicFile::create`](sgr_io::output::AtomicFile::create) and [`AtomicFile::commit`](sgr_io::output::AtomicFile::commit).
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), OutputError> {
        picture::save(self, path.as_ref())
    }

    /// The picture as one `<svg>` element that needs nothing from outside.
    #[must_use]
    pub fn to_svg(&self) -> String {
        picture::to_svg(self)
    }

    /// The largest magnitude of a value in a graph.
    fn largest(&self) -> f64 {
        let marks =
            self.graphs.iter().flat_map(|drawn| drawn.nodes.iter().chain(drawn.edges.iter().map(|(_, mark)| mark)));
        marks.filter_map(|mark| mark.value).map(f64::abs).fold(0.0, f64::max)
    }
}

impl Picture for InfluenceFigure {
    const FORMATS: &'static [FigureFormat] = &[FigureFormat::Svg, FigureFormat::Png];

    fn title(&self) -> &str {
        &self.title
    }

    /// From the top: title, remarks, bars, graphs, colours.
    fn layout(&self) -> Layout {
        let mut layout = Layout::new(WIDTH, TOP);
        layout.line(MARGIN, Anchor::Start, Size::Title, &self.title);
        layout.height += 6;
        for line in self.remarks.iter().flat_map(|remark| wrapped(remark, LINE_CHARACTERS)) {
            layout.height += 9 + Size::Label.ascent();
            let place = [MARGIN as f64, layout.height as f64];
            layout.write(place, Anchor::Start, Size::Label, super::layout::INK, line);
        }
        if let Some(bars) = &self.bars {
            bars::draw(bars, &mut layout);
        }
        if !self.graphs.is_empty() {
            let largest = self.largest();
            graph_panel::draw(&self.graphs, &self.scale, largest, &mut layout);
            scale_legend::draw(&self.scale, largest, &mut layout);
        }
        layout.finish(TOP)
    }
}

/// Lines of at most that many characters, cut at spaces where there are some.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() <= most {
            lines[last].push(' ');
        } else if !lines[last].is_empty() {
            lines.push(String::new());
        }
        while word.chars().count() > most {
            let rest = word.chars().skip(most).collect();
            let last = lines.len() - 1;
            lines[last] = word.chars().take(most).collect();
            lines.push(String::new());
            word = rest;
        }
        let last = lines.len() - 1;
        lines[last].push_str(&word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_cut_at_spaces_or_anywhere() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one twothreefour x", 7), ["one", "twothre", "efour x"]);
        assert_eq!(wrapped("", 7), [""]);
    }
}
