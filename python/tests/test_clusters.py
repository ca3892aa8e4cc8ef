"""Clusters: scikit-learn's on the same vectors, and descriptions as plain data."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import adjusted_rand_score, silhouette_score

import sgr
from conftest import ROOT
from test_same_as_the_command_line import SHAPES, run


def vectors_of(name: str) -> NDArray[Any]:
    if name == "moons":
        return np.asarray(make_moons(400, noise=0.05, random_state=1)[0])
    if name == "uniform":
        return np.random.default_rng(3).random((500, 4))
    points, width, spread = {"blobs": (600, 5, 1.0), "wide": (900, 256, 3.0), "blurred": (500, 2, 2.5)}[name]
    return np.asarray(make_blobs(points, width, centers=6, cluster_std=spread, random_state=2)[0])


# Of 5 points and without gaps, scikit-learn's own clusters depend on the order of the points: many distances are equal.
@pytest.mark.parametrize(
    ("name", "size"), [("moons", 5), ("moons", 12), ("blobs", 5), ("wide", 12), ("uniform", 12), ("blurred", 12)]
)
def test_dense_groups_are_scikit_learns(name: str, size: int) -> None:
    # In single precision, as ours: of other numbers other points may be nearest.
    vectors = vectors_of(name).astype(np.float32)
    ours = sgr.cluster(vectors, method="hdbscan", min_cluster_size=size)
    theirs = HDBSCAN(min_cluster_size=size, copy=True).fit_predict(vectors.astype(np.float64))
    assert adjusted_rand_score(theirs, ours.labels) > 0.99
    # Equal distances have no order: the points at the edges of clusters may fall to either side.
    assert np.mean((theirs < 0) != (ours.labels < 0)) < 0.01
    assert ours.n_clusters == theirs.max() + 1 and ours.noise == np.sum(ours.labels < 0)


@pytest.mark.parametrize("name", ["moons", "uniform", "blobs", "wide", "blurred"])
def test_means_are_as_good_as_scikit_learns(name: str) -> None:
    vectors = vectors_of(name).astype(np.float32)
    theirs = KMeans(6, n_init=10, random_state=0).fit(vectors)
    ours = sgr.cluster(vectors, 6).labels
    means = np.array([vectors[ours == cluster].mean(axis=0) for cluster in range(6)])
    inertia = float(((vectors - means[ours]) ** 2).sum())
    # Both start ten times: neither is always better.
    assert inertia < 1.02 * theirs.inertia_
    if name in ("blobs", "wide"):
        assert adjusted_rand_score(theirs.labels_, ours) == 1.0


def test_the_silhouette_is_scikit_learns() -> None:
    vectors = vectors_of("blurred").astype(np.float32)
    found = sgr.cluster(vectors)
    assert found.chosen is not None and found.chosen["criterion"] == "silhouette" and found.chosen["graphs"] == 500
    scores = found.chosen["scores"]
    assert len(scores) == 15 and scores[0] == 0
    for k in (2, 6):
        # The number is chosen with fewer starts of k-means than clusters are found with.
        assert scores[k - 1] == pytest.approx(silhouette_score(vectors, sgr.cluster(vectors, k).labels), abs=0.01)


def test_what_is_said_of_clusters_is_the_programs(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    said = run(command_line, "cluster", SHAPES, "-o", tmp_path / "c.csv", "--json")
    theirs, found = json.loads(said), sgr.cluster(SHAPES)
    assert found.chosen == theirs["chosen"] and found.sizes == theirs["sizes"] and found.converged and found.noise == 0
    graphs, labels = sgr.read(SHAPES)
    for ours, other in zip(found.descriptions, theirs["descriptions"], strict=True):
        for key in ("cluster", "graphs", "nodes", "edges", "differences", "families"):
            assert ours[key] == other[key]
        members = np.flatnonzero(found.labels == ours["cluster"])
        nodes = sorted(graphs[at].node_count for at in members)
        assert ours["nodes"] == {"least": nodes[0], "median": float(np.median(nodes)), "most": nodes[-1]}
        assert set(ours["typical"]) <= set(members) and ours["untypical"] in members
        assert ours["families"] and all(set(each) == {"family", "share"} for each in ours["families"])
    assert labels is not None and adjusted_rand_score(labels, sgr.cluster(SHAPES, 3).labels) == 1.0
    text = run(command_line, "cluster", SHAPES, "-o", tmp_path / "c.csv").strip().splitlines()
    # The program also compares with the classes, and has ids.
    of_graphs = [line for line in text[2:] if "typical: " not in line]
    assert of_graphs == [line for line in str(found).splitlines()[1:] if "typical: " not in line]


def test_vectors_have_typical_rows_and_nothing_of_graphs() -> None:
    vectors = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.5]])
    found = sgr.cluster(vectors, 2)
    first, second = found.descriptions
    assert first == {"cluster": 0, "graphs": 3, "typical": [1, 0, 2], "untypical": 2}
    assert second["typical"] == [4, 3, 5] and second["untypical"] == 5
    assert np.asarray(found).tolist() == [0, 0, 0, 1, 1, 1] and len(found) == 6
    assert np.asarray(found, np.int32).dtype == np.int32


def test_wrong_wishes_are_refused() -> None:
    vectors = np.arange(12.0).reshape(6, 2)
    with pytest.raises(ValueError, match="found k=2 for hdbscan, wanted none"):
        sgr.cluster(vectors, 2, "hdbscan")
    with pytest.raises(ValueError, match='found method "wl", wanted one of kmeans, hdbscan'):
        sgr.cluster(vectors, 2, "wl")
    with pytest.raises(ValueError, match="found min_cluster_size=1, wanted 2 to"):
        sgr.cluster(vectors, method="hdbscan", min_cluster_size=1)
    with pytest.raises(ValueError, match="found a kernel, wanted vectors to choose"):
        sgr.cluster(SHAPES, by="wl")
    with pytest.raises(ValueError, match="found inf in row 0"):
        sgr.cluster(np.array([[np.inf], [1.0]]), method="hdbscan")


def test_page_of_results() -> None:
    done = subprocess.run([sys.executable, ROOT / "benchmarks/clusters.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
