use super::density::Density;
use super::samples;
use super::slicing::SampleRanks;

/// Where to begin to count for samples that an estimate leaves uncertain.
#[derive(Debug)]
pub(super) struct Refinement {
    /// Around what each of the samples depends on.
    pub(super) shifts: Vec<f64>,
    /// About how many counts it will take, those included.
    pub(super) predicted_shifts: f64,
}

impl Refinement {
    /// For the samples whose error is above `max_error`; `known` are the eigenvalues that the estimate leaves out, ascending.
    pub(super) fn new(density: &Density, known: &[f64], max_error: f64) -> Self {
        let mut all: Vec<f64> = density.eigenvalues.iter().chain(known).copied().collect();
        all.sort_by(f64::total_cmp);
        let (mut shifts, mut predicted_shifts) = (Vec::new(), 0.0);
        for (place, &error) in samples::places(all.len()).zip(&density.errors).filter(|&(_, &error)| error > max_error)
        {
            let SampleRanks { first, last } = SampleRanks::at(place, all.len());
            let (from, to) = (all[first - 1] - error, all[last - 1] + error);
            shifts.extend([from, to].into_iter().filter(|&shift| shift > 0.0 && shift < 2.0));
            // Halved again and again around each eigenvalue, or cut into pieces, whichever is less.
            let pieces = 1.0 + (to - from) / max_error;
            predicted_shifts += 2.0 + pieces.min((1 + last - first) as f64 * pieces.log2());
        }
        Self { shifts, predicted_shifts }
    }
}
