"""Pictures show what they say, on the axes they are given."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from matplotlib import pyplot

import sgr


@pytest.fixture(autouse=True)
def _close_figures() -> object:
    yield
    pyplot.close("all")


def test_spectra() -> None:
    _, given = pyplot.subplots()
    ax = sgr.plot.spectrum({"ring": nx.cycle_graph(6), "star": nx.star_graph(4)}, ax=given)
    assert ax is given and [line.get_label() for line in ax.lines] == ["ring", "star"]
    assert np.array_equal(ax.lines[1].get_ydata(), sgr.spectrum(nx.star_graph(4)))
    assert np.array_equal(ax.lines[1].get_xdata(), [0.2, 0.4, 0.6, 0.8, 1.0])
    assert sgr.plot.spectrum(nx.path_graph(3)).get_legend() is None
    assert sgr.plot.spectrum([nx.path_graph(3)], labels=["path"]).get_legend() is not None
    with pytest.raises(ValueError, match="found 2 labels, wanted 1"):
        sgr.plot.spectrum(nx.path_graph(3), labels=["a", "b"])


def test_heat_traces() -> None:
    ax = sgr.plot.heat_trace([nx.cycle_graph(6)], [1.0, 2.0], None)
    assert np.array_equal(ax.lines[0].get_ydata(), sgr.heat_trace(nx.cycle_graph(6), [1.0, 2.0], None))
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_saliency() -> None:
    found = sgr.saliency(count=10)
    ax = sgr.plot.saliency(found)
    shown = np.asarray(ax.images[0].get_array())
    assert np.array_equal(shown, found.strips) and shown.min() == 0 and shown.max() == 255


def test_embeddings() -> None:
    graphs, labels = sgr.read("examples/shapes.jsonl")
    vectors = sgr.embed(graphs)
    for given in (graphs, vectors):
        ax = sgr.plot.embedding(given, labels)
        assert [len(points.get_offsets()) for points in ax.collections] == [30, 30, 30]
    plane = np.concatenate([points.get_offsets() for points in ax.collections])
    centred = vectors.astype(float) - vectors.mean(axis=0, dtype=float)
    explained = np.linalg.svd(centred, compute_uv=False)[:2]
    assert np.allclose(np.linalg.norm(plane, axis=0), explained)
    assert len(sgr.plot.embedding(vectors[:1]).collections[0].get_offsets()) == 1
    with pytest.raises(ValueError, match="found 1 labels, wanted 90"):
        sgr.plot.embedding(vectors, ["a"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sgr.plot.embedding([nx.path_graph(3)], color="red"), "found the keyword 'color', wanted one of rep"),
        (lambda: sgr.plot.embedding(np.eye(3), colour="red"), "found the keyword 'colour', wanted one of .*, n_jobs, "),
        (lambda: sgr.plot.embedding(np.eye(3), model="paper"), "found model next to vectors"),
        (lambda: sgr.plot.embedding([nx.path_graph(3)], return_info=True), "found the keyword 'return_info'"),
        (lambda: sgr.plot.spectrum([], colour="red"), "found the keyword 'colour', wanted one of weight"),
        (lambda: sgr.plot.heat_trace([], colour="red"), "found the keyword 'colour', wanted one of weight"),
        (lambda: sgr.plot.saliency(sgr.saliency(count=3), count=4), "found count next to a saliency"),
        (lambda: sgr.plot.saliency(cuont=4), "found the keyword 'cuont', wanted one of .*count"),
        (lambda: sgr.plot.draw(nx.path_graph(3), seed=1), "found the keyword 'seed', wanted one of weight"),
    ],
)
def test_unknown_keywords_are_named(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()
