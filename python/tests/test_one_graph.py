"""Krylov processes on blocks, in one process: stated errors cover the true ones, and ends are eigenvalues."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest

import sgr
from in_process import matrix_in_process
from sgr._one_graph._density import Aim, density
from sgr._one_graph._extremes import Ritz, extremes

AIM = Aim(max_error=5e-2, samples=256, knots="literal", probes=16, most_sets=1, seed=0)


def weighted(graph: nx.Graph, seed: int) -> nx.Graph:
    """The graph with weights over four orders of magnitude."""
    random = np.random.default_rng(seed)
    for u, v in graph.edges:
        graph[u][v]["weight"] = float(np.exp(2 * random.normal()))
    return graph


def connected(graph: nx.Graph) -> nx.Graph:
    """The largest component."""
    return graph.subgraph(max(nx.connected_components(graph), key=len)).copy()


def kinds(seed: int) -> dict[str, nx.Graph]:
    """Graphs with smooth spectra, gaps, thick tails, multiple eigenvalues and several components."""
    return {
        "scale-free": nx.barabasi_albert_graph(400, 3, seed=seed),
        "random": connected(nx.gnm_random_graph(500, 1500, seed=seed)),
        "regular": nx.random_regular_graph(4, 400, seed=seed),
        "small world": nx.connected_watts_strogatz_graph(400, 6, 0.1, seed=seed),
        "grid": nx.grid_2d_graph(20 + seed, 25),
        "tree": nx.random_labeled_tree(400, seed=seed),
        "cliques": nx.connected_caveman_graph(50, 8 + seed),
        "star": nx.star_graph(499 + seed),
        "bipartite": nx.complete_bipartite_graph(100 + seed, 300),
        "two": nx.disjoint_union(nx.barabasi_albert_graph(300, 4, seed=seed), nx.grid_2d_graph(10, 20 + seed)),
        "weights": weighted(nx.barabasi_albert_graph(400, 3, seed=seed + 9), seed),
    }


def cut(graph: nx.Graph, blocks: int = 3) -> Any:
    """The matrix of a graph in blocks."""
    graph = nx.convert_node_labels_to_integers(graph)
    component = np.zeros(len(graph), np.int64)
    for place, nodes in enumerate(nx.connected_components(graph)):
        component[list(nodes)] = place
    edges = list(graph.edges)
    weights = [graph[u][v]["weight"] for u, v in edges] if nx.is_weighted(graph) else None
    return matrix_in_process(edges, blocks, component if component.any() else None, weights)


def exact(graph: nx.Graph) -> Any:
    weight = "weight" if nx.is_weighted(graph) else None
    return sgr.spectrum(graph, weight=weight, method="exact"), sgr.spectrum_samples(graph, weight=weight, method="exact")


def test_stated_errors_cover_the_true_ones_in_nineteen_of_twenty() -> None:
    missed, ratios = [], []
    for seed in (0, 1):
        for name, graph in kinds(seed).items():
            found, _ = density(cut(graph), np.zeros(0), AIM)
            samples = found.numbers("samples")
            assert samples is not None
            true = np.abs(samples - exact(graph)[1]).max()
            ratios.append(true / found.error)
            if true > found.error:
                missed.append((name, seed, true, found.error))
    assert 20 * len(missed) <= len(ratios), missed
    # Errors that were always far too large would cover everything.
    assert max(ratios) > 0.2, ratios


@pytest.mark.parametrize("name", ["scale-free", "grid", "cliques", "weights", "two"])
def test_ends_are_eigenvalues_within_their_residuals(name: str) -> None:
    graph = kinds(0)[name]
    matrix, (eigenvalues, _) = cut(graph), exact(graph)
    found = extremes(matrix, 6, 6, 1e-3, seed=0)
    assert found.residual <= 1.01e-3
    low = eigenvalues[matrix.components : matrix.components + len(found.low)]
    high = eigenvalues[len(eigenvalues) - len(found.high) :]
    assert len(found.low) == len(found.high) == 6
    np.testing.assert_allclose(found.low, low, atol=found.residual)
    np.testing.assert_allclose(found.high, high, atol=found.residual)


def test_stated_residuals_are_those_of_the_vectors() -> None:
    graph = kinds(0)["scale-free"]
    found = extremes(cut(graph), 6, 6, 1e-3, seed=0)
    pieces = sorted((block, item.ritz) for block, item in found.process.state.collect() if isinstance(item, Ritz))
    vectors = np.vstack([piece for _, piece in pieces])
    # Lowest of L first, but in the order of N within them.
    eigenvalues = np.r_[found.low[::-1], found.high[::-1]]
    laplacian = nx.normalized_laplacian_matrix(graph).toarray()
    residuals = np.linalg.norm(laplacian @ vectors - vectors * eigenvalues, axis=0) / np.linalg.norm(vectors, axis=0)
    assert found.residual == pytest.approx(residuals.max(), rel=1e-3)
    assert found.lowest_residual == pytest.approx(residuals[:6].max(), rel=1e-3)


def test_the_order_of_the_edges_does_not_matter() -> None:
    edges = np.array(nx.barabasi_albert_graph(300, 4, seed=7).edges)
    one, other = (dict(matrix_in_process(chosen, 3).rows.collect()) for chosen in (edges, edges[::-1]))
    for block, rows in one.items():
        for mine, theirs in zip(rows, other[block]):
            np.testing.assert_array_equal(mine, theirs)


def test_other_blocks_give_the_same_spectrum() -> None:
    graph = nx.barabasi_albert_graph(500, 4, seed=5)
    one, five = (density(cut(graph, blocks), np.zeros(0), AIM)[0].numbers("samples") for blocks in (1, 5))
    assert one is not None and five is not None
    # The sums over the nodes have another order, in single precision.
    np.testing.assert_allclose(one, five, atol=1e-5)


def test_the_trace_of_the_square_is_that_of_the_eigenvalues() -> None:
    for name in ("scale-free", "weights", "two"):
        graph = kinds(1)[name]
        matrix, (eigenvalues, _) = cut(graph), exact(graph)
        assert matrix.square == pytest.approx(((1 - eigenvalues) ** 2).sum(), rel=1e-9), name
        assert matrix.size == len(graph) and matrix.sent > 0
