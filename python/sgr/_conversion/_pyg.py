"""PyTorch Geometric's Data: ``edge_index`` and ``num_nodes``."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import Reading
from ._arrays import as_array, indices, node_count, weights
from ._fields import Owners, carried

#: Attributes besides ``num_nodes`` with a row for each node: N_KEYS of torch_geometric.data.storage, and two matrices.
_ROW_FOR_EACH_NODE = {"adj", "adj_t", "batch", "feat", "n_id", "node_type", "pos", "tf", "x"}


def looks_like(data: Any) -> bool:
    """Whether it has what is used of a Data."""
    return hasattr(data, "edge_index") and hasattr(data, "num_nodes")


def add(batch: _sgr.GraphBatch, data: Any, reading: Reading) -> None:
    """Adds the graph. Its edges are directed by definition: both directions are wanted."""
    refuse_other_kinds(data)
    edges = edge_index(data)
    values = None
    if reading.is_weighted:
        values = weights(weight_attribute(data, reading), edges.shape[1])
    count, fields = _nodes(data), None
    if reading.has_fields:
        nodes = Owners("node", count, lambda name: column(data, name), own_attributes="x")
        ends = Owners(
            "edge", edges.shape[1], lambda name: column(data, name), lambda at: str(tuple(edges[:, at].tolist()))
        )
        fields = carried(reading, nodes, ends)
    batch.add_edges(count, edges[0], edges[1], values, reading.keeps_directions, fields)


def column(data: Any, name: str) -> Any:
    """A tensor of the data as an array, or a list as it is."""
    values = getattr(data, name, None)
    if values is None:
        raise ValueError(f"the data has no {name!r}")
    return values if isinstance(values, (list, tuple)) else as_array(values)


def refuse_other_kinds(data: Any) -> None:
    """Raises for classes whose ``edge_index`` is missing or means something else."""
    kinds = {ancestor.__name__ for ancestor in type(data).__mro__}
    if "HeteroData" in kinds:
        raise TypeError(
            f"found a {type(data).__name__}, which has several kinds of nodes or edges, wanted one kind; "
            "data.to_homogeneous() makes a Data of a HeteroData"
        )
    if "HyperGraphData" in kinds:
        raise TypeError("found a HyperGraphData, whose edges join any number of nodes, wanted edges between two nodes")


def edge_index(data: Any) -> Any:
    """Both ends of all edges: an array of two rows."""
    ends = getattr(data, "edge_index", None)
    if ends is None:
        raise TypeError(
            f"found a {type(data).__name__} without edge_index, wanted a Data with one; "
            "torch.empty((2, 0), dtype=torch.long) says that there are no edges"
        )
    edges = indices(ends, "edge_index")
    if edges.size == 0:
        edges = edges.reshape(2, 0)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise ValueError(f"found edge_index of shape {edges.shape}, wanted (2, number of edges)")
    return edges


def weight_attribute(data: Any, reading: Reading) -> Any:
    """The attribute that holds the weights."""
    usual = "edge_weight" if getattr(data, "edge_weight", None) is not None else "edge_attr"
    values = getattr(data, reading.name(usual), None)
    if values is None:
        raise ValueError(f"the data has no {reading.name(usual)!r} to take weights from")
    return values


def _nodes(data: Any) -> int:
    """The number of nodes, if the data knows it: where nothing tells, PyG takes the largest end of an edge."""
    count = data.num_nodes
    if count is None or not _knows_nodes(data):
        raise ValueError("num_nodes is not set, and isolated nodes cannot be told from edges; set data.num_nodes")
    return node_count(count)


def _knows_nodes(data: Any) -> bool:
    if not callable(getattr(data, "keys", None)):
        return True
    keys = set(data.keys())
    if "num_nodes" in keys or keys & _ROW_FOR_EACH_NODE:
        return True
    if any("node" in key and hasattr(data[key], "shape") for key in keys):
        return True
    size = getattr(data.edge_index, "sparse_size", None)
    return size is not None and any(length is not None for length in size())
