"""Synthetic graphs, seeded: the same ``random_state`` gives the same graph on every machine.

A graph that could take more than ``max_memory`` gigabytes while it is drawn, by an upper estimate, is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _sgr
from ._collection import Collection
from ._progress import Bar
from ._reading import threads
from ._seed import seed_of
from ._whole import whole

__all__ = [
    "FAMILIES",
    "barabasi_albert",
    "collection",
    "erdos_renyi",
    "geometric",
    "gnm",
    "grid",
    "regular",
    "sbm",
    "tree",
    "watts_strogatz",
]

#: The families of :func:`collection`, with what they are in a few words.
FAMILIES: dict[str, str] = dict(_sgr.family_names())


def sbm(sizes: Sequence[int], densities: Any, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """A stochastic block model: nodes fall into blocks, a pair is joined with the density of its two blocks.

    Parameters
    ----------
    sizes : list of int
        Nodes of each block.
    densities : matrix, or a pair (inside, outside)
        Probability of an edge between nodes of two blocks.
    random_state : int, NumPy generator or None
        The seed.
    max_memory : float
        Gigabytes that the graph may take while it is drawn, by an upper estimate; a larger one is refused.

    Examples
    --------
    >>> import sgr
    >>> sgr.generate.sbm([3, 4], [[1, 0], [0, 1]])
    <Graph of 7 nodes and 9 edges>
    >>> sgr.generate.sbm([3, 4], (1, 0))
    <Graph of 7 nodes and 9 edges>
    """
    table = np.asarray(densities, np.float64)
    if table.shape == (2,):
        inside, outside = table
        table = np.full((len(sizes), len(sizes)), outside)
        np.fill_diagonal(table, inside)
    return _draw("block-model", ([_count(size, "size") for size in sizes], table.tolist()), random_state, max_memory)


def erdos_renyi(nodes: int, density: float, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """G(n, p): every pair of nodes is joined with the same probability.

    >>> import sgr
    >>> sgr.generate.erdos_renyi(10, 1.0)
    <Graph of 10 nodes and 45 edges>
    """
    return _draw("erdos-renyi", (_count(nodes, "nodes"), float(density)), random_state, max_memory)


def gnm(nodes: int, edges: int, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """G(n, m): so many edges, any set of them as likely as any other.

    >>> import sgr
    >>> sgr.generate.gnm(10, 12)
    <Graph of 10 nodes and 12 edges>
    """
    return _draw("fixed-edges", (_count(nodes, "nodes"), _count(edges, "edges")), random_state, max_memory)


def barabasi_albert(nodes: int, links: int, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """Newcomers link to nodes of high degree, each with so many links.

    >>> import sgr
    >>> sgr.generate.barabasi_albert(10, 1)
    <Graph of 10 nodes and 9 edges>
    """
    return _draw("barabasi-albert", (_count(nodes, "nodes"), _count(links, "links")), random_state, max_memory)


def watts_strogatz(
    nodes: int, neighbors: int, rewiring: float, *, random_state: Any = None, max_memory: float = 8.0
) -> _sgr.Graph:
    """A ring on which each node knows its nearest neighbours, with a share of the edges thrown elsewhere.

    >>> import sgr
    >>> sgr.generate.watts_strogatz(10, 4, 0.1)
    <Graph of 10 nodes and 20 edges>
    """
    return _draw(
        "watts-strogatz",
        (_count(nodes, "nodes"), _count(neighbors, "neighbors"), float(rewiring)),
        random_state,
        max_memory,
    )


def regular(nodes: int, degree: int, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """A random graph whose nodes all have the same degree.

    >>> import sgr
    >>> sgr.generate.regular(10, 3)
    <Graph of 10 nodes and 15 edges>
    """
    return _draw("regular", (_count(nodes, "nodes"), _count(degree, "degree")), random_state, max_memory)


def geometric(nodes: int, radius: float, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """Points of the unit square, joined when nearer than the radius.

    >>> import sgr
    >>> sgr.generate.geometric(5, 2.0)
    <Graph of 5 nodes and 10 edges>
    """
    return _draw("geometric", (_count(nodes, "nodes"), float(radius)), random_state, max_memory)


def tree(nodes: int, exponent: float = 0.0, *, random_state: Any = None, max_memory: float = 8.0) -> _sgr.Graph:
    """A random tree: newcomers choose a node by its degree to the exponent; high makes stars, low makes paths.

    >>> import sgr
    >>> sgr.generate.tree(10)
    <Graph of 10 nodes and 9 edges>
    """
    return _draw("tree", (_count(nodes, "nodes"), float(exponent)), random_state, max_memory)


def grid(
    nodes: int,
    width: int,
    *,
    diagonals: bool = False,
    kept: float = 1.0,
    random_state: Any = None,
    max_memory: float = 8.0,
) -> _sgr.Graph:
    """A rectangular grid, row by row, of whose edges a share is kept: streets.

    >>> import sgr
    >>> sgr.generate.grid(12, 4)
    <Graph of 12 nodes and 17 edges>
    """
    return _draw(
        "grid", (_count(nodes, "nodes"), _count(width, "width"), bool(diagonals), float(kept)), random_state, max_memory
    )


def collection(
    families: str | Sequence[str],
    count: int = 100,
    *,
    nodes: tuple[int, int] = (10, 500),
    degree: tuple[float, float] = (2.0, 30.0),
    blocks: tuple[int, int] = (2, 10),
    ratio: tuple[float, float] = (4.0, 50.0),
    random_state: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
    max_memory: float = 8.0,
) -> Collection:
    """``count`` graphs of each family, of various sizes and densities, with the family as label.

    Parameters
    ----------
    families : str or list of str
        Names out of :data:`FAMILIES`.
    nodes, degree, blocks, ratio : pairs (least, most)
        Nodes and mean degree, log-uniform; blocks, and how many times denser they are inside than outside.
    max_memory : float
        Gigabytes that the graphs being drawn may take, by an upper estimate; larger ones are refused. The graphs that
        come back are not counted.

    Examples
    --------
    >>> import sgr
    >>> graphs, labels = sgr.generate.collection(["grid", "hub-tree"], 2, random_state=1)
    >>> labels.tolist()
    ['grid', 'grid', 'hub-tree', 'hub-tree']
    """
    names = [families] if isinstance(families, str) else list(families)
    seed, count = seed_of(random_state), whole(count, "count")
    job = _sgr.start_families(names, count, nodes, degree, blocks, ratio, seed, threads(n_jobs), max_memory)
    with Bar(progress, count * len(names)) as bar:
        graphs = bar.result(job, count * len(names))
    return Collection(graphs, np.array([graph.label for graph in graphs], str))


def _count(number: Any, parameter: str) -> int:
    return whole(number, parameter, 0, 2**32 - 1)


def _draw(model: str, parameters: tuple[Any, ...], random_state: Any, max_memory: float) -> _sgr.Graph:
    return _sgr.draw_graph(model, parameters, seed_of(random_state), max_memory)
