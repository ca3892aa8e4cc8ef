//! Traces by way of the Chebyshev moments of the spectrum.

use pulp::{Arch, Simd, WithSimd};

use super::exponential::WHOLE;
use super::kernel::Kernel;
use crate::spectrum::Spectrum;

/// A coefficient below this, times any number of eigenvalues, is lost in the rounding of the trace.
const NEGLIGIBLE: f64 = 1e-18;

/// Beyond this many terms the rounding of the recurrence, which grows with their number, is no longer that of the sum.
const MOST_TERMS: usize = 512;

/// Times whose coefficients lie together, term by term: two of the widest registers.
const PANEL: usize = 16;

/// Graphs that share each load of coefficients: their sums for a panel take eight of the 32 registers of
/// AVX-512, and all 16 of AVX2.
pub(super) const BLOCK: usize = 4;

/// Registers of eigenvalues that go through the recurrence together: one step has the latency of four.
const INTERLEAVED: usize = 4;

/// The trace `Σ_j f_t(λ_j)` at fixed times, for a fraction of the work of evaluating `f` for each pair.
///
/// # Formula
/// With `x = λ − 1` in [−1, 1] and `μ_k = Σ_j T_k(x_j)` (two operations for each eigenvalue and term),
/// ```text
/// Σ_j e^(−t λ_j) = Σ_k c_k(t) μ_k        c_0 = e^−t I_0(t),   c_k = 2 (−1)^k e^−t I_k(t)
/// Σ_j cos(t λ_j) = Σ_k c_k(t) μ_k        c_0 = cos t J_0(t),  c_k = 2 Re(i^k e^(it)) J_k(t)
/// ```
/// Abramowitz & Stegun 9.6.34, 9.1.44. I, J = Bessel functions. `e^−t I_k(t)` falls like e^(−k²/2t): a hundred terms do for
/// NetLSD's times.
///
/// The error is that of the sum itself: some rounding units of the number of eigenvalues.
#[derive(Debug, Clone)]
pub(super) struct Expansion {
    arch: Arch,
    times: usize,
    /// Most terms that any time needs.
    terms: usize,
    panels: Vec<Panel>,
    /// Term by term for each graph of a block.
    moments: Vec<f64>,
    /// A register of parts for each term.
    parts: Vec<f64>,
    points: Vec<f64>,
    weights: Vec<f64>,
}

/// The coefficients of [`PANEL`] neighbouring times: as many terms as the one that needs most.
#[derive(Debug, Clone)]
struct Panel {
    coefficients: Vec<f64>,
}

impl Expansion {
    /// An expansion for the given times, unless evaluating the kernel for each of them is the better way: because they
    /// are few, or so large that too many terms would be needed.
    pub(super) fn new(kernel: Kernel, times: &[f64]) -> Option<Self> {
        let columns: Vec<Vec<f64>> = times.iter().map(|&time| coefficients(kernel, time)).collect::<Option<_>>()?;
        let terms = columns.iter().map(Vec::len).max()?;
        // An exponential costs about as much as ten terms.
        if terms > 10 * times.len() {
            return None;
        }
        Some(Self {
            arch: Arch::new(),
            times: times.len(),
            terms,
            panels: columns.chunks(PANEL).map(Panel::new).collect(),
            moments: Vec::new(),
            parts: Vec::new(),
            points: Vec::new(),
            weights: Vec::new(),
        })
    }

    /// The traces of at most [`BLOCK`] spectra, one after another in `traces`.
    pub(super) fn fill<'a>(&mut self, spectra: impl Iterator<Item = &'a Spectrum>, traces: &mut Vec<f64>) {
        self.moments.clear();
        self.moments.resize(BLOCK * self.terms, 0.0);
        let mut count = 0;
        for spectrum in spectra {
            self.place_points(spectrum);
            self.arch.dispatch(Moments { expansion: self, graph: count });
            count += 1;
        }
        traces.clear();
        traces.resize(BLOCK * self.panels.len() * PANEL, 0.0);
        self.arch.dispatch(Sums { expansion: self, traces });
        // Close the gaps that padding leaves.
        for graph in 1..count {
            let from = graph * self.panels.len() * PANEL;
            traces.copy_within(from..from + self.times, graph * self.times);
        }
        traces.truncate(count * self.times);
    }

    fn place_points(&mut self, spectrum: &Spectrum) {
        self.points.clear();
        self.weights.clear();
        for (eigenvalue, multiplicity) in spectrum.runs() {
            self.points.push(eigenvalue - 1.0);
            self.weights.push(multiplicity as f64);
        }
        let padded = self.points.len().next_multiple_of(INTERLEAVED * WHOLE);
        self.points.resize(padded, 0.0);
        self.weights.resize(padded, 0.0);
    }
}

