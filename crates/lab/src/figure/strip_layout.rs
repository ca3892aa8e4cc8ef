//! Positions and colours of the parts of a strip figure.

use super::StripFigure;
use super::colour_ramp::{Colour, colour};
use super::layout::{Anchor, FRAME, Layout, Size};

pub(super) const MARGIN: usize = 66;
pub(super) const TOP: usize = 24;
/// With the margins 900: three units a column for the usual 256.
const STRIP_WIDTH: usize = 768;
const STRIP_HEIGHT: usize = 48;
const LINE: usize = 1;
const TICK: usize = 6;
const TICKS: [&str; 5] = ["0", "1/4", "1/2", "3/4", "1"];
const BAR_WIDTH: usize = 128;
const BAR_HEIGHT: usize = 12;

impl Layout {
    /// From the top: title, strips each under its label, axis, colour bar.
    pub(super) fn of(figure: &StripFigure) -> Self {
        // More values than units make the picture wider: a column is never lost.
        let strip_width = figure.columns().max(STRIP_WIDTH);
        let width = strip_width + 2 * MARGIN;
        let mut layout = Self::new(width, TOP);
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
        layout.finish(TOP)
    }

    /// Columns in the colours of `values`, in a frame; the height grows to the lower edge of the columns.
    fn strip(&mut self, left: usize, width: usize, height: usize, values: &[f64]) {
        let y = self.height;
        // The frame is a box that looks out from under the columns.
        self.fill(left - LINE, y - LINE, width + 2 * LINE, height + 2 * LINE, FRAME);
        // Columns of one colour are one box.
        let columns: Vec<(usize, Colour)> = values.iter().map(|&value| colour(value)).enumerate().collect();
        for run in columns.chunk_by(|(_, before), (_, after)| before == after) {
            let ((first, colour), (last, _)) = (run[0], run[run.len() - 1]);
            let edge = |column: usize| left + column * width / values.len();
            let (x, end) = (edge(first), edge(last + 1));
            // A box reaches under the next, or the frame would shine through the seams of a picture that is scaled.
            let end = (end + LINE).min(left + width);
            self.fill(x, y, end - x, height, colour);
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
            self.fill(line, y, LINE, TICK, FRAME);
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
