use pulp::{Arch, Simd, WithSimd};

use super::assembly_tree::{AssemblyTree, triangle};
use super::panel;
use super::wide::{Lanes, WideFront};
use crate::spectrum::matrix::aligned::AlignedVec;

/// Most shifts at a time: lanes of the widest register.
pub(super) const MAX_WIDTH: usize = 8;

/// InertiaCounts eigenvalues below shifts, one shift per lane, by the signs of the pivots of L − sI.
///
/// # Formula
/// ```text
/// L − sI = T D Tᵀ   ⇒   #{λ < s} = #{d < 0}          (Sylvester's law of inertia)
/// ```
/// The triangular factor T is never stored: only the fronts in hand and what is still to be added to later ones.
#[derive(Debug)]
pub(super) struct InertiaCounter {
    front: AlignedVec,
    /// What fronts left for their parents, the nearest last.
    stack: AlignedVec,
    /// Buffer of the elimination inside a front.
    panel: AlignedVec,
    wide: WideFront,
    /// Fronts that left something on the stack.
    waiting: Vec<usize>,
}

impl InertiaCounter {
    /// Shifts that are counted at a time on this machine.
    pub(super) fn width() -> usize {
        struct Width;
        impl WithSimd for Width {
            type Output = usize;
            #[inline(always)]
            fn with_simd<S: Simd>(self, _: S) -> usize {
                S::F64_LANES
            }
        }
        Arch::new().dispatch(Width)
    }

    /// Bytes of the buffers for a tree.
    pub(super) fn memory_bytes(tree: &AssemblyTree) -> u64 {
        let numbers =
            (tree.stack_size() + tree.largest_front()) * MAX_WIDTH + WideFront::buffer_size(tree.largest_size());
        (numbers * size_of::<f64>()) as u64
    }

    pub(super) fn new() -> Self {
        Self {
            front: AlignedVec::default(),
            stack: AlignedVec::default(),
            panel: AlignedVec::default(),
            wide: WideFront::new(),
            waiting: Vec::new(),
        }
    }

    /// Number of eigenvalues below each shift; at most [`width`](Self::width) shifts.
    pub(super) fn count(&mut self, tree: &AssemblyTree, shifts: &[f64]) -> [usize; MAX_WIDTH] {
        Arch::new().dispatch(Count { counter: self, tree, shifts })
    }
}

struct Count<'a> {
    counter: &'a mut InertiaCounter,
    tree: &'a AssemblyTree,
    shifts: &'a [f64],
}

impl WithSimd for Count<'_> {
    type Output = [usize; MAX_WIDTH];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let Self { counter, tree, shifts } = self;
        let width = S::F64_LANES;
        let mut lanes = [0.0; MAX_WIDTH];
        lanes[..shifts.len()].copy_from_slice(shifts);
        let shift = S::as_simd_f64s(&lanes).0[0];
        // All of it is written before it is read.
        counter.stack.resize(tree.stack_size() * width);
        counter.front.resize(tree.largest_front() * width);
        counter.panel.resize(panel::buffer_size(tree.largest_size()) * width);
        counter.waiting.clear();
        let stack = S::as_mut_simd_f64s(counter.stack.as_mut_slice()).0;
        let panel = S::as_mut_simd_f64s(counter.panel.as_mut_slice()).0;
        let mut counts = [0; MAX_WIDTH];
        let mut top = 0;
        for (index, front) in tree.fronts.iter().enumerate() {
            let entries = &mut S::as_mut_simd_f64s(counter.front.as_mut_slice()).0[..triangle(front.size())];
            entries.fill(simd.splat_f64s(0.0));
            for pivot in 0..front.pivots {
                let value = simd.splat_f64s(tree.diagonal[front.first + pivot]);
                entries[triangle(pivot) + pivot] = simd.sub_f64s(value, shift);
            }
            for entry in tree.entries(front) {
                entries[triangle(entry.row as usize) + entry.column as usize] = simd.splat_f64s(entry.value);
            }
            for child in counter.waiting.drain(counter.waiting.len() - front.children..).rev() {
                let places = tree.places(&tree.fronts[child]);
                top -= triangle(places.len());
                add_update(simd, entries, places, &stack[top..top + triangle(places.len())]);
            }
            if WideFront::is_wide(front) {
                let lanes = Lanes { all: width, used: shifts.len() };
                counter.wide.eliminate(front, counter.front.as_mut_slice(), lanes, &mut counts);
            } else {
                panel::eliminate(simd, entries, front.size(), front.pivots, panel, &mut counts);
            }
            let entries = &S::as_simd_f64s(counter.front.as_slice()).0[..triangle(front.size())];
            if front.touched > 0 {
                for row in front.pivots..front.size() {
                    let left = &entries[triangle(row) + front.pivots..=triangle(row) + row];
                    stack[top..top + left.len()].copy_from_slice(left);
                    top += left.len();
                }
                counter.waiting.push(index);
            }
        }
        counts
    }
}

/// Adds what a child left into the front of its parent.
#[inline(always)]
fn add_update<S: Simd>(simd: S, front: &mut [S::f64s], places: &[u32], update: &[S::f64s]) {
    let mut at = 0;
    for (row, &place) in places.iter().enumerate() {
        let target = &mut front[triangle(place as usize)..];
        // Both ascend, so a lower triangle stays one.
        for (&column, &value) in places[..=row].iter().zip(&update[at..]) {
            let target = &mut target[column as usize];
            *target = simd.add_f64s(*target, value);
        }
        at += row + 1;
    }
}
