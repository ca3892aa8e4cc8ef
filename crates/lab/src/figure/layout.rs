//! The parts that all pictures are made of, with their positions and colours.

use super::colour_ramp::Colour;
use super::pixel_font;

/// Pixels of the .png to a unit of the layout, which is a pixel of the .svg at its own size: two, so that letters come
/// in half units, and lines stay sharp on fine screens and paper.
pub(super) const PIXELS_PER_UNIT: usize = 2;

pub(super) const PAPER: Colour = [255; 3];
pub(super) const INK: Colour = [34, 34, 34];
pub(super) const FRAME: Colour = [136, 136, 136];

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
    /// Inside nodes and next to bars.
    Small,
}

impl Size {
    /// Pixels of the .png to a pixel of the letters.
    pub(super) fn pixel_scale(self) -> usize {
        match self {
            Self::Title => 4,
            Self::Label => 3,
            Self::Small => 2,
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
            Self::Small => 10,
        }
    }

    /// Units from the line up to the top of the letters.
    pub(super) fn ascent(self) -> usize {
        (pixel_font::ASCENT * self.pixel_scale()).div_ceil(PIXELS_PER_UNIT)
    }

    /// Characters that fit a number of units in the .png, whose letters are as wide as the widest common ones of a .svg.
    pub(super) fn characters_within(self, units: f64) -> usize {
        (units * PIXELS_PER_UNIT as f64 / (pixel_font::ADVANCE * self.pixel_scale()) as f64) as usize
    }
}

/// All a picture is made of. The first shape is the lowest.
#[derive(Debug)]
pub(super) enum Shape {
    Rectangle {
        x: usize,
        y: usize,
        width: usize,
        height: usize,
        colour: Colour,
    },
    Text {
        x: f64,
        baseline: f64,
        anchor: Anchor,
        size: Size,
        colour: Colour,
        text: String,
    },
    /// With round ends.
    Line {
        from: [f64; 2],
        to: [f64; 2],
        width: f64,
        colour: Colour,
        note: String,
    },
    /// With an outline of one unit. A `note` is shown where a pointer rests, if the format can; it may be empty.
    Circle {
        centre: [f64; 2],
        radius: f64,
        fill: Colour,
        outline: Colour,
        note: String,
    },
}

/// Where everything stands, once for all kinds of pictures.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) width: usize,
    /// The lower edge of the parts so far.
    pub(super) height: usize,
    pub(super) shapes: Vec<Shape>,
}

impl Layout {
    /// Nothing yet, below a margin.
    pub(super) fn new(width: usize, top: usize) -> Self {
        Self { width, height: top, shapes: vec![] }
    }

    /// Adds the margin below, and the paper.
    pub(super) fn finish(mut self, margin: usize) -> Self {
        self.height += margin;
        let paper = Shape::Rectangle { x: 0, y: 0, width: self.width, height: self.height, colour: PAPER };
        self.shapes.insert(0, paper);
        self
    }

    /// A line of text; the height grows to the line it stands on.
    pub(super) fn line(&mut self, x: usize, anchor: Anchor, size: Size, text: &str) {
        self.height += size.ascent();
        self.text(x, anchor, size, text);
    }

    /// Text that stands on the height.
    pub(super) fn text(&mut self, x: usize, anchor: Anchor, size: Size, text: &str) {
        self.write([x as f64, self.height as f64], anchor, size, INK, shortened(text, MOST_CHARACTERS));
    }

    /// Text that stands on a point; it is not cut.
    pub(super) fn write(&mut self, [x, baseline]: [f64; 2], anchor: Anchor, size: Size, colour: Colour, text: String) {
        self.shapes.push(Shape::Text { x, baseline, anchor, size, colour, text });
    }

    /// A line between two points.
    pub(super) fn stroke(&mut self, from: [f64; 2], to: [f64; 2], width: f64, colour: Colour) {
        self.shapes.push(Shape::Line { from, to, width, colour, note: String::new() });
    }

    /// A rectangle.
    pub(super) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Colour) {
        self.shapes.push(Shape::Rectangle { x, y, width, height, colour });
    }
}

/// `text`, or as much of its beginning as fits with a `…` behind it.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
