//! Are numbers those of cells? A file may hold any.

use super::Cells;
use super::axes::LARGEST;

/// Why numbers are none of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) found: String,
    pub(crate) wanted: String,
}

impl Fault {
    fn because<T>(found: impl ToString, wanted: impl ToString) -> Result<T, Self> {
        Err(Self { found: found.to_string(), wanted: wanted.to_string() })
    }
}

impl Cells {
    /// Whether the cells are of vectors of that many dimensions, each row in one cell, and all numbers can be searched with.
    pub(crate) fn check(&self, dimensions: usize) -> Result<(), Fault> {
        let (width, count, rows) = (self.axes.count(), self.count(), self.rows.len());
        let lengths = [
            ("means", self.axes.means.len(), dimensions),
            ("numbers of axes", self.axes.axes.len() % dimensions.max(1), 0),
            ("numbers of centres", self.centres.len(), count.saturating_mul(width)),
            ("steps", self.steps.len(), count),
            ("codes", self.codes.len(), rows.saturating_mul(width)),
        ];
        if count == 0 {
            return Fault::because("0 cells", "at least 1");
        }
        for (what, found, wanted) in lengths {
            if found != wanted {
                return Fault::because(format!("{found} {what}"), wanted);
            }
        }
        let is_scale = self.axes.scale > 0.0 && self.axes.scale.is_finite();
        if !is_scale || self.axes.means.iter().chain(&self.axes.axes).any(|number| !number.is_finite()) {
            return Fault::because("axes that are not finite", "finite numbers");
        }
        if let Some(number) = self.centres.iter().find(|number| !is_coordinate(**number)) {
            return Fault::because(format!("a centre at {number}"), "coordinates of at most 1e15");
        }
        if let Some(step) = self.steps.iter().find(|step| !(is_coordinate(**step) && **step >= 0.0)) {
            return Fault::because(format!("the step {step}"), "one from 0 to 1e15");
        }
        if let Some(effort) = self.efforts.iter().find(|effort| !effort.is_valid()) {
            return Fault::because(format!("{effort:?}"), "numbers from 0 to 1");
        }
        if !self.ends.is_sorted() || self.ends.last().map_or(0, |end| *end as usize) != rows {
            return Fault::because(
                "ends of cells in another order",
                format!("ascending ones, the last of them {rows}"),
            );
        }
        let mut is_there = vec![false; rows];
        for &row in &self.rows {
            match is_there.get_mut(row as usize) {
                Some(is_there) if !*is_there => *is_there = true,
                Some(_) => return Fault::because(format!("row {row} twice"), "each row in one cell"),
                None => return Fault::because(format!("row {row}"), format!("one below {rows}")),
            }
        }
        Ok(())
    }
}

/// Whether squares of sums of such numbers are finite.
fn is_coordinate(number: f32) -> bool {
    f64::from(number).abs() <= 1.001 * LARGEST
}
