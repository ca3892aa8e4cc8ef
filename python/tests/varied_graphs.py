"""Graphs of many kinds, for the tests and the benchmark."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np


def varied_graphs(count: int, seed: int = 0, largest: int = 60) -> list[Any]:
    """NetworkX graphs of many kinds: random, trees, regular, disconnected, with isolated nodes, tiny."""
    rng = np.random.default_rng(seed)
    makers = [
        lambda n, s: nx.gnp_random_graph(n, min(1.0, 3 / n), seed=s),
        lambda n, s: nx.gnp_random_graph(n, 0.5, seed=s),
        lambda n, s: nx.barabasi_albert_graph(n + 2, 2, seed=s),
        lambda n, s: nx.watts_strogatz_graph(n + 4, 4, 0.1, seed=s),
        lambda n, s: nx.random_labeled_tree(n, seed=s),
        lambda n, s: nx.path_graph(n),
        lambda n, s: nx.cycle_graph(n + 2),
        lambda n, s: nx.star_graph(n),
        lambda n, s: nx.complete_graph(n),
        lambda n, s: nx.complete_bipartite_graph(n, n // 2 + 1),
        lambda n, s: nx.grid_2d_graph(n % 7 + 2, 5),
        lambda n, s: nx.disjoint_union(nx.path_graph(n), nx.complete_graph(4)),
        lambda n, s: nx.empty_graph(n),
    ]
    sizes = rng.integers(1, largest, count)
    return [makers[at % len(makers)](int(size), at) for at, size in enumerate(sizes)]
