"""SciPy sparse adjacency matrices; compressed rows are read where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from ._arrays import indices, weights


def looks_like(matrix: Any) -> bool:
    """Whether it has what is used of a sparse matrix."""
    return all(hasattr(matrix, name) for name in ("tocsr", "nnz", "shape"))


def add(batch: _sgr.GraphBatch, matrix: Any, reading: Reading) -> None:
    """Adds the graph; stored zeros are no edges."""
    if not hasattr(matrix, "tocsr"):
        raise TypeError(f"found a SciPy {type(matrix).__name__}, wanted a sparse matrix")
    shape = matrix.shape
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"found a matrix of shape {shape}, wanted a square one: an adjacency matrix")
    # Compressed columns of a symmetric matrix are its rows, and whether it is symmetric is looked at in any case.
    rows = matrix if matrix.format in ("csr", "csc") else matrix.tocsr()
    if batch.add_matrix(rows.indptr, rows.indices, rows.data, reading.is_weighted, reading.directed_as is None):
        return
    if rows.data.dtype.kind not in "fiub":
        raise TypeError(f"found a matrix of type {rows.data.dtype}, wanted numbers")
    if np.isnan(rows.data).any():
        raise ValueError("found NaN in the matrix, wanted numbers; 0 means no edge")
    if np.count_nonzero(rows.data) < len(rows.data):
        rows = rows.copy()
        rows.eliminate_zeros()
    values = weights(rows.data, len(rows.data)) if reading.is_weighted else None
    batch.add_rows(indices(rows.indptr, "offsets"), indices(rows.indices, "columns"), values, reading.keeps_directions)
