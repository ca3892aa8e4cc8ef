//! Colours for numbers.

/// Red, green and blue of sRGB.
pub(super) type Colour = [u8; 3];

/// Corners of the way from white over violet blue to deep purple, in Oklab: L, a, b. The bend towards blue is for colour,
/// the straight line passes through greys; and it is spread over three corners, since a single sharp one shows as a band.
const CORNERS: [[f64; 3]; 5] =
    [[1.0, 0.0, 0.0], [0.816, 0.007, -0.079], [0.63, 0.018, -0.125], [0.441, 0.032, -0.137], [0.25, 0.05, -0.115]];

/// Blue, an almost white grey, and vermilion, in Oklab: the blue and the vermilion of Okabe & Ito (2008), which people who see
/// few colours tell apart.
const BLUE: [f64; 3] = [0.5319, -0.0575, -0.1181];
const NEUTRAL: [f64; 3] = [0.9761, 0.0, 0.0];
const VERMILION: [f64; 3] = [0.6213, 0.1151, 0.1257];

/// The colour of a value from −1 (blue) over 0 (almost white) to 1 (vermilion), straight lines in Oklab. Values beyond the ends
/// have the colours of the ends.
pub(super) fn diverging(value: f64) -> Colour {
    let end = if value < 0.0 { BLUE } else { VERMILION };
    srgb(between(NEUTRAL, end, value.abs().min(1.0)))
}

/// The colour of a value from 0 (white) to 255 (deep purple): equal steps of the value are equal steps for the eye.
///
/// # Formula
/// ```text
/// colour(v) = the point at v/255 of the length of the polyline through CORNERS
/// ```
/// B. Ottosson, "A perceptual color space for image processing" (2020): distances in Oklab are those the eye sees.
pub(super) fn colour(value: f64) -> Colour {
    let sides = || CORNERS.into_iter().zip(CORNERS.into_iter().skip(1));
    let mut left = value / 255.0 * sides().map(|(from, to)| distance(from, to)).sum::<f64>();
    for (from, to) in sides() {
        let length = distance(from, to);
        if left <= length {
            return srgb(between(from, to, left / length));
        }
        left -= length;
    }
    // Rounding may leave a little beyond the last corner.
    srgb(CORNERS[CORNERS.len() - 1])
}

fn distance(from: [f64; 3], to: [f64; 3]) -> f64 {
    from.into_iter().zip(to).map(|(from, to)| (to - from).powi(2)).sum::<f64>().sqrt()
}

fn between(from: [f64; 3], to: [f64; 3], share: f64) -> [f64; 3] {
    std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * share)
}

/// Oklab to sRGB with the matrices of Ottosson, then the curve of IEC 61966-2-1.
fn srgb([lightness, a, b]: [f64; 3]) -> Colour {
    let long = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let medium = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let short = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    let linear = [
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ];
    linear.map(|light| {
        let share = if light <= 0.0031308 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        // Rounded, not cut: white comes out a little below 255.
        (share * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_darken_with_every_step() {
        let light = |value: u8| colour(value.into()).map(u32::from).into_iter().sum::<u32>();
        assert!((1..=255).all(|value| light(value) < light(value - 1)));
    }

    #[test]
    fn diverging_colours_end_in_blue_and_vermilion() {
        // Another program's conversion of #0072b2 and #d55e00 gave the corners.
        assert_eq!((diverging(-1.0), diverging(1.0)), ([0, 114, 178], [213, 94, 0]));
        assert_eq!((diverging(-7.0), diverging(f64::INFINITY)), (diverging(-1.0), diverging(1.0)));
        let [red, green, blue] = diverging(0.0);
        assert!(red == green && green == blue && red > 240);
    }
}
