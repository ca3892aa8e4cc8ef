"""Graphs to files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from . import _sgr
from ._conversion import Skipped, add_graph, graphs_of, is_graph
from ._reading import Fields, Reading


def write(
    graphs: Any,
    path: str | os.PathLike[str],
    *,
    ids: Sequence[Any] | None = None,
    labels: Sequence[Any] | None = None,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
) -> None:
    """Write graphs to a file that :func:`read` and the program read. It appears whole or not at all.

    A file that is there already is replaced, also by graphs that were read from it. It is refused if ``graphs`` is, or
    contains, the path of that same file: reading would leave out what was not asked for, such as weights.

    Parameters
    ----------
    graphs : a graph, or a list or generator of graphs
        As for :func:`embed`, as are ``weight``, ``directed_as``, ``node_label``, ``edge_label`` and ``attributes``.
        Weights, labels and attributes of :class:`Graph` objects are kept.
    path : str or path
        ``.jsonl``, ``.zip`` (a TU collection), no ending (a TU folder), or ``.edges``, ``.txt``, ``.tsv`` for the edges
        of one graph.
    ids : list or None
        A name for each graph; by default the ids of :class:`Graph` objects, positions otherwise.
    labels : list or None
        A class for each graph; by default the labels of :class:`Graph` objects.

    Examples
    --------
    >>> import os, tempfile, sgr
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "pair.jsonl")
    ...     sgr.write([([(0, 1)], 3)], path, ids=["a"], labels=["small"])
    ...     print(open(path).read(), end="")
    {"id":"a","label":"small","nodes":3,"edges":[[0,1]]}
    """
    reading = Reading(weight, directed_as, node_label=node_label, edge_label=edge_label, attributes=attributes)
    target = os.fspath(path)
    writer, count = _sgr.GraphWriter(target), 0
    for position, graph in enumerate(graphs_of([graphs] if is_graph(graphs) else graphs, reading, target)):
        batch = _sgr.GraphBatch()
        try:
            if isinstance(graph, Skipped):
                raise ValueError(graph.reason)
            add_graph(batch, graph, reading)
        except (TypeError, ValueError) as error:
            raise type(error)(f"graph at position {position}: {error}") from error
        own = isinstance(graph, _sgr.Graph)
        name = _at(ids, position, "ids") if ids is not None else (own and graph.id) or position
        label = _at(labels, position, "labels") if labels is not None else graph.label if own else None
        writer.write(batch, [str(name)], [None if label is None else str(label)])
        count += 1
    for name, given in (("ids", ids), ("labels", labels)):
        if given is not None and len(given) != count:
            raise ValueError(f"found {len(given)} {name}, wanted {count}, one for each graph")
    writer.finish()


def _at(given: Sequence[Any], position: int, name: str) -> Any:
    if position >= len(given):
        raise ValueError(f"found {len(given)} {name}, wanted one for each graph")
    return given[position]
