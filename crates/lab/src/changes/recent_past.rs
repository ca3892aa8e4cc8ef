//! How far a snapshot is from those before it, and how unusual that is.

/// Fewest earlier distances that a score is made from: with fewer, more than one in twenty scores of independent normal
/// numbers is above 3.5.
pub const LEAST_PAST: usize = 8;

/// Makes the median absolute deviation of normal numbers their standard deviation: 1 / Φ⁻¹(3/4).
const MEDIAN_DEVIATION: f64 = 1.482_602_218_505_602;

/// Makes the mean absolute deviation of normal numbers their standard deviation: √(π/2).
const MEAN_DEVIATION: f64 = 1.253_314_137_315_500_3;

/// The least scale of a score, as a part of the length of the vectors: the difference that vectors of one graph may have between
/// machines. Smaller distances are rounding.
const ROUNDING: f64 = 1e-5;

/// The distance of a vector to the recent past, and its score.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Departure {
    /// `None` for the first vector.
    pub(super) distance: Option<f64>,
    /// `None` if there are fewer than [`LEAST_PAST`] distances before it.
    pub(super) score: Option<f64>,
}

/// The departure of each vector from those before it.
///
/// # Formula
/// ```text
/// c_t = median of x_(t−w) … x_(t−1), number by number        d_t = ‖x_t − c_t‖
/// z_t = (d_t − m) / s        m = median(d_1 … d_(t−1))
/// s = 1.4826 · median |d_i − m|;  if that is 0, 1.2533 · mean |d_i − m|;  at least 10⁻⁵ ‖c_t‖
/// ```
/// Iglewicz & Hoaglin 1993, "How to Detect and Handle Outliers", with their second scale where more than half of the distances are
/// equal. The first vectors have as many before them as there are.
///
/// # Edge cases
/// Equal vectors: all distances and scores are 0. After a past without any variation, a score is the distance in units of the
/// rounding, which is large and finite.
///
/// # Complexity
/// O(n · (width · w log w + n)) time.
pub(super) fn departures(vectors: &[&[f32]], window: usize) -> Vec<Departure> {
    let mut past: Vec<f64> = Vec::new();
    let mut departures = Vec::with_capacity(vectors.len());
    for (at, vector) in vectors.iter().enumerate() {
        let recent = &vectors[at.saturating_sub(window)..at];
        if recent.is_empty() {
            departures.push(Departure::default());
            continue;
        }
        let centre = median_vector(recent);
        let distance = norm(vector.iter().zip(&centre).map(|(&value, centre)| f64::from(value) - centre));
        let least_scale = ROUNDING * norm(centre.iter().copied());
        let score = (past.len() >= LEAST_PAST).then(|| robust_score(distance, &past, least_scale));
        departures.push(Departure { distance: Some(distance), score });
        // Sorted, so that the median is at hand.
        past.insert(past.partition_point(|&other| other < distance), distance);
    }
    departures
}

/// The score of a distance after the distances of the past, which are ascending.
fn robust_score(distance: f64, past: &[f64], least_scale: f64) -> f64 {
    let middle = median(past);
    let mut deviations: Vec<f64> = past.iter().map(|other| (other - middle).abs()).collect();
    deviations.sort_unstable_by(f64::total_cmp);
    let scale = match median(&deviations) {
        0.0 => MEAN_DEVIATION * deviations.iter().sum::<f64>() / deviations.len() as f64,
        deviation => MEDIAN_DEVIATION * deviation,
    };
    let scale = scale.max(least_scale);
    // Vectors of zeros only: nothing is rounded there.
    if distance == middle { 0.0 } else { (distance - middle) / scale.max(f64::MIN_POSITIVE) }
}

/// The median of each column.
fn median_vector(rows: &[&[f32]]) -> Vec<f64> {
    let mut column = Vec::with_capacity(rows.len());
    let width = rows.first().map_or(0, |row| row.len());
    let median_of = |at: usize| {
        column.clear();
        column.extend(rows.iter().map(|row| f64::from(row[at])));
        column.sort_unstable_by(f64::total_cmp);
        median(&column)
    };
    (0..width).map(median_of).collect()
}

/// The middle of ascending numbers, of which there is at least one; the mean of the two middle ones.
fn median(ascending: &[f64]) -> f64 {
    let half = ascending.len() / 2;
    if ascending.len() % 2 == 1 { ascending[half] } else { 0.5 * (ascending[half - 1] + ascending[half]) }
}

fn norm(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}
