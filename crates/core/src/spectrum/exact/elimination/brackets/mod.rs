//! All eigenvalues from counts and values of the characteristic polynomial at shifts.

mod bracket;
mod refinement;

use bracket::{Bracket, Point};

use super::deflation::Deflation;
use super::pivots::{Elimination, PivotLanes};
use super::program::Program;

/// Rounds of shifts before the search is given up. Nearly all graphs take fewer than 30.
const ROUNDS: usize = 60;

/// Refinement to this change shows which eigenvalues need another shift.
const COARSE: f64 = 1e-5;

/// Refinement to this change comes before the shifts around clusters.
const FINE: f64 = 1e-13;

/// First shifts, for each eigenvalue.
const FIRST_SHIFTS: f64 = 0.4;

/// An isolated eigenvalue is done if a shift is closer than this part of the distance to the next eigenvalue: refinement
/// then converges by this factor or faster.
const CLOSE: f64 = 1.0 / 32.0;

/// Rounds in which brackets with several eigenvalues are divided although nothing is known of these.
const EARLY: usize = 5;

/// Rounds after which brackets are halved now and then.
const LATE: usize = 20;

/// Rounds after which every second one divides the brackets of several eigenvalues into [`PARTS`]: what is known of these has
/// led nowhere. So each bracket is narrow enough in time.
const STUCK: usize = 10;

/// Most parts of a bracket: the eight shifts between them take one elimination.
const PARTS: usize = 9;

/// Shifts whose elimination grows more than this number for each row are not used: their counts are those of a matrix whose
/// distance from L is more than a fourth of the stated error.
const MOST_GROWTH: f64 = 4.0;

/// Brackets that are narrower are divided in twice double precision: pivots that belong to their eigenvalues are small.
const NARROW: f64 = 1e-3;

/// The same limit for eliminations in twice double precision.
const MOST_PRECISE_GROWTH: f64 = 1e16;

/// Buffers of the search.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// Ascending. The eigenvalues between two neighbours are those with the numbers `below` of the first to `below` of the
    /// second.
    points: Vec<Point>,
    merged: Vec<Point>,
    /// The eigenvalues, ascending.
    estimates: Vec<f64>,
    /// For an isolated eigenvalue, the distance of its estimate to the nearest shift; for the first of several in one
    /// bracket, their standard deviation.
    spreads: Vec<f64>,
    shifts: Vec<f64>,
    /// For each shift, the number of the point before it.
    befores: Vec<usize>,
    /// For each shift, whether it is eliminated in twice double precision.
    precise: Vec<bool>,
    sorted: Vec<f64>,
    eliminations: Vec<Elimination>,
    /// Largest changes by the last refinement of all estimates, and by the one before.
    last_change: f64,
    earlier_change: f64,
    /// Whether the last shifts were those around clusters. These hardly move the other estimates.
    has_cluster_shifts: bool,
    /// The products that the next group of estimates needs, and the numbers of the points after their brackets.
    deflations: Vec<Deflation>,
    waiting: Vec<usize>,
}

impl Brackets {
    /// The eigenvalues of a matrix, ascending; `None` if they are not found.
    pub(super) fn find(&mut self, program: &Program, lanes: &mut PivotLanes) -> Option<&mut [f64]> {
        self.start(program.size);
        self.has_cluster_shifts = false;
        for round in 0..ROUNDS {
            if round > 0 && !self.choose_shifts(round) {
                let is_found = self.is_converged(4.0 * f64::EPSILON) && self.agrees_with(program);
                return is_found.then_some(&mut self.estimates);
            }
            self.eliminate(program, lanes);
            self.merge();
            self.restart_estimates();
            self.refine(false);
        }
        None
    }

    /// Fills `eliminations` for `shifts`: first those in double precision, then the others.
    fn eliminate(&mut self, program: &Program, lanes: &mut PivotLanes) {
        self.eliminations.clear();
        for is_precise in [false, true] {
            self.sorted.clear();
            let shifts = self.shifts.iter().zip(&self.precise);
            self.sorted.extend(shifts.filter(|&(_, &precise)| precise == is_precise).map(|(&shift, _)| shift));
            lanes.eliminate(program, &self.sorted, is_precise, &mut self.eliminations);
        }
    }

    /// Whether the sums of the eigenvalues and of their squares are those of the matrix: a last check that no eigenvalue was
    /// lost or found twice.
    fn agrees_with(&self, program: &Program) -> bool {
        let (sum, squares) =
            self.estimates.iter().fold((0.0, 0.0), |(sum, squares), &value| (sum + value, squares + value * value));
        let limit = 64.0 * self.estimates.len() as f64 * f64::EPSILON;
        (sum - program.trace).abs() <= limit && (squares - program.squares).abs() <= 4.0 * limit
    }

