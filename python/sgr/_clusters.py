"""Clusters of graphs or vectors, and what each of them is: the numbers and words of ``sgr cluster``."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _sgr, _stream
from ._descriptions import model_of
from ._reading import Fields, Reading, threads
from ._seed import seed_of
from ._whole import whole


class Clusters:
    """Clusters of graphs or vectors: what :func:`cluster` returns. Its text says what each of them is.

    ``numpy.asarray(clusters)`` is ``clusters.labels``.

    Examples
    --------
    >>> import numpy as np, sgr
    >>> found = sgr.cluster(np.array([[0.0], [9.0], [0.1], [9.1]]), 2)
    >>> found
    2 clusters of 2, 2 graphs (kmeans)
    <BLANKLINE>
    cluster 0: 2 graphs (50 %)
      typical: 0, 2
    <BLANKLINE>
    cluster 1: 2 graphs (50 %)
      typical: 1, 3
    >>> found.descriptions[1]["typical"]
    [1, 3]
    """

    def __init__(self, labels: NDArray[np.int64], report: dict[str, Any], text: str) -> None:
        self._text = text
        #: The cluster of each graph, −1 for noise. Numbers appear in ascending order, from 0.
        self.labels: NDArray[np.int64] = labels
        #: Number of clusters.
        self.n_clusters: int = report["clusters"]
        #: Graphs of each cluster.
        self.sizes: list[int] = report["sizes"]
        #: Graphs in none.
        self.noise: int = report["noise"]
        #: Whether k-means reached its end.
        self.converged: bool = report["converged"]
        #: How the number of clusters was chosen: "criterion", "graphs" (how many were looked at), "scores" for 1, 2, …
        #: clusters, and the "limit" above which they speak for more than one, if there is one. None if the number was
        #: given, or found by the method.
        self.chosen: dict[str, Any] | None = report["chosen"]
        #: What each cluster is, and the noise, if there is any, at the end: dicts with "cluster" (None for noise), "graphs",
        #: the positions "typical" and "untypical"; of graphs also "nodes" and "edges" ("least", "median", "most"),
        #: "differences" ("what", "deviations", "median", "median_of_others") and "families" ("family", "share").
        self.descriptions: list[dict[str, Any]] = [_with_positions(each) for each in report["descriptions"]]

    def __repr__(self) -> str:
        return self._text

    def __len__(self) -> int:
        return len(self.labels)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        array = self.labels if dtype is None else self.labels.astype(dtype, copy=False)
        return array.copy() if copy else array


def _with_positions(description: dict[str, Any]) -> dict[str, Any]:
    """The ids of graphs are their positions, as texts."""
    untypical = description["untypical"]
    typical = [int(position) for position in description["typical"]]
    return {**description, "typical": typical, "untypical": None if untypical is None else int(untypical)}


def cluster(
    graphs: Any,
    k: int | None = None,
    method: str = "kmeans",
    *,
    by: str = "sgr",
    criterion: str = "silhouette",
    max_k: int = 15,
    min_cluster_size: int | None = None,
    seed: int = 0,
    model: Any = "default",
    node_labels: Fields = False,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    n_jobs: int | None = None,
) -> Clusters:
    """Sort graphs, or vectors, into clusters and say what each of them is: ``sgr cluster``.

    Parameters
    ----------
    graphs : list or generator of graphs, a path, or a two-dimensional array of floating-point numbers
        An array holds vectors, one row each; then ``by`` is not used.
    k : int or None
        Number of clusters of "kmeans"; chosen by ``criterion`` unless given.
    method : {"kmeans", "hdbscan"}
        Clusters around their means (k-means++, ten starts; spectral clustering on kernels), or dense places, between
        which graphs are noise.
    by : str
        What describes a graph: "sgr", "wide", "spectrum", "heat", "fingerprint", "netsimile", "fgsd", "hks", "gfp", or
        a kernel, "sp", "gk4", "wl", "mlg", "rw", "pm", "dgk", which needs ``k``.
    criterion : {"silhouette", "gap", "stability"}
        What chooses the number of clusters, from the vectors of at most 2000 graphs; 1 is a possible answer.
    max_k : int
        Most clusters that are chosen.
    min_cluster_size : int or None
        Fewest graphs of a cluster of "hdbscan"; a hundredth of the graphs and at least 5, unless given.
    seed : int
        Seed of the starts and the sample.
    model, weight, directed_as, n_jobs
        As for :func:`embed`; ``node_labels`` as for :func:`gram`.

    Returns
    -------
    Clusters

    Examples
    --------
    >>> import sgr
    >>> found = sgr.cluster("examples/shapes.jsonl")
    >>> found.sizes, found.descriptions[0]["differences"][0]["what"]
    ([60, 30], 'number of cycles of four nodes for each node')
    """
    if k is not None and method == "hdbscan":
        raise ValueError(f"found k={k} for hdbscan, wanted none: it finds the number of clusters")
    settings = _sgr.ClusterSettings(
        method,
        None if k is None else whole(k, "k", 1),
        criterion,
        whole(max_k, "max_k", 1, 100),
        None if min_cluster_size is None else whole(min_cluster_size, "min_cluster_size", 2),
        seed_of(seed, "seed"),
    )
    if isinstance(graphs, np.ndarray) and graphs.ndim == 2 and graphs.dtype.kind == "f":
        job = _sgr.start_vector_clusters(np.ascontiguousarray(graphs, np.float32), settings, threads(n_jobs))
    else:
        reading = Reading(weight, directed_as, node_label=node_labels)
        batch, labelled = _stream.whole(graphs, reading), bool(reading.node_label)
        job = _sgr.start_graph_clusters(batch, by, model_of(model), labelled, settings, threads(n_jobs))
    labels, report, text = job.result()
    return Clusters(labels, json.loads(report), text)
