"""Lists, generators and files of graphs, one graph at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .. import _sgr
from .._reading import Reading
from ._registry import WANTED, is_array, is_graph
from ._several import is_batch, is_collection, is_loader, is_single, items, split


class Skipped(NamedTuple):
    """A graph of a file that could not be read."""

    reason: str


def graphs_of(graphs: Any, reading: Reading, target: str | None = None) -> Iterator[Any]:
    """The graphs of a list, generator, dataset or file; files and batches in a list stand for all their graphs.

    A file that is, or contains, the file ``target`` is refused: graphs are read while ``target`` is written.
    """
    if isinstance(graphs, (str, os.PathLike)):
        if not os.path.exists(graphs):
            raise ValueError(f"{os.fspath(graphs)!r} is no file or folder; wanted its path, or {WANTED}")
        return _of_file(graphs, reading, target)
    if is_graph(graphs):
        raise TypeError("found one graph, wanted a list of graphs; put it in brackets: [graph]")
    if is_batch(graphs):
        return split(graphs, reading)
    if is_collection(type(graphs)):
        return _one_by_one(items(graphs), reading, target)
    if is_array(graphs) and graphs.ndim != 3:
        raise ValueError(
            f"found an array of shape {tuple(graphs.shape)}, wanted a list of graphs; one adjacency matrix is square, "
            "and a list of edges is a pair (edges, number of nodes)"
        )
    if not isinstance(graphs, Iterable) or isinstance(graphs, (bytes, dict)):
        raise TypeError(f"found an object of type {type(graphs).__qualname__}, wanted a list of graphs, each {WANTED}")
    return _one_by_one(graphs, reading, target)


def graph_count(graphs: Any) -> int | None:
    """The number of graphs, where it is known; a text is a path and not a list of letters."""
    if isinstance(graphs, str) or is_batch(graphs) or is_loader(type(graphs)):
        return None
    return len(graphs) if hasattr(graphs, "__len__") else None


def _one_by_one(graphs: Iterable[Any], reading: Reading, target: str | None) -> Iterator[Any]:
    # Classes whose objects are neither files nor batches.
    single = set[type]()
    for graph in graphs:
        if type(graph) in single:
            yield graph
        elif isinstance(graph, (str, os.PathLike)):
            if os.path.exists(graph):
                yield from _of_file(graph, reading, target)
            else:
                yield graph
        elif is_batch(graph):
            yield from split(graph, reading)
        else:
            if is_single(type(graph)):
                single.add(type(graph))
            yield graph


def _of_file(path: str | os.PathLike[str], reading: Reading, target: str | None) -> Iterator[Any]:
    if target is not None and os.path.exists(target):
        name = os.fspath(path)
        parts = [os.path.join(name, part) for part in os.listdir(name)] if os.path.isdir(name) else []
        if any(os.path.exists(source) and os.path.samefile(source, target) for source in [name, *parts]):
            raise ValueError(f"{target!r} is also read, as {name!r}; wanted another file to write to")
    for item in open_file(path, reading):
        yield Skipped(item) if isinstance(item, str) else item


def open_file(
    path: str | os.PathLike[str],
    reading: Reading,
    format: str | None = None,
    gather: bool = False,
    header: bool | None = None,
    hydrogens: str = "written",
    hydrogen_counts: bool = False,
) -> _sgr.GraphFile:
    """Opens a file or folder of graphs; labels and attributes of a file have no names."""
    return _sgr.GraphFile(
        os.fspath(path),
        format=format,
        weights=reading.is_weighted,
        directed_as_undirected=not reading.keeps_directions,
        gather=gather,
        header=header,
        node_labels=bool(reading.node_label),
        edge_labels=bool(reading.edge_label),
        attributes=bool(reading.attributes),
        max_memory=reading.max_memory,
        hydrogens=hydrogens,
        hydrogen_counts=hydrogen_counts,
    )
