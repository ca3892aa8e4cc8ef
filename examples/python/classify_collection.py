"""Classify a TU collection in a scikit-learn pipeline.

    python examples/python/classify_collection.py [PROTEINS.zip]

Without an argument a small collection is written in TU's format first, so that nothing needs to be downloaded. Needs
scikit-learn.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

import sgr


def write_small_collection(folder: pathlib.Path) -> None:
    """Sixty graphs of three kinds, as TU collections are: all edges in one file, all nodes in another."""
    graphs, labels = sgr.generate.collection(
        ["block-model", "ring-tree", "clique-ego"], 20, nodes=(15, 40), degree=(2, 6), random_state=1
    )
    kinds = {name: number for number, name in enumerate(sorted(set(labels)))}
    edges, indicator, first = [], [], 1
    for number, graph in enumerate(graphs, start=1):
        for u, v in graph.edges() + first:
            edges += [f"{u}, {v}", f"{v}, {u}"]
        indicator += [str(number)] * graph.node_count
        first += graph.node_count
    classes = [str(kinds[label]) for label in labels]
    for name, lines in [("A", edges), ("graph_indicator", indicator), ("graph_labels", classes)]:
        (folder / f"SMALL_{name}.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        if len(sys.argv) == 1:
            write_small_collection(path)
        graphs, labels = sgr.read_tu(path)
    print(f"{len(graphs)} graphs, {len(set(labels.tolist()))} classes")

    # Two steps that matter: graphs to vectors, vectors to classes.
    pipeline = Pipeline(
        [("vectors", sgr.SGR()), ("scale", StandardScaler()), ("classes", LogisticRegression(max_iter=1000))]
    )
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores = cross_val_score(pipeline, graphs, labels, cv=folds)
    print(f"learned vectors: {100 * scores.mean():.1f} % ± {100 * scores.std():.1f}")

    # Which vector suits these graphs? The representation is a parameter like any other.
    search = GridSearchCV(pipeline, {"vectors__representation": ["sgr", "spectrum", "heat", "netsimile"]}, cv=folds)
    search.fit(graphs, labels)
    for setting, score in zip(search.cv_results_["params"], search.cv_results_["mean_test_score"]):
        print(f"  {setting['vectors__representation']:<10} {100 * score:.1f} %")
    print(f"best: {search.best_params_['vectors__representation']}")


if __name__ == "__main__":
    main()
