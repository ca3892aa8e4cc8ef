"""rustworkx graphs, whose node numbers may have gaps."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from ._arrays import numbers


def add(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds the graph; with ``weight=True`` the edges' payloads are the weights, with a name payload[name]."""
    if not hasattr(graph, "edge_list"):
        raise TypeError(f"found a rustworkx {type(graph).__name__}, wanted a PyGraph")
    if any(ancestor.__name__ == "PyDiGraph" for ancestor in type(graph).__mro__):
        reading.refuse_directed("PyDiGraph")
    listed = list(graph.edge_list())
    edges = np.array(listed, np.int64).reshape(-1, 2)
    nodes = np.array(list(graph.node_indices()), np.int64)
    # Numbers of nodes that were removed are not used again.
    edges = np.searchsorted(nodes, edges)
    weights = None
    if reading.is_weighted:
        payloads = graph.edges()
        if isinstance(reading.weight, str):
            try:
                payloads = [payload[reading.weight] for payload in payloads]
            except (KeyError, TypeError, IndexError):
                raise ValueError(f"not every edge has a payload with {reading.weight!r}") from None
        weights = numbers(payloads, listed, len(edges))
    batch.add_edges(len(nodes), edges[:, 0], edges[:, 1], weights)
