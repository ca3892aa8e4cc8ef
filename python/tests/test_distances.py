"""Distances with statistics of a model: indexes, pairs of graphs, and how large a distance is."""

from __future__ import annotations

import json
import pathlib
import struct

import numpy as np
import pytest

import sgr
from conftest import ROOT

SHAPES = ROOT / "examples" / "shapes.jsonl"
NAMES = ("euclidean", "cosine", "standardized", "whitened", "ranks")


def tensor(name: str) -> np.ndarray:
    """A tensor of the file of the model `default`, read without the library."""
    content = sgr.Model.open("default").to_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])[name]
    start, end = (8 + length + offset for offset in header["data_offsets"])
    return np.frombuffer(content[start:end], "<f4").reshape(header["shape"]).astype(np.float64)


def prepared(name: str, vectors: np.ndarray) -> np.ndarray:
    """Vectors whose Euclidean distances are those of a name, with NumPy."""
    vectors = vectors.astype(np.float64)
    if name == "standardized":
        return vectors / tensor("statistics.deviations")
    if name == "whitened":
        return vectors @ tensor("statistics.whitening").T
    if name == "ranks":
        table = tensor("statistics.quantiles")
        levels = np.linspace(0, 1, table.shape[1])
        return np.stack([np.interp(column, row, levels) for column, row in zip(vectors.T, table)], axis=1)
    return vectors


@pytest.mark.parametrize("name", ["euclidean", "standardized", "whitened", "ranks"])
def test_an_index_searches_by_the_distance(name: str, tmp_path: pathlib.Path) -> None:
    graphs, _ = sgr.read(SHAPES)
    vectors = sgr.embed(graphs)
    rows = prepared(name, vectors)
    index = sgr.Index(graphs, distance=name)
    index.save(tmp_path / "shapes.sgri")
    hits = index.search(graphs[7], k=9)
    wanted = np.linalg.norm(rows - rows[7], axis=1)
    for hit in hits:
        # Ties of several quantiles have the rank of their middle, which np.interp does not know.
        assert hit.distance == pytest.approx(wanted[int(hit.id)], rel=1e-4, abs=0.1 if name == "ranks" else 1e-5)
        assert sgr.distance(graphs[7], graphs[int(hit.id)], name) == pytest.approx(hit.distance, rel=1e-12)
    opened = sgr.Index.load(tmp_path / "shapes.sgri")
    assert opened.distance == name and opened.search(graphs[7], k=9) == hits
    assert sgr.Index(vectors, distance=name).search(vectors[7:8], k=9) == [hits]


def test_the_default_is_that_of_the_model() -> None:
    graphs, _ = sgr.read(SHAPES)
    assert sgr.Index(graphs).distance == sgr.Model.open("default").distance == "euclidean"
    assert sgr.Index(np.eye(3)).distance == sgr.Index(graphs, representation="heat").distance == "euclidean"


def test_fingerprints_are_compared_by_tanimoto(tmp_path: pathlib.Path) -> None:
    graphs, _ = sgr.read(SHAPES)
    vectors = sgr.Fingerprint(sparse_output=False).fit_transform(graphs).astype(np.float64)
    wanted = 1 - np.minimum(vectors, vectors[7]).sum(axis=1) / np.maximum(vectors, vectors[7]).sum(axis=1)
    index = sgr.Index(graphs, representation="fingerprint")
    hits = index.search(graphs[7], k=90)
    assert [int(hit.id) for hit in hits] == np.argsort(wanted, kind="stable").tolist()
    assert [hit.distance for hit in hits] == pytest.approx(sorted(wanted), abs=1e-12)
    assert index.distance == "tanimoto"
    index.save(tmp_path / "shapes.sgri")
    assert sgr.Index.load(tmp_path / "shapes.sgri").search(graphs[7], k=90) == hits
    far = sgr.distance(graphs[7], graphs[80], "tanimoto", "fingerprint")
    assert far == pytest.approx(wanted[80], abs=1e-12)
    with pytest.raises(ValueError, match="wanted at least 0 for the distance tanimoto"):
        sgr.Index(graphs, distance="tanimoto")


def test_distances_that_have_no_statistics_say_so() -> None:
    graphs, _ = sgr.read(SHAPES)
    old = sgr.Model.open(str(ROOT / "crates/sgr/tests/promises/data/model-version-2.safetensors"))
    for make, message in [
        (lambda: sgr.Index(graphs, representation="heat", distance="ranks"), "without labels and attributes"),
        (lambda: sgr.distance(graphs[0], graphs[1], "ranks", "spectrum"), "without labels and attributes"),
        (lambda: sgr.Index(graphs, model=old, distance="ranks"), "sgr train --statistics MODEL -o NEW"),
        (lambda: sgr.Index(np.eye(3), distance="whitened"), "found vectors of 3 dimensions, wanted 256"),
        (lambda: sgr.Index(graphs, distance="manhattan"), "found distance \"manhattan\", wanted one of euclidean"),
        (lambda: old.closer_than(1.0), "found a model without statistics"),
        (lambda: sgr.Model.open("default").closer_than(1.0, "manhattan"), "wanted one of euclidean"),
    ]:
        with pytest.raises(ValueError, match=message):
            make()
    assert old.distance == "euclidean"
    assert sgr.distance(graphs[0], graphs[1], "cosine", model=old) > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_model_says_how_large_a_distance_is(name: str) -> None:
    model = sgr.Model.open("paper")
    table = tensor_of_pairs = model.closer_than(0.0, name)
    assert list(table) == ["any", "block-model", "erdos-renyi"] and min(tensor_of_pairs.values()) > 99
    shares = [model.closer_than(value, name)["any"] for value in np.geomspace(1e-3, 1e3, 40)]
    assert shares == sorted(shares, reverse=True) and shares[-1] == 0.0
