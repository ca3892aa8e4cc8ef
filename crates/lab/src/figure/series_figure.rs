//! Numbers of things in order: panels of points over one axis, with lines where something happened.

use std::io::Write;
use std::path::Path;

use super::colour_ramp::Colour;
use super::layout::{Anchor, FRAME, INK, Layout, PAPER, Shape, Size, shortened};
use super::picture::{self, Picture};
use super::round_scale::Scale;
use super::strip_layout::{MARGIN, TOP};
use sgr_io::output::{OutputError, write_field};

/// Units of a picture, with its margins.
const WIDTH: usize = 900;
/// Units of a panel.
const HEIGHT: usize = 150;
/// Units from an edge of a panel to its first and last column.
const INSET: f64 = 12.0;
/// Ids below the axis: with 14 letters each they do not meet.
const MOST_IDS: usize = 6;
const ID_LETTERS: usize = 14;
/// Rows for the ids of events above the panels, which take turns.
const EVENT_ROWS: usize = 3;
const EVENT_ROW: usize = 16;
/// Most ids of events: more would meet. Their lines are all drawn.
const MOST_EVENT_IDS: usize = 18;

/// The blue and the vermilion of Okabe & Ito (2008), which people who see few colours tell apart; and a light grey.
const POINTS: Colour = [0, 114, 178];
const EVENT: Colour = [213, 94, 0];
const GAP: Colour = [235, 235, 235];

/// Numbers of things in order, one panel below the other.
///
/// ```
/// use sgr_lab::figure::{SeriesFigure, SeriesPanel};
/// let distances = SeriesPanel { label: "distance".into(), values: vec![None, Some(0.5), Some(2.5)] };
/// let ids = ["monday", "tuesday", "wednesday"].map(String::from).to_vec();
/// let figure = SeriesFigure { title: "Week".into(), ids, panels: vec![distances], events: vec![2], gaps: vec![] };
/// assert!(figure.to_svg().contains("wednesday"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesFigure {
    /// The text above.
    pub title: String,
    /// What the columns are.
    pub ids: Vec<String>,
    /// From the top.
    pub panels: Vec<SeriesPanel>,
    /// Columns before which something happened: a vertical line, with the id of the column.
    pub events: Vec<usize>,
    /// Columns without numbers: they are grey.
    pub gaps: Vec<usize>,
}

/// One number for each column.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesPanel {
    /// What the numbers are.
    pub label: String,
    /// The numbers; a column without one stays empty. As many as there are ids, and finite.
    pub values: Vec<Option<f64>>,
}

impl SeriesFigure {
    /// Writes the figure whole or not at all: .svg, .png, or the numbers as .csv.
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

impl Picture for SeriesFigure {
    fn title(&self) -> &str {
        &self.title
    }

    /// `position,id,event` and the panels, a line for each column; no number stays empty.
    fn to_csv(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = b"position,id,event".to_vec();
        for panel in &self.panels {
            bytes.push(b',');
            write_field(&mut bytes, &panel.label)?;
        }
        bytes.push(b'\n');
        for (at, id) in self.ids.iter().enumerate() {
            write!(bytes, "{at},")?;
            write_field(&mut bytes, id)?;
            write!(bytes, ",{}", u8::from(self.events.contains(&at)))?;
            for panel in &self.panels {
                bytes.push(b',');
                panel.values[at].map_or(Ok(()), |value| write!(bytes, "{value}"))?;
            }
            bytes.push(b'\n');
        }
        Ok(bytes)
    }

