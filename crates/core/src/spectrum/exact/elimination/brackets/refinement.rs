//! Estimates of the eigenvalues from the characteristic polynomial at the ends of their brackets.

use super::super::deflation::{Deflation, GROUP, deflate};
use super::super::scaled::Scaled;
use super::Brackets;
use super::bracket::Bracket;

/// Passes of the last refinement before the search is given up.
const PASSES: usize = 40;

impl Brackets {
    /// Spreads estimates evenly over their bracket where they are not inside of it.
    pub(super) fn restart_estimates(&mut self) {
        for pair in self.points.windows(2) {
            let bracket = Bracket { low: pair[0], high: pair[1] };
            let range = bracket.low.below..bracket.high.below;
            let estimates = &mut self.estimates[range.clone()];
            if estimates.iter().all(|&estimate| (bracket.low.shift..=bracket.high.shift).contains(&estimate)) {
                continue;
            }
            let part = bracket.width() / estimates.len() as f64;
            for (at, estimate) in estimates.iter_mut().enumerate() {
                *estimate = bracket.low.shift + part * (at as f64 + 0.5);
            }
            self.spreads[range].fill(f64::INFINITY);
        }
    }

    /// Refines until the largest change is at most `limit`, unless that is known of the last refinement.
    pub(super) fn polish(&mut self, limit: f64) {
        for _ in 0..PASSES {
            if self.is_converged(limit) {
                return;
            }
            (self.earlier_change, self.last_change) = (self.last_change, self.refine(true));
        }
    }

    /// Whether the last refinement of all estimates changed none by more than `limit`, or by rounding alone.
    pub(super) fn is_converged(&self, limit: f64) -> bool {
        let is_rounding = self.last_change <= 64.0 * f64::EPSILON && self.last_change >= self.earlier_change;
        self.last_change <= limit || is_rounding
    }

    /// Moves each estimate to the root of the characteristic polynomial divided by the distances to all other estimates,
    /// which is a line if they are exact. Returns the largest change. Except in the last refinement, eigenvalues that are done
    /// stay.
    ///
    /// A group of estimates sees those that were moved before it, which takes fewer passes than moving all at once.
    ///
    /// Weierstrass 1891, "Neuer Beweis des Satzes, dass jede ganze rationale Function …".
    pub(super) fn refine(&mut self, is_last: bool) -> f64 {
        self.deflations.clear();
        self.waiting.clear();
        let mut change = 0.0f64;
        for after in 1..self.points.len() {
            let bracket = Bracket { low: self.points[after - 1], high: self.points[after] };
            self.push_deflations(bracket, after, is_last);
            // The next bracket may have two.
            if self.deflations.len() >= GROUP - 1 {
                change = change.max(self.move_group());
            }
        }
        change.max(self.move_group())
    }

    /// Appends the products that a bracket needs for its estimates, if they are to be moved.
    fn push_deflations(&mut self, bracket: Bracket, after: usize, is_last: bool) {
        let (first, count) = (bracket.low.below, bracket.count());
        let left_out = first..bracket.high.below;
        if count == 0 || (count == 1 && !is_last && self.is_done(first)) {
            return;
        }
        let has_both = bracket.low.determinant.is_some() && bracket.high.determinant.is_some();
        if count > 1 && bracket.width() <= self.tolerance() {
            self.estimates[left_out].fill(bracket.middle());
        } else if has_both && (count > 1 || !is_last) {
            self.deflations.push(Deflation { shift: bracket.low.shift, left_out: left_out.clone() });
            self.deflations.push(Deflation { shift: bracket.high.shift, left_out });
            self.waiting.push(after);
        } else if let (1, Some((shift, _))) = (count, bracket.anchor(self.estimates[first])) {
            self.deflations.push(Deflation { shift, left_out });
            self.waiting.push(after);
        }
    }

