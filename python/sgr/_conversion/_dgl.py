"""DGL graphs."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import Reading
from ._arrays import indices, weights


def looks_like(graph: Any) -> bool:
    """Whether it has what is used of a DGLGraph."""
    return (
        callable(getattr(graph, "num_nodes", None))
        and callable(getattr(graph, "edges", None))
        and hasattr(graph, "edata")
    )


def add(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds the graph. Its edges are directed by definition: both directions are wanted."""
    if not getattr(graph, "is_homogeneous", True):
        raise TypeError(
            "found a graph of several kinds of nodes or edges, wanted one kind; dgl.to_homogeneous makes one"
        )
    sources, targets = (indices(ends, "edges") for ends in graph.edges())
    values = None
    if reading.is_weighted:
        name = reading.name("weight")
        if name not in graph.edata:
            raise ValueError(f"edges have no data {name!r}, but {list(graph.edata)}")
        values = weights(graph.edata[name], len(sources))
    batch.add_edges(int(graph.num_nodes()), sources, targets, values, reading.keeps_directions)
