//! Small graphs are solved, and fingerprints and label parts made, in memory that is already there: a second run over the same
//! graphs allocates nothing.

#![allow(unsafe_code, reason = "counting allocations needs an allocator")]

#[path = "promises/reference/mod.rs"]
mod reference;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sgr::graph::Graph;
use sgr::representation::{Fingerprint, LabelPart, LabelSettings, Labels, WithoutSpectrum};
use sgr::spectrum::{SpectrumSettings, SpectrumSolver};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; the counter is a plain number without destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_second_run_over_small_graphs_allocates_nothing() {
    let graphs: Vec<Graph> = (0..300).map(reference::random_graph).collect();
    let mut solver = SpectrumSolver::new(SpectrumSettings::default());
    let mut spectra = Vec::new();
    solver.solve(&graphs, &mut spectra);
    let before = ALLOCATIONS.get();
    assert!(before > 0, "the counter counts");
    solver.solve(&graphs, &mut spectra);
    assert_eq!(ALLOCATIONS.get() - before, 0);
}

#[test]
fn the_second_run_of_fingerprints_allocates_nothing() {
    let graphs: Vec<Graph> = (0..300).map(reference::random_graph).collect();
    let (mut fingerprint, mut rows) = (Fingerprint::default(), Vec::new());
    graphs.iter().for_each(|graph| fingerprint.append_graph(graph, &mut rows));
    rows.clear();
    let before = ALLOCATIONS.get();
    assert!(before > 0, "the counter counts");
    graphs.iter().for_each(|graph| fingerprint.append_graph(graph, &mut rows));
    assert_eq!(ALLOCATIONS.get() - before, 0);
}

#[test]
fn the_second_run_of_label_parts_allocates_nothing() {
    let labelled = |seed: u64| {
        let graph = reference::random_graph(seed);
        let labels = (0..graph.node_count()).map(|node| ["C", "N", "O"][node % 3].into()).collect();
        graph.with_node_labels(labels).unwrap_or_else(|error| panic!("{error}"))
    };
    let graphs: Vec<Graph> = (0..300).map(labelled).collect();
    let (mut part, mut rows) = (LabelPart::new(Labels::All, LabelSettings::default()), Vec::new());
    graphs.iter().for_each(|graph| part.append(graph, &mut rows));
    rows.clear();
    let before = ALLOCATIONS.get();
    assert!(before > 0, "the counter counts");
    graphs.iter().for_each(|graph| part.append(graph, &mut rows));
    assert_eq!(ALLOCATIONS.get() - before, 0);
}
