//! Neighbouring shifts, and the eigenvalues between them.

use super::super::scaled::Scaled;

/// The eigenvalues below a shift.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) shift: f64,
    pub(super) below: usize,
    /// The characteristic polynomial; not known at the ends.
    pub(super) determinant: Option<Scaled>,
    /// Rounds in which no shift between this point and the next could be used.
    pub(super) failures: usize,
}

/// Neighbouring points with eigenvalues in between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bracket {
    pub(super) low: Point,
    pub(super) high: Point,
}

impl Bracket {
    pub(super) fn width(&self) -> f64 {
        self.high.shift - self.low.shift
    }

    pub(super) fn count(&self) -> usize {
        self.high.below - self.low.below
    }

    pub(super) fn middle(&self) -> f64 {
        0.5 * (self.low.shift + self.high.shift)
    }

    /// Shift and determinant of the end that is nearer to a number, among those with a known determinant.
    pub(super) fn anchor(&self, to: f64) -> Option<(f64, Scaled)> {
        let with_shift = |point: Point| point.determinant.map(|determinant| (point.shift, determinant));
        if to - self.low.shift < self.high.shift - to {
            with_shift(self.low).or(with_shift(self.high))
        } else {
            with_shift(self.high).or(with_shift(self.low))
        }
    }

    /// A number moved into the bracket, off its ends.
    pub(super) fn inside(&self, number: f64, margin: f64) -> f64 {
        let margin = margin * self.width();
        number.max(self.low.shift + margin).min(self.high.shift - margin)
    }
}
