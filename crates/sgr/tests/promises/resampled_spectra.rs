//! Resampling agrees with SciPy's not-a-knot spline (stored by `data/make_not_a_knot.py`) to 1e-10.

use sgr::resampling::{KnotRule, Resampler};

#[test]
fn agrees_with_scipy() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("data/not_a_knot.json")).unwrap();
    let numbers = |list: &serde_json::Value| -> Vec<f64> {
        list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 31);
    for case in cases {
        let rule: KnotRule = case["rule"].as_str().unwrap().parse().unwrap();
        let (eigenvalues, expected) = (numbers(&case["eigenvalues"]), numbers(&case["samples"]));
        let mut resampler = Resampler::new(expected.len(), rule);
        let samples = resampler.resample(&eigenvalues).samples();
        for (sample, expected) in samples.iter().zip(&expected) {
            assert!(
                (sample - expected).abs() <= 1e-10,
                "n = {}, {rule:?}: {sample} against {expected}",
                eigenvalues.len()
            );
        }
    }
}

#[test]
fn one_two_three_and_four_eigenvalues_give_polynomials() {
    // Values of a polynomial of degree n − 1 at the knots: the spline is that polynomial everywhere, also beyond them.
    let polynomials: [fn(f64) -> f64; 4] =
        [|_| 0.75, |x| 3.0 * x - 1.0, |x| x * x - 2.0 * x, |x| x * x * x - x * x + 0.5 * x];
    for (degree, polynomial) in polynomials.into_iter().enumerate() {
        let n = degree + 1;
        let last = (n - 1).max(1) as f64;
        for (rule, knot) in [
            (KnotRule::Literal, &|at| (at as f64 + 1.0) / n as f64),
            (KnotRule::ZeroBased, &|at| at as f64 / n as f64),
            (KnotRule::Stretched, &|at| at as f64 / last),
            (KnotRule::Nontrivial, &|at| at as f64 / last),
        ] as [(KnotRule, &dyn Fn(usize) -> f64); 4]
        {
            // The nontrivial rule leaves out one eigenvalue more, whatever it is.
            let first = if rule == KnotRule::Nontrivial { vec![-5.0] } else { Vec::new() };
            let values: Vec<f64> = first.into_iter().chain((0..n).map(|at| polynomial(knot(at)))).collect();
            let mut resampler = Resampler::new(9, rule);
            for (at, sample) in resampler.resample(&values).samples().iter().enumerate() {
                let expected = polynomial(at as f64 / 8.0);
                assert!((sample - expected).abs() < 1e-13, "n = {n}, {rule}: {sample} against {expected}");
            }
        }
    }
}

/// By hand: a single node, an edge (0, 2) and a path of three nodes (0, 1, 2).
#[test]
fn tiny_graphs_have_samples_by_every_rule() {
    let cases: [(KnotRule, [[f64; 3]; 3]); 4] = [
        (KnotRule::Literal, [[0.0; 3], [-2.0, 0.0, 2.0], [-1.0, 0.5, 2.0]]),
        (KnotRule::Stretched, [[0.0; 3], [0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]),
        (KnotRule::ZeroBased, [[0.0; 3], [0.0, 2.0, 4.0], [0.0, 1.5, 3.0]]),
        (KnotRule::Nontrivial, [[0.0; 3], [2.0; 3], [1.0, 1.5, 2.0]]),
    ];
    assert_eq!(cases.map(|(rule, _)| rule), KnotRule::ALL);
    for (rule, expected) in cases {
        let spectra: [&[f64]; 3] = [&[0.0], &[0.0, 2.0], &[0.0, 1.0, 2.0]];
        for (spectrum, expected) in spectra.into_iter().zip(expected) {
            let mut resampler = Resampler::new(3, rule);
            let found = resampler.resample(spectrum).samples();
            let is_close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-14);
            assert!(is_close, "{rule}, {spectrum:?}: found {found:?}, wanted {expected:?}");
        }
    }
}

/// The zero-based rule is the literal one read from the other end.
#[test]
fn zero_based_samples_are_literal_ones_of_the_mirrored_spectrum() {
    let values: Vec<f64> = (0..57).map(|k| 2.0 * (f64::from(k) / 56.0).powi(2)).collect();
    let mirrored: Vec<f64> = values.iter().rev().map(|value| 2.0 - value).collect();
    let found = Resampler::new(64, KnotRule::ZeroBased).resample(&values).samples().to_vec();
    let literal = Resampler::new(64, KnotRule::Literal).resample(&mirrored).samples().to_vec();
    for (found, literal) in found.iter().zip(literal.iter().rev()) {
        assert!((found - (2.0 - literal)).abs() < 1e-11, "{found} against {}", 2.0 - literal);
    }
}

#[test]
fn goes_through_every_eigenvalue() {
    let n = 85; // 256 samples at k/255 = (k/3)/85: every third is a knot.
    let values: Vec<f64> = (0..n).map(|k| 2.0 * f64::from(k) / 84.0 + 0.01 * f64::from(k * k % 7)).collect();
    let mut resampler = Resampler::new(256, KnotRule::Literal);
    let samples = resampler.resample(&values).samples();
    for (k, value) in values.iter().enumerate() {
        assert!((samples[3 * (k + 1)] - value).abs() < 1e-12);
    }
}

#[test]
fn the_same_resampler_serves_long_and_short_spectra() {
    let mut reused = Resampler::new(64, KnotRule::Literal);
    let long: Vec<f64> = (0..500).map(|k| f64::from(k) / 250.0).collect();
    for values in [&long[..], &[0.0, 1.0, 2.0], &long[..7], &[0.0]] {
        let fresh = Resampler::new(64, KnotRule::Literal).resample(values).clone();
        assert_eq!(*reused.resample(values), fresh);
    }
}
