"""Graphs through the library in batches: one is computed while the next is converted, and no more are in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr
from ._calling import warn_caller
from ._certainty import Certainties, SpectraInfo, refuse_eigenvalues
from ._conversion import Adder, Skipped, add_graph, graph_count, graphs_of
from ._progress import Bar
from ._reading import GraphWarning, Reading, Settings

#: Graphs in the first batch, so that the threads have work soon; each later one is twice as large, up to the most.
_FIRST, _MOST = 64, 2048
#: Nodes and edges in a batch: about 50 MB.
_ENTRIES = 2_000_000
#: Numbers in the vectors of a batch: 17 MB, and 2048 graphs with vectors of 2048 numbers.
_NUMBERS = 1 << 22

Failure = tuple[int, str]


class Batch(NamedTuple):
    """Consecutive graphs, and the positions of objects that could not be converted."""

    graphs: _sgr.GraphBatch
    first: int
    failures: list[Failure]


def batches(graphs: Any, settings: Settings, most: int = _MOST) -> Iterator[Batch]:
    """Converts graphs of all kinds; with ``on_error="raise"`` the first that is none ends it."""
    full, first, adder = min(_FIRST, most), 0, _Adder(settings)
    batch, failures = _sgr.GraphBatch(), list[Failure]()
    for graph in graphs_of(graphs, settings.reading):
        reason = adder.add(batch, graph, first + len(batch))
        if reason is not None:
            failures.append((first + len(batch), reason))
            batch.add_missing()
        if len(batch) >= full or batch.entries >= _ENTRIES:
            # The work on a batch empties it.
            count = len(batch)
            yield Batch(batch, first, failures)
            first, full = first + count, min(2 * full, most)
            batch, failures = _sgr.GraphBatch(), []
    if len(batch):
        yield Batch(batch, first, failures)


class _Adder:
    """Adds graphs to batches, and checks that all have as many attributes, if attributes are asked for."""

    def __init__(self, settings: Settings) -> None:
        self._add, self._raises = Adder(settings.reading).add, settings.on_error == "raise"
        self._width, self._has_width = settings.reading.attribute_width, bool(settings.reading.attributes)

    def add(self, batch: _sgr.GraphBatch, graph: Any, position: int) -> str | None:
        """Why the graph is none; None if it was added."""
        try:
            if isinstance(graph, Skipped):
                raise ValueError(graph.reason)
            self._add(batch, graph)
            if self._has_width:
                self._width = batch.check_width(self._width)
        except (TypeError, ValueError) as error:
            if self._raises:
                raise type(error)(f"graph at position {position}: {error}") from error
            return str(error)
        return None


def results(
    graphs: Any, start: Callable[[_sgr.GraphBatch], _sgr.Job], settings: Settings, most: int = _MOST
) -> Iterator[tuple[Any, int, list[Failure]]]:
    """What the jobs give for batch after batch: result, position of the first graph, and graphs that were none."""
    started: list[tuple[_sgr.Job, int, Batch]] = []
    with Bar(settings.progress, graph_count(graphs)) as bar, _ending(started):
        for batch in batches(graphs, settings, most):
            size = len(batch.graphs)
            started.append((start(batch.graphs), size, batch))
            if len(started) > 1:
                yield _next(started, bar)
        if started:
            yield _next(started, bar)


def _next(started: list[tuple[_sgr.Job, int, Batch]], bar: Bar) -> tuple[Any, int, list[Failure]]:
    job, size, batch = started[0]
    result = bar.result(job, size)
    del started[0]
    return result, batch.first, batch.failures


@contextmanager
def _ending(started: list[tuple[_sgr.Job, int, Batch]]) -> Iterator[None]:
    """Ends jobs whose result nobody will take: no thread outlives a call. An interrupt does not wait for them."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException:
        for job, _, _ in started:
            job.cancel()
        raise


