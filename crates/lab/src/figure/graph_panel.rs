//! Graphs of an influence figure: nodes as discs, edges as lines.

use super::NodePlacement;
use super::colour_ramp::Colour;
use super::influence_figure::{CONTENT, ColourScale, DrawnGraph, Mark};
use super::layout::{Anchor, INK, Layout, PAPER, Shape, Size, shortened};
use super::strip_layout::MARGIN;

/// Units between two graphs.
const GAP: usize = 24;

/// Highest drawing of a graph that stands alone, and of several.
const HIGHEST: [f64; 2] = [560.0, 300.0];

/// Units of an edge of length 1 at most: a small graph does not fill the page.
const LONGEST_EDGE: f64 = 46.0;

/// Radius of a node in edges: nodes are at least 0.62 edges apart where there are few, so discs do not touch.
const RADIUS: f64 = 0.28;

/// Below this radius a node is a dot: large graphs.
const SMALLEST: f64 = 1.5;

const EDGE: Colour = [160, 160, 160];
const NODE: Colour = [90, 90, 90];
/// A node or edge without a value.
const NO_VALUE: Colour = [221, 221, 221];

/// Draws the graphs in rows of up to three, each below its caption.
pub(super) fn draw(graphs: &[DrawnGraph], scale: &ColourScale, largest: f64, layout: &mut Layout) {
    let columns = if graphs.len() == 4 { 2 } else { graphs.len().min(3) };
    let width = (CONTENT - (columns - 1) * GAP) / columns;
    for row in graphs.chunks(columns) {
        let top = layout.height + 26;
        let mut bottom = top;
        for (column, drawn) in row.iter().enumerate() {
            layout.height = top + Size::Label.ascent();
            let left = MARGIN + column * (width + GAP);
            let caption = shortened(&drawn.caption, Size::Label.characters_within(width as f64));
            layout.write([left as f64, layout.height as f64], Anchor::Start, Size::Label, INK, caption);
            if !drawn.detail.is_empty() {
                layout.height += 6 + Size::Small.ascent();
                let detail = shortened(&drawn.detail, Size::Small.characters_within(width as f64));
                layout.write([left as f64, layout.height as f64], Anchor::Start, Size::Small, INK, detail);
            }
            layout.height += 14;
            Panel::new(drawn, left, width, HIGHEST[usize::from(graphs.len() > 1)], layout.height)
                .draw(scale, largest, layout);
            bottom = bottom.max(layout.height);
        }
        layout.height = bottom;
    }
}

/// One graph with the positions of its nodes in the picture.
struct Panel<'a> {
    drawn: &'a DrawnGraph,
    positions: Vec<[f64; 2]>,
    radius: f64,
    /// Units of an edge of length 1.
    edge: f64,
    bottom: usize,
}

impl<'a> Panel<'a> {
    fn new(drawn: &'a DrawnGraph, left: usize, width: usize, highest: f64, top: usize) -> Self {
        let placement = NodePlacement::of(&drawn.graph);
        // Room for the discs of the outermost nodes.
        let room = |units: f64, edges: f64| units / (edges + 2.0 * RADIUS + 0.1);
        let edge = room(width as f64, placement.width()).min(room(highest, placement.height())).min(LONGEST_EDGE);
        let radius = (RADIUS * edge).max(SMALLEST);
        let used = placement.width() * edge;
        let corner = [left as f64 + (width as f64 - used) / 2.0, top as f64 + radius + 1.0];
        let place = |position: &[f64; 2]| [corner[0] + edge * position[0], corner[1] + edge * position[1]];
        let positions = placement.positions().iter().map(place).collect();
        let bottom = top + (placement.height() * edge + 2.0 * radius).ceil() as usize + 2;
        Self { drawn, positions, radius, edge, bottom }
    }

    fn draw(&self, scale: &ColourScale, largest: f64, layout: &mut Layout) {
        self.draw_edges(scale, largest, layout);
        let letters = letters_inside(self.radius);
        for (position, mark) in self.positions.iter().zip(&self.drawn.nodes) {
            let fill = colour_of(mark, scale, largest);
            let outline = if self.radius > 3.0 { NODE } else { fill };
            let (centre, radius, note) = (*position, self.radius, mark.note.clone());
            layout.shapes.push(Shape::Circle { centre, radius, fill, outline, note });
            if letters > 0 && !mark.text.is_empty() {
                let baseline = position[1] + Size::Small.ascent() as f64 / 2.0;
                let text = cut(&mark.text, letters);
                layout.write([position[0], baseline], Anchor::Middle, Size::Small, readable_on(fill), text);
            }
        }
        layout.height = self.bottom;
    }

    fn draw_edges(&self, scale: &ColourScale, largest: f64, layout: &mut Layout) {
        let plain = if self.radius > 3.0 { 1.5 } else { 0.5 };
        for (u, v, _) in self.drawn.graph.edges() {
            let [from, to] = [u, v].map(|node| self.positions[node as usize]);
            let mark = self.drawn.edges.binary_search_by_key(&[u, v], |(ends, _)| *ends).ok();
            let Some(mark) = mark.map(|at| &self.drawn.edges[at].1) else {
                layout.shapes.push(Shape::Line { from, to, width: plain, colour: EDGE, note: String::new() });
                continue;
            };
            // An outline in grey: the colours near zero are almost white.
            layout.shapes.push(Shape::Line { from, to, width: 4.0 * plain, colour: EDGE, note: String::new() });
            let colour = colour_of(mark, scale, largest);
            layout.shapes.push(Shape::Line { from, to, width: 2.5 * plain, colour, note: mark.note.clone() });
            self.write_on_edge([from, to], &mark.text, layout);
        }
    }

    /// The label of an edge on a small disc of paper in its middle, where there is room between the nodes.
    fn write_on_edge(&self, [from, to]: [[f64; 2]; 2], text: &str, layout: &mut Layout) {
        if self.edge < 40.0 || text.is_empty() {
            return;
        }
        let centre = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        let (radius, note) = (6.0, String::new());
        layout.shapes.push(Shape::Circle { centre, radius, fill: PAPER, outline: PAPER, note });
        let baseline = centre[1] + Size::Small.ascent() as f64 / 2.0;
        layout.write([centre[0], baseline], Anchor::Middle, Size::Small, INK, cut(text, 2));
    }
}

/// Letters that fit a disc: five units each, one between them, two on each side.
fn letters_inside(radius: f64) -> usize {
    ((2.0 * radius - 3.0) / 6.0).max(0.0) as usize
}

/// A label that fits, or cut with a `…` where there is room for three letters. A shorter cut could be another label: Cl as C.
fn cut(text: &str, letters: usize) -> String {
    match text.chars().count() <= letters {
        true => text.to_owned(),
        false if letters < 3 => String::new(),
        false => shortened(text, letters),
    }
}

fn colour_of(mark: &Mark, scale: &ColourScale, largest: f64) -> Colour {
    match mark.value {
        Some(value) => scale.colour(if largest > 0.0 { value / largest } else { 0.0 }),
        None => NO_VALUE,
    }
}

/// Ink on light colours, paper on dark ones (the weights of Rec. 601).
fn readable_on([red, green, blue]: Colour) -> Colour {
    let light = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if light > 125.0 { INK } else { PAPER }
}
