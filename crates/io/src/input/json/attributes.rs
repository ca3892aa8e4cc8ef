//! Attributes of the nodes of a JSON graph: a list of numbers, or of lists of numbers.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use super::edges::{JsonGraph, json_problem};
use crate::input::Problem;

const WANTED: &str = "\"node_attributes\" as a list of numbers, or of lists of numbers";

impl JsonGraph {
    /// Reads the attributes of all nodes; the number of rows.
    pub(super) fn read_attributes(&mut self, json: &str) -> Result<usize, Problem> {
        let (mut deserializer, mut rows, mut row) = (serde_json::Deserializer::from_str(json), 0, Vec::new());
        let list = Rows { graph: self, rows: &mut rows, row: &mut row };
        let read = list.deserialize(&mut deserializer).and_then(|()| deserializer.end());
        read.map(|()| rows).map_err(|error| {
            self.take_problem().unwrap_or_else(|| match json_problem(&error, WANTED) {
                Problem::Unexpected { found, wanted } => {
                    Problem::Unexpected { found: format!("{found} for node {rows}"), wanted }
                }
                problem => problem,
            })
        })
    }
}

/// The list of all rows.
struct Rows<'a> {
    graph: &'a mut JsonGraph,
    /// Rows that were read.
    rows: &'a mut usize,
    row: &'a mut Vec<f64>,
}

impl<'de> DeserializeSeed<'de> for Rows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(WANTED)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Row(self.row))?.is_some() {
            self.graph.add_attributes(self.row, *self.rows as u64)?;
            *self.rows += 1;
        }
        Ok(())
    }
}

/// The numbers of one node.
struct Row<'a>(&'a mut Vec<f64>);

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.clear();
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number or a list of numbers")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.0.push(number);
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.visit_f64(number as f64)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.visit_f64(number as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(number) = list.next_element()? {
            self.0.push(number);
        }
        Ok(())
    }
}
