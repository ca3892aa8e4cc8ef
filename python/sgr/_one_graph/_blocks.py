"""The normalized adjacency matrix in blocks of rows, on Spark, and vectors that are cut alike.

``N = D^(−1/2) A D^(−1/2) = I − L``

Block ``i`` holds the rows of a range of nodes. A product takes one shuffle: each block sends the entries of its vectors to
the blocks that have a neighbour of the node, once to each. Both sides know the order, so only the entries travel: at most
as many as the matrix has. A grid of q × q blocks would send up to 2 q entries of each node, in two shuffles: less only if
the mean degree is above 2 q. A node has some tens of neighbours where there are hundreds of blocks, so rows win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from .._importing import imported

#: Exchanges after which the lineage is cut: the loss of an executor repeats at most that many. Each cut writes the
#: vectors once more.
_CUT_EVERY = 8

Array = NDArray[Any]


class Rows(NamedTuple):
    """The rows of one block, as its product needs them."""

    #: Number of the first row.
    first: int
    offsets: NDArray[np.int64]
    #: Places in the list of all neighbours of the block, in the order of their numbers.
    columns: NDArray[np.uint32]
    #: Entries of the matrix; None without weights, where an entry is the product of two units.
    entries: NDArray[np.float64] | None
    #: 1/√d of each row; None with weights.
    units: Array | None
    #: The blocks of the neighbours, ascending, and the rows of this block among the neighbours.
    sources: list[int]
    own: NDArray[np.int64]
    #: The entries of the eigenvectors of N for the eigenvalue 1, one for each component, and the component of each row.
    null: NDArray[np.float64]
    component: NDArray[np.int64]

    def product(self, received: Array) -> Array:
        """N times vectors, from the entries of all neighbours."""
        sums = _sgr.sparse_product(self.offsets, self.columns, self.entries, received)
        return scaled(sums, self.units)


class Routes(NamedTuple):
    """The rows whose entries each block needs."""

    targets: dict[int, NDArray[np.int64]]
    units: Array | None


class Message(NamedTuple):
    """Entries that a block sent."""

    source: int
    values: Array


class Sums(NamedTuple):
    """Small numbers for the driver, the first item of a partition."""

    values: Any


class Matrix(NamedTuple):
    """All blocks."""

    #: Pairs of a block and its :class:`Rows`, and of a block and its :class:`Routes`.
    rows: Any
    routes: Any
    blocks: int
    size: int
    #: Number of components: each has the eigenvalue 1 of N once.
    components: int
    #: The trace of N².
    square: float
    #: Entries that a product sends between blocks, for each vector.
    sent: int


class Work(Protocol):
    """What an exchange does with a block. Sent to the workers."""

    def vectors(self, state: Any) -> Array:
        """The vectors to be multiplied with N: a row for each node."""

    def update(self, rows: Rows, state: Any, vectors: Array, received: Array) -> tuple[Any, Any]:
        """Sums for the driver, and the new state of the block."""


class Process:
    """A state of every block that advances by exchanges."""

    def __init__(self, matrix: Matrix, state: Any) -> None:
        self._matrix, self.state = matrix, state
        self._kept: list[Any] = []
        self._exchanges = 0

    def advance(self, work: Work) -> list[Any]:
        """One exchange; the sums of the blocks, in their order."""
        inputs = self.state.union(self._matrix.routes)
        sent = inputs.mapPartitions(_Send(work)).partitionBy(self._matrix.blocks, block_of)
        known = self.state.union(self._matrix.rows)
        state = known.union(sent).mapPartitions(_Receive(work), preservesPartitioning=True)
        state.persist(kept_level())
        self._exchanges += 1
        is_cut = self._exchanges % _CUT_EVERY == 0
        if is_cut:
            has_folder = state.context.getCheckpointDir() is not None
            state.checkpoint() if has_folder else state.localCheckpoint()
        sums = sums_of(state)
        self._replace(state, is_cut)
        return sums

    def _replace(self, state: Any, is_cut: bool) -> None:
        # The last cut is needed to repeat what came after it.
        keep = 0 if is_cut else 1
        for old in self._kept[keep:]:
            old.unpersist()
        self._kept = [*self._kept[:keep], state]
        self.state = state

    def end(self) -> None:
        """Frees the states."""
        for old in self._kept:
            old.unpersist()
        self._kept = []


def block_of(key: int) -> int:
    """The partition of a block: its number."""
    return key


def kept_level() -> Any:
    """Where Spark keeps states: in memory, and what does not fit on disks."""
    return imported("pyspark", "pyspark").StorageLevel.MEMORY_AND_DISK


def sums_of(states: Any) -> list[Any]:
    """The sums of all blocks, in their order."""
    return list(states.mapPartitions(_only_sums).collect())


def scaled(values: Array, units: Array | None) -> Array:
    """Each row times its unit, in the precision of the values."""
    return values if units is None else values * units.astype(values.dtype)[:, None]


def totals(component: NDArray[np.int64], values: Array) -> tuple[Array, Array]:
    """The components of a block, and the sum of the values of each: a row of sums for rows of values."""
    found, place = np.unique(component, return_inverse=True)
    totals = np.zeros((len(found), *values.shape[1:]))
    np.add.at(totals, place, values)
    return found, totals


def by_kind(items: Iterable[tuple[int, Any]]) -> tuple[int, Rows | Routes, Any, list[Message]]:
    """The items of a block: its number, its rows or routes, its state (None without one), and what it was sent."""
    block, matrix, state, messages = -1, None, None, []
    for block, item in items:
        if isinstance(item, Message):
            messages.append(item)
        elif isinstance(item, (Rows, Routes)):
            matrix = item
        elif not isinstance(item, Sums):
            state = item
    assert matrix is not None, "found a block without rows"
    return block, matrix, state, messages


class _Send(NamedTuple):
    work: Work

    def __call__(self, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Message]]:
        block, routes, state, _ = by_kind(items)
        assert isinstance(routes, Routes)
        values = scaled(self.work.vectors(state), routes.units)
        for target, rows in routes.targets.items():
            if target != block:
                yield target, Message(block, values[rows])


class _Receive(NamedTuple):
    work: Work

    def __call__(self, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        block, rows, state, messages = by_kind(items)
        assert isinstance(rows, Rows)
        vectors = self.work.vectors(state)
        sources = {message.source: message.values for message in messages}
        if block in rows.sources:
            sources[block] = scaled(vectors, rows.units)[rows.own]
        # In the order of the numbers of the neighbours, so sums do not depend on which message came first.
        received = np.concatenate([sources[source] for source in rows.sources])
        sums, new = self.work.update(rows, state, vectors, received)
        yield block, Sums(sums)
        yield block, new


def _only_sums(items: Iterator[tuple[int, Any]]) -> Iterator[Any]:
    # To the end: Spark does not use a worker again that has not read all of its input, and a new one imports everything.
    return (item.values for _, item in items if isinstance(item, Sums))
