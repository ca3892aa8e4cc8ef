#!/usr/bin/env python3
"""Our classifiers and scikit-learn's on identical splits: accuracies, their difference and CPU seconds, one thread
each.

    cargo build --release -p sgr-graphs-cli
    python benchmarks/classifiers.py --data FOLDER_OF_TU_ZIPS [--runs 20] [--collections MUTAG PROTEINS ...] [--wide
    REDDIT-BINARY ...]

--kinds takes also gaussian, neighbours, standardized-logistic, standardized-gaussian, standardized-neighbours, and each of
logistic and gaussian with -chosen behind it: C chosen by an inner cross-validation.

For each collection: logistic regression and a random forest on the vectors of `sgr embed`, a support vector machine on
two Gram matrices made of the spectra. Needs numpy and scikit-learn. "equal" is the share of equal predictions,
"open" the number of our optimisations that reached their limit of steps. Our seconds include the reading of files.

--wide REDDIT-BINARY ... adds rows of logistic regression on FGSD's 5000 counts. Neither side reaches the minimum there,
so rounding changes predictions: "turned" is scikit-learn with the columns in another order, and shows the size of that
effect.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import tempfile
import time
import warnings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

ROOT = pathlib.Path(__file__).resolve().parent.parent


def embedded(sgr, data, name, representation, folder):
    """Vectors and class labels of a collection."""
    out = folder / "vectors.npz"
    subprocess.run(
        [str(sgr), "embed", str(data / f"{name}.zip"), "-q", "--representation", representation, "-o", str(out)],
        check=True,
    )
    archive = np.load(out)
    return archive["vectors"], archive["labels"]


def gaussian_gram(vectors):
    """exp(−|x − y|²/s), s the mean squared distance: values in (0, 1]."""
    x = vectors.astype(float)
    squares = (x**2).sum(1)
    distances = np.maximum(squares[:, None] + squares - 2 * x @ x.T, 0)
    return np.exp(-distances / distances.mean())


def histogram_gram(vectors):
    """Product of the histograms of the eigenvalues, as counts: values in the thousands."""
    histograms = np.stack([np.histogram(row, bins=20, range=(-1, 3))[0] for row in vectors]).astype(float)
    return histograms @ histograms.T


def built_bench():
    """The Rust side, as cargo names it."""
    command = [
        "cargo",
        "bench",
        "-p",
        "sgr-graphs",
        "--features",
        "lab",
        "--bench",
        "classifier_agreement",
        "--no-run",
        "--message-format",
        "json",
    ]
    lines = subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return next(path for path in (json.loads(line).get("executable") for line in reversed(lines)) if path)


def ours(bench, kind, examples, labels, runs, folder):
    """What the Rust side tested and predicted."""
    np.save(folder / "examples.npy", np.ascontiguousarray(examples))
    (folder / "labels.txt").write_text("".join(f"{label}\n" for label in labels))
    command = [str(bench), kind, str(folder / "examples.npy"), str(folder / "labels.txt"), str(runs)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return {**found, "seconds": resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before}


def inner_folds(y):
    """Five folds: the examples of class after class, dealt out in turn, as ours."""
    fold = np.empty(len(y), int)
    fold[np.argsort(y, kind="stable")] = np.arange(len(y)) % 5
    return [(np.flatnonzero(fold != at), np.flatnonzero(fold == at)) for at in range(5)]


def theirs(kind, examples, y, run):
    """Predictions for the same test examples."""
    test = np.array(run["test"])
    training = np.setdiff1d(np.arange(len(y)), test)
    if kind == "svm":
        machine = SVC(C=1, kernel="precomputed").fit(examples[np.ix_(training, training)], y[training])
        return machine.predict(examples[np.ix_(test, training)])
    name, chosen = kind.removesuffix("-chosen"), kind.endswith("-chosen")
    name, standardized = name.removeprefix("standardized-"), name.startswith("standardized-")
    if name == "logistic":
        model = LogisticRegression(C=1, solver="liblinear")
        model = OneVsRestClassifier(model) if y.max() > 1 else model
    elif name == "gaussian":
        model = SVC(C=1)
    elif name == "neighbours":
        model = KNeighborsClassifier()
    else:
        model = RandomForestClassifier(random_state=1, n_jobs=1)
    model = make_pipeline(StandardScaler(), model) if standardized else model
    if chosen:
        name = next(name for name in model.get_params() if name.split("__")[-1] == "C")
        model = GridSearchCV(model, {name: [10.0**power for power in range(-3, 4)]}, cv=inner_folds(y[training]))
    return model.fit(examples[training], y[training]).predict(examples[test])


def wide(bench, data, name, folder):
    """FGSD's vectors and the class labels of a collection."""
    out = folder / "fgsd.npz"
    subprocess.run([str(bench), "fgsd", str(data / f"{name}.zip"), str(out)], check=True)
    archive = np.load(out)
    return archive["vectors"], archive["labels"]


