//! Resampling agrees with SciPy's not-a-knot spline (stored by `data/make_not_a_knot.py`) to 1e-10.

use sgr::resampling::{KnotRule, Resampler};

#[test]
fn agrees_with_scipy() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("data/not_a_knot.json")).unwrap();
    let numbers = |list: &serde_json::Value| -> Vec<f64> {
        list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 16);
    for case in cases {
        let rule = if case["rule"] == "literal" { KnotRule::Literal } else { KnotRule::Stretched };
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
    // Values of a polynomial of degree n − 1 at the knots k/n: the spline is that polynomial everywhere.
    let polynomials: [fn(f64) -> f64; 4] =
        [|_| 0.75, |x| 3.0 * x - 1.0, |x| x * x - 2.0 * x, |x| x * x * x - x * x + 0.5 * x];
    for (degree, polynomial) in polynomials.into_iter().enumerate() {
        let n = degree + 1;
        let values: Vec<f64> = (1..=n).map(|k| polynomial(k as f64 / n as f64)).collect();
        let mut resampler = Resampler::new(9, KnotRule::Literal);
        for (at, sample) in resampler.resample(&values).samples().iter().enumerate() {
            let expected = polynomial(at as f64 / 8.0);
            assert!((sample - expected).abs() < 1e-13, "n = {n}: {sample} against {expected}");
        }
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
