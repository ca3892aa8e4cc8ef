"""Labels and attributes of a graph: from the fields of its nodes and edges to arrays that cross the border at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._reading import Reading
from ._attributes import numbers_of
from ._texts import joined, text_of

#: For each node or edge the place of its label in a list of texts.
Labels = tuple[NDArray[np.int32], list[str]]

#: Node labels, edge labels and attributes, each if asked for.
Carried = tuple[Labels | None, Labels | None, NDArray[np.float64] | None]


@dataclass(frozen=True)
class Owners:
    """The nodes or the edges of a graph, with their fields."""

    #: "node" or "edge".
    kind: str
    count: int
    #: The values of a field, one for each owner: a list, with None where one is missing, or an array.
    column: Callable[[str], Any]
    #: How messages name one of them.
    name: Callable[[int], str] = str
    #: The fields that ``True`` stands for, if there are any.
    own_label: str | None = None
    own_attributes: str | None = None

    def values(self, field: str) -> Any:
        """The column, if it has a value for each owner."""
        found = self.column(field)
        count = len(found) if not isinstance(found, np.ndarray) or found.ndim else None
        if count != self.count:
            shown = f"{count} values of {field!r}" if count is not None else f"one value of {field!r}"
            raise ValueError(f"found {shown}, wanted {self.count}, one for each {self.kind}")
        if isinstance(found, np.ndarray) and found.ndim > 2:
            raise ValueError(f"found {field!r} of shape {found.shape}, wanted a value or a row for each {self.kind}")
        return found

    def refused(self, at: int, field: str, value: Any, error: Exception) -> Exception:
        """The error for a value that is missing or wrong."""
        if value is None:
            return ValueError(f"{self.kind} {self.name(at)} has no {field!r}, wanted one for each {self.kind}")
        return type(error)(f"{self.kind} {self.name(at)} has {value!r} as its {field!r}, {error}")


def carried(reading: Reading, nodes: Owners, edges: Owners) -> Carried:
    """What is asked for."""
    numbers = None
    if reading.attributes:
        names = _names(reading.attributes, "attributes", nodes, nodes.own_attributes)
        numbers = np.concatenate([numbers_of(nodes, name) for name in names], axis=1)
    return (
        _labels(reading.node_label, "node_label", nodes) if reading.node_label else None,
        _labels(reading.edge_label, "edge_label", edges) if reading.edge_label else None,
        numbers,
    )


def _names(asked: Any, parameter: str, owners: Owners, own: str | None) -> Sequence[str]:
    if asked is not True:
        names: Sequence[str] = asked
        return names
    if own is None:
        raise ValueError(f"found {parameter}=True for a graph without {parameter} of its own, wanted names of fields")
    return (own,)


def _labels(asked: Any, parameter: str, owners: Owners) -> Labels:
    columns = [_coded(owners, name) for name in _names(asked, parameter, owners, owners.own_label)]
    if len(columns) == 1:
        return columns[0]
    together = np.stack([codes for codes, _ in columns], axis=1)
    distinct, codes = np.unique(together, axis=0, return_inverse=True)
    texts = [joined(columns[at][1][code] for at, code in enumerate(row)) for row in distinct.tolist()]
    return codes.reshape(-1).astype(np.int32), texts


def _coded(owners: Owners, field: str) -> Labels:
    values = owners.values(field)
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiub" and values.size:
        return _coded_array(owners, field, values)
    return _coded_list(owners, field, values.tolist() if isinstance(values, np.ndarray) else list(values))


def _coded_array(owners: Owners, field: str, values: NDArray[Any]) -> Labels:
    rows = values.reshape(owners.count, -1)
    if values.dtype.kind == "f" and not np.isfinite(rows).all():
        at = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise owners.refused(at, field, values[at].tolist(), ValueError("wanted finite numbers"))
    # Rows are compared much slower than numbers.
    rows, axis = (rows[:, 0], None) if rows.shape[1] == 1 else (rows, 0)
    distinct, codes = np.unique(rows, axis=axis, return_inverse=True)
    return codes.reshape(-1).astype(np.int32), [text_of(value) for value in distinct]


def _coded_list(owners: Owners, field: str, values: list[Any]) -> Labels:
    def text(at: int, value: Any) -> str:
        try:
            return text_of(value)
        except (TypeError, ValueError) as error:
            raise owners.refused(at, field, value, error) from None

    try:
        number = dict.fromkeys(values, 0)
    except TypeError:
        # Lists and arrays have no hash, their texts have.
        values = [text(at, value) for at, value in enumerate(values)]
        number = dict.fromkeys(values, 0)
    texts = list[str]()
    for code, value in enumerate(number):
        number[value] = code
        try:
            texts.append(text_of(value))
        except (TypeError, ValueError):
            text(next(at for at, given in enumerate(values) if given is value), value)
    return np.fromiter(map(number.__getitem__, values), np.int32, len(values)), texts
