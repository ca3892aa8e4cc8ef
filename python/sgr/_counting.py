"""Counts of a collection of graphs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _stream
from ._conversion import is_graph
from ._reading import OnError, Reading, Settings


class Info(NamedTuple):
    """What is in a collection of graphs."""

    graphs: int
    nodes: int
    edges: int
    isolated_nodes: int
    self_loops_dropped: int
    repeated_edges_dropped: int
    zero_weights_dropped: int


def info(
    graphs: Any,
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
) -> Info:
    """Count graphs, nodes and edges, and what was dropped on the way: loops, repeats, edges of weight zero.

    Examples
    --------
    >>> import sgr
    >>> found = sgr.info([([(0, 1), (1, 1)], 3)])
    >>> found.nodes, found.edges, found.isolated_nodes, found.self_loops_dropped
    (3, 1, 1, 1)
    """
    settings = Settings(Reading(weight, directed_as), on_error)
    totals, count, failures = np.zeros(6, np.int64), 0, list[tuple[int, str]]()
    for batch in _stream.batches([graphs] if is_graph(graphs) else graphs, settings):
        sizes = [size for size in batch.graphs.sizes() if size is not None]
        totals[:3] += np.array(sizes, np.int64).reshape(-1, 3).sum(axis=0)
        totals[3:] += batch.graphs.dropped
        count += len(sizes)
        failures += batch.failures
    _stream.warn(failures, count + len(failures))
    return Info(count, *map(int, totals))