    /// From the top: title, ids of events, panels, ids of columns. What lies below is drawn first.
    fn layout(&self) -> Layout {
        let mut layout = Layout::new(WIDTH, TOP);
        layout.line(MARGIN, Anchor::Start, Size::Title, &self.title);
        layout.height += 12;
        let rows = if self.events.is_empty() { 0 } else { EVENT_ROWS };
        let names = layout.height;
        layout.height += rows * EVENT_ROW;
        let top = layout.height;
        let tops: Vec<usize> = (0..self.panels.len()).map(|at| top + 28 + at * (HEIGHT + 40)).collect();
        for &top in &tops {
            self.draw_ground(&mut layout, top);
        }
        layout.height = tops.last().map_or(top, |top| top + HEIGHT);
        self.draw_events(&mut layout, names);
        for (panel, &top) in self.panels.iter().zip(&tops) {
            self.draw_panel(&mut layout, panel, top);
        }
        self.draw_ids(&mut layout);
        layout.finish(TOP)
    }
}

impl SeriesFigure {
    /// Where a column stands; `at` may lie between two.
    fn x(&self, at: f64) -> f64 {
        let (left, right) = (MARGIN as f64 + INSET, (WIDTH - MARGIN) as f64 - INSET);
        match self.ids.len() {
            0 | 1 => (left + right) / 2.0,
            count => left + (right - left) * at / (count - 1) as f64,
        }
    }

    /// The frame of a panel, and grey where there are gaps.
    fn draw_ground(&self, layout: &mut Layout, top: usize) {
        let width = WIDTH - 2 * MARGIN;
        layout.fill(MARGIN - 1, top - 1, width + 2, HEIGHT + 2, FRAME);
        layout.fill(MARGIN, top, width, HEIGHT, PAPER);
        for &gap in &self.gaps {
            let ends =
                [gap as f64 - 0.5, gap as f64 + 0.5].map(|at| self.x(at).clamp(MARGIN as f64, (WIDTH - MARGIN) as f64));
            layout.fill(ends[0] as usize, top, (ends[1] - ends[0]).ceil() as usize, HEIGHT, GAP);
        }
    }

    /// Lines through all panels, and the ids above them in turn, so that neighbours do not meet.
    fn draw_events(&self, layout: &mut Layout, names: usize) {
        let bottom = layout.height as f64;
        for (turn, &event) in self.events.iter().enumerate() {
            let x = self.x(event as f64 - 0.5);
            let baseline = names + (turn % EVENT_ROWS + 1) * EVENT_ROW;
            let is_named = self.events.len() <= MOST_EVENT_IDS;
            let top = if is_named { baseline + 4 } else { names + EVENT_ROWS * EVENT_ROW };
            layout.stroke([x, top as f64], [x, bottom], 1.5, EVENT);
            if is_named {
                let text = shortened(&self.ids[event], ID_LETTERS);
                layout.write([x, baseline as f64], Anchor::Middle, Size::Label, EVENT, text);
            }
        }
    }

    fn draw_panel(&self, layout: &mut Layout, panel: &SeriesPanel, top: usize) {
        let scale = Scale::of(panel.values.iter().copied().flatten());
        let y = |value: f64| (top + HEIGHT) as f64 - 6.0 - (HEIGHT as f64 - 16.0) * scale.share(value);
        layout.write([MARGIN as f64, top as f64 - 8.0], Anchor::Start, Size::Label, INK, panel.label.clone());
        for tick in scale.ticks() {
            let at = y(tick);
            layout.stroke([MARGIN as f64 - 5.0, at], [MARGIN as f64, at], 1.0, FRAME);
            layout.write([MARGIN as f64 - 9.0, at + 4.0], Anchor::End, Size::Small, INK, scale.text(tick));
        }
        let points: Vec<Option<[f64; 2]>> = panel
            .values
            .iter()
            .enumerate()
            .map(|(at, value)| value.map(|value| [self.x(at as f64), y(value)]))
            .collect();
        for ends in points.windows(2) {
            if let [Some(from), Some(to)] = ends {
                layout.stroke(*from, *to, 1.0, POINTS);
            }
        }
        // Discs that do not cover each other.
        let radius = (0.35 * (self.x(1.0) - self.x(0.0))).clamp(1.0, 3.0);
        for ((id, value), point) in self.ids.iter().zip(&panel.values).zip(points) {
            if let Some((centre, value)) = point.zip(*value) {
                let note = format!("{id}: {value:.4}");
                layout.shapes.push(Shape::Circle { centre, radius, fill: POINTS, outline: POINTS, note });
            }
        }
    }

