//! Clusters of a linkage that are large enough, and the most stable of them.

use super::linkage::Linkage;

/// A part of the linkage that lives on while points leave it, until it splits into two that are large enough.
#[derive(Debug)]
struct Candidate {
    parent: Option<usize>,
    /// Density at which it splits off.
    birth: f64,
    /// Σ (density at which a point leaves − birth) over its points.
    stability: f64,
}

/// The candidates for clusters: each before those that it splits into, first the one of all points.
#[derive(Debug)]
pub(super) struct CondensedTree {
    candidates: Vec<Candidate>,
    /// The last candidate that a point belongs to.
    last_of: Vec<usize>,
}

impl CondensedTree {
    /// Walks down the linkage from the whole.
    pub(super) fn of(linkage: &Linkage, min_cluster_size: usize) -> Self {
        let whole = Candidate { parent: None, birth: 0.0, stability: 0.0 };
        let mut tree = Self { candidates: vec![whole], last_of: vec![0; linkage.points] };
        let densest = densest(linkage);
        let top = (linkage.points + linkage.joins.len()).saturating_sub(1) as u32;
        let mut stack = vec![(top, 0)];
        while let Some((part, candidate)) = stack.pop() {
            let Some(join) = linkage.join(part) else { continue };
            let density = if join.distance > 0.0 { 1.0 / join.distance } else { densest };
            let is_large = join.parts.map(|part| linkage.size(part) >= min_cluster_size);
            if is_large == [true, true] {
                for part in join.parts {
                    tree.leave(candidate, linkage.size(part), density);
                    tree.candidates.push(Candidate { parent: Some(candidate), birth: density, stability: 0.0 });
                    stack.push((part, tree.candidates.len() - 1));
                }
                continue;
            }
            for (part, is_large) in join.parts.into_iter().zip(is_large) {
                if is_large {
                    stack.push((part, candidate));
                    continue;
                }
                tree.leave(candidate, linkage.size(part), density);
                linkage.points_of(part).into_iter().for_each(|point| tree.last_of[point as usize] = candidate);
            }
        }
        tree
    }

    fn leave(&mut self, candidate: usize, points: usize, density: f64) {
        let candidate = &mut self.candidates[candidate];
        candidate.stability += (density - candidate.birth) * points as f64;
    }

    /// The cluster of each point; none outside of the chosen ones.
    pub(super) fn assignments(&self) -> Vec<Option<u32>> {
        let chosen = self.chosen();
        // Parents come first: the outermost chosen candidate that a candidate lies in.
        let mut cluster_of: Vec<Option<usize>> = vec![None; chosen.len()];
        for (at, candidate) in self.candidates.iter().enumerate() {
            let outer = candidate.parent.and_then(|parent| cluster_of[parent]);
            cluster_of[at] = outer.or(chosen[at].then_some(at));
        }
        let mut numbers = vec![None; chosen.len()];
        let mut next = 0;
        let number = |&last: &usize| {
            let cluster = cluster_of[last]?;
            Some(*numbers[cluster].get_or_insert_with(|| {
                next += 1;
                next - 1
            }))
        };
        self.last_of.iter().map(number).collect()
    }

    /// Whether each candidate is more stable than all that it splits into; of nested ones the outermost counts.
    fn chosen(&self) -> Vec<bool> {
        let mut inside = vec![0.0f64; self.candidates.len()];
        let mut chosen = vec![false; self.candidates.len()];
        for (at, candidate) in self.candidates.iter().enumerate().rev() {
            let Some(parent) = candidate.parent else { continue };
            chosen[at] = candidate.stability >= inside[at];
            inside[parent] += candidate.stability.max(inside[at]);
        }
        chosen
    }
}

/// The density that stands for distance 0: so large that points in one place outweigh all that is not.
fn densest(linkage: &Linkage) -> f64 {
    let smallest = linkage.joins.iter().map(|join| join.distance).find(|&distance| distance > 0.0);
    smallest.map_or(1.0, |distance| 2.0 * linkage.points as f64 / distance)
}
