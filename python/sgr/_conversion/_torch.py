"""torch tensors that are adjacency matrices, dense or sparse."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import Reading
from . import _numpy
from ._arrays import as_array, indices, weights


def is_sparse(tensor: Any) -> bool:
    """Whether only entries other than 0 are stored."""
    return "sparse" in str(tensor.layout)


def add(batch: _sgr.GraphBatch, tensor: Any, reading: Reading) -> None:
    """Adds the graph: an edge wherever the matrix is not 0."""
    if not is_sparse(tensor):
        _numpy.add(batch, as_array(tensor), reading)
        return
    if tensor.ndim != 2 or tensor.shape[0] != tensor.shape[1]:
        raise ValueError(f"found a sparse tensor of shape {tuple(tensor.shape)}, wanted a square adjacency matrix")
    # Entries that are stored twice are added up, as torch means them.
    entries = tensor.detach().cpu().to_sparse_coo().coalesce()
    values = weights(entries.values(), entries.values().shape[0])
    _numpy.refuse_nan(values)
    ends, is_edge = indices(entries.indices(), "indices"), values != 0
    given = values[is_edge] if reading.is_weighted else None
    batch.add_edges(tensor.shape[0], ends[0][is_edge], ends[1][is_edge], given, reading.keeps_directions)
