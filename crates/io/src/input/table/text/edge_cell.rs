//! An edge in a cell of text: `[u, v]`, `[u, v, weight]` or `{"u": …, "v": …, "weight": …, "label": …}`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::input::columns::{EDGE_LABEL, EDGE_WEIGHT, ENDS};
use crate::input::json::Text;

/// An edge with all that a cell may tell of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EdgeCell {
    pub(super) ends: [i64; 2],
    pub(super) weight: Option<f64>,
    pub(super) label: Option<String>,
}

impl<'de> Deserialize<'de> for EdgeCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EdgeVisitor)
    }
}

struct EdgeVisitor;

impl<'de> Visitor<'de> for EdgeVisitor {
    type Value = EdgeCell;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an edge [u, v]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<EdgeCell, A::Error> {
        let mut end = |length| list.next_element()?.ok_or_else(|| A::Error::invalid_length(length, &self));
        let ends = [end(0)?, end(1)?];
        let weight = list.next_element()?;
        match list.next_element::<IgnoredAny>()? {
            None => Ok(EdgeCell { ends, weight, label: None }),
            Some(_) => Err(A::Error::invalid_length(4, &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EdgeCell, A::Error> {
        let (mut ends, mut weight, mut label) = ([None; 2], None, None);
        while let Some(key) = map.next_key_seed(Text { wanted: "a key", bools: false })? {
            let is = |names: &[&str]| names.contains(&key.as_str());
            if let Some(end) = (0..2).find(|&end| ENDS.iter().any(|names| names[end] == key)) {
                ends[end] = Some(map.next_value()?);
            } else if is(&EDGE_WEIGHT) {
                weight = map.next_value()?;
            } else if is(&EDGE_LABEL) {
                label = map.next_value::<Option<LabelText>>()?.map(|text| text.0);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        match ends {
            [Some(u), Some(v)] => Ok(EdgeCell { ends: [u, v], weight, label }),
            _ => Err(A::Error::custom("an edge without both ends \"u\" and \"v\"")),
        }
    }
}

/// A label: a string or a whole number, as text.
pub(super) struct LabelText(pub(super) String);

impl<'de> Deserialize<'de> for LabelText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Text { wanted: "a string or an integer", bools: false }).map(Self)
    }
}
