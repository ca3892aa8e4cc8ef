"""Pairs ``(edges, number of nodes)``, or triples with weights."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from .. import _sgr
from .._reading import Reading
from ._arrays import indices, node_count, weights


def looks_like(pair: tuple[Any, ...]) -> bool:
    """Whether a tuple is one graph and not several."""
    return len(pair) in (2, 3) and isinstance(pair[1], Integral)


def add(batch: _sgr.GraphBatch, pair: tuple[Any, ...], reading: Reading) -> None:
    """Adds the graph; an edge may be given in one direction or both."""
    edges, nodes = indices(pair[0], "edges"), node_count(pair[1])
    if edges.size == 0:
        edges = edges.reshape(0, 2)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(
            f"found edges of shape {edges.shape}, wanted (number of edges, 2); of a (2, m) array pass edges.T"
        )
    values = None
    if reading.is_weighted:
        if len(pair) < 3:
            raise ValueError("weights are asked for, but found a pair; wanted (edges, number of nodes, weights)")
        values = weights(pair[2], len(edges))
    batch.add_edges(nodes, edges[:, 0], edges[:, 1], values)
