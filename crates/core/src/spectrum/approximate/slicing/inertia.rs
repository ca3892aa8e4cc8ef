//! Counts of eigenvalues below shifts from one numerical elimination, for the slicer.

use faer::Par;
use pulp::{Arch, Scalar, Simd, WithSimd};

use super::assembly_tree::{AssemblyTree, triangle};
use super::panel;
use super::wide::{ShiftLanes, WideFront};
use crate::spectrum::matrix::aligned::AlignedVec;

/// Largest number of shifts at a time: the lanes of an AVX-512 register.
pub(super) const MAX_WIDTH: usize = 8;

/// How many shifts are eliminated at a time: the memory of an elimination grows with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InertiaLanes {
    /// As many as a register has lanes.
    All,
    /// One. In the wide fronts of a matrix with much fill that takes no longer, elsewhere several times as long.
    One,
}

impl InertiaLanes {
    /// As many lanes as the memory allows; `None` if one does not fit.
    pub(super) fn fitting(tree: &AssemblyTree, most_bytes: u64) -> Option<Self> {
        [Self::All, Self::One].into_iter().find(|lanes| lanes.memory_bytes(tree) <= most_bytes)
    }

    /// Number of shifts at a time on this machine.
    pub(super) fn width(self) -> usize {
        struct Width;
        impl WithSimd for Width {
            type Output = usize;
            #[inline(always)]
            fn with_simd<S: Simd>(self, _: S) -> usize {
                S::F64_LANES
            }
        }
        if self == Self::One { 1 } else { Arch::new().dispatch(Width) }
    }

    /// Bytes of the buffers for a tree, without the small panel buffer.
    pub(super) fn memory_bytes(self, tree: &AssemblyTree) -> u64 {
        let width = if self == Self::One { 1 } else { MAX_WIDTH };
        let entries = (tree.stack_size() + tree.largest_front()) * width + tree.wide_buffer();
        (entries * size_of::<f64>()) as u64
    }
}

/// Counts the eigenvalues below shifts by the signs of the pivots of L − sI, one shift per SIMD lane.
///
/// # Formula
/// ```text
/// L − sI = T D Tᵀ   ⇒   #{λ < s} = #{d < 0}          (Sylvester's law of inertia)
/// ```
/// The triangular factor T is never stored, only the current front and the trailing blocks that wait for their parents.
#[derive(Debug)]
pub(super) struct InertiaCounter {
    lanes: InertiaLanes,
    front: AlignedVec,
    /// Trailing blocks that wait for the fronts of their parents.
    stack: AlignedVec,
    /// Buffer of [`panel::eliminate`].
    panel: AlignedVec,
    wide: WideFront,
    /// Indices of the fronts whose trailing blocks are on the stack.
    waiting: Vec<usize>,
}

impl InertiaCounter {
    pub(super) fn new(lanes: InertiaLanes) -> Self {
        Self {
            lanes,
            front: AlignedVec::default(),
            stack: AlignedVec::default(),
            panel: AlignedVec::default(),
            wide: WideFront::new(),
            waiting: Vec::new(),
        }
    }

    /// Number of eigenvalues below each shift; at most as many shifts as the width of the lanes. `par` works inside wide fronts.
    pub(super) fn count(&mut self, tree: &AssemblyTree, shifts: &[f64], par: Par) -> [usize; MAX_WIDTH] {
        let lanes = self.lanes;
        let count = Count { counter: self, tree, shifts, par };
        if lanes == InertiaLanes::One { count.with_simd(Scalar) } else { Arch::new().dispatch(count) }
    }
}

struct Count<'a> {
    counter: &'a mut InertiaCounter,
    tree: &'a AssemblyTree,
    shifts: &'a [f64],
    par: Par,
}

impl WithSimd for Count<'_> {
    type Output = [usize; MAX_WIDTH];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let Self { counter, tree, shifts, par } = self;
        let width = S::F64_LANES;
        let mut lanes = [0.0; MAX_WIDTH];
        lanes[..shifts.len()].copy_from_slice(shifts);
        let shift = S::as_simd_f64s(&lanes).0[0];
        // No initial values: every entry is written before it is read.
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
                let positions = tree.parent_positions(&tree.fronts[child]);
                top -= triangle(positions.len());
                add_update(simd, entries, positions, &stack[top..top + triangle(positions.len())]);
            }
            if WideFront::is_wide(front) {
                let lanes = ShiftLanes { total: width, used: shifts.len() };
                counter.wide.eliminate(front, counter.front.as_mut_slice(), lanes, par, &mut counts);
            } else {
                panel::eliminate(simd, entries, front.size(), front.pivots, panel, &mut counts);
            }
            let entries = &S::as_simd_f64s(counter.front.as_slice()).0[..triangle(front.size())];
            if front.touched > 0 {
                for row in front.pivots..front.size() {
                    let trailing = &entries[triangle(row) + front.pivots..=triangle(row) + row];
                    stack[top..top + trailing.len()].copy_from_slice(trailing);
                    top += trailing.len();
                }
                counter.waiting.push(index);
            }
        }
        counts
    }
}

/// Adds the trailing block of a child to the front of its parent.
#[inline(always)]
fn add_update<S: Simd>(simd: S, front: &mut [S::f64s], positions: &[u32], update: &[S::f64s]) {
    let mut at = 0;
    for (row, &position) in positions.iter().enumerate() {
        let target = &mut front[triangle(position as usize)..];
        // Positions ascend, so entries of the lower triangle go to the lower triangle.
        for (&column, &value) in positions[..=row].iter().zip(&update[at..]) {
            let target = &mut target[column as usize];
            *target = simd.add_f64s(*target, value);
        }
        at += row + 1;
    }
}
