"""Arrays of other libraries as NumPy arrays of the types that cross the border without a copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Nodes have numbers of 32 bits in the library.
_MOST_NODES = 2**32 - 1

#: Types of node numbers that the library reads where they lie.
_TAKEN = frozenset({np.dtype(np.int32), np.dtype(np.int64)})


def as_array(values: Any) -> NDArray[Any]:
    """A NumPy array, also of a tensor that lies on another device or remembers its gradient."""
    if type(values) is np.ndarray:
        return values
    if hasattr(values, "detach"):
        try:
            return np.asarray(values.numpy())
        except (AttributeError, TypeError, RuntimeError):
            # On another device, of another type or with a gradient.
            values = values.detach()
    # NumPy has no such numbers; each of them is a number of 32 bits, too.
    if str(getattr(values, "dtype", "")) == "torch.bfloat16":
        values = values.float()
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
    if array.dtype == np.uint64 and array.max() > _MOST_NODES:
        # As int64 it might be a negative number, which nobody gave.
        raise ValueError(f"found {array.max()} in {what}, wanted at most {_MOST_NODES}")
    return array if array.dtype in _TAKEN else array.astype(np.int64)


def node_count(number: Any) -> int:
    """A number of nodes that the library can have."""
    nodes = int(number)
    if not 0 <= nodes <= _MOST_NODES:
        raise ValueError(f"found {nodes} nodes, wanted 0 to {_MOST_NODES}")
    return nodes


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
    # NumPy would read texts as numbers and None as NaN.
    if not all(isinstance(value, (int, float, np.number, np.bool_)) for value in listed):
        for edge, value in zip(edges, listed):
            if isinstance(value, (str, np.character, np.complexfloating)) or not hasattr(value, "__float__"):
                raise TypeError(f"edge {edge} has weight {value!r}, wanted a number")
        listed = [float(value) for value in listed]
    try:
        return np.fromiter(listed, np.float64, count)
    except OverflowError:
        raise ValueError("found a weight beyond the largest floating-point number, about 1.8e308") from None
