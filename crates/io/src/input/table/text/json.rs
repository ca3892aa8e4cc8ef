//! Rows as JSON objects, one a line: a key is a column.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde_json::value::RawValue;

use super::RowSource;
use super::block::{Block, Cell, ColumnList};
use crate::input::Problem;
use crate::input::json::{Text, json_problem};
use crate::input::memory::MemoryLimit;
use crate::input::stream::lines::Lines;
use crate::input::stream::source::Bytes;

/// The rows of a file of JSON objects; blank lines are skipped.
pub(super) struct JsonRows {
    lines: Lines<Bytes>,
}

impl JsonRows {
    pub(super) fn new(bytes: Bytes, memory: MemoryLimit) -> Self {
        Self { lines: Lines::new(bytes, memory) }
    }
}

impl RowSource for JsonRows {
    fn next_row(&mut self, columns: &mut ColumnList, block: &mut Block) -> Result<bool, (u64, Problem)> {
        loop {
            let number = self.lines.number() + 1;
            let Some(line) = self.lines.next_line().map_err(|problem| (number, problem))? else { return Ok(false) };
            if line.trim_ascii().is_empty() {
                continue;
            }
            block.begin_row(number);
            let mut refused = None;
            let mut json = serde_json::Deserializer::from_slice(line);
            let members = Members { columns, block, refused: &mut refused };
            let read = members.deserialize(&mut json).and_then(|()| json.end());
            match refused {
                // Too many columns: the file is no table.
                Some(problem) => return Err((number, problem)),
                None => {
                    if let Err(error) = read {
                        block.refuse_last(json_problem(&error, "one JSON object a line"));
                    }
                }
            }
            return Ok(true);
        }
    }
}

/// Puts the members of an object into the cells of a row.
struct Members<'a> {
    columns: &'a mut ColumnList,
    block: &'a mut Block,
    /// A problem that serde's error type cannot carry.
    refused: &'a mut Option<Problem>,
}

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object, whose keys are columns")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Text { wanted: "a key", bools: false })? {
            let column = self.columns.position(&key).map_err(|problem| {
                *self.refused = Some(problem);
                A::Error::custom("")
            })?;
            let value: &RawValue = map.next_value()?;
            let Some(column) = column.filter(|_| value.get() != "null") else { continue };
            let is_new = match value.get().starts_with('"') {
                true => {
                    let text: String = serde_json::from_str(value.get()).map_err(A::Error::custom)?;
                    self.block.set(column, Cell { text: &text, is_string: true })
                }
                false => self.block.set(column, Cell { text: value.get(), is_string: false }),
            };
            if !is_new {
                let again = format!("\"{key}\" a second time");
                return Err(A::Error::invalid_value(Unexpected::Other(&again), &"each key once"));
            }
        }
        Ok(())
    }
}
