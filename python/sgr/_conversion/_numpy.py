"""Dense adjacency matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from .._reading import Reading


def add(batch: _sgr.GraphBatch, matrix: NDArray[Any], reading: Reading) -> None:
    """Adds the graph: an edge wherever the matrix is not 0."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(
            f"found an array of shape {matrix.shape}, wanted a square adjacency matrix; for a list of edges wanted a "
            "pair (edges, number of nodes)"
        )
    if matrix.dtype.kind not in "fiub":
        raise TypeError(f"found an array of type {matrix.dtype}, wanted numbers")
    if isinstance(matrix, np.ma.MaskedArray):
        raise TypeError("found a masked array, and a mask may mean anything; matrix.filled(0) has no edges there")
    refuse_nan(matrix)
    sources, targets = np.nonzero(np.asarray(matrix))
    weights = np.asarray(matrix)[sources, targets].astype(np.float64) if reading.is_weighted else None
    batch.add_edges(len(matrix), sources, targets, weights, reading.keeps_directions)


def refuse_nan(entries: NDArray[Any]) -> None:
    """Raises for an entry that is no number."""
    if np.isnan(entries).any():
        raise ValueError("found NaN in the matrix, wanted numbers; 0 means no edge")
