"""Which converter takes which object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from . import _dgl, _edge_pair, _igraph, _networkx, _numpy, _pyg, _rdkit, _rustworkx, _scipy

Converter = Callable[[_sgr.GraphBatch, Any, Reading], None]

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

#: By what an object has, for those that only look like one of the above.
_BY_LOOKS: list[tuple[Callable[[Any], bool], Converter]] = [
    (_pyg.looks_like, _pyg.add),
    (_dgl.looks_like, _dgl.add),
    (_networkx.looks_like, _networkx.add),
    (_scipy.looks_like, _scipy.add),
]

_KNOWN: dict[type, Converter | None] = {}

WANTED = (
    "a NetworkX, igraph, rustworkx, PyG or DGL graph, a SciPy sparse matrix, a square NumPy adjacency matrix, an RDKit "
    "molecule, a pair (edges, number of nodes), or a graph of sgr.read or sgr.generate"
)


def _add_own(batch: _sgr.GraphBatch, graph: _sgr.Graph, _: Reading) -> None:
    batch.add_graph(graph)


def _find(graph: Any) -> Converter | None:
    if isinstance(graph, _sgr.Graph):
        return _add_own
    if isinstance(graph, np.ndarray):
        return _numpy.add
    for ancestor in type(graph).__mro__:
        converter = _BY_PACKAGE.get(ancestor.__module__.partition(".")[0])
        if converter is not None:
            return converter
    return next((converter for looks_like, converter in _BY_LOOKS if looks_like(graph)), None)


def converter_of(graph: Any) -> Converter | None:
    """The converter of an object; None if it is no graph."""
    if isinstance(graph, tuple):
        return _edge_pair.add if _edge_pair.looks_like(graph) else None
    kind = type(graph)
    if kind not in _KNOWN:
        _KNOWN[kind] = _find(graph)
    return _KNOWN[kind]


def is_graph(graph: Any) -> bool:
    """Whether the object is one graph, not many."""
    if isinstance(graph, np.ndarray):
        return graph.ndim == 2 and graph.dtype != object
    return converter_of(graph) is not None


def add_graph(batch: _sgr.GraphBatch, graph: Any, reading: Reading) -> None:
    """Adds a graph of any kind to a batch.

    Raises TypeError for what is no graph and ValueError for one that breaks the rules; both say what to do.
    """
    converter = converter_of(graph)
    if converter is None:
        raise TypeError(f"found {_in_words(graph)}, wanted {WANTED}")
    converter(batch, graph, reading)


def _in_words(graph: Any) -> str:
    if isinstance(graph, str):
        return f"the text {graph!r}, which is no file"
    return f"an object of type {type(graph).__module__}.{type(graph).__qualname__}"
