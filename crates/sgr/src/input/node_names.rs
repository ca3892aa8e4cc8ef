use hashbrown::HashMap;

use crate::graph::{GraphBuilder, GraphError};

/// Numbers for node names, in the order the names first appear. Any bytes will do as a name.
#[derive(Debug, Default)]
pub(super) struct NodeNames {
    numbers: HashMap<Box<[u8]>, u32>,
}

impl NodeNames {
    /// The number of `name`; a new name becomes a new node of `builder`.
    pub(super) fn number(&mut self, name: &[u8], builder: &mut GraphBuilder) -> Result<u32, GraphError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        builder.reserve_nodes(self.numbers.len() + 1)?;
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.into(), number);
        Ok(number)
    }

    /// Forgets all names, for the next graph.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
    }
}
