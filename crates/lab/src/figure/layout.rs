//! Positions and colours of the parts of a strip figure, for all formats.

use super::StripFigure;
use super::colour_ramp::{Colour, colour};
use super::pixel_font;

/// Pixels of the .png to a unit of the layout, which is a pixel of the .svg at its own size: two, so that letters come
/// in half units, and lines stay sharp on fine screens and paper.
pub(super) const PIXELS_PER_UNIT: usize = 2;

const PAPER: Colour = [255; 3];
const INK: Colour = [34, 34, 34];
const FRAME: Colour = [136, 136, 136];

const MARGIN: usize = 66;
const TOP: usize = 24;
/// With the margins 900: three units a column for the usual 256.
const STRIP_WIDTH: usize = 768;
const STRIP_HEIGHT: usize = 48;
const LINE: usize = 1;
const TICK: usize = 6;
const TICKS: [&str; 5] = ["0", "1/4", "1/2", "3/4", "1"];
const BAR_WIDTH: usize = 128;
const BAR_HEIGHT: usize = 12;
/// This many letters of the .png fit the strip in the size of a title, and as a label this many of the widest letters of a
/// sans-serif font, one em each, end within the width of 900.
const MOST_CHARACTERS: usize = 58;

/// Where a text stands to its point.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How large a text is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Size {
    Title,
    Label,
}

impl Size {
    /// Pixels of the .png to a pixel of the letters.
    pub(super) fn pixel_scale(self) -> usize {
        match self {
            Self::Title => 4,
            Self::Label => 3,
        }
    }

    /// Pixels of the .png that a line of that many characters takes.
    pub(super) fn pixel_length(self, characters: usize) -> usize {
        (characters * pixel_font::ADVANCE).saturating_sub(1) * self.pixel_scale()
    }

    /// The em of the .svg in units, for about the same height of letters.
    pub(super) fn svg_font(self) -> usize {
        match self {
            Self::Title => 18,
            Self::Label => 14,
        }
    }

    /// Units from the line up to the top of the letters.
    fn ascent(self) -> usize {
        (pixel_font::ASCENT * self.pixel_scale()).div_ceil(PIXELS_PER_UNIT)
    }
}

/// All a picture is made of. The first shape is the lowest.
#[derive(Debug)]
pub(super) enum Shape {
    Rectangle { x: usize, y: usize, width: usize, height: usize, colour: Colour },
    Text { x: usize, baseline: usize, anchor: Anchor, size: Size, colour: Colour, text: String },
}

/// Where everything stands, once for all kinds of pictures.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) shapes: Vec<Shape>,
}

impl Layout {
    /// From the top: title, strips each under its label, axis, colour bar.
    pub(super) fn of(figure: &StripFigure) -> Self {
        // More values than units make the picture wider: a column is never lost.
        let strip_width = figure.columns().max(STRIP_WIDTH);
        let width = strip_width + 2 * MARGIN;
        let mut layout = Self { width, height: TOP, shapes: vec![] };
        if !figure.title.is_empty() {
            layout.line(MARGIN, Anchor::Start, Size::Title, &figure.title);
            layout.height += 6;
        }
        for strip in &figure.strips {
            layout.height += 14;
            layout.line(MARGIN, Anchor::Start, Size::Label, &strip.label);
            layout.height += 7;
            layout.strip(MARGIN, strip_width, STRIP_HEIGHT, &strip.values);
        }
        layout.axis(strip_width, &figure.axis);
        layout.colour_bar();
        layout.height += TOP;
        let paper = Shape::Rectangle { x: 0, y: 0, width, height: layout.height, colour: PAPER };
        layout.shapes.insert(0, paper);
        layout
    }

    /// A line of text; the height grows to the line it stands on.
    fn line(&mut self, x: usize, anchor: Anchor, size: Size, text: &str) {
        self.height += size.ascent();
        self.text(x, anchor, size, text);
    }

    /// Text that stands on the height.
    fn text(&mut self, x: usize, anchor: Anchor, size: Size, text: &str) {
        let baseline = self.height;
        self.shapes.push(Shape::Text { x, baseline, anchor, size, colour: INK, text: shortened(text) });
    }

    /// Columns in the colours of `values`, in a frame; the height grows to the lower edge of the columns.
    fn strip(&mut self, left: usize, width: usize, height: usize, values: &[f64]) {
        let y = self.height;
        // The frame is a box that looks out from under the columns.
        let (frame_width, frame_height) = (width + 2 * LINE, height + 2 * LINE);
        let (frame_x, frame_y) = (left - LINE, y - LINE);
        self.shapes.push(Shape::Rectangle {
            x: frame_x,
            y: frame_y,
            width: frame_width,
            height: frame_height,
            colour: FRAME,
        });
        // Columns of one colour are one box.
        let columns: Vec<(usize, Colour)> = values.iter().map(|&value| colour(value)).enumerate().collect();
        for run in columns.chunk_by(|(_, before), (_, after)| before == after) {
            let ((first, colour), (last, _)) = (run[0], run[run.len() - 1]);
            let edge = |column: usize| left + column * width / values.len();
            let (x, end) = (edge(first), edge(last + 1));
            // A box reaches under the next, or the frame would shine through the seams of a picture that is scaled.
            let end = (end + LINE).min(left + width);
            self.shapes.push(Shape::Rectangle { x, y, width: end - x, height, colour });
        }
        self.height += height;
    }

    /// Ticks under the last strip with their fractions, and the text below them.
    fn axis(&mut self, strip_width: usize, text: &str) {
        let y = self.height + LINE;
        self.height = y + TICK + 5 + Size::Label.ascent();
        for (quarter, fraction) in TICKS.into_iter().enumerate() {
            let x = MARGIN + quarter * strip_width / (TICKS.len() - 1);
            // The first goes down from the frame's left line, the last from its right one.
            let line = if quarter == 0 { x - LINE } else { x };
            self.shapes.push(Shape::Rectangle { x: line, y, width: LINE, height: TICK, colour: FRAME });
            self.text(x, Anchor::Middle, Size::Label, fraction);
        }
        self.height += 11;
        self.line(self.width / 2, Anchor::Middle, Size::Label, text);
    }

    /// The colours from the least value to the most.
    fn colour_bar(&mut self) {
        self.height += 22;
        let left = (self.width - BAR_WIDTH) / 2;
        let values: Vec<f64> = (0..BAR_WIDTH).map(|place| place as f64 * 255.0 / (BAR_WIDTH - 1) as f64).collect();
        self.strip(left, BAR_WIDTH, BAR_HEIGHT, &values);
        self.text(left - 10, Anchor::End, Size::Label, "least influence 0");
        self.text(left + BAR_WIDTH + 10, Anchor::Start, Size::Label, "255 most influence");
    }
}

/// `text`, or as much of its beginning as fits with a `…` behind it.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => text.to_owned(),
        Some(_) => text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect(),
    }
}