    /// One bracket with all eigenvalues but the first, which is 0.
    fn start(&mut self, size: usize) {
        let end = |shift, below| Point { shift, below, determinant: None, failures: 0 };
        self.points.clear();
        self.points.push(end(0.0, 1));
        self.points.push(end(2.0 + 4.0 * f64::EPSILON, size));
        self.estimates.clear();
        self.estimates.resize(size, 0.0);
        self.spreads.clear();
        self.spreads.resize(size, f64::INFINITY);
        self.shifts.clear();
        self.befores.clear();
        if size > 1 {
            let count = (FIRST_SHIFTS * size as f64).ceil();
            self.shifts.extend((0..count as usize).map(|at| 2.0 * (at as f64 + 0.5) / count));
            self.befores.resize(self.shifts.len(), 0);
            self.precise.clear();
            self.precise.resize(self.shifts.len(), false);
        }
    }

    fn brackets(&self) -> impl Iterator<Item = (usize, Bracket)> {
        let pairs = self.points.windows(2).map(|pair| Bracket { low: pair[0], high: pair[1] });
        pairs.enumerate().filter(|(_, bracket)| bracket.count() > 0)
    }

    /// Width up to which a bracket is as good as its middle.
    fn tolerance(&self) -> f64 {
        (self.estimates.len() as f64).max(16.0) * f64::EPSILON
    }

    /// Fills `shifts` for the next round. Whether there is anything left to do.
    ///
    /// Clusters come last: their mean and standard deviation are as exact as all other eigenvalues.
    fn choose_shifts(&mut self, round: usize) -> bool {
        if !self.has_cluster_shifts {
            self.forget_changes();
        }
        self.has_cluster_shifts = false;
        self.fill_shifts(round, false);
        for limit in [COARSE, FINE] {
            if self.shifts.is_empty() && !self.is_converged(limit) {
                self.polish(limit);
                self.fill_shifts(round, false);
            }
        }
        if self.shifts.is_empty() {
            self.fill_shifts(round, true);
            self.has_cluster_shifts = true;
        }
        if self.shifts.is_empty() {
            self.forget_changes();
            self.polish(4.0 * f64::EPSILON);
            self.fill_shifts(round, false);
            self.has_cluster_shifts = false;
        }
        !self.shifts.is_empty()
    }

    /// After new shifts, the last changes say nothing about the next ones.
    fn forget_changes(&mut self) {
        (self.earlier_change, self.last_change) = (f64::INFINITY, f64::INFINITY);
    }

    /// Fills `shifts` for the brackets that are not done: clusters, or all others.
    fn fill_shifts(&mut self, round: usize, clusters: bool) {
        let (mut shifts, mut befores) = (std::mem::take(&mut self.shifts), std::mem::take(&mut self.befores));
        shifts.clear();
        befores.clear();
        let mut precise = std::mem::take(&mut self.precise);
        precise.clear();
        for (before, bracket) in self.brackets() {
            let is_tight = bracket.count() > 1 && self.spreads[bracket.low.below] <= 0.1 * bracket.width();
            let is_cluster = is_tight && bracket.width() <= NARROW;
            let is_unclear = bracket.count() > 1 && round >= EARLY && !self.spreads[bracket.low.below].is_finite();
            if bracket.width() <= self.tolerance() || (is_cluster || is_unclear) != clusters {
                continue;
            }
            let mut is_precise = bracket.low.failures > 1;
            let is_stuck = bracket.count() > 1 && round > STUCK && round % 2 == 1;
            match bracket.count() {
                2.. if is_unclear || is_stuck => {
                    is_precise |= bracket.width() <= NARROW;
                    self.shifts_in_equal_parts(bracket, PARTS, &mut shifts);
                }
                1 => shifts.extend(self.shift_for_one(bracket, round)),
                _ if is_cluster => {
                    is_precise = true;
                    self.shifts_around_cluster(bracket, 1e-9, &mut shifts);
                }
                _ if is_tight => self.shifts_around_cluster(bracket, 1e-3, &mut shifts),
                _ => {
                    is_precise |= bracket.low.failures > 0;
                    self.shifts_between(bracket, &mut shifts);
                }
            }
            befores.resize(shifts.len(), before);
            precise.resize(shifts.len(), is_precise);
        }
        (self.shifts, self.befores, self.precise) = (shifts, befores, precise);
    }

