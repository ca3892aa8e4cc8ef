"""Vectors that are mostly 0 as a sparse matrix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._importing import imported


def sparse_rows(blocks: Iterable[NDArray[np.float32]], width: int, asking: str) -> Any:
    """Blocks of rows below each other as a scipy.sparse.csr_matrix. One dense block is held at a time.

    ``asking`` is the parameter that needs SciPy, for the error without it.
    """
    sparse = imported("scipy.sparse", "scipy", asking)
    # No blocks at all are a matrix without rows.
    rows = [sparse.csr_matrix((0, width), dtype=np.float32)]
    rows.extend(sparse.csr_matrix(block) for block in blocks)
    return sparse.vstack(rows, format="csr")
