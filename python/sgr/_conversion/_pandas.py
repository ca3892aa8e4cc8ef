"""pandas data frames that are adjacency matrices: the same labels on rows and columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from . import _numpy


def add(batch: _sgr.GraphBatch, frame: Any, reading: Reading) -> None:
    """Adds the graph. A frame of another shape may be a list of edges; which columns are the ends is not guessed."""
    rows, columns = frame.shape
    if rows != columns:
        raise ValueError(
            f"found a DataFrame of {rows} rows and {columns} columns, wanted a square adjacency matrix; for a list of "
            "edges wanted a pair (frame[[source, target]].to_numpy(), number of nodes)"
        )
    if not frame.index.equals(frame.columns):
        raise ValueError(
            f"found a DataFrame whose rows are labelled {_in_words(frame.index)} and whose columns "
            f"{_in_words(frame.columns)}, wanted the same labels in the same order; frame.to_numpy() has no labels"
        )
    for name, kind in zip(frame.columns, frame.dtypes):
        if getattr(kind, "kind", "O") not in "fiub":
            raise TypeError(f"found a DataFrame whose column {name!r} is of type {kind}, wanted numbers")
    _numpy.add(batch, frame.to_numpy(np.float64, na_value=np.nan), reading)


def _in_words(labels: Any) -> str:
    shown = ", ".join(map(repr, labels[:3].tolist()))
    return f"{shown}, …" if len(labels) > 3 else shown
