"""Writes not_a_knot.json: SciPy's not-a-knot spline through spectra, sampled as sgr does. Needs NumPy and SciPy."""
import json, pathlib
import numpy as np
from scipy.interpolate import CubicSpline

rng = np.random.default_rng(7)
cases = []
for n in [2, 3, 4, 5, 6, 7, 18, 61]:
    values = np.sort(rng.uniform(0, 2, n))
    values[0] = 0
    k = np.arange(1, n + 1)
    rules = [("literal", k / n), ("stretched", (k - 1) / (n - 1)), ("zero-based", (k - 1) / n)]
    rules += [("nontrivial", (k[1:] - 2) / (n - 2))] if n > 2 else []
    for rule, knots in rules:
        # CubicSpline needs two knots.
        spline = CubicSpline(knots, values[-len(knots) :], bc_type="not-a-knot", extrapolate=True)
        cases.append({"rule": rule, "eigenvalues": values.tolist(), "samples": spline(np.linspace(0, 1, 33)).tolist()})
text = "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n"
pathlib.Path(__file__).with_name("not_a_knot.json").write_text(text)
