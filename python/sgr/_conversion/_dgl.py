"""DGL graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from .._reading import Reading
from ._arrays import as_array, indices, node_count, weights
from ._fields import Owners, carried


def looks_like(graph: Any) -> bool:
    """Whether it has what is used of a DGLGraph."""
    return (
        callable(getattr(graph, "num_nodes", None))
        and callable(getattr(graph, "edges", None))
        and hasattr(graph, "edata")
    )


def add(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds the graph. Its edges are directed by definition: both directions are wanted."""
    if not looks_like(graph):
        raise TypeError(f"found a DGL {type(graph).__name__}, wanted a DGLGraph")
    refuse_other_kinds(graph)
    sources, targets = (indices(ends, "edges") for ends in graph.edges())
    values = weights_of(graph, len(sources), reading)
    count, fields = node_count(graph.num_nodes()), None
    if reading.has_fields:
        nodes = Owners("node", count, lambda name: column(graph.ndata, "nodes", name))
        ends = Owners(
            "edge",
            len(sources),
            lambda name: column(graph.edata, "edges", name),
            lambda at: f"({sources[at]}, {targets[at]})",
        )
        fields = carried(reading, nodes, ends)
    batch.add_edges(count, sources, targets, values, reading.keeps_directions, fields)


def column(data: Any, kind: str, name: str) -> NDArray[Any]:
    """The data of nodes or edges of that name."""
    if name not in data:
        raise ValueError(f"{kind} have no data {name!r}, but {list(data)}")
    return as_array(data[name])


def refuse_other_kinds(graph: Any) -> None:
    """Raises for graphs of several kinds of nodes or edges."""
    if not getattr(graph, "is_homogeneous", True):
        raise TypeError(
            "found a graph of several kinds of nodes or edges, wanted one kind; dgl.to_homogeneous makes one"
        )


def weights_of(graph: Any, count: int, reading: Reading) -> NDArray[np.float64] | None:
    """The weights that are asked for, if any."""
    if not reading.is_weighted:
        return None
    name = reading.name("weight")
    if name not in graph.edata:
        raise ValueError(f"edges have no data {name!r}, but {list(graph.edata)}")
    return weights(graph.edata[name], count)
