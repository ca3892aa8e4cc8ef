//! All code paths against faer's dense eigenvalues.

#![allow(clippy::unwrap_used)]

use super::{BandMatrix, BandWorkspace, tridiagonalize, tridiagonalize_by};
use faer::{Mat, Par};

/// The zero matrix.
fn zero(n: usize, bandwidth: usize) -> BandMatrix {
    let mut matrix = BandMatrix::default();
    matrix.reset(n, bandwidth);
    matrix
}

struct Random(u64);
impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn sorted(matrix: &Mat<f64>) -> Vec<f64> {
    let mut values = matrix.self_adjoint_eigenvalues(faer::Side::Lower).unwrap();
    values.sort_by(f64::total_cmp);
    values
}

fn check(n: usize, b: usize, mut entry: impl FnMut(usize, usize) -> f64) {
    let mut dense = Mat::<f64>::zeros(n, n);
    for j in 0..n {
        for i in j..(j + b + 1).min(n) {
            let value = entry(i, j);
            dense[(i, j)] = value;
            dense[(j, i)] = value;
        }
    }
    let expected = sorted(&dense);
    let mut work = BandWorkspace::default();
    for width in [None, Some(usize::MAX), Some(3), Some(8), Some(32)] {
        check_path(&dense, b, width, &expected, &mut work);
    }
}

fn check_path(dense: &Mat<f64>, b: usize, width: Option<usize>, expected: &[f64], work: &mut BandWorkspace) {
    let n = dense.nrows();
    let mut matrix = zero(n, b);
    for j in 0..n {
        for i in j..(j + b + 1).min(n) {
            matrix.set(i, j, dense[(i, j)]);
        }
    }
    let (mut d, mut e) = (Vec::new(), Vec::new());
    match width {
        None => tridiagonalize(&mut matrix, work, Par::Seq, &mut d, &mut e),
        Some(width) => tridiagonalize_by(&mut matrix, work, Par::Seq, width, &mut d, &mut e),
    }
    assert_eq!((d.len(), e.len()), (n, n.saturating_sub(1)));
    assert!(d.iter().chain(&e).all(|x| x.is_finite()), "n={n} b={b}");
    let mut tri = Mat::<f64>::zeros(n, n);
    for j in 0..n {
        tri[(j, j)] = d[j];
        if j + 1 < n {
            tri[(j + 1, j)] = e[j];
            tri[(j, j + 1)] = e[j];
        }
    }
    let scale = expected.iter().fold(1.0, |a: f64, x| a.max(x.abs()));
    let trace: f64 = (0..n).map(|j| dense[(j, j)]).sum();
    assert!((trace - d.iter().sum::<f64>()).abs() < 1e-12 * scale, "trace n={n} b={b} {width:?}");
    let (a, t) = (dense.norm_l2(), tri.norm_l2());
    assert!((a - t).abs() <= 1e-13 * a.max(1e-3), "norm n={n} b={b} {width:?}: {a} {t}");
    for (x, y) in expected.iter().zip(sorted(&tri)) {
        assert!((x - y).abs() < 1e-12 * scale, "n={n} b={b} {width:?}: {x} {y}");
    }
}

#[test]
fn same_bytes_whatever_the_workspace_held() {
    let mut random = Random(5);
    for (n, b) in [(100, 20), (376, 51), (300, 150), (500, 499)] {
        let values: Vec<f64> = (0..n * n).map(|_| random.next()).collect();
        let mut work = BandWorkspace::default();
        let mut results = Vec::new();
        for (other, _) in [(50, 0), (700, 0), (9, 0)] {
            let mut matrix = zero(n, b);
            for j in 0..n {
                (j..(j + b + 1).min(n)).for_each(|i| matrix.set(i, j, values[i * n + j]));
            }
            let (mut d, mut e) = (Vec::new(), Vec::new());
            tridiagonalize(&mut matrix, &mut work, Par::Seq, &mut d, &mut e);
            results.push((d, e));
            let mut matrix = zero(other, other / 2);
            (0..other).for_each(|i| matrix.set(i, i / 2 + i % 2, 0.5));
            tridiagonalize(&mut matrix, &mut work, Par::Seq, &mut Vec::new(), &mut Vec::new());
        }
        assert!(results.iter().all(|x| x == &results[0]), "n={n} b={b}");
    }
}

#[test]
fn empty_matrix() {
    let (mut d, mut e) = (vec![1.0], vec![1.0]);
    tridiagonalize(&mut zero(0, 3), &mut BandWorkspace::default(), Par::Seq, &mut d, &mut e);
    assert!(d.is_empty() && e.is_empty());
}

#[test]
fn random_bands() {
    let mut random = Random(88172645463325252);
    for n in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 40, 65, 100] {
        for b in [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 20, 31, 33, 50, 64, 99, 200] {
            check(n, b, |_, _| random.next());
        }
    }
    for (n, b) in
        [(376, 51), (250, 40), (620, 75), (300, 130), (500, 112), (333, 200), (260, 259), (500, 499), (700, 130)]
    {
        check(n, b, |_, _| random.next());
    }
}

#[test]
fn exact_zeros_and_symmetry() {
    for (n, b) in [(30, 5), (100, 20), (64, 63), (200, 90), (300, 100)] {
        check(n, b, |_, _| 0.0);
        check(n, b, |i, j| if i == j { 1.0 } else { 0.0 });
        check(n, b, |i, j| if i - j == b { 1.0 } else { 0.0 });
        check(n, b, |i, j| if i == j { 1.0 } else { -1.0 / b as f64 });
        check(n, b, |i, j| if (i / 10) == (j / 10) && i != j { -0.1 } else { 0.0 });
        check(n, b, |i, j| if (i + j) % 7 == 0 { 0.5 } else { 0.0 });
    }
}

#[test]
fn tiny_entries() {
    let mut random = Random(3);
    for scale in [1e-100, 1e-140, 1e-150, 1e-160, 1e-200, 1e-308] {
        for (n, b) in [(60, 9), (200, 90)] {
            check(n, b, |i, j| {
                let value = random.next();
                if i == j || (i * j) % 5 == 0 { value } else { value * scale }
            });
            check(n, b, |_, _| random.next() * scale);
        }
    }
}

#[test]
fn sparse_random_graphs() {
    let mut random = Random(17);
    for (n, b) in [(50, 7), (120, 33), (376, 51), (300, 96)] {
        check(n, b, |i, j| {
            if i == j {
                1.0
            } else if random.next() > 0.8 {
                -0.1
            } else {
                0.0
            }
        });
    }
}

/// Widths that rise, fall, jump and vary from column to column: blocks are as high as the band is wide.
#[test]
fn bands_of_varying_width() {
    let mut random = Random(23);
    for (n, b) in [(40, 12), (150, 60), (300, 90), (420, 200)] {
        let rising = |j: usize| b * j / n;
        let falling = |j: usize| b * (n - j) / n;
        let jumping = |j: usize| if (j / 50).is_multiple_of(2) { 2 } else { b };
        let hilly = |j: usize| b.min(j).min(n - j) / 2 + 1;
        let uneven = |j: usize| j * 7919 % (b + 1);
        let shapes: [&dyn Fn(usize) -> usize; 5] = [&rising, &falling, &jumping, &hilly, &uneven];
        for width in shapes {
            check(n, b, |i, j| if i - j <= width(j) { random.next() } else { 0.0 });
        }
    }
}
