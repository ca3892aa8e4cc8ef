"""The paper's protocol: seeded 80/20 splits, logistic regression with L2 (C = 1) on vectors as they are.

The regression is one-vs-rest with a penalised intercept, as scikit-learn's LogisticRegression(solver="liblinear") has it,
solved by Newton's method, which needs a tenth of the time on features as correlated as these. `score.py --check` compares
the two.
"""
import math, os, pathlib, subprocess, tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Accuracy of SGR in the paper, table 2.
PAPER = {"DD": 76.12, "ENZYMES": 33.67, "MUTAG": 86.97, "PROTEINS": 73.83, "COLLAB": 71.98, "IMDB-BINARY": 70.38,
         "IMDB-MULTI": 47.97, "REDDIT-BINARY": 87.45, "REDDIT-MULTI-5K": 53.22}


def vectors(sgr, data, name, *flags):
    """Vectors and class labels of a collection."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "vectors.npz"
        subprocess.run([str(sgr), "embed", str(pathlib.Path(data) / f"{name}.zip"), "-q", "-o", str(out), *map(str, flags)],
                       check=True)
        archive = np.load(out)
        return archive["vectors"].astype(float), archive["labels"]


def accuracies(x, labels, runs, seed=0):
    """Accuracy in per cent for each split."""
    classes, y = np.unique(labels, return_inverse=True)
    x = np.hstack([x, np.ones((len(x), 1))])
    # The span of the rows is all that the solution can lie in. Directions that carry less than 1e-6 of squared length in
    # all rows together cannot move a score that is penalised by the squared weights.
    u, s, _ = np.linalg.svd(x, full_matrices=False)
    x = (u * s)[:, s**2 > 1e-6]
    random = np.random.default_rng(seed)
    held_out = math.ceil(0.2 * len(y))
    result = []
    for _ in range(runs):
        order = random.permutation(len(y))
        test, train = order[:held_out], order[held_out:]
        if len(classes) == 2:
            found = (x[test] @ newton(x[train], np.where(y[train] == 1, 1.0, -1.0)) > 0).astype(int)
        else:
            weights = [newton(x[train], np.where(y[train] == c, 1.0, -1.0)) for c in range(len(classes))]
            found = np.argmax(x[test] @ np.stack(weights, 1), axis=1)
        result.append(100 * np.mean(found == y[test]))
    return np.array(result)


def newton(x, t, c=1.0):
    """Minimises |w|²/2 + c Σ ln(1 + exp(−t x·w)) by Newton's method with step halving."""
    w = np.zeros(x.shape[1])
    objective = lambda w: 0.5 * w @ w + c * np.logaddexp(0, -t * (x @ w)).sum()
    value = objective(w)
    for _ in range(50):
        p = 1 / (1 + np.exp(np.clip(t * (x @ w), -500, 500)))
        gradient = w - c * x.T @ (t * p)
        hessian = (x * (c * p * (1 - p))[:, None]).T @ x
        hessian.flat[:: len(w) + 1] += 1
        step = np.linalg.solve(hessian, gradient)
        decrease, length = gradient @ step, 1.0
        # Half of this is how far the objective still is from its minimum.
        if decrease < 1e-5:
            break
        while objective(w - length * step) > value - 1e-4 * length * decrease and length > 1e-6:
            length /= 2
        w = w - length * step
        value = objective(w)
    return w
