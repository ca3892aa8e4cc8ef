"""Attributes: numbers, or rows of numbers, that the nodes of a graph have in a field."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import as_array

if TYPE_CHECKING:
    from ._fields import Owners

_NUMBERS = (int, float, np.integer, np.floating, np.bool_)


def numbers_of(owners: Owners, field: str) -> NDArray[np.float64]:
    """A row of finite numbers for each node, all of one width."""
    values = owners.values(field)
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub":
        rows = (values[:, None] if values.ndim == 1 else values).astype(np.float64)
    else:
        rows = _rows(owners, field, values.tolist() if isinstance(values, np.ndarray) else list(values))
    if rows.shape[1] == 0:
        raise ValueError(f"found no numbers in {field!r}, wanted at least one for each node")
    if not np.isfinite(rows).all():
        at = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        found = rows[at].tolist() if rows.shape[1] > 1 else float(rows[at, 0])
        raise owners.refused(at, field, found, ValueError("wanted finite numbers"))
    return rows


def _rows(owners: Owners, field: str, values: list[Any]) -> NDArray[np.float64]:
    if all(isinstance(value, _NUMBERS) for value in values):
        try:
            return np.fromiter(values, np.float64, len(values))[:, None]
        except OverflowError:
            raise ValueError(f"found a number in {field!r} beyond the largest floating-point number") from None
    rows = list[NDArray[np.float64]]()
    for at, value in enumerate(values):
        row = _row(owners, field, at, value)
        if rows and len(row) != len(rows[0]):
            found, wanted = f"{len(row)} numbers in {field!r}", f"{len(rows[0])}, as node {owners.name(0)} has"
            raise ValueError(f"node {owners.name(at)} has {found}, wanted {wanted}")
        rows.append(row)
    return np.stack(rows)


def _row(owners: Owners, field: str, at: int, value: Any) -> NDArray[np.float64]:
    row = None
    if value is not None and not isinstance(value, str):
        # Rows of rows of different lengths are no array.
        with suppress(ValueError):
            row = np.atleast_1d(as_array(value))
    if row is None or row.dtype.kind not in "fiub" or row.ndim > 1:
        raise owners.refused(at, field, value, TypeError("wanted a number or a row of numbers"))
    return row.astype(np.float64)
