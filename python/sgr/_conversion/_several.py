"""Objects that hold several graphs: PyG's Batch, batches of DGL, and the datasets and loaders of torch and DGL."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from .._reading import Reading
from . import _dgl, _pyg
from ._arrays import as_array, indices, weights
from ._fields import Owners, carried

#: Classes whose objects are sequences or streams of graphs, with the package that they or an ancestor come from.
_COLLECTIONS = {("torch", "Dataset"), ("torch", "DataLoader"), ("torch_geometric", "Dataset"), ("dgl", "DGLDataset")}

#: Whether a class is a batch of PyG: asked for each graph of a list.
_PYG_BATCHES: MutableMapping[type, bool] = weakref.WeakKeyDictionary()


class Part(NamedTuple):
    """One graph of a batch."""

    edges: NDArray[np.int64]
    nodes: int
    weights: NDArray[np.float64] | None
    #: The fields of nodes and of edges that are asked for.
    node_fields: Mapping[str, NDArray[Any]]
    edge_fields: Mapping[str, NDArray[Any]]


def add_part(batch: _sgr.GraphBatch, part: Part, reading: Reading) -> None:
    """Adds the graph. Edges of both libraries are directed by definition: both directions are wanted."""
    fields = None
    if reading.has_fields:
        nodes = Owners("node", part.nodes, part.node_fields.__getitem__, own_attributes="x")
        ends = part.edges
        edges = Owners(
            "edge", ends.shape[1], part.edge_fields.__getitem__, lambda at: f"({ends[0, at]}, {ends[1, at]})"
        )
        fields = carried(reading, nodes, edges)
    batch.add_edges(part.nodes, part.edges[0], part.edges[1], part.weights, reading.keeps_directions, fields)


def ancestors(kind: type) -> list[tuple[str, str]]:
    """Package and name of a class and of all that it derives from, in the order of inheritance."""
    return [(ancestor.__module__.partition(".")[0], ancestor.__name__) for ancestor in kind.__mro__]


def is_collection(kind: type) -> bool:
    """Whether objects of the class are datasets or loaders."""
    return not _COLLECTIONS.isdisjoint(ancestors(kind))


def is_loader(kind: type) -> bool:
    """Whether objects of the class give batches, so that their length is no number of graphs."""
    return ("torch", "DataLoader") in ancestors(kind)


def is_batch(graphs: Any) -> bool:
    """Whether the object is a batch: PyG's, of one graph or many, or DGL's of more than one."""
    kind = type(graphs)
    return _is_pyg_batch(kind) or (_may_be_dgl_batch(kind) and graphs.batch_size > 1)


def is_single(kind: type) -> bool:
    """Whether no object of the class is a batch."""
    return not _is_pyg_batch(kind) and not _may_be_dgl_batch(kind)


def _is_pyg_batch(kind: type) -> bool:
    if kind not in _PYG_BATCHES:
        # DataBatch, for example: PyG makes it of Batch and Data at run time, and its module is "abc".
        _PYG_BATCHES[kind] = ("torch_geometric", "Batch") in ancestors(kind)
    return _PYG_BATCHES[kind]


def _may_be_dgl_batch(kind: type) -> bool:
    # The class is asked, not the object: `num_nodes` of a Data may warn.
    return hasattr(kind, "batch_num_nodes")


def items(collection: Any) -> Iterator[Any]:
    """The items of a dataset or loader."""
    if isinstance(collection, Iterable):
        for item in collection:
            # PyG's DataListLoader gives lists.
            yield from item if isinstance(item, list) else [item]
    else:
        # torch's Subset is a sequence by its length and its items alone.
        yield from (collection[position] for position in range(len(collection)))


def split(batch: Any, reading: Reading) -> Iterator[Part]:
    """The graphs of a batch, in its order, by the graph that each node belongs to."""
    is_dgl = hasattr(type(batch), "batch_num_nodes")
    yield from (_split_dgl if is_dgl else _split_pyg)(batch, reading)


def _split_pyg(batch: Any, reading: Reading) -> Iterator[Part]:
    _pyg.refuse_other_kinds(batch)
    edges = _pyg.edge_index(batch)
    if getattr(batch, "batch", None) is None:
        raise ValueError("found a Batch without the vector batch, which tells the graph of each node")
    graph_of = indices(batch.batch, "batch")
    if graph_of.shape != (batch.num_nodes,):
        raise ValueError(f"found batch of shape {graph_of.shape}, wanted ({batch.num_nodes},), a graph for each node")
    # Batches of batches number all graphs, and their `num_graphs` counts the inner batches. Graphs at the end may have
    # no nodes, and then only `num_graphs` counts them.
    count = max(int(batch.num_graphs), int(graph_of.max(initial=-1)) + 1)
    values = weights(_pyg.weight_attribute(batch, reading), edges.shape[1]) if reading.is_weighted else None
    nodes, ends = _fields(reading, lambda _, name: _pyg_column(batch, name), len(graph_of), edges.shape[1], "x")
    yield from _parts(edges, graph_of, count, values, nodes, ends)


def _pyg_column(batch: Any, name: str) -> NDArray[Any]:
    values = _pyg.column(batch, name)
    if isinstance(values, np.ndarray):
        return values
    # Lists of graphs come as a list of them.
    if all(isinstance(part, (list, tuple)) for part in values):
        values = list(chain.from_iterable(values))
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _split_dgl(batch: Any, reading: Reading) -> Iterator[Part]:
    _dgl.refuse_other_kinds(batch)
    sizes = as_array(batch.batch_num_nodes())
    ends = np.stack([indices(end, "edges") for end in batch.edges()])
    values = _dgl.weights_of(batch, ends.shape[1], reading)
    graph_of = np.repeat(np.arange(len(sizes)), sizes)

    def column(kind: str, name: str) -> NDArray[Any]:
        return _dgl.column(batch.ndata if kind == "nodes" else batch.edata, kind, name)

    of_nodes, of_edges = _fields(reading, column, len(graph_of), ends.shape[1], None)
    yield from _parts(ends, graph_of, len(sizes), values, of_nodes, of_edges)


Columns = dict[str, NDArray[Any]]


def _fields(
    reading: Reading, column: Callable[[str, str], NDArray[Any]], nodes: int, edges: int, own: str | None
) -> tuple[Columns, Columns]:
    """The fields of all nodes and of all edges that are asked for; ``own``: the attributes that True stands for."""
    found: list[Columns] = []
    for kind, count, asked in (
        ("nodes", nodes, (reading.node_label, reading.attributes)),
        ("edges", edges, (reading.edge_label,)),
    ):
        names = {name for fields in asked if isinstance(fields, tuple) for name in fields}
        if kind == "nodes" and reading.attributes is True and own is not None:
            names.add(own)
        columns = {name: column(kind, name) for name in names}
        for name, values in columns.items():
            if values.ndim == 0 or len(values) != count:
                raise ValueError(f"found {name!r} of shape {values.shape}, wanted {count} rows, one for each of {kind}")
        found.append(columns)
    return found[0], found[1]


def _parts(
    edges: NDArray[Any],
    graph_of: NDArray[Any],
    count: int,
    values: NDArray[np.float64] | None,
    of_nodes: Columns,
    of_edges: Columns,
) -> Iterator[Part]:
    """Cuts nodes and edges into graphs; nodes and edges keep their order."""
    if graph_of.size and graph_of.min() < 0:
        raise ValueError(f"found graph {graph_of.min()} in batch, wanted 0 or more")
    if edges.size and not (edges.min() >= 0 and edges.max() < len(graph_of)):
        raise ValueError(f"found edges between nodes {edges.min()} and {edges.max()}, wanted 0 to {len(graph_of) - 1}")
    ends = graph_of[edges]
    if (ends[0] != ends[1]).any():
        at = int(np.flatnonzero(ends[0] != ends[1])[0])
        raise ValueError(f"found an edge between graphs {ends[0, at]} and {ends[1, at]} of a batch")
    sizes = np.bincount(graph_of, minlength=count)
    order = np.argsort(graph_of, kind="stable")
    number = np.empty(len(graph_of), np.int64)
    number[order] = np.arange(len(graph_of)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    by_graph = np.argsort(ends[0], kind="stable")
    cuts = np.cumsum(np.bincount(ends[0], minlength=count))[:-1]
    edges_of = np.split(number[edges[:, by_graph]], cuts, axis=1)
    values_of = [None] * count if values is None else np.split(values[by_graph], cuts)
    starts = np.cumsum(sizes)[:-1]
    nodes_of = {name: np.split(column[order], starts) for name, column in of_nodes.items()}
    ends_of = {name: np.split(column[by_graph], cuts) for name, column in of_edges.items()}
    for at, (own, size, value) in enumerate(zip(edges_of, sizes.tolist(), values_of)):
        node_fields, edge_fields = ({name: parts[at] for name, parts in split.items()} for split in (nodes_of, ends_of))
        yield Part(own, size, value, node_fields, edge_fields)
