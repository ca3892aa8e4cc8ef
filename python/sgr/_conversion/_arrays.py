"""Arrays of other libraries as NumPy arrays of the types that cross the border without a copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def as_array(values: Any) -> NDArray[Any]:
    """A NumPy array, also of a tensor that lies on another device or remembers its gradient."""
    for step in ("detach", "cpu", "numpy"):
        if hasattr(values, step):
            values = getattr(values, step)()
    return np.asarray(values)


def indices(values: Any, what: str) -> NDArray[Any]:
    """Node numbers as int32 or int64, without a copy where they are that already."""
    array = as_array(values)
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"found {what} of type {array.dtype}, wanted whole numbers")
    return array if array.dtype in (np.int32, np.int64) and array.dtype.isnative else array.astype(np.int64)


def weights(values: Any, count: int) -> NDArray[np.float64]:
    """One weight for each edge."""
    array = as_array(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.dtype.kind not in "fiub":
        raise TypeError(f"found weights of type {array.dtype}, wanted numbers")
    if array.shape != (count,):
        raise ValueError(f"found weights of shape {array.shape}, wanted ({count},), one for each edge")
    return array.astype(np.float64, copy=False)


def numbers(values: Iterable[Any], edges: Iterable[tuple[Any, Any]], count: int) -> NDArray[np.float64]:
    """Weights that came one by one; the edge of one that is no number is named."""
    listed = list(values)
    try:
        return np.fromiter(listed, np.float64, count)
    except (TypeError, ValueError):
        for edge, value in zip(edges, listed):
            if not isinstance(value, (int, float, np.number)):
                raise TypeError(f"edge {edge} has weight {value!r}, wanted a number") from None
        raise
