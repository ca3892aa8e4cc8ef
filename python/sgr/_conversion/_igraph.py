"""igraph graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from ._arrays import numbers
from ._fields import Carried, Owners, carried


def add(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds the graph."""
    if not hasattr(graph, "get_edgelist"):
        raise TypeError(f"found an igraph {type(graph).__name__}, wanted an igraph Graph")
    if graph.is_directed():
        reading.refuse_directed("directed igraph Graph")
    listed = graph.get_edgelist()
    edges = np.array(listed, np.int64).reshape(-1, 2)
    weights = None
    if reading.is_weighted:
        name = reading.name("weight")
        known = graph.es.attributes()
        if name not in known:
            raise ValueError(f"edges have no attribute {name!r}, but {known}")
        weights = numbers(graph.es[name], listed, len(edges))
    fields = _fields(graph, listed, reading) if reading.has_fields else None
    batch.add_edges(graph.vcount(), edges[:, 0], edges[:, 1], weights, False, fields)


def _fields(graph: Any, edges: list[tuple[int, int]], reading: Reading) -> Carried:
    """Attributes of vertices and edges; one that some of them lack is None there."""

    def column(owners: Any, kind: str, name: str) -> Any:
        known = owners.attributes()
        if name not in known:
            raise ValueError(f"{kind} have no attribute {name!r}, but {known}")
        return owners[name]

    nodes = Owners("node", graph.vcount(), lambda name: column(graph.vs, "nodes", name))
    ends = Owners("edge", len(edges), lambda name: column(graph.es, "edges", name), lambda at: str(edges[at]))
    return carried(reading, nodes, ends)