def vector_blocks(
    graphs: Any, description: _sgr.Description, settings: Settings, certainties: Certainties | None = None
) -> Iterator[NDArray[np.float32]]:
    """The vectors of graphs, block by block; a row of NaN for each that failed. Warns at the end."""
    found = Certainties(settings.max_error) if certainties is None else certainties
    count, failures = 0, list[Failure]()
    most = min(_MOST, max(1, _NUMBERS // len(description.columns())))

    def start(batch: _sgr.GraphBatch) -> _sgr.Job:
        return description.start(batch, settings.spectrum, settings.threads)

    for (block, failed, origins, errors), first, none in results(graphs, start, settings, most):
        failures += _judged(none, [(first + place, reason) for place, reason in failed], settings)
        count += len(block)
        found.origins += origins
        found.errors += errors.tolist()
        yield block
    warn(failures, count)
    found.warn()


def vectors(graphs: Any, description: _sgr.Description, settings: Settings) -> tuple[NDArray[np.float32], SpectraInfo]:
    """All vectors in one array, which grows in place, with the origins and errors of the spectra."""
    width = len(description.columns())
    table, filled = np.empty((graph_count(graphs) or 0, width), np.float32), 0
    certainties = Certainties(settings.max_error)
    for block in vector_blocks(graphs, description, settings, certainties):
        if filled + len(block) > len(table):
            table.resize((max(filled + len(block), 2 * len(table)), width), refcheck=False)
        table[filled : filled + len(block)] = block
        filled += len(block)
    if filled != len(table):
        table.resize((filled, width), refcheck=False)
    return table, certainties.info()


def vector(graph: Any, description: _sgr.Description, settings: Settings) -> tuple[NDArray[np.float32], SpectraInfo]:
    """The vector of one graph; errors name no position."""
    certainties = Certainties(settings.max_error)
    try:
        batch = single(graph, settings.reading)
        with Bar(settings.progress, 1) as bar:
            job = description.start(batch, settings.spectrum, settings.threads)
            rows, failures, [origin], [error] = bar.result(job, 1)
        if failures:
            raise ValueError(failures[0][1])
    except (TypeError, ValueError) as failure:
        if settings.on_error == "raise":
            raise
        warn([(0, str(failure))], 1)
        certainties.add("", np.nan)
        return np.full(len(description.columns()), np.nan, np.float32), certainties.info()
    certainties.add(origin, float(error))
    certainties.warn()
    return rows[0], certainties.info()


class Query(NamedTuple):
    """What is computed of each spectrum: eigenvalues, samples, or the heat or wave trace at some times."""

    kind: str
    times: NDArray[np.float64] | None = None
    normalization: str = "none"
    samples: int = 256
    knots: str = "literal"

    def start(self, batch: _sgr.GraphBatch, settings: Settings) -> _sgr.Job:
        """Starts on the graphs of a batch."""
        return _sgr.start_spectra(batch, self.kind, settings.spectrum, *self[1:], settings.threads)


Numbers = NDArray[np.float64]


def spectra(graphs: Any, query: Query, settings: Settings) -> tuple[list[Numbers | None], SpectraInfo]:
    """Numbers of the spectra of graphs; None for each that failed."""
    found, failures, certainties = list[Numbers | None](), list[Failure](), Certainties(settings.max_error)
    for places, first, none in results(graphs, lambda batch: query.start(batch, settings), settings):
        failed = list[Failure]()
        for position, place in enumerate(places, first):
            numbers, origin, error = place if isinstance(place, tuple) else (None, "", np.nan)
            if isinstance(place, str):
                failed.append((position, place))
            elif origin and numbers is None:
                refusal = refuse_eigenvalues(origin, error)
                if settings.on_error == "raise":
                    raise refuse_eigenvalues(origin, error, f"graph at position {position}: ")
                failed.append((position, str(refusal)))
            found.append(numbers)
            certainties.add(origin, error)
        failures += _judged(none, failed, settings)
    warn(failures, len(found))
    certainties.warn()
    return found, certainties.info()


def spectrum_of(graph: Any, query: Query, settings: Settings) -> tuple[Numbers | None, SpectraInfo]:
    """Numbers of the spectrum of one graph; errors name no position."""
    certainties = Certainties(settings.max_error)
    try:
        batch = single(graph, settings.reading)
        with Bar(settings.progress, 1) as bar:
            [found] = bar.result(query.start(batch, settings), 1)
        if isinstance(found, str):
            raise ValueError(found)
        numbers, origin, error = found
        certainties.add(origin, error)
        if numbers is None:
            raise refuse_eigenvalues(origin, error)
    except (TypeError, ValueError) as failure:
        if settings.on_error == "raise":
            raise
        warn([(0, str(failure))], 1)
        if not certainties.errors:
            certainties.add("", np.nan)
        return None, certainties.info()
    certainties.warn()
    return numbers, certainties.info()


def single(graph: Any, reading: Reading) -> _sgr.GraphBatch:
    """A batch of one graph; errors name no position."""
    batch = _sgr.GraphBatch()
    add_graph(batch, graph, reading)
    if reading.attributes:
        batch.check_width(reading.attribute_width)
    return batch


def whole(graphs: Any, reading: Reading) -> _sgr.GraphBatch:
    """All graphs in one batch; the first that is no graph raises."""
    batch, adder = _sgr.GraphBatch(), _Adder(Settings(reading))
    for graph in graphs_of(graphs, reading):
        adder.add(batch, graph, len(batch))
    return batch


def _judged(none: list[Failure], failed: list[Failure], settings: Settings) -> list[Failure]:
    if failed and settings.on_error == "raise":
        position, reason = failed[0]
        raise ValueError(f"graph at position {position}: {reason}")
    return none + failed


def warn(failures: list[Failure], count: int, lack: str = "have no vector") -> None:
    """Says which graphs have no vector, or lack something else."""
    if not failures:
        return
    shown = "; ".join(f"position {position}: {reason}" for position, reason in sorted(failures)[:5])
    more = f"; and {len(failures) - 5} more" if len(failures) > 5 else ""
    warn_caller(f"{len(failures)} of {count} graphs {lack}: {shown}{more}", GraphWarning)
