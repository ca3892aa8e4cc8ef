"""Graphs through the library in batches: one is computed while the next is converted, and no more are in memory."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr
from ._conversion import Skipped, add_graph, graphs_of
from ._progress import Bar
from ._reading import GraphWarning, Reading, Settings

#: Graphs in the first batch, so that the threads have work soon; each later one is twice as large, up to the most.
_FIRST, _MOST = 64, 2048
#: Nodes and edges in a batch: about 50 MB.
_ENTRIES = 2_000_000

Failure = tuple[int, str]


class Batch(NamedTuple):
    """Some graphs in a row, and those of them that are none."""

    graphs: _sgr.GraphBatch
    first: int
    failures: list[Failure]


def batches(graphs: Any, settings: Settings) -> Iterator[Batch]:
    """Converts graphs of all kinds; with ``on_error="raise"`` the first that is none ends it."""
    full, first = _FIRST, 0
    batch, failures = _sgr.GraphBatch(), list[Failure]()
    for graph in graphs_of(graphs, settings.reading):
        reason = _add(batch, graph, settings, first + len(batch))
        if reason is not None:
            failures.append((first + len(batch), reason))
            batch.add_missing()
        if len(batch) >= full or batch.entries >= _ENTRIES:
            # The work on a batch empties it.
            count = len(batch)
            yield Batch(batch, first, failures)
            first, full = first + count, min(2 * full, _MOST)
            batch, failures = _sgr.GraphBatch(), []
    if len(batch):
        yield Batch(batch, first, failures)


def _add(batch: _sgr.GraphBatch, graph: Any, settings: Settings, position: int) -> str | None:
    """Why the graph is none; None if it was added."""
    try:
        if isinstance(graph, Skipped):
            raise ValueError(graph.reason)
        add_graph(batch, graph, settings.reading)
    except (TypeError, ValueError) as error:
        if settings.on_error == "raise":
            raise type(error)(f"graph at position {position}: {error}") from error
        return str(error)
    return None


def results(
    graphs: Any, start: Callable[[_sgr.GraphBatch], _sgr.Job], settings: Settings
) -> Iterator[tuple[Any, int, list[Failure]]]:
    """What the jobs give for batch after batch: result, position of the first graph, and graphs that were none."""
    with Bar(settings.progress, length(graphs)) as bar:
        ahead: tuple[_sgr.Job, int, Batch] | None = None
        for batch in batches(graphs, settings):
            size = len(batch.graphs)
            job = start(batch.graphs)
            if ahead is not None:
                yield bar.result(ahead[0], ahead[1]), ahead[2].first, ahead[2].failures
            ahead = (job, size, batch)
        if ahead is not None:
            yield bar.result(ahead[0], ahead[1]), ahead[2].first, ahead[2].failures


def vector_blocks(graphs: Any, description: _sgr.Description, settings: Settings) -> Iterator[NDArray[np.float32]]:
    """The vectors of graphs, block by block; a row of NaN for each that failed."""
    count, failures = 0, list[Failure]()
    for (block, failed), first, none in results(
        graphs, lambda batch: description.start(batch, settings.threads), settings
    ):
        failures += _judged(none, [(first + place, reason) for place, reason in failed], settings)
        count += len(block)
        yield block
    warn(failures, count)


def vectors(graphs: Any, description: _sgr.Description, settings: Settings) -> NDArray[np.float32]:
    """All of them in one array, which grows without a second one beside it."""
    width = len(description.columns())
    table, filled = np.empty((length(graphs) or 0, width), np.float32), 0
    for block in vector_blocks(graphs, description, settings):
        if filled + len(block) > len(table):
            table.resize((max(filled + len(block), 2 * len(table)), width), refcheck=False)
        table[filled : filled + len(block)] = block
        filled += len(block)
    if filled != len(table):
        table.resize((filled, width), refcheck=False)
    return table


class Numbers(NamedTuple):
    """Eigenvalues or a trace, where the spectrum comes from and how far off it may be."""

    values: NDArray[np.float64]
    origin: str
    error: float


def spectra(
    graphs: Any, kind: str, times: NDArray[np.float64] | None, normalization: str, settings: Settings
) -> list[Numbers | None]:
    """Eigenvalues or traces of graphs; None for each that failed."""

    def start(batch: _sgr.GraphBatch) -> _sgr.Job:
        return _sgr.start_spectra(batch, kind, times, normalization, settings.threads)

    found, failures = list[Numbers | None](), list[Failure]()
    for places, first, none in results(graphs, start, settings):
        failed = [(first + place, reason) for place, reason in enumerate(places) if isinstance(reason, str)]
        failures += _judged(none, failed, settings)
        found += [Numbers(*place) if isinstance(place, tuple) else None for place in places]
    warn(failures, len(found))
    return found


def single(graph: Any, reading: Reading) -> _sgr.GraphBatch:
    """A batch of one graph; errors name no position."""
    batch = _sgr.GraphBatch()
    add_graph(batch, graph, reading)
    return batch


def length(graphs: Any) -> int | None:
    """The number of graphs, where it is known; a text is a path and not a list of letters."""
    return len(graphs) if hasattr(graphs, "__len__") and not isinstance(graphs, str) else None


def _judged(none: list[Failure], failed: list[Failure], settings: Settings) -> list[Failure]:
    if failed and settings.on_error == "raise":
        position, reason = failed[0]
        raise ValueError(f"graph at position {position}: {reason}")
    return none + failed


def warn(failures: list[Failure], count: int) -> None:
    """Says which graphs have no vector."""
    if not failures:
        return
    shown = "; ".join(f"position {position}: {reason}" for position, reason in sorted(failures)[:5])
    more = f"; and {len(failures) - 5} more" if len(failures) > 5 else ""
    warnings.warn(f"{len(failures)} of {count} graphs have no vector: {shown}{more}", GraphWarning, stacklevel=4)
