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
                let x = match anchor {
                    Anchor::Start => x * PIXELS_PER_UNIT,
                    Anchor::Middle => (x * PIXELS_PER_UNIT).saturating_sub(length / 2),
                    Anchor::End => (x * PIXELS_PER_UNIT).saturating_sub(length),
                };
                canvas.write(x, baseline * PIXELS_PER_UNIT, size.pixel_scale(), *colour, text);
            }
        }
    }
    canvas.encode()
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
