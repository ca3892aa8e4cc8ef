"""Agreements of pairs of clusterings by scikit-learn, for tests/clustering.rs. Writes clustering_agreement.json beside it."""

import json
from pathlib import Path

import numpy
import sklearn
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

random = numpy.random.default_rng(1985)
pairs = [
    ([], []),
    ([0], [3]),
    ([0, 0, 0], [0, 0, 0]),
    ([0, 1, 2], [2, 0, 1]),
    ([0, 0, 0, 0], [0, 1, 2, 3]),
    ([0, 0, 1, 1], [0, 1, 0, 1]),
    ([0, 0, 1, 1], [1, 1, 1, 1]),
    ([0, 0, 1, 2], [0, 0, 1, 1]),
]
for points, first, second, noise in [(20, 2, 2, 0.2), (50, 3, 5, 0.5), (50, 6, 2, 0.9), (200, 11, 11, 0.4)]:
    a = random.integers(0, first, points)
    b = numpy.where(random.random(points) < noise, random.integers(0, second, points), a % second)
    pairs.append((a.tolist(), b.tolist()))

cases = [
    {
        "a": a,
        "b": b,
        "adjusted_rand_index": float(adjusted_rand_score(a, b)),
        "normalized_mutual_information": float(normalized_mutual_info_score(a, b)),
    }
    for a, b in pairs
]
text = json.dumps({"scikit-learn": sklearn.__version__, "cases": cases})
Path(__file__).with_name("clustering_agreement.json").write_text(text + "\n")
