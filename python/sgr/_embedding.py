"""Graphs to vectors: ``sgr.embed`` and its form for more vectors than fit in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from . import _stream
from ._certainty import SpectraInfo, SpectrumInfo
from ._conversion import is_graph
from ._descriptions import Scaling, described, description_of
from ._molecules import with_labels
from ._reading import Fields, OnError, Reading, Settings, SpectrumMethod


@overload
def embed(
    graphs: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
    attribute_scaling: Scaling = "model",
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[False] = False,
) -> NDArray[np.float32]: ...


@overload
def embed(
    graphs: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
    attribute_scaling: Scaling = "model",
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[True],
) -> tuple[NDArray[np.float32], Any]: ...


def embed(
    graphs: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
    attribute_scaling: Scaling = "model",
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: bool = False,
) -> NDArray[np.float32] | tuple[NDArray[np.float32], SpectraInfo | SpectrumInfo]:
    """Turn graphs into vectors, one row a graph.

    Parameters
    ----------
    graphs : list or generator of graphs, one graph, or a path
        NetworkX, igraph, rustworkx, PyG and DGL graphs, adjacency matrices of SciPy, NumPy, pandas and torch, RDKit
        molecules, pairs ``(edges, number of nodes)``, graphs of :func:`read` and :mod:`sgr.generate`, mixed as you
        like; batches, datasets and loaders of PyG; or the path of a TU collection or another file of graphs.
    representation : {"sgr", "wide", "spectrum", "heat", "wave", "fingerprint", "netsimile", "fgsd"}
        The vector: learned, learned and followed by numbers of the degrees, the resampled spectrum, NetLSD's traces,
        hashed colours of the nodes, or one of two baselines. Estimators have the settings of each: :class:`Spectrum`,
        :class:`HeatTrace`, :class:`Fingerprint`, :class:`FGSD`.
    model : "default", "paper", a path or a Model
        The model of the learned vector.
    weight : str, True or None
        Use edge weights: the attribute of that name, or with True the weights that the kind of graph has of its own.
        Without it, weights are ignored.
    directed_as : "undirected" or None
        Directed graphs are refused unless their directions may be forgotten.
    node_label, edge_label : str, list of str, True, False or None
        Let the vectors see labels; with None for both, those of molecules, RDKit's and :func:`from_smiles`'s and in files,
        and of nothing else: 256 numbers for them follow those of the structure; the colours of a fingerprint
        begin with them, and nothing follows. The name of a field of nodes or edges: an attribute of NetworkX or igraph,
        a key of DGL's ``ndata`` or ``edata``, an attribute of PyG's ``Data``, an item or attribute of rustworkx's
        payloads, of an RDKit molecule "element", "bond" and others (docs/guide/python.md). Several names make one label
        of several fields; True stands for the labels that files and :class:`Graph` objects have, for the payloads of
        rustworkx, and for "atom" and "kind" of RDKit, the labels of :func:`from_smiles`. A label is text; numbers are their text, and a row of numbers is the
        text of all of them.
    attributes : str, list of str, True or None
        Let the vectors see numbers of the nodes: 128 numbers for them come last. Fields as for labels, each a number or
        a row of numbers a node; True stands for the attributes of files and :class:`Graph` objects, for the payloads of
        rustworkx and for ``x`` of PyG.
    attribute_scaling : "model", "asinh" or a pair (means, deviations)
        How attributes of any size become numbers of similar size. "model": as the model says, which is "asinh" unless
        it was saved with the scales that an estimator learned. "asinh": asinh(x). A pair: (x − mean) / deviation, with
        a mean and a deviation for each attribute.
    on_error : {"raise", "nan"}
        With "nan" a graph that cannot be embedded gets a row of NaN, and a :class:`GraphWarning` names it.
    n_jobs : int or None
        Threads; None or -1 for all cores that the process may use. The vectors do not depend on it, to the byte.
    progress : bool
        Show a bar.
    max_error : float
        Largest error of a sample of the spectrum, from 1e-6 to 1, for large graphs whose spectrum is approximated. If a
        spectrum may be farther off, an :class:`AccuracyWarning` names the graph.
    method : {"auto", "exact", "slicing", "density", "single", "ends"}
        How the spectrum of a large graph is found. "auto": exactly if that takes a few seconds, otherwise by the
        fastest method for the error asked for. "exact": all eigenvalues, whatever it takes. "single": all eigenvalues
        in single precision. "slicing", "density" and "ends" are approximations (docs/large.md). Small graphs are
        solved exactly in any case.
    max_memory : float
        Gigabytes that the matrix of one graph may take, and that reading a file may take.
    max_seconds : float or None
        Seconds that one large graph may take; it then gets the best result so far, with its stated error. A result that
        this limit cut depends on the machine.
    seed : int
        Seed of the random vectors behind "density".
    return_info : bool
        Also return how the spectra were found and how far off they may be: :class:`SpectraInfo` with the arrays
        ``origin`` and ``error``, or for one graph :class:`SpectrumInfo`.

    Returns
    -------
    numpy.ndarray of float32
        One row a graph; for one graph, its vector. With ``return_info`` a pair of it and the info.

    Examples
    --------
    >>> import sgr
    >>> triangle = ([(0, 1), (1, 2), (2, 0)], 3)
    >>> square = ([(0, 1), (1, 2), (2, 3), (3, 0)], 4)
    >>> sgr.embed([triangle, square]).shape
    (2, 256)
    >>> sgr.embed(square, "heat").shape
    (250,)
    >>> vectors, info = sgr.embed([triangle, square], return_info=True)
    >>> info.origin
    array(['exact', 'exact'], dtype='<U5')
    >>> bool(info.error.max() < 1e-13)
    True
    >>> import numpy as np
    >>> ends = np.array([0]), np.array([1])
    >>> oxygen, carbon_monoxide = (sgr.Graph(2, *ends, node_labels=atoms) for atoms in (["O", "O"], ["C", "O"]))
    >>> vectors = sgr.embed([oxygen, carbon_monoxide], node_label=True)
    >>> vectors.shape, bool((vectors[0, :256] == vectors[1, :256]).all())
    ((2, 512), True)
    """
    graphs, node_label, edge_label = with_labels(graphs, representation, node_label, edge_label)
    reading = Reading(weight, directed_as, node_label=node_label, edge_label=edge_label, attributes=attributes)
    description, reading = described(description_of(representation, model), reading, attribute_scaling)
    settings = Settings(reading, on_error, n_jobs, progress, max_error, method, max_memory, seed, max_seconds)
    if is_graph(graphs):
        vector, infos = _stream.vector(graphs, description, settings)
        return (vector, infos[0]) if return_info else vector
    vectors, infos = _stream.vectors(graphs, description, settings)
    return (vectors, infos) if return_info else vectors


def embed_blocks(
    graphs: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
    attribute_scaling: Scaling = "model",
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
) -> Iterator[NDArray[np.float32]]:
    """Turn graphs into vectors, block by block as they come: for more vectors than fit in memory.

    As :func:`embed`, but nothing is kept.

    Examples
    --------
    >>> import sgr
    >>> paths = (([(i, i + 1) for i in range(n)], n + 1) for n in range(1, 1001))
    >>> sum(len(block) for block in sgr.embed_blocks(paths, "spectrum"))
    1000
    """
    graphs, node_label, edge_label = with_labels(graphs, representation, node_label, edge_label)
    reading = Reading(weight, directed_as, node_label=node_label, edge_label=edge_label, attributes=attributes)
    description, reading = described(description_of(representation, model), reading, attribute_scaling)
    settings = Settings(reading, on_error, n_jobs, progress, max_error, method, max_memory, seed, max_seconds)
    return _stream.vector_blocks(graphs, description, settings)
