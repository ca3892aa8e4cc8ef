//! Figures of curves.

use std::fmt::Write;

use sgr_io::output::escaped;

const WIDTH: f64 = 660.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 36.0;
const RIGHT: f64 = 230.0;
const BOTTOM: f64 = 44.0;

/// Told apart by people who see few colours (Okabe & Ito 2008); after them the same with dashes.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Lines that are drawn: more would not be told apart.
const MOST_LINES: usize = 2 * COLOURS.len();

/// Longest name of a curve: 24 letters of 13 px take at most about 190 px, the room on the right of the frame.
const LABEL_LETTERS: usize = 24;

/// Longest title: 60 letters of 15 px take at most about 600 px.
const TITLE_LETTERS: usize = 60;

/// One curve of a [`LineFigure`].
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its name.
    pub label: String,
    /// Heights at equal steps from the left edge to the right; heights that are not finite are left out.
    pub values: Vec<f64>,
}

/// Curves over one axis from 0 to 1, as an `<svg>` element that needs nothing from outside.
#[derive(Debug, Clone, PartialEq)]
pub struct LineFigure {
    /// What stands above.
    pub title: String,
    /// The curves; the first fourteen are drawn.
    pub lines: Vec<Line>,
    /// The text below the axis.
    pub axis: String,
    /// Heights of the lower and the upper edge.
    pub range: [f64; 2],
}

impl LineFigure {
    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let title = escaped(&cut(&self.title, TITLE_LETTERS));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n\
             <title>{title}</title>\n<text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{title}</text>\n"
        );
        self.draw_frame(&mut svg);
        for (at, line) in self.lines.iter().take(MOST_LINES).enumerate() {
            self.draw_line(&mut svg, at, line);
        }
        svg + "</svg>\n"
    }

    fn draw_frame(&self, svg: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let [low, high] = self.range;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#888\"/>\n\
             <text x=\"{LEFT}\" y=\"{below}\" text-anchor=\"middle\">0</text>\n\
             <text x=\"{right}\" y=\"{below}\" text-anchor=\"middle\">1</text>\n\
             <text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{axis}</text>\n\
             <text x=\"{beside}\" y=\"{bottom}\" text-anchor=\"end\">{low}</text>\n\
             <text x=\"{beside}\" y=\"{top}\" text-anchor=\"end\">{high}</text>",
            below = bottom + 20.0,
            middle = (LEFT + right) / 2.0,
            axis = escaped(&self.axis),
            beside = LEFT - 8.0,
            top = TOP + 10.0,
        );
    }

    /// A curve in its colour, and its name next to the frame.
    fn draw_line(&self, svg: &mut String, at: usize, line: &Line) {
        let colour = COLOURS[at % COLOURS.len()];
        let dashes = if at < COLOURS.len() { "" } else { " stroke-dasharray=\"5 3\"" };
        let y = TOP + 10.0 + 18.0 * at as f64;
        let (from, to, text) = (WIDTH - RIGHT + 14.0, WIDTH - RIGHT + 34.0, WIDTH - RIGHT + 40.0);
        let _ = writeln!(
            svg,
            "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dashes}/>\n\
             <path d=\"M{from} {}H{to}\" stroke=\"{colour}\" stroke-width=\"1.5\"{dashes}/>\n\
             <text x=\"{text}\" y=\"{y}\">{}</text>",
            self.path(&line.values),
            y - 4.0,
            escaped(&cut(&line.label, LABEL_LETTERS)),
        );
    }

    /// From point to point; a value that is not finite breaks the curve.
    fn path(&self, values: &[f64]) -> String {
        let [low, high] = self.range;
        let (width, height) = (WIDTH - RIGHT - LEFT, HEIGHT - BOTTOM - TOP);
        let steps = values.len().saturating_sub(1).max(1) as f64;
        let mut path = String::new();
        let mut is_drawing = false;
        for (at, &value) in values.iter().enumerate() {
            if !value.is_finite() {
                is_drawing = false;
                continue;
            }
            let x = LEFT + width * at as f64 / steps;
            let y = TOP + height * (high - value.clamp(low, high)) / (high - low);
            let _ = write!(path, "{}{x:.1} {y:.1}", if is_drawing { 'L' } else { 'M' });
            is_drawing = true;
        }
        path
    }
}

/// The first letters of a text, and an ellipsis in place of the others.
fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters - 1).chain(['…']).collect()
}
