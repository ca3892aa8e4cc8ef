//! One run of the survey, and the table over all runs.

use std::fmt::{Display, Formatter, Result};

use sgr::spectrum::{Approach, Origin};

/// A method on a graph, with its stated and its true error.
pub(crate) struct Run {
    pub(crate) kind: String,
    pub(crate) nodes: usize,
    pub(crate) method: Approach,
    pub(crate) origin: Origin,
    pub(crate) max_error: f64,
    pub(crate) stated: f64,
    pub(crate) found: f64,
    pub(crate) predicted_seconds: Option<f64>,
    pub(crate) spent_seconds: f64,
}

impl Run {
    pub(crate) const HEADER: &'static str =
        "kind               nodes method   origin   asked    stated     true  true/stated  predicted s  spent s";

    fn held(&self) -> bool {
        self.found <= self.stated
    }

    /// How many times too large the stated error is, if the true one is not just rounding.
    fn overstatement(&self) -> Option<f64> {
        (self.found > 1e-12).then(|| self.stated / self.found)
    }

    /// Spent against predicted time, where it matters.
    fn delay(&self) -> Option<f64> {
        self.predicted_seconds.map(|predicted| self.spent_seconds / predicted)
    }
}

impl Display for Run {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mark = if self.held() { "" } else { "  <-- understated" };
        write!(
            f,
            "{:<18} {:>5} {:<8} {:<8} {:>5.0e} {:>9.2e} {:>8.2e} {:>12.3} {:>12.3} {:>8.3}{mark}",
            self.kind,
            self.nodes,
            self.method.name(),
            self.origin.name(),
            self.max_error,
            self.stated,
            self.found,
            self.found / self.stated,
            self.predicted_seconds.unwrap_or(0.0),
            self.spent_seconds,
        )
    }
}

/// A line for each method, origin and error.
pub(crate) fn print_summary(runs: &[Run]) {
    println!(
        "\nmethod   asked    runs  held      %  reached  stated/true (median)  worst true/stated  spent/predicted (median, most)"
    );
    let mut groups: Vec<(Approach, f64)> = Vec::new();
    for run in runs {
        if !groups.contains(&(run.method, run.max_error)) {
            groups.push((run.method, run.max_error));
        }
    }
    for (method, max_error) in groups {
        let group: Vec<&Run> = runs.iter().filter(|run| run.method == method && run.max_error == max_error).collect();
        let held = group.iter().filter(|run| run.held()).count();
        let reached = group.iter().filter(|run| run.stated <= max_error).count();
        let worst = group.iter().map(|run| run.found / run.stated).fold(0.0, f64::max);
        let delays: Vec<f64> = group.iter().filter_map(|run| run.delay()).collect();
        println!(
            "{:<8} {:>5.0e} {:>7} {:>5} {:>6.1} {:>8} {:>21.2} {:>18.2} {:>18.2} {:.2}",
            method.name(),
            max_error,
            group.len(),
            held,
            100.0 * held as f64 / group.len() as f64,
            reached,
            median(group.iter().filter_map(|run| run.overstatement()).collect()),
            worst,
            median(delays.clone()),
            delays.iter().copied().fold(0.0, f64::max),
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
