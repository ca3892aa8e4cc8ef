//! Rows of the Gram matrix that a search keeps.

use crate::gram::GramMatrix;

/// Bytes of rows that one search keeps: bounds the memory of each thread to 32 MiB.
const KEPT_BYTES: usize = 32 << 20;

/// The rows of a Gram matrix between the members of one problem, each gathered when it is first asked for.
///
/// A search asks for the rows of its support vectors again and again; the first [`KEPT_BYTES`] of rows stay, others are
/// gathered each time. So a problem of thousands takes no copy of its matrix.
pub(super) struct Rows<'a> {
    gram: &'a GramMatrix,
    members: &'a [usize],
    /// Numbers in a row, padding included.
    width: usize,
    most: usize,
    /// Where each member's row is kept.
    places: Vec<Option<usize>>,
    kept: Vec<f64>,
    /// A row that is not kept, for either of the two in hand.
    passing: [Vec<f64>; 2],
}

/// Which of the two rows in hand.
#[derive(Clone, Copy)]
pub(super) enum Hand {
    Growing,
    Shrinking,
}

impl<'a> Rows<'a> {
    /// Rows are padded with zeros to `width`.
    pub(super) fn new(gram: &'a GramMatrix, members: &'a [usize], width: usize) -> Self {
        let most = KEPT_BYTES / (8 * width.max(1));
        let passing = [vec![0.0; width], vec![0.0; width]];
        Self { gram, members, width, most, places: vec![None; members.len()], kept: Vec::new(), passing }
    }

    /// Makes sure that the row of a member can be read.
    pub(super) fn take(&mut self, member: usize, hand: Hand) {
        if self.places[member].is_some() {
            return;
        }
        let at = self.kept.len();
        let row = if at < self.most * self.width {
            self.places[member] = Some(at);
            self.kept.resize(at + self.width, 0.0);
            &mut self.kept[at..]
        } else {
            &mut self.passing[hand as usize][..]
        };
        let whole = self.gram.row(self.members[member]);
        row.iter_mut().zip(self.members).for_each(|(value, &member)| *value = whole[member]);
    }

    /// The row of a member that was the last taken into this hand.
    pub(super) fn row(&self, member: usize, hand: Hand) -> &[f64] {
        match self.places[member] {
            Some(at) => &self.kept[at..at + self.width],
            None => &self.passing[hand as usize],
        }
    }
}
