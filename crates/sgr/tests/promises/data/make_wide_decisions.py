"""Makes wide_decisions.json: what scikit-learn's LogisticRegression(solver="liblinear") decides on vectors of 560 counts.

    python make_wide_decisions.py      (numpy, scikit-learn 1.9)

The vectors are drawn by a formula that the test draws them by too: whole numbers, every other vector full and the others with
one number in 32. Tight tolerance: the reference is the minimum, not where liblinear would stop.
"""
import json, pathlib

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier

EXAMPLES, TRAINING, WIDTH = 690, 603, 560


def counts():
    """Knuth's line of congruences; class = number of the vector modulo 3."""
    state, x = 1, np.zeros((EXAMPLES, WIDTH))
    for row in range(EXAMPLES):
        for column in range(WIDTH):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            drawn = state >> 40
            if row % 2 == 0 or drawn % 32 == 0:
                x[row, column] = 1 + (drawn >> 5) % 4 + (column % 40 == row % 3)
    return x


def decisions(x, y):
    model = LogisticRegression(C=1, solver="liblinear", tol=1e-12, max_iter=100000)
    model = OneVsRestClassifier(model) if y.max() > 1 else model
    model.fit(x[:TRAINING], y[:TRAINING])
    return np.reshape(model.decision_function(x[TRAINING:]), (len(x) - TRAINING, -1)).round(8).tolist()


x, y = counts(), np.arange(EXAMPLES) % 3
found = {"training": TRAINING, "width": WIDTH, "three": decisions(x, y), "two": decisions(x, np.minimum(y, 1))}
path = pathlib.Path(__file__).with_name("wide_decisions.json")
path.write_text(json.dumps(found, separators=(",", ":")) + "\n")
