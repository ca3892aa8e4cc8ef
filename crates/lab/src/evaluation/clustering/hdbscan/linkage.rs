//! Single linkage: which parts join at which distance.

use super::spanning_tree::Edge;

/// Two parts that become one. A part is a point, below the number of points, or an earlier join.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Join {
    pub(super) parts: [u32; 2],
    pub(super) distance: f64,
    /// Points of both.
    pub(super) size: usize,
}

/// All joins, from the nearest parts to the two that make the whole.
#[derive(Debug)]
pub(super) struct Linkage {
    pub(super) points: usize,
    /// Join number j is part `points + j`.
    pub(super) joins: Vec<Join>,
}

impl Linkage {
    /// The joins that the edges of a spanning tree make, from the shortest; equally short ones in the order in which they come.
    pub(super) fn of(mut edges: Vec<Edge>, points: usize) -> Self {
        edges.sort_by(|a, b| a.length.total_cmp(&b.length));
        let mut linkage = Self { points, joins: Vec::with_capacity(edges.len()) };
        // The part that a part has become; itself, if it has not been joined.
        let mut become_of: Vec<u32> = (0..(2 * points) as u32).collect();
        for Edge { ends, length } in edges {
            let parts = ends.map(|end| current(&mut become_of, end));
            let joined = (points + linkage.joins.len()) as u32;
            parts.iter().for_each(|&part| become_of[part as usize] = joined);
            let size = parts.iter().map(|&part| linkage.size(part)).sum();
            linkage.joins.push(Join { parts, distance: length, size });
        }
        linkage
    }

    /// Points of a part.
    pub(super) fn size(&self, part: u32) -> usize {
        self.join(part).map_or(1, |join| join.size)
    }

    /// The join that made a part; none for a point.
    pub(super) fn join(&self, part: u32) -> Option<&Join> {
        (part as usize).checked_sub(self.points).map(|at| &self.joins[at])
    }

    /// The points of a part.
    pub(super) fn points_of(&self, part: u32) -> Vec<u32> {
        let (mut points, mut stack) = (Vec::new(), vec![part]);
        while let Some(part) = stack.pop() {
            match self.join(part) {
                Some(join) => stack.extend(join.parts),
                None => points.push(part),
            }
        }
        points
    }
}

/// The part that a part has become by now; paths are halved on the way.
fn current(become_of: &mut [u32], mut part: u32) -> u32 {
    while become_of[part as usize] != part {
        become_of[part as usize] = become_of[become_of[part as usize] as usize];
        part = become_of[part as usize];
    }
    part
}