impl Panel {
    fn new(columns: &[Vec<f64>]) -> Self {
        let terms = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut coefficients = vec![0.0; terms * PANEL];
        for (column, values) in columns.iter().enumerate() {
            for (term, &value) in values.iter().enumerate() {
                coefficients[term * PANEL + column] = value;
            }
        }
        Self { coefficients }
    }
}

/// The moments of the points in place.
struct Moments<'a> {
    expansion: &'a mut Expansion,
    graph: usize,
}

impl WithSimd for Moments<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Expansion { terms, moments, parts, points, weights, .. } = self.expansion;
        parts.clear();
        parts.resize(*terms * S::F64_LANES, 0.0);
        let parts = S::as_mut_simd_f64s(parts).0;
        let (points, weights) = (S::as_simd_f64s(points).0, S::as_simd_f64s(weights).0);
        for (points, weights) in points.as_chunks::<INTERLEAVED>().0.iter().zip(weights.as_chunks::<INTERLEAVED>().0) {
            add_moments(simd, points, weights, parts);
        }
        let moments = &mut moments[self.graph * *terms..][..*terms];
        for (moment, &part) in moments.iter_mut().zip(&*parts) {
            *moment = simd.reduce_sum_f64s(part);
        }
    }
}

/// The product of moments and coefficients: always in the order of the terms, so that the trace of a graph does not
/// depend on the others of its block.
struct Sums<'a> {
    expansion: &'a Expansion,
    traces: &'a mut [f64],
}

impl WithSimd for Sums<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { expansion: Expansion { terms, panels, moments, .. }, traces } = self;
        let stride = panels.len() * PANEL;
        let pair = 2 * S::F64_LANES;
        for (number, panel) in panels.iter().enumerate() {
            for skip in (0..PANEL).step_by(pair) {
                let zero = simd.splat_f64s(0.0);
                let mut sums = [[zero; 2]; BLOCK];
                for (term, row) in panel.coefficients.chunks_exact(PANEL).enumerate() {
                    let row = S::as_simd_f64s(&row[skip..skip + pair]).0;
                    for (graph, sums) in sums.iter_mut().enumerate() {
                        let moment = simd.splat_f64s(moments[graph * terms + term]);
                        sums[0] = simd.mul_add_e_f64s(moment, row[0], sums[0]);
                        sums[1] = simd.mul_add_e_f64s(moment, row[1], sums[1]);
                    }
                }
                for (graph, sums) in sums.iter().enumerate() {
                    let at = graph * stride + number * PANEL + skip;
                    S::as_mut_simd_f64s(&mut traces[at..at + pair]).0.copy_from_slice(sums);
                }
            }
        }
    }
}

/// Adds the moments of `INTERLEAVED` registers of points to `parts`.
///
/// The recurrence `T_{k+1} = 2 x T_k − T_{k−1}` is linear: the weights go in at its start.
#[inline(always)]
fn add_moments<S: Simd>(simd: S, x: &[S::f64s; INTERLEAVED], weights: &[S::f64s; INTERLEAVED], parts: &mut [S::f64s]) {
    let zero = simd.splat_f64s(0.0);
    let (mut previous, mut current, mut doubled) = ([zero; INTERLEAVED], *weights, [zero; INTERLEAVED]);
    for at in 0..INTERLEAVED {
        // T_{−1} = T_1
        previous[at] = simd.mul_f64s(weights[at], x[at]);
        doubled[at] = simd.add_f64s(x[at], x[at]);
    }
    for part in parts {
        let first = simd.add_f64s(current[0], current[1]);
        let second = simd.add_f64s(current[2], current[3]);
        *part = simd.add_f64s(*part, simd.add_f64s(first, second));
        for at in 0..INTERLEAVED {
            let next = simd.mul_add_e_f64s(doubled[at], current[at], simd.neg_f64s(previous[at]));
            previous[at] = current[at];
            current[at] = next;
        }
    }
}

