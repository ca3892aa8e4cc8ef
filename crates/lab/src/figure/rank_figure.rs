//! Critical-difference figures: mean ranks of methods on an axis.

use std::io::Write;
use std::path::Path;

use super::layout::{Anchor, INK, Layout, Size, shortened};
use super::picture::{self, Picture};
use super::strip_layout::{MARGIN, TOP};
use sgr_io::output::{OutputError, write_field};

/// Units of a picture, with its margins.
const WIDTH: usize = 900;
/// Units for the names on either side of the axis.
const NAMES: usize = 200;
/// Units from a name to the next below.
const ROW: usize = 24;
/// Units from a bar of methods that do not differ to the next.
const BAR_STEP: usize = 12;
/// Width of such a bar, and of other lines.
const BAR: f64 = 5.0;
const THIN: f64 = 1.0;

/// Methods at their mean ranks; a bar joins methods that do not differ.
///
/// Demšar 2006, "Statistical Comparisons of Classifiers over Multiple Data Sets", figure 1. The best method is on the left.
///
/// ```
/// use sgr_lab::figure::RankFigure;
/// let figure = RankFigure {
///     title: "Mean ranks".into(),
///     methods: vec![("a".into(), 1.2), ("b".into(), 1.8)],
///     critical_difference: 0.7,
///     bars: vec![(0, 1)],
/// };
/// assert!(figure.to_svg().starts_with("<svg"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RankFigure {
    /// The text above.
    pub title: String,
    /// Names and mean ranks, the best first.
    pub methods: Vec<(String, f64)>,
    /// Ranks that are further apart differ.
    pub critical_difference: f64,
    /// Sets of methods that do not differ: positions among the methods, from and to.
    pub bars: Vec<(usize, usize)>,
}

impl RankFigure {
    /// Writes the figure whole or not at all: .svg, .png, or the ranks as .csv.
    ///
    /// # Errors
    /// As for [`FigureFormat::from_path`](super::FigureFormat::from_path),
    /// [`AtomicFile::create`](sgr_io::output::AtomicFile::create) and [`AtomicFile::commit`](sgr_io::output::AtomicFile::commit).
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), OutputError> {
        picture::save(self, path.as_ref())
    }

    /// The picture as one `<svg>` element that needs nothing from outside.
    #[must_use]
    pub fn to_svg(&self) -> String {
        picture::to_svg(self)
    }
}

impl Picture for RankFigure {
    fn title(&self) -> &str {
        &self.title
    }

    fn to_csv(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = b"method,rank\n".to_vec();
        for (name, rank) in &self.methods {
            write_field(&mut bytes, name)?;
            writeln!(bytes, ",{rank}")?;
        }
        Ok(bytes)
    }

    /// From the top: title, critical difference, axis, bars, names with their lines up to the axis.
    fn layout(&self) -> Layout {
        let mut layout = Layout::new(WIDTH, TOP);
        layout.line(MARGIN, Anchor::Start, Size::Title, &self.title);
        layout.height += 34;
        self.draw_critical_difference(&mut layout);
        layout.height += 40;
        let axis = layout.height as f64;
        self.draw_axis(&mut layout);
        layout.height += 14;
        for &(first, last) in &self.bars {
            let ends = [self.methods[first].1, self.methods[last].1].map(|rank| self.place(rank));
            let y = layout.height as f64;
            // A little beyond the lines of its ends.
            layout.stroke([ends[0] - 4.0, y], [ends[1] + 4.0, y], BAR, INK);
            layout.height += BAR_STEP;
        }
        layout.height += 12;
        self.draw_names(&mut layout, axis);
        layout.finish(TOP)
    }
}

impl RankFigure {
    /// The largest rank of the axis.
    fn most(&self) -> f64 {
        self.methods.len().max(2) as f64
    }

    /// Where a rank stands on the axis.
    fn place(&self, rank: f64) -> f64 {
        let (left, right) = ((MARGIN + NAMES) as f64, (WIDTH - MARGIN - NAMES) as f64);
        left + (right - left) * (rank - 1.0) / (self.most() - 1.0)
    }

    /// A line as long as the critical difference, above the left end of the axis.
    fn draw_critical_difference(&self, layout: &mut Layout) {
        let length = (self.place(1.0 + self.critical_difference) - self.place(1.0)).min((WIDTH - 2 * MARGIN) as f64);
        // To the right of the left end where it fits, else as far to the left as needed.
        let from = self.place(1.0).min((WIDTH - MARGIN) as f64 - length);
        let y = layout.height as f64;
        layout.stroke([from, y], [from + length, y], THIN, INK);
        for end in [from, from + length] {
            layout.stroke([end, y - 4.0], [end, y + 4.0], THIN, INK);
        }
        let text = format!("critical difference {:.2}", self.critical_difference);
        layout.write([from, y - 8.0], Anchor::Start, Size::Label, INK, text);
    }

    /// The line of ranks with a tick for each whole one.
    fn draw_axis(&self, layout: &mut Layout) {
        let y = layout.height as f64;
        layout.stroke([self.place(1.0), y], [self.place(self.most()), y], THIN, INK);
        for rank in 1..=self.most() as usize {
            let x = self.place(rank as f64);
            layout.stroke([x, y], [x, y - 6.0], THIN, INK);
            layout.write([x, y - 10.0], Anchor::Middle, Size::Label, INK, rank.to_string());
        }
    }

    /// The better half on the left, the best on top; the other half on the right, the worst on top.
    fn draw_names(&self, layout: &mut Layout, axis: f64) {
        let half = self.methods.len().div_ceil(2);
        let top = layout.height;
        let characters = Size::Label.characters_within(NAMES as f64 - 50.0);
        for (at, (name, rank)) in self.methods.iter().enumerate() {
            let is_left = at < half;
            let row = if is_left { at } else { self.methods.len() - 1 - at };
            let (x, y) = (self.place(*rank), (top + row * ROW) as f64);
            let name = shortened(name, characters);
            let (edge, anchor, text) = match is_left {
                true => ((MARGIN + NAMES - 16) as f64, Anchor::End, format!("{name} {rank:.2}")),
                false => ((WIDTH - MARGIN - NAMES + 16) as f64, Anchor::Start, format!("{rank:.2} {name}")),
            };
            layout.stroke([x, axis], [x, y], THIN, INK);
            layout.stroke([x, y], [edge, y], THIN, INK);
            let gap = if is_left { -6.0 } else { 6.0 };
            layout.write([edge + gap, y + 5.0], anchor, Size::Label, INK, text);
        }
        layout.height = top + half.max(1) * ROW;
    }
}