def compare(bench, name, what, kind, examples, labels, runs, folder, turned=None):
    """Prints a row. `turned`: scikit-learn's side gets the columns in this order."""
    y = np.unique(labels, return_inverse=True)[1]
    found = ours(bench, kind, examples, labels, runs, folder)
    if turned is not None:
        examples = examples[:, turned]
    start = time.process_time()
    predictions = [theirs(kind, examples if kind == "svm" else examples.astype(float), y, run) for run in found["runs"]]
    seconds = time.process_time() - start

    def mean(guesses):
        return 100 * np.mean([np.mean(guess == y[run["test"]]) for guess, run in zip(guesses, found["runs"])])

    mine, other = mean([np.array(run["predicted"]) for run in found["runs"]]), mean(predictions)
    equal = 100 * np.mean(
        np.concatenate([np.array(run["predicted"]) == p for run, p in zip(found["runs"], predictions)])
    )
    print(
        f"{name:<16}{what:<12}{kind:<10}{mine:8.2f}{other:8.2f}{mine - other:+8.2f}{equal:9.2f}{found['seconds']:9.2f}"
        f"{seconds:9.2f}{seconds / max(found['seconds'], 1e-3):8.1f}{found['unfinished']:6d}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--sgr", type=pathlib.Path, default=ROOT / "target/release/sgr")
    parser.add_argument("--bench", type=pathlib.Path, help="the benchmark's program, instead of building it")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--kinds", nargs="+", default=["logistic", "svm", "forest"])
    parser.add_argument("--collections", nargs="*", default=["MUTAG", "PROTEINS", "ENZYMES", "IMDB-MULTI"])
    parser.add_argument("--wide", nargs="+", default=[], metavar="COLLECTION", help="also FGSD's counts of these")
    options = parser.parse_args()
    bench = options.bench or built_bench()
    warnings.simplefilter("ignore")
    print(
        f"{'collection':<16}{'examples':<12}{'kind':<10}{'ours':>8}{'theirs':>8}{'points':>8}{'equal %':>9}{'ours s':>9}"
        f"{'theirs s':>9}{'ratio':>8}{'open':>6}"
    )
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in options.collections:
            for what in ["spectrum", "sgr"]:
                vectors, labels = embedded(options.sgr, options.data, name, what, folder)
                for kind in sorted(set(options.kinds) - {"svm"}):
                    compare(bench, name, what, kind, vectors, labels, options.runs, folder)
                if what == "spectrum" and "svm" in options.kinds:
                    compare(bench, name, "gaussian", "svm", gaussian_gram(vectors), labels, options.runs, folder)
                    compare(bench, name, "histogram", "svm", histogram_gram(vectors), labels, options.runs, folder)
        for name in options.wide:
            vectors, labels = wide(bench, options.data, name, folder)
            compare(bench, name, "fgsd", "logistic", vectors, labels, options.runs, folder)
            turned = np.random.default_rng(0).permutation(vectors.shape[1])
            compare(bench, name, "fgsd turned", "logistic", vectors, labels, options.runs, folder, turned)


if __name__ == "__main__":
    main()