/// The coefficients of `f_t` in Chebyshev polynomials of λ − 1, as far as they matter; `None` if they are too many.
///
/// Bessel functions by Miller's recurrence, downwards from an order where they are nothing:
/// `I_{k−1} = I_{k+1} + (2k/t) I_k`, scaled by `e^−t (I_0 + 2 Σ I_k) = 1`; and
/// `J_{k−1} = −J_{k+1} + (2k/t) J_k`, scaled by `J_0 + 2 Σ J_{2k} = 1` (Abramowitz & Stegun §9.12).
fn coefficients(kernel: Kernel, time: f64) -> Option<Vec<f64>> {
    // So early in time both kernels are 1 − tλ or 1 to all digits.
    if time < NEGLIGIBLE {
        return Some(vec![1.0]);
    }
    let terms = match kernel {
        Kernel::Heat => 10.0 * time.sqrt() + 30.0,
        Kernel::Wave => time + 15.0 * time.cbrt() + 30.0,
    };
    if terms > MOST_TERMS as f64 {
        return None;
    }
    let sign = if kernel == Kernel::Heat { 1.0 } else { -1.0 };
    let mut bessel = vec![0.0; terms as usize];
    let (mut above, mut value, mut sum) = (0.0, f64::MIN_POSITIVE, 0.0);
    for order in (0..bessel.len()).rev() {
        bessel[order] = value;
        if kernel == Kernel::Heat || order % 2 == 0 {
            sum += if order == 0 { value } else { 2.0 * value };
        }
        (above, value) = (value, sign * above + 2.0 * order as f64 / time * value);
        // Early in time neighbours differ by many powers of ten.
        if value.abs() > 1e200 {
            bessel[order..].iter_mut().for_each(|value| *value *= 1e-250);
            (above, value, sum) = (above * 1e-250, value * 1e-250, sum * 1e-250);
        }
    }
    let (sine, cosine) = time.sin_cos();
    for (order, value) in bessel.iter_mut().enumerate() {
        let factor = match kernel {
            Kernel::Heat => [1.0, -1.0, 1.0, -1.0][order % 4],
            Kernel::Wave => [cosine, -sine, -cosine, sine][order % 4],
        };
        *value *= factor * if order == 0 { 1.0 } else { 2.0 } / sum;
    }
    let last = bessel.iter().rposition(|value| value.abs() > NEGLIGIBLE)?;
    bessel.truncate(last + 1);
    Some(bessel)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::representation::{Normalization, Times};

    /// The error that the definition itself makes in floating point: a rounding unit of each term, and of t λ in it.
    fn agrees_with_the_definition(kernel: Kernel, times: Vec<f64>, edges: &[(u32, u32)], nodes: usize) {
        let graph = Graph::from_edges(nodes, edges).unwrap();
        let spectrum = Spectrum::of(&graph).unwrap();
        let largest = times.iter().fold(1.0f64, |a, &b| a.max(b));
        let direct = kernel.trace(&spectrum, &Times::new(times.clone()).unwrap(), Normalization::None);
        let mut trace = Vec::new();
        let mut expansion = Expansion::new(kernel, &times).unwrap();
        expansion.fill([&spectrum].into_iter(), &mut trace);
        assert_eq!(trace.len(), times.len());
        // In company, at any place: the same bytes.
        let other = Spectrum::of(&Graph::from_edges(3, &[(0, 1)]).unwrap()).unwrap();
        let mut together = Vec::new();
        expansion.fill([&other, &spectrum, &spectrum].into_iter(), &mut together);
        assert_eq!(together[times.len()..2 * times.len()], trace);
        assert_eq!(together[2 * times.len()..], trace);
        let tolerance = 4.0 * f64::EPSILON * nodes as f64 * (1.0 + largest);
        for ((&time, value), expected) in times.iter().zip(&trace).zip(&direct) {
            assert!((value - expected).abs() <= tolerance, "{kernel:?} {time}: {value} against {expected}");
        }
    }

    #[test]
    fn traces_agree_with_their_definition() {
        let edges: Vec<(u32, u32)> = (0..300).flat_map(|u| [(u, (u * 7 + 3) % 300), (u, (u + 1) % 200)]).collect();
        for kernel in [Kernel::Heat, Kernel::Wave] {
            for nodes in [300, 301, 350] {
                agrees_with_the_definition(kernel, Times::netlsd_heat().as_slice().to_vec(), &edges, nodes);
                agrees_with_the_definition(kernel, Times::netlsd_wave().as_slice().to_vec(), &edges, nodes);
            }
            // Out of order, equal, zero, tiny and large times, and not a whole number of registers of them.
            let odd: Vec<f64> = (0..61).map(|at| [250.0, 0.0, 1e-300, 1e-12, 3.0, 3.0, 0.7][at % 7]).collect();
            agrees_with_the_definition(kernel, odd, &[(0, 1), (1, 2)], 3);
        }
    }

    #[test]
    fn few_or_late_times_are_left_to_the_definition() {
        assert!(Expansion::new(Kernel::Heat, &[100.0]).is_none());
        assert!(Expansion::new(Kernel::Heat, &[1e6; 250]).is_none());
        assert!(Expansion::new(Kernel::Wave, &[]).is_none());
    }
}