    /// The first and the last column, and some between them.
    fn draw_ids(&self, layout: &mut Layout) {
        let bottom = layout.height;
        layout.height += 24;
        let shown = self.ids.len().min(MOST_IDS);
        for turn in 0..shown {
            let at = if shown == 1 { 0 } else { turn * (self.ids.len() - 1) / (shown - 1) };
            let x = self.x(at as f64);
            layout.stroke([x, bottom as f64], [x, bottom as f64 + 5.0], 1.0, FRAME);
            let text = shortened(&self.ids[at], ID_LETTERS);
            layout.write([x, layout.height as f64], Anchor::Middle, Size::Label, INK, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::png;
    use super::*;

    fn figure(values: Vec<Option<f64>>, events: Vec<usize>, gaps: Vec<usize>) -> SeriesFigure {
        let ids = (0..values.len()).map(|at| format!("<{at}>")).collect();
        let panel = SeriesPanel { label: "a,b".into(), values };
        SeriesFigure { title: "t".into(), ids, panels: vec![panel], events, gaps }
    }

    fn numbers_of(svg: &str, element: &str, attributes: [&str; 2]) -> Vec<[f64; 2]> {
        let value = |line: &str, name: &str| line.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse().ok();
        let lines = svg.lines().filter(|line| line.starts_with(element));
        lines.filter_map(|line| Some([value(line, attributes[0])?, value(line, attributes[1])?])).collect()
    }

    /// Read from the picture alone: equal steps to the right, heights as the numbers, the event half a step before its column.
    #[test]
    fn points_stand_where_their_numbers_say() {
        let svg = figure(vec![Some(0.0), Some(3.0), None, Some(1.5), Some(-1.0)], vec![3], vec![2]).to_svg();
        let points = numbers_of(&svg, "<circle", ["cx", "cy"]);
        let step = points[1][0] - points[0][0];
        assert_eq!(points.len(), 4);
        for (point, column) in points.iter().zip([0.0, 1.0, 3.0, 4.0]) {
            assert!((point[0] - points[0][0] - column * step).abs() < 0.11, "{points:?}");
        }
        let unit = (points[0][1] - points[1][1]) / 3.0;
        assert!(unit > 10.0 && (points[0][1] - points[2][1] - 1.5 * unit).abs() < 0.2, "{points:?}");
        assert!((points[3][1] - points[0][1] - unit).abs() < 0.2, "{points:?}");
        let event = points[0][0] + 2.5 * step;
        assert!(
            numbers_of(&svg, "<line", ["x1", "x2"]).iter().any(|ends| ends.iter().all(|x| (x - event).abs() < 0.11))
        );
        // Only neighbours are joined, and only 3 and 4 of the last ones are: two lines between points.
        let joined =
            numbers_of(&svg, "<line", ["x1", "x2"]).into_iter().filter(|[from, to]| (to - from - step).abs() < 0.11);
        assert_eq!(joined.count(), 2);
        assert!(svg.contains("&lt;3&gt;") && !svg.contains("<3>"));
    }

    #[test]
    fn numbers_come_as_they_are() {
        let bytes = figure(vec![Some(0.1), None], vec![1], vec![1]).to_csv().ok();
        assert_eq!(
            bytes.and_then(|bytes| String::from_utf8(bytes).ok()).as_deref(),
            Some("position,id,event,\"a,b\"\n0,<0>,0,0.1\n1,<1>,1,\n")
        );
    }

    #[test]
    fn no_columns_equal_numbers_and_large_ones_are_drawn() {
        for values in
            [vec![], vec![None], vec![Some(0.0)], vec![Some(7.0); 3], vec![Some(0.0), Some(1e300), Some(-1e-300)]]
        {
            let figure = figure(values, vec![], vec![]);
            let svg = figure.to_svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(png::to_bytes(&figure.layout()).is_ok());
        }
    }
}