    /// The next shift for an isolated eigenvalue, unless it is done.
    fn shift_for_one(&self, bracket: Bracket, round: usize) -> Option<f64> {
        let at = bracket.low.below;
        if self.is_done(at) {
            return None;
        }
        let (estimate, gap) = (self.estimates[at], self.gap(at));
        match bracket.low.failures {
            // The growth of the elimination is that of a pivot that is zero at this eigenvalue.
            1 => Some(bracket.inside(estimate + 0.9 * CLOSE * gap, 0.01)),
            0 if round > LATE && round % 2 == 1 => Some(bracket.middle()),
            failures => Some(bracket.inside(estimate + (failures as f64 - 2.0).max(0.0) * 0.1 * CLOSE * gap, 1e-6)),
        }
    }

    /// Distance of an estimate to the nearest other one.
    fn gap(&self, at: usize) -> f64 {
        let next = self.estimates.get(at + 1).map_or(f64::INFINITY, |next| next - self.estimates[at]);
        next.min(self.estimates[at] - self.estimates[at - 1])
    }

    /// Whether a shift is close to an isolated eigenvalue.
    fn is_done(&self, at: usize) -> bool {
        self.spreads[at] <= (CLOSE * self.gap(at)).max(self.tolerance() / 4.0)
    }

    /// Shifts between several eigenvalues.
    fn shifts_between(&self, bracket: Bracket, shifts: &mut Vec<f64>) {
        let (count, first) = (bracket.count(), bracket.low.below);
        if bracket.low.failures > 0 || !self.spreads[first].is_finite() {
            self.shifts_in_equal_parts(bracket, count.min(PARTS), shifts);
        } else {
            let estimates = &self.estimates[first..bracket.high.below];
            shifts.extend(estimates.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])));
        }
    }

    /// Shifts that divide a bracket into equal parts, moved a little after a failure.
    fn shifts_in_equal_parts(&self, bracket: Bracket, parts: usize, shifts: &mut Vec<f64>) {
        let moved = 0.37 * (bracket.low.failures % 3) as f64 / bracket.count() as f64;
        let part = bracket.width() / parts as f64;
        shifts.extend((1..parts).map(|at| bracket.low.shift + part * (at as f64 - moved)));
    }

    /// Shifts on both sides of a cluster.
    fn shifts_around_cluster(&self, bracket: Bracket, part: f64, shifts: &mut Vec<f64>) {
        let (first, end) = (bracket.low.below, bracket.high.below);
        let mean = self.estimates[first..end].iter().sum::<f64>() / (end - first) as f64;
        let least = (part * 100f64.powi(bracket.low.failures as i32)).min(0.1) * bracket.width();
        let aside = (3.0 * self.spreads[first]).max(least).max(self.tolerance() / 2.5);
        shifts.extend([mean - aside, mean + aside].map(|shift| bracket.inside(shift, 1e-12)));
    }

    /// Sorts the eliminations among the points, and drops the points without an eigenvalue next to them.
    fn merge(&mut self) {
        self.merged.clear();
        let mut next = 0;
        let mut numbers = [0, self.precise.iter().filter(|&&precise| !precise).count()];
        for (number, &point) in self.points.iter().enumerate() {
            self.merged.push(point);
            let Some(after) = self.points.get(number + 1) else { break };
            let left = self.merged.len() - 1;
            let mut below = point.below;
            let mut rejected = 0;
            while self.befores.get(next) == Some(&number) {
                let (shift, is_precise) = (self.shifts[next], self.precise[next]);
                let elimination = self.eliminations[numbers[usize::from(is_precise)]];
                numbers[usize::from(is_precise)] += 1;
                next += 1;
                let limit = if is_precise { MOST_PRECISE_GROWTH } else { MOST_GROWTH * self.estimates.len() as f64 };
                let is_usable = elimination.growth <= limit && elimination.determinant.is_usable();
                if !is_usable {
                    rejected += 1;
                    continue;
                }
                // Rounding must not make the counts descend.
                below = elimination.below.clamp(below, after.below);
                self.merged.push(Point { shift, below, determinant: Some(elimination.determinant), failures: 0 });
            }
            let is_stuck = rejected > 0 && self.merged.len() - 1 == left;
            self.merged[left].failures = if is_stuck { point.failures + 1 } else { 0 };
        }
        self.points.clear();
        for (number, &point) in self.merged.iter().enumerate() {
            let follows = number > 0 && self.merged[number - 1].below < point.below;
            let precedes = self.merged.get(number + 1).is_none_or(|next| point.below < next.below);
            if number == 0 || follows || precedes {
                self.points.push(point);
            }
        }
    }
}
