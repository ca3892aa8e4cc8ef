"""Cuts a numbered graph into the blocks of its matrix."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from .._importing import imported
from ._blocks import Array, Matrix, Process, Routes, Rows, Sums, block_of, kept_level, sums_of, totals
from ._components import Parts
from ._edge_table import sql_functions

#: Entries of a block, unless Spark's parallelism asks for more blocks: 64 MB of columns, and up to 1 GB of received
#: entries while it is multiplied.
_BLOCK_ENTRIES = 1 << 24


def matrix_of(parts: Parts, blocks: int | None) -> Matrix:
    """Cuts a graph into that many blocks, or as many as Spark's parallelism and the memory of a task ask for."""
    context = parts.edges.sparkSession.sparkContext
    if blocks is None:
        entries = 2 * parts.edges.count()
        blocks = max(context.defaultParallelism, -(-entries // _BLOCK_ENTRIES))
    height = -(-parts.size // min(blocks, parts.size))
    blocks = -(-parts.size // height)
    F = sql_functions()
    both = parts.edges.union(parts.edges.select("v", "u", *parts.edges.columns[2:]))
    pieces = _packed(both, "u", height, blocks)
    if parts.membership is not None:
        members = parts.membership.select("number", F.col("component").cast("bigint").alias("component"))
        pieces = pieces.union(_packed(members, "number", height, blocks))
    return assembled(pieces, parts.size, height, parts.large)


def assembled(pieces: Any, size: int, height: int, components: int) -> Matrix:
    """The matrix of ``size`` rows from its pieces: pairs of a block and arrays ``u``, ``v`` and perhaps ``weight``, or
    ``number`` and ``component``. Block i is partition i, and has ``height`` rows."""
    build = _Build(height, size, _sgr.__version__)
    built = pieces.mapPartitions(build, preservesPartitioning=True).persist(kept_level())
    volumes = np.zeros(components)
    for found, sums in sums_of(built):
        volumes[found] += sums
    if not np.isfinite(volumes).all():
        raise ValueError("found weights whose sum is infinite, wanted a finite sum")
    rows = built.mapPartitions(_OfKind(Rows), preservesPartitioning=True)
    routes = built.mapPartitions(_OfKind(Routes), preservesPartitioning=True).persist(kept_level())
    # Every block learns the units of its neighbours, once: the new state is its rows with the entries of the matrix.
    unfinished = Matrix(rows, routes, -(-size // height), size, components, 0.0, 0)
    process = Process(unfinished, rows.mapPartitions(_inverse_roots, preservesPartitioning=True))
    finished = process.advance(_Normalize(np.sqrt(volumes)))
    complete = process.state.mapPartitions(_unwrapped, preservesPartitioning=True).persist(kept_level())
    complete.count()
    process.end()
    built.unpersist()
    square, sent = (sum(values) for values in zip(*finished))
    return unfinished._replace(rows=complete, square=float(square), sent=int(sent))


def _packed(table: Any, key: str, height: int, blocks: int) -> Any:
    """The rows of a table as pairs of a block and a dict of arrays, one for each block and task."""
    F = sql_functions()
    cut = table.repartition(blocks, F.floor(F.col(key) / F.lit(height)))
    packed = cut.mapInArrow(_Pack(key, height), "block long, content binary").rdd
    return packed.map(_unpacked).partitionBy(blocks, block_of)


class _Pack(NamedTuple):
    key: str
    height: int

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        arrow = imported("pyarrow", "pyarrow")
        batches = [batch for batch in batches if len(batch)]  # type: ignore[assignment]
        if not batches:
            return
        table = arrow.Table.from_batches(batches)
        columns = {name: table[name].to_numpy() for name in table.column_names}
        of_row = columns[self.key] // self.height
        order = np.argsort(of_row, kind="stable")
        found, starts = np.unique(of_row[order], return_index=True)
        for block, chosen in zip(found.tolist(), np.split(order, starts[1:])):
            content = pickle.dumps({name: column[chosen] for name, column in columns.items()}, protocol=5)
            yield arrow.RecordBatch.from_pydict({"block": [block], "content": arrow.array([content], arrow.binary())})


def _unpacked(row: Any) -> tuple[int, dict[str, Array]]:
    return row[0], pickle.loads(row[1])


class _Build(NamedTuple):
    """Makes rows and routes of the edges of a block."""

    height: int
    size: int
    version: str

    def __call__(self, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        if self.version != _sgr.__version__:
            raise RuntimeError(
                f"found sgr {_sgr.__version__} on a worker, wanted {self.version}, the version of the driver"
            )
        pieces = list(items)
        block, first = pieces[0][0], pieces[0][0] * self.height
        u, v = _joined(pieces, "u"), _joined(pieces, "v")
        order = np.lexsort((v, u))
        u, v = u[order] - first, v[order]
        weights = _joined(pieces, "weight")[order] if "weight" in pieces[0][1] else None
        height = min(self.height, self.size - first)
        offsets = np.searchsorted(u, np.arange(height + 1))
        # Every node has an edge, so no row is empty.
        degrees = np.diff(offsets).astype(float) if weights is None else np.add.reduceat(weights, offsets[:-1])
        component = self._component(pieces, first, height)
        neighbors, columns = np.unique(v, return_inverse=True)
        of_neighbor = neighbors // self.height
        units = 1 / np.sqrt(degrees) if weights is None else None
        yield block, Sums(totals(component, degrees))
        yield (
            block,
            Rows(
                first,
                offsets.astype(np.int64),
                columns.astype(np.uint32),
                weights,
                units,
                np.unique(of_neighbor).tolist(),
                neighbors[of_neighbor == block] - first,
                np.sqrt(degrees),
                component,
            ),
        )
        yield block, Routes(self._targets(u, v // self.height, height), units)

    def _component(self, pieces: list[tuple[int, Any]], first: int, height: int) -> NDArray[np.int64]:
        """The component of each row; one for all where the pieces say nothing."""
        component = np.zeros(height, np.int64)
        for _, piece in pieces:
            if "component" in piece:
                component[piece["number"] - first] = piece["component"]
        return component

    def _targets(self, rows: Array, blocks: Array, height: int) -> dict[int, NDArray[np.int64]]:
        """For each block, the rows with a neighbour in it: the graph is undirected, so that block needs them."""
        pairs = np.unique(blocks * height + rows)
        targets, starts = np.unique(pairs // height, return_index=True)
        return dict(zip(targets.tolist(), np.split(pairs % height, starts[1:])))


def _joined(pieces: list[tuple[int, Any]], name: str) -> Array:
    return np.concatenate([piece[name] for _, piece in pieces if name in piece])


class _OfKind(NamedTuple):
    """Keeps the items of one class."""

    kind: type

    def __call__(self, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        return ((block, item) for block, item in items if isinstance(item, self.kind))


class InverseRoots(NamedTuple):
    """The first state: 1/√d of each row, besides the unit that every sent entry is multiplied with."""

    values: Array


def _inverse_roots(items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, InverseRoots]]:
    for block, rows in items:
        yield block, InverseRoots(1 / rows.null if rows.units is None else np.ones(len(rows.null)))


class Finished(NamedTuple):
    """Rows as the state of a process."""

    rows: Rows


class _Normalize(NamedTuple):
    """Gives rows the entries of the matrix, and eigenvectors of length 1. The sums are the squares of all entries, and the
    number of entries that a product sends to this block."""

    #: √Σd of each component.
    lengths: NDArray[np.float64]

    def vectors(self, state: InverseRoots) -> Array:
        return state.values[:, None]

    def update(self, rows: Rows, state: InverseRoots, vectors: Array, received: Array) -> tuple[Any, Finished]:
        of_row = np.repeat(1 / rows.null, np.diff(rows.offsets))
        entries = of_row * received[rows.columns, 0]
        if rows.entries is not None:
            entries = entries * rows.entries
        null = rows.null / self.lengths[rows.component]
        finished = rows._replace(entries=None if rows.entries is None else entries, null=null)
        sent = len(received) - len(rows.own)
        return (float(entries @ entries), sent), Finished(finished)


def _unwrapped(items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Rows]]:
    return ((block, item.rows) for block, item in items if isinstance(item, Finished))
