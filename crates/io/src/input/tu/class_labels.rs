//! Classes of a TU collection: the class label of each graph.

use hashbrown::HashMap;

use super::parts::Parts;
use crate::input::memory::growing;
use crate::input::{InputError, Problem};

/// Lines of `NAME_graph_labels.txt`: one a graph. Equal labels are one text: a collection has few classes and many graphs.
#[derive(Debug, Default)]
pub(super) struct ClassLabels {
    /// The label of each graph, by its number.
    of_graphs: Vec<u32>,
    labels: Vec<String>,
    numbers: HashMap<String, u32>,
    /// Bytes of the texts.
    text_bytes: u64,
}

impl ClassLabels {
    /// Bytes of a label besides its text, which is there twice: two strings with what the allocator adds, a number, and the
    /// growth of both tables.
    const LABEL_BYTES: u64 = 2 * 24 + 2 * 24 + 3 * 33;

    /// Reads the labels, if there are any.
    pub(super) fn read(parts: &Parts) -> Result<Option<Self>, InputError> {
        let Some(mut part) = parts.open("graph_labels")? else { return Ok(None) };
        let mut labels = Self::default();
        while let Some(line) = part.next(&parts.path)? {
            if line.is_empty() {
                continue;
            }
            let Ok(label) = std::str::from_utf8(line) else {
                let problem = Problem::unexpected(line, "a class label in UTF-8");
                return Err(part.error(&parts.path, problem));
            };
            let known = labels.labels.len();
            labels.add(label);
            let checked = match labels.labels.len() > known {
                true => parts.memory.check(labels.memory()),
                false => parts.memory.check_now_and_then(part.lines.number(), || labels.memory()),
            };
            checked.map_err(|problem| part.error(&parts.path, problem))?;
        }
        Ok(Some(labels))
    }

    fn add(&mut self, label: &str) {
        let number = self.numbers.get(label).copied().unwrap_or_else(|| {
            // No more labels than lines, and lines are counted by the limit of memory.
            let number = self.labels.len() as u32;
            self.labels.push(label.to_owned());
            self.numbers.insert(label.to_owned(), number);
            self.text_bytes += 2 * label.len() as u64 + Self::LABEL_BYTES;
            number
        });
        self.of_graphs.push(number);
    }

    /// The number of graphs.
    pub(super) fn len(&self) -> usize {
        self.of_graphs.len()
    }

    /// The label of a graph, counted from 0.
    pub(super) fn of_graph(&self, graph: usize) -> &str {
        &self.labels[self.of_graphs[graph] as usize]
    }

    /// Bytes that the labels take, or will after the next growth of the list.
    pub(super) fn memory(&self) -> u64 {
        growing(self.of_graphs.len(), size_of::<u32>()) + self.text_bytes
    }
}
