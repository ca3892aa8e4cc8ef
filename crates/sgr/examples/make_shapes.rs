//! Makes the example collection `examples/shapes.jsonl`: rings with chords, trees, and communities, thirty of each.
//!
//! `cargo run --example make_shapes > examples/shapes.jsonl`

#![allow(clippy::print_stdout, reason = "the collection goes to stdout")]

/// Knuth's 64-bit linear congruential generator: the same numbers everywhere and forever.
struct Numbers(u64);

impl Numbers {
    /// A number below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

/// Edges of a random graph with that many nodes.
type Family = fn(u32, &mut Numbers) -> Vec<(u32, u32)>;

/// A cycle with a chord for every fourth node.
fn ring(nodes: u32, numbers: &mut Numbers) -> Vec<(u32, u32)> {
    let chords = (0..nodes / 4).map(|_| (numbers.below(nodes), numbers.below(nodes))).collect::<Vec<_>>();
    (0..nodes).map(|node| (node, (node + 1) % nodes)).chain(chords.into_iter().filter(|(u, v)| u != v)).collect()
}

/// Each node hangs on one of the few before it.
fn tree(nodes: u32, numbers: &mut Numbers) -> Vec<(u32, u32)> {
    (1..nodes).map(|node| (node - 1 - numbers.below(node.min(6)), node)).collect()
}

/// Groups of eight, dense inside, joined in a row.
fn communities(nodes: u32, numbers: &mut Numbers) -> Vec<(u32, u32)> {
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|node| (node - 1, node)).collect();
    for u in 0..nodes {
        for v in u + 2..nodes.min(u / 8 * 8 + 8) {
            if numbers.below(10) < 7 {
                edges.push((u, v));
            }
        }
    }
    edges
}

fn main() {
    let mut numbers = Numbers(2018);
    let families: [(&str, Family); 3] = [("ring", ring), ("tree", tree), ("communities", communities)];
    for number in 0..30 {
        for (label, family) in families {
            let nodes = 16 + numbers.below(33);
            let edges: Vec<String> =
                family(nodes, &mut numbers).into_iter().map(|(u, v)| format!("[{u},{v}]")).collect();
            println!(r#"{{"id":"{label}-{number}","label":"{label}","nodes":{nodes},"edges":[{}]}}"#, edges.join(","));
        }
    }
}
