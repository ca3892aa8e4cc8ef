//! The largest standardized differences between some graphs and the others.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use super::described::Described;
use super::{WINDOWS, counted};
use sgr_core::graph::GraphRecord;

/// Below this many standard deviations a difference is not worth a line.
pub(crate) const LEAST: f64 = 0.4;

/// Most lines.
pub(crate) const MOST: usize = 6;

/// A difference between some graphs and the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// What differs, in words.
    pub what: &'static str,
    /// Difference of the means in standard deviations of all graphs, for counts on a logarithmic scale; positive where the graphs
    /// have more than the others.
    pub deviations: f64,
    /// Median of the graphs.
    pub median: f64,
    /// Median of the others.
    pub median_of_others: f64,
}

/// Numbers of each graph of a collection that parts of it are compared by.
#[derive(Debug)]
pub struct Contrast {
    columns: Vec<Column>,
}

#[derive(Debug)]
struct Column {
    what: &'static str,
    is_logarithmic: bool,
    values: Vec<f32>,
}

impl Contrast {
    /// Counts the quantities of graphs, and takes the windows of their curves. Runs on the threads of the current rayon pool.
    pub(crate) fn of(records: &[GraphRecord], described: &Described) -> Self {
        let of_graphs = counted(records).into_iter().map(|(quantity, values)| Column {
            what: quantity.summary(),
            is_logarithmic: quantity.is_logarithmic(),
            values,
        });
        let of_windows = WINDOWS.iter().map(|window| Column {
            what: window.words,
            is_logarithmic: false,
            values: window.values(described),
        });
        Self { columns: of_graphs.chain(of_windows).collect() }
    }

    /// The largest differences between the graphs that are inside and the others; none if there are no others.
    ///
    /// # Panics
    /// If `is_inside` is not as long as there are graphs.
    #[must_use]
    pub fn differences(&self, is_inside: &[bool]) -> Vec<Difference> {
        let inside = is_inside.iter().filter(|&&is_inside| is_inside).count();
        if inside == 0 || inside == is_inside.len() {
            return Vec::new();
        }
        let mut found: Vec<Difference> = self.columns.iter().map(|column| column.difference(is_inside)).collect();
        found.retain(|difference| difference.deviations.abs() >= LEAST);
        // Stable: of equal ones the first of the list.
        found.sort_by(|a, b| b.deviations.abs().total_cmp(&a.deviations.abs()));
        found.truncate(MOST);
        found
    }
}

impl Column {
    /// The page of a map computes the same (`map/page/differences.js`).
    fn difference(&self, is_inside: &[bool]) -> Difference {
        assert_eq!(is_inside.len(), self.values.len(), "found another number of marks than graphs");
        let turned = |value: f32| {
            let value = f64::from(value);
            if self.is_logarithmic { value.ln_1p() } else { value }
        };
        let mut lists = [Vec::new(), Vec::new()];
        let (mut sums, mut squares) = ([0.0; 2], 0.0);
        for (&value, &is_inside) in self.values.iter().zip(is_inside) {
            lists[usize::from(is_inside)].push(value);
            sums[usize::from(is_inside)] += turned(value);
            squares += turned(value).powi(2);
        }
        let count = self.values.len() as f64;
        let mean = (sums[0] + sums[1]) / count;
        let deviation = (squares / count - mean * mean).max(0.0).sqrt();
        // Rounding alone is no difference.
        let is_constant = deviation <= 1e-6 * (1.0 + mean.abs());
        let [outside, inside] = [0, 1].map(|part| sums[part] / lists[part].len() as f64);
        let deviations = if is_constant { 0.0 } else { (inside - outside) / deviation };
        let [median_of_others, median] = lists.map(median);
        Difference { what: self.what, deviations, median, median_of_others }
    }
}

