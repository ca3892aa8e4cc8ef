//! How many nodes of each graph have each colour.

use super::super::label_numbers::LabelNumbers;

/// The colours of each graph, ascending, with the number of nodes that have them.
pub(super) struct ColourCounts {
    offsets: Vec<usize>,
    entries: Vec<(u32, u32)>,
    colours: usize,
}

impl ColourCounts {
    /// # Complexity
    /// O(n log n) time, O(n) space.
    pub(super) fn of(labels: &LabelNumbers) -> Self {
        let (mut offsets, mut entries, mut sorted) = (vec![0], Vec::new(), Vec::new());
        for graph in 0..labels.offsets.len() - 1 {
            sorted.clear();
            sorted.extend_from_slice(labels.of_graph(graph));
            sorted.sort_unstable();
            entries.extend(sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)));
            offsets.push(entries.len());
        }
        Self { offsets, entries, colours: labels.count }
    }

    /// Number of colours in all graphs.
    pub(super) fn colours(&self) -> usize {
        self.colours
    }

    /// The colours and counts of each graph.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.offsets.windows(2).map(|row| &self.entries[row[0]..row[1]])
    }

    /// In how many graphs each colour is.
    pub(super) fn frequencies(&self) -> Vec<u32> {
        let mut frequencies = vec![0; self.colours];
        self.entries.iter().for_each(|&(colour, _)| frequencies[colour as usize] += 1);
        frequencies
    }
}
