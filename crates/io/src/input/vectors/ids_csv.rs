//! Ids and class labels next to an array: comma-separated text under the header `id,label`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use sgr_core::text::shown_path;

use crate::input::Problem;
use crate::input::error::quoted;

type IdsAndLabels = (Vec<String>, Vec<Option<String>>);

pub(super) fn read(path: &Path, max_memory: u64) -> Result<IdsAndLabels, Problem> {
    let name = shown_path(path).to_string();
    let missing = |_| Problem::Missing { missing: name.clone(), wanted: "it has the ids of the vectors".to_owned() };
    let mut lines = BufReader::new(File::open(path).map_err(missing)?);
    let (mut ids, mut labels, mut held) = (Vec::new(), Vec::new(), 0);
    let mut record = Vec::new();
    for number in 0u64.. {
        record.clear();
        // A field in quotes may hold the end of a line.
        while record.is_empty() || count_quotes(&record) % 2 == 1 {
            let left = max_memory.saturating_sub(held);
            let read = std::io::Read::take(&mut lines, left.max(1)).read_until(b'\n', &mut record)?;
            held += read as u64;
            if held > max_memory {
                return Err(Problem::TooMuchMemory { needed: held, limit: max_memory });
            }
            if read == 0 && record.is_empty() {
                return Ok((ids, labels));
            }
            if read == 0 {
                let found = format!("{name}: a field without its closing quote");
                return Err(Problem::Unexpected { found, wanted: "the end of the field".to_owned() });
            }
        }
        let fields = fields(record.strip_suffix(b"\n").unwrap_or(&record));
        match (number, fields.as_deref()) {
            (0, Some([id, label])) if id == "id" && label == "label" => {}
            (1.., Some([id, label])) => {
                ids.push(id.clone());
                labels.push(Some(label.clone()).filter(|label| !label.is_empty()));
            }
            _ => {
                let found = format!("{name}: {}", quoted(&record));
                let wanted = if number == 0 { "the header id,label" } else { "an id and a label in UTF-8" };
                return Err(Problem::Unexpected { found, wanted: wanted.to_owned() });
            }
        }
    }
    Ok((ids, labels))
}

fn count_quotes(record: &[u8]) -> usize {
    record.iter().filter(|byte| **byte == b'"').count()
}

/// The fields of a record, as RFC 4180 quotes them; `None` if they are no text.
fn fields(record: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(record).ok()?;
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = text.strip_suffix('\r').unwrap_or(text).chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    fields.push(field);
    Some(fields)
}
