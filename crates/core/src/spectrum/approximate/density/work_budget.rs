//! The work that an estimate may do: predicted seconds, and the time limit of the user.

use std::cell::Cell;

use crate::spectrum::deadline::Deadline;

/// The predicted work of an estimate so far, and its limits.
#[derive(Debug)]
pub(crate) struct WorkBudget {
    /// Limit of the predicted seconds. A limit of predicted and not of measured time, so that the result does not depend
    /// on the machine.
    most: f64,
    spent: Cell<f64>,
    /// The estimate ends with its best result at this moment.
    deadline: Deadline,
}

impl WorkBudget {
    pub(crate) fn new(most: f64, deadline: Deadline) -> Self {
        Self { most, spent: Cell::new(0.0), deadline }
    }

    /// Notes work that has been done, in predicted seconds.
    pub(super) fn spend(&self, seconds: f64) {
        self.spent.set(self.spent.get() + seconds);
    }

    /// Predicted seconds that are left; 0 after the deadline.
    pub(super) fn remaining(&self) -> f64 {
        if self.is_late() { 0.0 } else { (self.most - self.spent.get()).max(0.0) }
    }

    /// Whether work of this many predicted seconds may start.
    pub(super) fn allows(&self, seconds: f64) -> bool {
        seconds <= self.remaining()
    }

    /// Whether the time of the user is over.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_past()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn work_ends_at_the_limit_and_at_the_deadline() {
        let budget = WorkBudget::new(3.0, Deadline::default());
        budget.spend(2.0);
        assert!(budget.allows(1.0) && !budget.allows(1.1));
        let late = WorkBudget::new(3.0, Deadline::after(Some(Duration::ZERO)));
        assert!(!late.allows(1e-9) && late.remaining() == 0.0);
    }
}