impl Display for Difference {
    /// The sentence of the page of a map: `higher mean degree: 4, others 2 (+1.3 σ)`.
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { what, deviations, median, median_of_others } = self;
        let (direction, sign) = if *deviations > 0.0 { ("higher", '+') } else { ("lower", '−') };
        let [inside, outside] = [*median, *median_of_others].map(three_digits);
        write!(out, "{direction} {what}: {inside}, others {outside} ({sign}{:.1} σ)", deviations.abs())
    }
}

/// A number in three significant digits, whole numbers in full, as the page of a map shows it.
fn three_digits(value: f64) -> String {
    let size = value.abs();
    let is_whole = value.fract() == 0.0 && size < 1e7;
    if !is_whole && !(1e-3..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    let places = if is_whole { 0 } else { 2 - size.log10().floor() as i32 };
    if places <= 0 {
        // 1234.5 is rounded to tens.
        let unit = 10f64.powi(-places);
        return with_commas(&format!("{:.0}", (value / unit).round() * unit));
    }
    let text = format!("{value:.*}", places as usize);
    with_commas(text.trim_end_matches('0').trim_end_matches('.'))
}

/// The thousands before the point set apart.
fn with_commas(number: &str) -> String {
    let (whole, rest) = number.find('.').map_or((number, ""), |point| number.split_at(point));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

fn median(mut values: Vec<f32>) -> f64 {
    values.sort_by(f32::total_cmp);
    let middle = values.len() / 2;
    let upper = f64::from(values[middle]);
    if values.len() % 2 == 1 { upper } else { (f64::from(values[middle - 1]) + upper) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(columns: &[(&'static str, bool, &[f32])]) -> Contrast {
        let column =
            |&(what, is_logarithmic, values): &(_, _, &[f32])| Column { what, is_logarithmic, values: values.to_vec() };
        Contrast { columns: columns.iter().map(column).collect() }
    }

    #[test]
    fn differences_in_words() {
        let difference = |deviations, median, median_of_others| {
            Difference { what: "density", deviations, median, median_of_others }.to_string()
        };
        assert_eq!(difference(1.26, 0.5, 12.0), "higher density: 0.5, others 12 (+1.3 σ)");
        assert_eq!(difference(-0.4, 1234.56, 0.01234), "lower density: 1,230, others 0.0123 (−0.4 σ)");
        assert_eq!(difference(0.55, 12345.0, 999.7), "higher density: 12,345, others 1,000 (+0.6 σ)");
        assert_eq!(difference(-2.0, 0.0, 0.000_123), "lower density: 0, others 1.2e-4 (−2.0 σ)");
    }

    #[test]
    fn differences_by_hand() {
        let e = std::f64::consts::E;
        let logarithmic = [0.0, (e - 1.0) as f32, (e * e - 1.0) as f32, (e.powi(3) - 1.0) as f32];
        let found = contrast(&[
            ("small", false, &[1.0, 2.0, 1.1, 2.1]),
            ("constant", false, &[3.0; 4]),
            ("logarithmic", true, &logarithmic),
            ("lower", false, &[5.0, 5.0, 1.0, 1.0]),
        ])
        .differences(&[false, false, true, true]);
        // Means ±2 around 3, deviation 2; logarithms 0, 1, 2, 3: means 0.5 and 2.5, variance 5/4.
        let wanted = [("lower", -2.0, 1.0, 5.0), ("logarithmic", 2.0 / 1.25f64.sqrt(), 12.737, 0.859)];
        assert_eq!(found.len(), 2, "{found:?}");
        for (found, (what, deviations, median, others)) in found.iter().zip(wanted) {
            assert_eq!(found.what, what);
            let wanted = [deviations, median, others];
            let found = [found.deviations, found.median, found.median_of_others];
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-3), "{what}: {found:?}");
        }
        let all = contrast(&[("any", false, &[1.0, 2.0])]);
        assert!(all.differences(&[true, true]).is_empty() && all.differences(&[false, false]).is_empty());
    }
}
