//! Vertical axes with round steps.

/// Steps of an axis, at most.
const STEPS: f64 = 4.0;

/// A vertical axis with round steps.
pub(super) struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// Of some numbers, with 0 on it.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
        let span = if high > low { high - low } else { 1.0 };
        let power = 10f64.powf((span / STEPS).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| span / step <= STEPS);
        Self { low, high: low + span, step: step.unwrap_or(10.0 * power) }
    }

    /// From 0 at the lower end to 1 at the upper.
    pub(super) fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> {
        let (first, last) = ((self.low / self.step).ceil() as i64, (self.high / self.step).floor() as i64);
        let step = self.step;
        (first..=last).map(move |tick| tick as f64 * step)
    }

    /// A tick with the digits of the step; very large and very small ones by a power of ten.
    pub(super) fn text(&self, tick: f64) -> String {
        if tick == 0.0 {
            return "0".to_owned();
        }
        match self.step.log10().floor() as i32 {
            digits @ -4..=4 => format!("{tick:.*}", (-digits).max(0) as usize),
            _ => format!("{tick:.0e}"),
        }
    }
}
