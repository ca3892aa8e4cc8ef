"""rustworkx graphs, whose node numbers may have gaps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from ._arrays import numbers
from ._fields import Carried, Owners, carried

#: The field that ``True`` stands for.
_PAYLOAD = "payload itself"


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
    fields = _fields(graph, listed, reading) if reading.has_fields else None
    batch.add_edges(len(nodes), edges[:, 0], edges[:, 1], weights, False, fields)


def _fields(graph: Any, edges: list[Any], reading: Reading) -> Carried:
    """Items or attributes of the payloads, or with ``True`` the payloads."""
    numbers_of_nodes = graph.node_indices()
    nodes = Owners(
        "node",
        len(numbers_of_nodes),
        lambda name: [_field(payload, name) for payload in graph.nodes()],
        lambda at: str(numbers_of_nodes[at]),
        _PAYLOAD,
        _PAYLOAD,
    )
    ends = Owners(
        "edge",
        len(edges),
        lambda name: [_field(payload, name) for payload in graph.edges()],
        lambda at: str(edges[at]),
        _PAYLOAD,
    )
    return carried(reading, nodes, ends)


def _field(payload: Any, name: str) -> Any:
    if name is _PAYLOAD:
        return payload
    return payload.get(name) if isinstance(payload, Mapping) else getattr(payload, name, None)
