//! Changes as a picture.

use super::{Changes, Series};
use crate::figure::{SeriesFigure, SeriesPanel};

impl Changes {
    /// Distances and scores over the snapshots of the series, with a line at each change point.
    ///
    /// # Panics
    /// If the changes are not those of the series.
    #[must_use]
    pub fn figure(&self, series: &Series) -> SeriesFigure {
        let (found, wanted) = (self.snapshots.len(), series.len());
        assert_eq!(found, wanted, "found changes of {found} snapshots, wanted those of a series of {wanted}");
        let panel = |label: &str, value: fn(&super::Snapshot) -> Option<f64>| SeriesPanel {
            label: label.to_owned(),
            values: self.snapshots.iter().map(value).collect(),
        };
        SeriesFigure {
            title: self.to_string(),
            ids: (0..series.len()).map(|position| series.id(position).to_owned()).collect(),
            panels: vec![
                panel("distance to the recent past", |snapshot| snapshot.distance),
                panel("robust z-score of the distance", |snapshot| snapshot.score),
            ],
            events: self.points.iter().map(|point| point.position).collect(),
            gaps: (0..series.len()).filter(|&position| series.vector(position).is_none()).collect(),
        }
    }
}
