"""Which converter takes which object."""

from __future__ import annotations

import weakref
from collections.abc import Callable, MutableMapping
from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from . import _dgl, _edge_pair, _igraph, _networkx, _numpy, _pandas, _pyg, _rdkit, _rustworkx, _scipy, _torch
from ._several import Part, add_part, ancestors, is_batch, is_collection

Converter = Callable[[_sgr.GraphBatch, Any, Reading], None]
Finder = Callable[[Any], Converter | None]

#: By the package that a class, or one it derives from, comes from.
_BY_PACKAGE: dict[str, Converter] = {
    "networkx": _networkx.add,
    "igraph": _igraph.add,
    "scipy": _scipy.add,
    "rustworkx": _rustworkx.add,
    "torch_geometric": _pyg.add,
    "dgl": _dgl.add,
    "rdkit": _rdkit.add,
    "rdchem": _rdkit.add,
}

#: By package and class, where other classes of the package are no graphs.
_BY_CLASS: dict[tuple[str, str], Converter] = {
    ("pandas", "DataFrame"): _pandas.add,
    ("torch", "Tensor"): _torch.add,
}

#: Kinds of graphs that hold edges and weights and nothing else.
_WITHOUT_FIELDS = {_edge_pair.add, _numpy.add, _pandas.add, _scipy.add, _torch.add}

#: By what an object has, for those that only look like one of the above.
_BY_LOOKS: list[tuple[Callable[[Any], bool], Converter]] = [
    (_pyg.looks_like, _pyg.add),
    (_dgl.looks_like, _dgl.add),
    (_networkx.looks_like, _networkx.add),
    (_scipy.looks_like, _scipy.add),
]

#: What was found for a class. Classes that a program makes and forgets are forgotten here, too.
_KNOWN: MutableMapping[type, Finder] = weakref.WeakKeyDictionary()

WANTED = (
    "a NetworkX, igraph, rustworkx, PyG or DGL graph, a SciPy sparse matrix, a square adjacency matrix of NumPy, "
    "pandas or torch, an RDKit molecule, a pair (edges, number of nodes), or a graph of sgr.read or sgr.generate"
)


def _add_own(batch: _sgr.GraphBatch, graph: _sgr.Graph, _: Reading) -> None:
    batch.add_graph(graph)


def _by_looks(graph: Any) -> Converter | None:
    return next((converter for looks_like, converter in _BY_LOOKS if looks_like(graph)), None)


def _find(kind: type) -> Converter | None:
    """The converter for all objects of a class; None if each must be looked at."""
    if issubclass(kind, _sgr.Graph):
        return _add_own
    if issubclass(kind, np.ndarray):
        return _numpy.add
    known = ancestors(kind)
    if by_class := next((_BY_CLASS[ancestor] for ancestor in known if ancestor in _BY_CLASS), None):
        return by_class
    return next((_BY_PACKAGE[package] for package, _ in known if package in _BY_PACKAGE), None)


def _never(_: Any) -> Converter | None:
    return None


def _finder(kind: type) -> Finder:
    if is_collection(kind):
        return _never
    found = _find(kind)
    # Objects of one class, of SimpleNamespace for example, may have different attributes.
    return _by_looks if found is None else lambda _: found


def converter_of(graph: Any) -> Converter | None:
    """The converter of an object; None if it is no graph."""
    kind = type(graph)
    if kind is Part:
        return add_part
    if issubclass(kind, tuple):
        return _edge_pair.add if _edge_pair.looks_like(graph) else None
    if kind not in _KNOWN:
        _KNOWN[kind] = _finder(kind)
    return _KNOWN[kind](graph)


def is_array(graphs: Any) -> bool:
    """Whether the object is an array or tensor of numbers."""
    return converter_of(graphs) in (_numpy.add, _torch.add) and graphs.dtype != object


def is_graph(graph: Any) -> bool:
    """Whether the object is one graph, not many."""
    converter = converter_of(graph)
    if converter in (_numpy.add, _torch.add):
        return is_array(graph) and graph.ndim == 2
    return converter is not None and not is_batch(graph)


def is_molecule(graph: Any) -> bool:
    """Whether the object is a molecule, whose labels vectors see without being asked."""
    if isinstance(graph, _sgr.Graph):
        return graph.is_molecule
    return is_graph(graph) and converter_of(graph) is _rdkit.add


class Adder:
    """Adds graphs of all kinds to batches; the converter of a class is looked for once."""

    def __init__(self, reading: Reading) -> None:
        self._reading, self._known = reading, dict[type, Converter]()

    def add(self, batch: _sgr.GraphBatch, graph: Any) -> None:
        """As :func:`add_graph`."""
        kind = type(graph)
        converter = self._known.get(kind)
        if converter is not None:
            converter(batch, graph, self._reading)
            return
        add_graph(batch, graph, self._reading)
        # The other graphs of the class are as this one.
        if kind is Part:
            self._known[kind] = add_part
        elif not issubclass(kind, tuple) and (found := _find(kind)) is not None:
            self._known[kind] = found


def add_graph(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds a graph of any kind to a batch.

    Raises TypeError for what is no graph and ValueError for one that breaks the rules; both say what to do.
    """
    converter = converter_of(graph)
    if converter is None:
        raise TypeError(f"found {_in_words(graph)}, wanted {WANTED}")
    if reading.has_fields and converter in _WITHOUT_FIELDS:
        raise TypeError(
            f"found {_in_words(graph)}, which holds no labels or attributes, and they are asked for; sgr.Graph("
            "nodes, sources, targets, node_labels=…, edge_labels=…, attributes=…) holds them"
        )
    converter(batch, graph, reading)


def _in_words(graph: Any) -> str:
    if isinstance(graph, str):
        return f"the text {graph!r}, which is no file"
    return f"an object of type {type(graph).__module__}.{type(graph).__qualname__}"
