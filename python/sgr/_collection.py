"""Graphs from files."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr, _stream
from ._conversion._sequence import open_file
from ._molecules import Hydrogens
from ._reading import OnError, Reading


class Collection(NamedTuple):
    """Graphs with their class labels: ``graphs, labels = sgr.read(path)``."""

    graphs: list[_sgr.Graph]
    #: Whole numbers if all labels are, texts otherwise; None if a graph has no label.
    labels: NDArray[Any] | None


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    weight: bool | None = None,
    directed_as: str | None = None,
    gather: bool = False,
    header: bool | None = None,
    node_labels: bool = False,
    edge_labels: bool = False,
    attributes: bool = False,
    hydrogens: Hydrogens = "written",
    hydrogen_counts: bool = False,
    on_error: OnError = "raise",
    max_memory: float = 8.0,
) -> Collection:
    """Read a file or folder of graphs into memory.

    TU collections (a folder, or the .zip as it is distributed), edge lists, graph6, sparse6, Matrix Market, JSON lines,
    karateclub's JSON; plain, .gz and .zst. Of a file that does not fit, give the path to :func:`sgr.embed_blocks`.

    Parameters
    ----------
    path : str or path
        The name tells the format.
    format : {"tu", "edges", "graph6", "sparse6", "mtx", "jsonl", "karateclub"} or None
        Read as this format, whatever the name.
    weight : bool or None
        Use edge weights.
    directed_as : "undirected" or None
        Accept directed input, and forget the directions.
    gather : bool
        For TU files whose edge lines are not grouped by graph.
    header : bool or None
        Whether the first line of an edge list, or of a list of SMILES, names the columns; None: it is an edge or a
        SMILES, as all other lines.
    node_labels, edge_labels : bool
        Keep the labels of nodes, or of edges: for ``node_label=True`` and ``edge_label=True`` of :func:`sgr.embed`, and
        for the kernels of :func:`sgr.gram`.
    attributes : bool
        Keep the attributes of nodes, for ``attributes=True`` of :func:`sgr.embed`; a graph without them is refused.
    hydrogens : {"written", "added", "removed"}
        Of molecules: hydrogens that are nodes, as for :func:`sgr.from_smiles`.
    hydrogen_counts : bool
        Let the labels of atoms tell how many hydrogens they have.
    on_error : {"raise", "nan"}
        With "nan", graphs that cannot be read are left out, and a warning names them.
    max_memory : float
        Gigabytes that names, labels and the edges of one graph may take while they are read; a file that needs more is
        refused. The graphs that come back are not counted.

    Examples
    --------
    >>> import sgr
    >>> graphs, labels = sgr.read("examples/shapes.jsonl")
    >>> len(graphs), sorted(set(labels.tolist()))
    (90, ['communities', 'ring', 'tree'])
    >>> graphs[0]
    <Graph of 19 nodes and 22 edges>
    """
    reading = Reading(weight, directed_as, max_memory, node_labels, edge_labels, attributes)
    graphs, skipped = list[_sgr.Graph](), list[tuple[int, str]]()
    if not os.path.exists(path):
        raise FileNotFoundError(f"{os.fspath(path)!r}: no such file or folder")
    for position, item in enumerate(open_file(path, reading, format, gather, header, hydrogens, hydrogen_counts)):
        if not isinstance(item, str):
            graphs.append(item)
        elif on_error == "raise":
            raise ValueError(f"graph at position {position}: {item}")
        else:
            skipped.append((position, item))
    _stream.warn(skipped, len(graphs) + len(skipped))
    return Collection(graphs, _labels([graph.label for graph in graphs]))


def read_tu(path: str | os.PathLike[str], **settings: Any) -> Collection:
    """Read a TU collection: a folder with ``NAME_A.txt`` and its companions, or the .zip as it is distributed.

    As :func:`read`, whatever the name of the folder or file.

    Examples
    --------
    >>> import os, tempfile, sgr
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = {"A": "1, 2\\n2, 1\\n", "graph_indicator": "1\\n1\\n2\\n", "graph_labels": "1\\n-1\\n"}
    ...     for name, text in files.items():
    ...         _ = open(os.path.join(folder, f"TINY_{name}.txt"), "w").write(text)
    ...     graphs, labels = sgr.read_tu(folder)
    >>> graphs, labels.tolist()
    ([<Graph of 2 nodes and 1 edges>, <Graph of 1 nodes and 0 edges>], [1, -1])
    """
    return read(path, format="tu", **settings)


def _labels(labels: list[str | None]) -> NDArray[Any] | None:
    if not labels or any(label is None for label in labels):
        return None
    try:
        return np.array([int(label) for label in labels if label is not None], np.int64)
    except ValueError:
        return np.array(labels, str)
