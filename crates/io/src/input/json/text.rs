//! Strings and numbers of the JSON formats where both stand for a text: ids, labels, node names.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};

/// A string or an integer, perhaps a boolean, as text.
#[derive(Clone, Copy)]
pub(in crate::input) struct Text {
    /// The wanted value, for the error when something else is found.
    pub(in crate::input) wanted: &'static str,
    pub(in crate::input) bools: bool,
}

impl<'de> DeserializeSeed<'de> for Text {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.wanted)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<String, E> {
        if self.bools { Ok(value.to_string()) } else { Err(E::invalid_type(Unexpected::Bool(value), &self)) }
    }
}

/// A list of texts, handed over one by one; an error of the receiver ends it.
pub(super) struct TextList<F>(pub(super) Text, pub(super) F);

impl<'de, F: FnMut(String) -> Result<(), ()>> DeserializeSeed<'de> for TextList<F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(String) -> Result<(), ()>> Visitor<'de> for TextList<F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.wanted)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(text) = list.next_element_seed(self.0)? {
            // The receiver keeps its reason, which serde's error type cannot carry.
            (self.1)(text).map_err(|()| A::Error::custom(""))?;
        }
        Ok(())
    }
}
