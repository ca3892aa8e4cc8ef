//! Figures as pixels.

use ::png::{BitDepth, ColorType, Encoder, EncodingError};

use super::colour_ramp::Colour;
use super::layout::{Anchor, Layout, PIXELS_PER_UNIT, Shape};
use super::pixel_font;

/// The picture as pixels, with the letters of [`pixel_font`].
///
/// In memory first: the encoder would turn a full disk into words, and the error should say which it was.
pub(super) fn to_bytes(layout: &Layout) -> Result<Vec<u8>, EncodingError> {
    let mut canvas = Canvas::new(layout.width * PIXELS_PER_UNIT, layout.height * PIXELS_PER_UNIT);
    for shape in &layout.shapes {
        match shape {
            Shape::Rectangle { x, y, width, height, colour } => {
                let [x, y, width, height] = [x, y, width, height].map(|units| units * PIXELS_PER_UNIT);
                canvas.fill(x, y, width, height, *colour);
            }
            Shape::Text { x, baseline, anchor, size, colour, text } => {
                let length = size.pixel_length(text.chars().count());
                // Beyond the left edge: at the edge.
                let [x, baseline] = [x, baseline].map(|units| in_pixels(*units).round() as usize);
                let x = match anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x.saturating_sub(length / 2),
                    Anchor::End => x.saturating_sub(length),
                };
                canvas.write(x, baseline, size.pixel_scale(), *colour, text);
            }
            Shape::Line { from, to, width, colour, .. } => {
                canvas.draw([from.map(in_pixels), to.map(in_pixels)], in_pixels(*width) / 2.0, *colour);
            }
            Shape::Circle { centre, radius, fill, outline, .. } => {
                let (centre, half_a_line) = (centre.map(in_pixels), in_pixels(0.5));
                canvas.draw([centre; 2], in_pixels(*radius) + half_a_line, *outline);
                canvas.draw([centre; 2], in_pixels(*radius) - half_a_line, *fill);
            }
        }
    }
    canvas.encode()
}

fn in_pixels(units: f64) -> f64 {
    units * PIXELS_PER_UNIT as f64
}

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[255; 3]; width * height] }
    }

    /// Fills what lies on the canvas of a box.
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Colour) {
        let columns = x.min(self.width)..(x + width).min(self.width);
        for row in y.min(self.height)..(y + height).min(self.height) {
            self.pixels[row * self.width..][columns.clone()].fill(colour);
        }
    }

    /// Letters from `x` on that stand on `baseline`, each of their pixels a square of `scale`.
    fn write(&mut self, x: usize, baseline: usize, scale: usize, colour: Colour, text: &str) {
        let top = baseline.saturating_sub(pixel_font::ASCENT * scale);
        for (place, character) in text.chars().enumerate() {
            let left = x + place * pixel_font::ADVANCE * scale;
            for (row, line) in pixel_font::rows(character).into_iter().enumerate() {
                for (column, _) in line.bytes().enumerate().filter(|&(_, ink)| ink == b'#') {
                    self.fill(left + column * scale, top + row * scale, scale, scale, colour);
                }
            }
        }
    }

    /// Colours all points within `reach` of a segment: a line with round ends, or a disc where the ends are one point. A pixel
    /// at the edge takes the share of the colour that is its distance inside, from 0 to 1.
    fn draw(&mut self, [from, to]: [[f64; 2]; 2], reach: f64, colour: Colour) {
        let span = |axis: usize, pixels: usize| {
            let (low, high) = (from[axis].min(to[axis]) - reach - 1.0, from[axis].max(to[axis]) + reach + 1.0);
            (low.max(0.0) as usize).min(pixels)..(high.max(0.0) as usize).min(pixels)
        };
        for row in span(1, self.height) {
            for column in span(0, self.width) {
                let inside = reach - distance_to_segment([column as f64 + 0.5, row as f64 + 0.5], from, to);
                let share = (inside + 0.5).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[row * self.width + column];
                for (below, above) in pixel.iter_mut().zip(colour) {
                    *below = (f64::from(*below) + (f64::from(above) - f64::from(*below)) * share).round() as u8;
                }
            }
        }
    }

    fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        // More than the format can count cannot have been allocated; the encoder refuses it in its own words.
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, side(self.width), side(self.height));
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(bytes)
    }
}

fn distance_to_segment([x, y]: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let share = ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length;
    // A segment of length zero is its first end.
    let share = if length > 0.0 { share.clamp(0.0, 1.0) } else { 0.0 };
    (x - from[0] - share * along[0]).hypot(y - from[1] - share * along[1])
}
