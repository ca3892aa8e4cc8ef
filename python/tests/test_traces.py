"""Heat and wave traces are NetLSD's where NetLSD is exact, and the closed forms'."""

from __future__ import annotations

import netlsd
import networkx as nx
import numpy as np
import pytest

import sgr
from varied_graphs import varied_graphs


def test_heat_is_netlsds_on_200_varied_graphs() -> None:
    graphs = varied_graphs(200)
    ours = sgr.heat_trace(graphs)
    for graph, trace in zip(graphs, ours):
        theirs = netlsd.heat(nx.convert_node_labels_to_integers(graph), eigenvalues="full")
        assert np.abs(trace - theirs).max() < 1e-9


@pytest.mark.parametrize("normalization", ["empty", "complete", None])
def test_normalizations_and_waves_are_netlsds(normalization: str | None) -> None:
    times = np.linspace(0.1, 3, 20)
    for graph in varied_graphs(30, seed=5):
        plain = nx.convert_node_labels_to_integers(graph)
        heat = netlsd.heat(plain, times, eigenvalues="full", normalization=normalization)
        assert np.allclose(sgr.heat_trace(graph, times, normalization), heat, rtol=1e-9, atol=1e-9)
        if normalization != "complete":  # divisors near zero
            wave = netlsd.wave(plain, times, eigenvalues="full", normalization=normalization)
            assert np.allclose(sgr.wave_trace(graph, times, normalization), wave, rtol=1e-9, atol=1e-9)


def test_the_usual_times_are_netlsds() -> None:
    graph = nx.petersen_graph()
    assert np.allclose(sgr.wave_trace(graph), netlsd.wave(graph, eigenvalues="full"), rtol=0, atol=1e-9)
    assert np.allclose(sgr.heat_trace(graph), netlsd.heat(graph, eigenvalues="full"), rtol=0, atol=1e-9)


def test_closed_forms() -> None:
    times = np.array([0.0, 0.3, 1.0, 7.0])
    star = sgr.heat_trace(nx.star_graph(4), times, None)
    assert np.allclose(star, 1 + 3 * np.exp(-times) + np.exp(-2 * times), rtol=1e-14)
    triangle = sgr.wave_trace(nx.complete_graph(3), times, None)
    assert np.allclose(triangle, 1 + 2 * np.cos(1.5 * times), rtol=1e-13)
    assert np.array_equal(sgr.heat_trace(nx.empty_graph(3), times, None), [3, 3, 3, 3])


def test_one_graph_or_many() -> None:
    graphs = varied_graphs(5)
    assert np.array_equal(sgr.heat_trace(graphs)[3], sgr.heat_trace(graphs[3]))
    assert sgr.heat_trace([]).shape == (0, 250) and sgr.embed([]).shape == (0, 256) and sgr.spectrum([]) == []
    with pytest.warns(sgr.GraphWarning):
        rows = sgr.heat_trace([graphs[0], "x"], [1.0], on_error="nan")
    assert not np.isnan(rows[0, 0]) and np.isnan(rows[1, 0])


def test_vectors_are_the_traces_in_single_precision() -> None:
    graphs = varied_graphs(40)
    assert np.allclose(sgr.HeatTrace().transform(graphs), sgr.heat_trace(graphs), rtol=1e-6)
    times = [0.5, 2.0]
    vectors = sgr.HeatTrace(times=times, normalization=None).transform(graphs)
    assert np.allclose(vectors, sgr.heat_trace(graphs, times, None), rtol=1e-6)


def test_spectra_are_numpys() -> None:
    for graph in varied_graphs(60, seed=2):
        laplacian = nx.normalized_laplacian_matrix(graph).toarray() if len(graph) else np.zeros((0, 0))
        assert np.abs(sgr.spectrum(graph) - np.linalg.eigvalsh(laplacian)).max() < 1e-12
