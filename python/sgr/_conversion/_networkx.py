"""NetworkX graphs: any node ids, in the order the graph lists them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, count
from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from ._arrays import numbers
from ._fields import Carried, Owners, carried


def looks_like(graph: Any) -> bool:
    """Whether it has what is used of a NetworkX graph."""
    return all(hasattr(graph, name) for name in ("_adj", "edges", "is_directed", "is_multigraph"))


def add(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds the graph; a MultiGraph's parallel edges count once."""
    is_directed = graph.is_directed()
    if is_directed:
        reading.refuse_directed(type(graph).__name__)
    if is_directed or reading.is_weighted or reading.edge_label:
        _add_edges(batch, graph, reading)
    else:
        _add_rows(batch, graph, reading)


def _add_rows(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    # The dictionaries behind the public views, which are ten times slower to walk through.
    adjacency = graph._adj
    fields = _fields(graph, adjacency, [], reading) if reading.has_fields else None
    if batch.add_adjacency(adjacency, fields):
        return
    # Views of a part of a graph.
    rows = adjacency.values()
    offsets = np.zeros(len(adjacency) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, rows), np.int64, len(adjacency)), out=offsets[1:])
    number = dict(zip(adjacency, count()))
    columns = np.fromiter(map(number.__getitem__, chain.from_iterable(rows)), np.int64, offsets[-1])
    batch.add_rows(offsets, columns, None, False, fields)


def _add_edges(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    number = dict(zip(graph, count()))
    missing = object()
    name = reading.name("weight") if reading.is_weighted else None
    edges = list(graph.edges(data=name, default=missing)) if name else [(u, v, 1) for u, v in graph.edges()]
    sources = np.fromiter((number[u] for u, _, _ in edges), np.int64, len(edges))
    targets = np.fromiter((number[v] for _, v, _ in edges), np.int64, len(edges))
    weights = None
    if name:
        for u, v, weight in edges:
            if weight is missing:
                raise ValueError(
                    f"edge ({u!r}, {v!r}) has no attribute {name!r}; weights are wanted for all edges or none"
                )
        weights = numbers((weight for _, _, weight in edges), ((u, v) for u, v, _ in edges), len(edges))
    fields = _fields(graph, number, edges, reading) if reading.has_fields else None
    batch.add_edges(len(number), sources, targets, weights, False, fields)


def _fields(graph: Any, number: Collection[Any], edges: list[Any], reading: Reading) -> Carried:
    """Labels and attributes of nodes, and labels of the edges in the order of ``graph.edges``."""
    known = graph._node
    nodes = Owners(
        "node",
        len(number),
        lambda name: [known[node].get(name) for node in number],
        lambda at: repr(list(number)[at]),
    )
    listed = Owners(
        "edge",
        len(edges),
        lambda name: [data.get(name) for _, _, data in graph.edges(data=True)],
        lambda at: repr(edges[at][:2]),
    )
    return carried(reading, nodes, listed)
