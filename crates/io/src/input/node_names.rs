//! Numbers for the node names of a file.

use hashbrown::HashMap;

use super::error::quoted;
use sgr_core::graph::{GraphBuilder, GraphError};

/// Marks an integer that is no name yet. No node has this number: [`GraphBuilder`] allows one node less.
const NONE: u32 = u32::MAX;

/// Integers below this always go to the table.
const SMALL_TABLE: usize = 1 << 12;

/// Table slots that each name pays for: ids may be spread this thin before they go to the hash map.
const SLOTS_PER_NAME: usize = 16;

/// Bytes that the allocator adds to a small text, rounding included.
const ALLOCATION: u64 = 24;

/// Numbers for node names, in the order the names first appear. Any bytes will do as a name.
///
/// Most files name their nodes by integers without large gaps, so integers are looked up in a table by value, about five
/// times faster than by hash. The table is never larger than a fixed multiple of the number of names: an id of four
/// billion in a file of ten lines goes to the hash map. Only canonical decimals (`1`, not `01` or `+1`) are integers
/// here, so distinct texts stay distinct names.
#[derive(Debug, Default)]
pub(super) struct NodeNames {
    integers: Vec<u32>,
    others: HashMap<Box<[u8]>, u32>,
    /// Bytes of the names in `others`, with what the allocator adds to each.
    text_bytes: u64,
    count: usize,
}

impl NodeNames {
    /// The number of `name`; a new name becomes a new node of `builder`.
    #[inline]
    pub(super) fn number(&mut self, name: &[u8], builder: &mut GraphBuilder) -> Result<u32, GraphError> {
        let integer = canonical_integer(name);
        match integer.and_then(|integer| self.integers.get(integer)) {
            Some(&number) if number != NONE => Ok(number),
            _ => self.number_beside_table(name, integer, builder),
        }
    }

    /// The number of the name that `integer` is in decimal; a new one becomes a new node of `builder`.
    #[inline]
    pub(super) fn number_of_integer(&mut self, integer: u64, builder: &mut GraphBuilder) -> Result<u32, GraphError> {
        match usize::try_from(integer).ok().and_then(|integer| self.integers.get(integer)) {
            Some(&number) if number != NONE => Ok(number),
            _ => self.number(integer.to_string().as_bytes(), builder),
        }
    }

    /// The number of `name`, if it has one.
    pub(super) fn get(&self, name: &[u8]) -> Option<u32> {
        let in_table = canonical_integer(name).and_then(|integer| self.integers.get(integer)).copied();
        in_table.filter(|&number| number != NONE).or_else(|| self.others.get(name).copied())
    }

    /// Bytes that the names take, or will after the next growth of their tables.
    pub(super) fn memory(&self) -> u64 {
        // A name in the map and the byte of its hash; maps grow to twice their size while the old half is still there.
        const SLOT: usize = size_of::<(Box<[u8]>, u32)>() + 1;
        8 * self.integers.capacity() as u64 + 3 * (self.others.capacity() * SLOT) as u64 + self.text_bytes
    }

    /// How many names there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Forgets all names, for the next graph.
    pub(super) fn clear(&mut self) {
        self.integers.clear();
        self.others.clear();
        self.text_bytes = 0;
        self.count = 0;
    }

    fn number_beside_table(
        &mut self,
        name: &[u8],
        integer: Option<usize>,
        builder: &mut GraphBuilder,
    ) -> Result<u32, GraphError> {
        if let Some(&number) = self.others.get(name) {
            // An integer that came before the table was large enough for it: the table will know it next time.
            if let Some(slot) = integer.and_then(|integer| self.integers.get_mut(integer)) {
                *slot = number;
            }
            return Ok(number);
        }
        builder.reserve_nodes(self.count + 1)?;
        let number = self.count as u32;
        self.count += 1;
        match integer {
            Some(integer) if self.table_reaches(integer) => self.integers[integer] = number,
            _ => {
                self.text_bytes += name.len() as u64 + ALLOCATION;
                self.others.insert(name.into(), number);
            }
        }
        Ok(number)
    }

    /// Whether the table has a slot for `integer`, after growing it if the number of names allows.
    fn table_reaches(&mut self, integer: usize) -> bool {
        let limit = SMALL_TABLE.max(self.count.saturating_mul(SLOTS_PER_NAME));
        if integer >= self.integers.len() && integer < limit {
            let length = (integer + 1).next_power_of_two().min(limit);
            self.integers.resize(length, NONE);
        }
        integer < self.integers.len()
    }

    /// The name of a node, for an error message: a search through all of them.
    pub(super) fn name(&self, number: u32) -> String {
        if let Some(integer) = self.integers.iter().position(|&other| other == number) {
            return format!("\"{integer}\"");
        }
        self.others
            .iter()
            .find(|(_, other)| **other == number)
            .map_or_else(|| number.to_string(), |(name, _)| quoted(name))
    }
}

/// The value of a decimal integer without sign or leading zero, if it has at most nine digits (a larger one would
/// never fit the table).
#[inline]
fn canonical_integer(name: &[u8]) -> Option<usize> {
    if name.is_empty() || name.len() > 9 || (name[0] == b'0' && name.len() > 1) {
        return None;
    }
    let mut value = 0;
    for &byte in name {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + usize::from(digit);
    }
    Some(value)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn distinct_texts_are_distinct_names_and_come_back() {
        let (mut names, mut builder) = (NodeNames::default(), GraphBuilder::new());
        // 5000 comes before the table may reach it and is asked for again after it has grown past it.
        let early = names.number(b"5000", &mut builder).unwrap();
        for (expected, text) in (1..).zip(["1", "01", "+1", "-1", "1.0", "", "4000000000", "99999999999999999999"]) {
            assert_eq!(names.number(text.as_bytes(), &mut builder).unwrap(), expected, "{text:?}");
            assert_eq!(names.get(text.as_bytes()), Some(expected), "{text:?}");
        }
        for id in 10_000..12_000 {
            let number = names.number(id.to_string().as_bytes(), &mut builder).unwrap();
            assert_eq!(names.get(id.to_string().as_bytes()), Some(number));
        }
        assert!(names.integers.len() > 5000);
        assert_eq!(names.number(b"5000", &mut builder).unwrap(), early);
        assert_eq!(names.get(b"5001"), None);
        assert_eq!((names.len(), builder.node_count()), (2009, 2009));
    }

    #[test]
    fn a_far_integer_does_not_grow_the_table() {
        let (mut names, mut builder) = (NodeNames::default(), GraphBuilder::new());
        names.number(b"999999999", &mut builder).unwrap();
        names.number(b"4095", &mut builder).unwrap();
        assert!(names.integers.len() <= SMALL_TABLE);
    }
}
