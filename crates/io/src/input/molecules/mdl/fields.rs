//! Data fields of an SDF file that go to the output.

use sgr_core::text::shown;

use super::record::Record;
use crate::input::{KeptColumns, KeptRow, Problem};

/// The fields that are to be kept, and which of them were found.
#[derive(Debug)]
pub(super) struct Fields {
    names: Vec<String>,
    were_found: Vec<bool>,
    columns: KeptColumns,
}

impl Fields {
    /// `None` if there is no name.
    pub(super) fn of(names: &[String]) -> Option<Self> {
        let (names, were_found) = (names.to_vec(), vec![false; names.len()]);
        (!names.is_empty()).then(|| Self { columns: KeptColumns::of_texts(&names), names, were_found })
    }

    pub(super) fn columns(&self) -> &KeptColumns {
        &self.columns
    }

    /// The fields of a molecule: `> <NAME>`, the lines of the value, and a blank line.
    pub(super) fn row(&mut self, record: &Record) -> KeptRow {
        let mut texts: Vec<Option<String>> = vec![None; self.names.len()];
        let mut open = None;
        for (_, line) in record.lines() {
            if let Some(name) = name_of(line) {
                open = self.names.iter().position(|known| known.as_bytes() == name);
                if let Some(at) = open {
                    self.were_found[at] = true;
                    texts[at] = Some(String::new());
                }
            } else if line.trim_ascii().is_empty() {
                open = None;
            } else if let Some(text) = open.and_then(|at| texts[at].as_mut()) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&String::from_utf8_lossy(line));
            }
        }
        self.columns.row_of_texts(&texts)
    }

    /// An error for a name that no molecule of the file has: it may be misspelt.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let Some(at) = self.were_found.iter().position(|was_found| !was_found) else { return Ok(()) };
        let missing = format!("the data field \"{}\"", shown(&self.names[at]));
        Err(Problem::Missing { missing, wanted: "wanted it in at least one molecule".to_owned() })
    }
}

/// The name on the first line of a field.
fn name_of(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b">")?;
    let start = memchr::memchr(b'<', rest)? + 1;
    let end = memchr::memrchr(b'>', rest).filter(|end| *end >= start)?;
    Some(&rest[start..end])
}
