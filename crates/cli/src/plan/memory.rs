//! Memory that a command may take.

use std::sync::OnceLock;

use crate::args::MemoryArgs;

/// Bytes without a flag: the matrix of a component of 31,000 nodes, whose eigenvalues take a quarter of an hour.
const USUAL: u64 = 8_000_000_000;

/// The system is asked once: its answer is three files of text.
static GRANTED: OnceLock<Option<u64>> = OnceLock::new();

impl MemoryArgs {
    /// The limit in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        match self.max_memory {
            Some(gigabytes) => (gigabytes * 1e9) as u64,
            // The other half is for threads, results, and a graph that is solved while the next is read.
            None => GRANTED.get_or_init(granted).map_or(USUAL, |granted| USUAL.min(granted / 2)),
        }
    }
}

/// Bytes that the system grants this process: the smallest of the machine's memory, the limits of its control group and of its
/// address space. Only on Linux; elsewhere nobody is asked.
fn granted() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine =
        read("/proc/meminfo").and_then(|text| number_after(&text, "MemTotal:")).map(|kilobytes| 1024 * kilobytes);
    let group = read("/sys/fs/cgroup/memory.max").or_else(|| read("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    let group = group.and_then(|text| text.trim().parse().ok());
    let address_space = read("/proc/self/limits").and_then(|text| number_after(&text, "Max address space"));
    [machine, group, address_space].into_iter().flatten().min()
}

/// The number that follows `name` in a text; `None` for a word such as `unlimited`.
fn number_after(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}
