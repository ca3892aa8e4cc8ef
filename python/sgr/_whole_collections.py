"""Methods that compare all graphs of a collection: kernels and evaluations, with the program's numbers."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sgr, _stream
from ._collection import Collection, read
from ._descriptions import model_of
from ._reading import Fields, Reading, threads
from ._seed import seed_of
from ._whole import whole

#: The values of ``methods``, in the order of the program's tables.
METHODS = tuple(name for name, *_ in _sgr.method_names())


def gram(
    graphs: Any,
    method: str = "wl",
    *,
    node_labels: Fields = False,
    uniform: bool = False,
    normalize: bool = False,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    n_jobs: int | None = None,
) -> NDArray[np.float64]:
    """The Gram matrix of a graph kernel: the numbers of ``sgr gram``.

    Parameters
    ----------
    graphs : list or generator of graphs, or a path
        As for :func:`embed`, as are ``weight``, ``directed_as`` and ``n_jobs``.
    method : {"wl", "sp", "gk4", "mlg", "rw", "pm", "dgk"}
        Weisfeiler–Lehman, shortest paths, graphlets of four nodes, multiscale Laplacian, random walks, pyramid match,
        deep graph kernel.
    node_labels : bool, str or list of str
        Let the kernel see the labels of nodes: those of the graphs of ``sgr.read(..., node_labels=True)``, or the
        fields of these names, as ``node_label`` of :func:`embed`. "gk4" ignores them.
    uniform : bool
        Let "wl" and "dgk" start from one label for all nodes instead of their degrees.
    normalize : bool
        Divide each value by the lengths of the two graphs, so that the diagonal is 1.

    Returns
    -------
    numpy.ndarray of float64
        A row and a column for each graph; for ``SVC(kernel="precomputed")``.

    Examples
    --------
    >>> import sgr
    >>> path, triangle = ([(0, 1), (1, 2)], 3), ([(0, 1), (1, 2), (2, 0)], 3)
    >>> sgr.gram([path, triangle], "sp").tolist()
    [[20.0, 24.0], [24.0, 36.0]]
    """
    reading = Reading(weight, directed_as, node_label=node_labels)
    batch = _stream.whole(graphs, reading)
    job = _sgr.start_gram(batch, method, bool(reading.node_label), uniform, normalize, threads(n_jobs))
    matrix: NDArray[np.float64] = job.result()
    return matrix


class ClusterScore(TypedDict):
    """How well clusters that were found without the classes agree with them."""

    clusters: int
    adjusted_rand_index: float
    normalized_mutual_information: float


class EvaluationResult(TypedDict):
    """How one method did on one collection: an entry of ``sgr evaluate --json``."""

    collection: str
    method: str
    variant: str
    classifier: str
    protocol: str
    accuracy_mean: float
    accuracy_std: float
    accuracies: list[float]
    test_share: float
    accuracy_interval: list[float] | None
    runs: int
    unfinished: int
    seconds: float
    describing_seconds: float
    seed: int
    graphs: int
    duplicates_left_out: int | None
    classes: int
    labels: bool
    attributes: bool
    standardized: bool
    chosen_c: list[float]
    raw_kernel: bool
    #: None for networks, which learn from the classes.
    clustering: ClusterScore | None


def evaluate(
    data: Any,
    methods: str | Sequence[str] = "sgr",
    *,
    runs: int = 100,
    protocol: str = "split",
    classifier: str = "logistic",
    seed: int = 0,
    model: Any = "default",
    node_labels: Fields = False,
    attributes: Fields = None,
    standardize: bool = False,
    choose_c: bool = False,
    without_duplicates: bool = False,
    raw_kernels: bool = False,
    node_features: str = "degrees",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    n_jobs: int | None = None,
) -> list[EvaluationResult]:
    """How well methods tell the classes of labelled collections apart: the numbers of ``sgr evaluate --json``.

    Parameters
    ----------
    data : path, pair (graphs, labels), or a dict from names to these
        Collections with a class for each graph, as :func:`read` returns them.
    methods : str or list of str
        Of "sp", "gk4", "wl", "mlg", "rw", "pm", "dgk", "hks", "gfp", "netsimile", "fgsd", "pscn", "dcnn", "spectrum",
        "heat", "fingerprint", "sgr", "wide"; or "all". The networks "pscn" and "dcnn" are trained on each
        split.
    runs : int
        How often to split, learn and test.
    protocol : {"split", "cv10"}
        Random 80/20 splits as in the paper, or ten stratified folds; ``runs=100`` are ten cross-validations.
    classifier : {"logistic", "svm", "rf", "knn"}
        For vectors: logistic regression ("lr" is its former name), support vector machine with a Gaussian kernel, random
        forest, or the five nearest neighbours. A support vector machine learns from kernels.
    seed : int
        Seed of splits, forests and clusters.
    attributes : str, list of str, True or None
        Let "sgr" see attributes of nodes: the fields of these names, as for :func:`embed`, or those of files.
    standardize : bool
        Standardize vectors for the classifier, by the training part of each split.
    choose_c : bool
        Choose C for each split, of 0.001, 0.01, ..., 1000, by a five-fold cross-validation of its training part; "rf" and
        "knn" have no C.
    without_duplicates : bool
        Keep one graph of each group of isomorphic ones, with the group's most frequent class, so that no copy of a test
        graph is learned from. Labels and attributes count if methods see them.
    raw_kernels : bool
        Leave kernels as they are instead of normalizing them to cosines.
    node_features : {"degrees", "constant"}
        What the networks "pscn" and "dcnn" see of a node without node labels.
    model, weight, directed_as, n_jobs
        As for :func:`embed`; ``node_labels`` as for :func:`gram`.

    Returns
    -------
    list of EvaluationResult
        A dict for each collection and method: ``pandas.DataFrame(sgr.evaluate(...))`` is a table.

    Examples
    --------
    >>> import sgr
    >>> [result] = sgr.evaluate("examples/shapes.jsonl", "spectrum", runs=5)
    >>> result["collection"], result["method"], result["runs"], result["accuracy_mean"] > 90
    ('shapes', 'spectrum', 5, True)
    """
    chosen = METHODS if methods == "all" else (methods,) if isinstance(methods, str) else tuple(methods)
    reading = Reading(weight, directed_as, node_label=node_labels, attributes=attributes)
    opened, seed, labelled = model_of(model), seed_of(seed, "seed"), bool(reading.node_label)
    runs = whole(runs, "runs", 1)
    results = list[EvaluationResult]()
    for name, graphs, labels in _collections(data, reading):
        batch = _stream.whole(graphs, reading)
        classes = [str(label) for label in np.asarray(labels).tolist()]
        if len(classes) != len(batch):
            raise ValueError(f"found {len(classes)} labels, wanted {len(batch)}, one for each graph")
        for method in chosen:
            job = _sgr.start_evaluation(
                batch, classes, name, method, opened, runs, protocol, classifier, seed, labelled,
                bool(reading.attributes), standardize, choose_c, without_duplicates, raw_kernels, threads(n_jobs),
                node_features,
            )  # fmt: skip
            results.append(json.loads(job.result()))
    return results


def _collections(data: Any, reading: Reading) -> Iterator[tuple[str, Any, ArrayLike]]:
    """Name, graphs and classes of each collection."""
    named = data.items() if isinstance(data, Mapping) else [(None, data)]
    for name, item in named:
        if isinstance(item, (str, os.PathLike)):
            found = read(
                item,
                weight=reading.is_weighted,
                directed_as=reading.directed_as,
                node_labels=bool(reading.node_label),
                attributes=bool(reading.attributes),
            )
            if found.labels is None:
                raise ValueError(f"{os.fspath(item)}: found graphs without class labels, wanted a class for each")
            yield name or pathlib.Path(item).stem, found.graphs, found.labels
        elif isinstance(item, (Collection, tuple)) and len(item) == 2:
            yield name or "collection", item[0], item[1]
        else:
            raise TypeError(f"found {type(item).__qualname__}, wanted a path or a pair (graphs, labels)")