    /// Moves the estimates of the brackets that wait. Returns the largest change of an isolated one.
    fn move_group(&mut self) -> f64 {
        if self.waiting.is_empty() {
            return 0.0;
        }
        let products = deflate(&self.estimates, &self.deflations);
        let (mut next, mut change) = (0, 0.0f64);
        for number in 0..self.waiting.len() {
            let after = self.waiting[number];
            let bracket = Bracket { low: self.points[after - 1], high: self.points[after] };
            let left_out = |at: usize| self.deflations.get(at).map(|deflation| &deflation.left_out);
            let is_pair = left_out(next) == left_out(next + 1);
            match bracket.count() {
                1 if is_pair => self.move_between(bracket, products[next], products[next + 1]),
                1 => change = change.max(self.move_isolated(bracket, products[next])),
                _ => self.spread_cluster(bracket, products[next], products[next + 1]),
            }
            next += 1 + usize::from(is_pair);
        }
        self.deflations.clear();
        self.waiting.clear();
        change
    }

    /// Moves the estimate of an isolated eigenvalue to the root of the line through the characteristic polynomial at both ends
    /// of its bracket, divided by these products of distances. While the other estimates are not exact, their errors cancel
    /// as far as they are the same at both ends.
    fn move_between(&mut self, bracket: Bracket, low_product: Scaled, high_product: Scaled) {
        let (Some(low), Some(high)) = (bracket.low.determinant, bracket.high.determinant) else { return };
        let (at, width) = (bracket.low.below, bracket.width());
        let (low, high) = (low.over(low_product), high.over(high_product));
        let part = low / (low - high);
        if part > 0.0 && part < 1.0 {
            self.estimates[at] = bracket.low.shift + width * part;
            self.spreads[at] = width * part.min(1.0 - part);
        } else {
            (self.estimates[at], self.spreads[at]) = (bracket.middle(), f64::INFINITY);
        }
    }

    /// Moves the estimate of an isolated eigenvalue, whose anchor has this product of distances. Returns the change.
    fn move_isolated(&mut self, bracket: Bracket, product: Scaled) -> f64 {
        let (at, tolerance) = (bracket.low.below, self.tolerance());
        let before = self.estimates[at];
        let Some((shift, determinant)) = bracket.anchor(before) else { return 0.0 };
        let distance = determinant.over(product);
        let found = shift + distance;
        let inside = found.clamp(bracket.low.shift, bracket.high.shift);
        // A little outside while the other estimates are not exact, or by rounding.
        if (found - inside).abs() <= (0.25 * distance.abs()).max(tolerance) {
            (self.estimates[at], self.spreads[at]) = (inside, distance.abs());
        } else {
            (self.estimates[at], self.spreads[at]) = (bracket.middle(), f64::INFINITY);
        }
        (self.estimates[at] - before).abs()
    }

    /// Estimates mean and standard deviation of the eigenvalues of a bracket from its ends, whose products of distances to
    /// the other estimates are given.
    ///
    /// # Formula
    /// ```text
    /// a − σ²/2a = A    b − σ²/2b = B    a + b = width      A, B: geometric means of the distances
    /// ```
    fn spread_cluster(&mut self, bracket: Bracket, low_product: Scaled, high_product: Scaled) {
        let (Some(low), Some(high)) = (bracket.low.determinant, bracket.high.determinant) else { return };
        let (count, width) = (bracket.count(), bracket.width());
        let mean_distance = |logarithm: f64| (logarithm / count as f64).exp2();
        let (low, high) = (mean_distance(low.log2_over(low_product)), mean_distance(high.log2_over(high_product)));
        let sum = low + high;
        if !sum.is_finite() || sum <= 0.0 {
            return;
        }
        let first = bracket.low.below;
        if sum > 1.001 * width {
            // The estimates outside of the bracket are far off.
            self.spreads[first] = f64::INFINITY;
            return;
        }
        let (mean, spread) = if sum >= width {
            (width * low / sum, 0.0)
        } else {
            let missing = width - sum;
            let mean = low + missing * high / sum;
            (mean, (2.0 * missing * mean * (width - mean) / width).sqrt())
        };
        self.spreads[first] = spread;
        // Equal steps with this standard deviation.
        let step = spread * (12.0 / ((count * count - 1) as f64)).sqrt();
        for at in 0..count {
            let place = mean + step * (at as f64 - 0.5 * (count - 1) as f64);
            self.estimates[first + at] = bracket.low.shift + place.clamp(0.01 * width, 0.99 * width);
        }
    }
}
