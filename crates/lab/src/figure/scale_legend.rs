//! The colours of an influence figure with their values.

use super::colour_ramp::{Colour, colour, diverging};
use super::influence_figure::ColourScale;
use super::layout::{Anchor, FRAME, INK, Layout, Size, shortened};

const BAR_WIDTH: usize = 128;
const BAR_HEIGHT: usize = 12;
const TEXT_CHARACTERS: usize = 36;

impl ColourScale {
    /// The colour of a share of the largest value.
    pub(super) fn colour(&self, share: f64) -> Colour {
        match self {
            Self::Diverging { .. } => diverging(share),
            Self::Ascending { .. } => colour(255.0 * share.clamp(0.0, 1.0)),
        }
    }

    /// The share of the left end, and the texts at both ends.
    fn ends(&self, largest: f64) -> (f64, [String; 2]) {
        match self {
            Self::Diverging { below, above } => {
                (-1.0, [format!("{below} {:+.3}", -largest), format!("{largest:+.3} {above}")])
            }
            Self::Ascending { above } => (0.0, ["0".to_owned(), format!("{largest:.3} {above}")]),
        }
    }
}

/// A bar of all colours between its texts.
pub(super) fn draw(scale: &ColourScale, largest: f64, layout: &mut Layout) {
    layout.height += 26;
    let (left, top) = ((layout.width - BAR_WIDTH) / 2, layout.height);
    let (first, [below, above]) = scale.ends(largest);
    layout.fill(left - 1, top - 1, BAR_WIDTH + 2, BAR_HEIGHT + 2, FRAME);
    for place in 0..BAR_WIDTH {
        let share = first + (1.0 - first) * place as f64 / (BAR_WIDTH - 1) as f64;
        // A box reaches under the next, or the frame would shine through the seams of a picture that is scaled.
        let width = 2.min(BAR_WIDTH - place);
        layout.fill(left + place, top, width, BAR_HEIGHT, scale.colour(share));
    }
    layout.height += BAR_HEIGHT;
    let baseline = layout.height as f64;
    let (below, above) = (shortened(&below, TEXT_CHARACTERS), shortened(&above, TEXT_CHARACTERS));
    layout.write([left as f64 - 10.0, baseline], Anchor::End, Size::Label, INK, below);
    layout.write([(left + BAR_WIDTH + 10) as f64, baseline], Anchor::Start, Size::Label, INK, above);
}
