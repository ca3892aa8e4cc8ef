"""PyTorch Geometric's Data: ``edge_index`` and ``num_nodes``."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import Reading
from ._arrays import indices, weights


def looks_like(data: Any) -> bool:
    """Whether it has what is used of a Data."""
    return hasattr(data, "edge_index") and hasattr(data, "num_nodes")


def add(batch: _sgr.GraphBatch, data: Any, reading: Reading) -> None:
    """Adds the graph. Its edges are directed by definition: both directions are wanted."""
    if getattr(data, "edge_index", None) is None:
        raise TypeError(
            f"found a {type(data).__name__} without edge_index, wanted one graph of one kind of nodes; "
            "data.to_homogeneous() makes one of a HeteroData, batch.to_data_list() several of a Batch"
        )
    edges = indices(data.edge_index, "edge_index")
    if edges.size == 0:
        edges = edges.reshape(2, 0)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"found edge_index of shape {edges.shape}, wanted (2, number of edges)")
    if data.num_nodes is None:
        raise ValueError("num_nodes is not set, and isolated nodes cannot be told from edges; set data.num_nodes")
    values = None
    if reading.is_weighted:
        usual = "edge_weight" if getattr(data, "edge_weight", None) is not None else "edge_attr"
        values = getattr(data, reading.name(usual), None)
        if values is None:
            raise ValueError(f"the data has no {reading.name(usual)!r} to take weights from")
        values = weights(values, edges.shape[1])
    batch.add_edges(int(data.num_nodes), edges[0], edges[1], values, reading.keeps_directions)
