"""The one-liners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sgr, _stream
from ._conversion import is_graph
from ._descriptions import description_of, normalization_of, times_of
from ._progress import Bar
from ._reading import OnError, Reading, Settings


def embed(
    graphs: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
) -> NDArray[np.float32]:
    """Turn graphs into vectors, one row a graph.

    Parameters
    ----------
    graphs : list or generator of graphs, one graph, or a path
        NetworkX, igraph, rustworkx, PyG and DGL graphs, SciPy sparse and NumPy adjacency matrices, RDKit molecules,
        pairs ``(edges, number of nodes)``, graphs of :func:`read` and :mod:`sgr.generate`, mixed as you like; or the
        path of a TU collection or another file of graphs.
    representation : {"sgr", "spectrum", "heat", "wave", "netsimile", "fgsd"}
        The vector: learned, the resampled spectrum, NetLSD's traces, or one of two baselines.
    model : "default", "paper", a path or a Model
        What makes the learned vector.
    weight : str, True or None
        Use edge weights: the attribute of that name, or with True the weights that the kind of graph has of its own.
        Without it, weights are not looked at.
    directed_as : "undirected" or None
        Directed graphs are refused unless their directions may be forgotten.
    on_error : {"raise", "nan"}
        With "nan" a graph that cannot be embedded gets a row of NaN, and a :class:`GraphWarning` names it.
    n_jobs : int or None
        Threads; None or -1 for all cores. The vectors do not depend on it, to the byte.
    progress : bool
        Show a bar.

    Returns
    -------
    numpy.ndarray of float32
        One row a graph; for one graph, its vector.

    Examples
    --------
    >>> import sgr
    >>> triangle = ([(0, 1), (1, 2), (2, 0)], 3)
    >>> square = ([(0, 1), (1, 2), (2, 3), (3, 0)], 4)
    >>> sgr.embed([triangle, square]).shape
    (2, 256)
    >>> sgr.embed(square, "heat").shape
    (250,)
    """
    description = description_of(representation, model)
    settings = Settings(Reading(weight, directed_as), on_error, n_jobs, progress)
    if is_graph(graphs):
        return _one_vector(graphs, description, settings)
    return _stream.vectors(graphs, description, settings)


def _one_vector(graph: Any, description: _sgr.Description, settings: Settings) -> NDArray[np.float32]:
    try:
        batch = _stream.single(graph, settings.reading)
        with Bar(settings.progress, 1) as bar:
            rows, failures = bar.result(description.start(batch, settings.threads), 1)
        if failures:
            raise ValueError(failures[0][1])
        vector: NDArray[np.float32] = rows[0]
    except (TypeError, ValueError) as error:
        if settings.on_error == "raise":
            raise
        _stream.warn([(0, str(error))], 1)
        return np.full(len(description.columns()), np.nan, np.float32)
    return vector


def embed_blocks(
    graphs: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
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
    settings = Settings(Reading(weight, directed_as), on_error, n_jobs, progress)
    return _stream.vector_blocks(graphs, description_of(representation, model), settings)


class SpectrumInfo(NamedTuple):
    """How eigenvalues were found, and how far off each may be."""

    origin: str
    error: float


def spectrum(
    graphs: Any,
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    return_info: bool = False,
) -> Any:
    """All eigenvalues of the normalized Laplacian, ascending: as many as nodes, inside [0, 2].

    Parameters
    ----------
    graphs : a graph, or a list, generator or file of graphs
        As for :func:`embed`, as are the other parameters.
    return_info : bool
        Also return how they were found: ``SpectrumInfo(origin, error)``.

    Returns
    -------
    numpy.ndarray of float64, or a list of them
        With ``on_error="nan"``, None for a graph that has no spectrum.

    Examples
    --------
    >>> import sgr
    >>> sgr.spectrum(([(0, 1), (1, 2), (2, 3), (3, 0)], 4))
    array([0., 1., 1., 2.])
    >>> sgr.spectrum(([(0, 1)], 2), return_info=True)[1].origin
    'exact'
    """
    settings = Settings(Reading(weight, directed_as), on_error, n_jobs, progress)
    found = _numbers(graphs, "eigenvalues", None, "none", settings)
    values = [None if numbers is None else numbers.values for numbers in found]
    infos = [None if numbers is None else SpectrumInfo(numbers.origin, numbers.error) for numbers in found]
    if is_graph(graphs):
        return (values[0], infos[0]) if return_info else values[0]
    return (values, infos) if return_info else values


def heat_trace(
    graphs: Any,
    times: ArrayLike | None = None,
    normalization: str | None = "empty",
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
) -> NDArray[np.float64]:
    """Heat trace h(t) = Σ exp(−t λ): NetLSD's signature, from all eigenvalues.

    Parameters
    ----------
    graphs : a graph, or a list, generator or file of graphs
        As for :func:`embed`, as are the parameters that are not listed here.
    times : array or None
        None for NetLSD's 250 times from 0.01 to 100.
    normalization : {"empty", "complete"} or None
        Divide by the trace of the empty or of the complete graph of as many nodes, as NetLSD does; or by nothing.

    Returns
    -------
    numpy.ndarray of float64
        One value a time; for many graphs, one row a graph.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.heat_trace(edge, [0, 1], normalization=None).round(6)
    array([2.      , 1.135335])
    """
    settings = Settings(Reading(weight, directed_as), on_error, n_jobs, progress)
    return _traces(graphs, "heat", times_of(times), normalization, settings)


def wave_trace(
    graphs: Any,
    times: ArrayLike | None = None,
    normalization: str | None = "empty",
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
) -> NDArray[np.float64]:
    """Wave trace Σ cos(t λ): as :func:`heat_trace`, by default at NetLSD's 250 times from 0 to 2π.

    Examples
    --------
    >>> import sgr
    >>> sgr.wave_trace(([(0, 1)], 2), [0.0])
    array([1.])
    """
    settings = Settings(Reading(weight, directed_as), on_error, n_jobs, progress)
    return _traces(graphs, "wave", times_of(times, waves=True), normalization, settings)


def _traces(
    graphs: Any, kind: str, times: NDArray[np.float64], normalization: str | None, settings: Settings
) -> NDArray[np.float64]:
    found = _numbers(graphs, kind, times, normalization_of(normalization), settings)
    rows = [np.full(len(times), np.nan) if numbers is None else numbers.values for numbers in found]
    return rows[0] if is_graph(graphs) else np.array(rows, np.float64).reshape(len(rows), len(times))


def _numbers(
    graphs: Any, kind: str, times: NDArray[np.float64] | None, normalization: str, settings: Settings
) -> list[_stream.Numbers | None]:
    if not is_graph(graphs):
        return _stream.spectra(graphs, kind, times, normalization, settings)
    try:
        batch = _stream.single(graphs, settings.reading)
        with Bar(settings.progress, 1) as bar:
            [found] = bar.result(_sgr.start_spectra(batch, kind, times, normalization, settings.threads), 1)
        if isinstance(found, str):
            raise ValueError(found)
    except (TypeError, ValueError) as error:
        if settings.on_error == "raise":
            raise
        _stream.warn([(0, str(error))], 1)
        return [None]
    return [_stream.Numbers(*found)]


def distance(
    a: Any,
    b: Any,
    metric: Literal["euclidean", "bound"] = "euclidean",
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    n_jobs: int | None = None,
) -> float:
    """How far apart two graphs are.

    Parameters
    ----------
    a, b : graphs
        As for :func:`embed`, as are the parameters that are not listed here.
    metric : {"euclidean", "bound"}
        Between the vectors; or the paper's lower bound of the spectral Gromov–Wasserstein distance,
        sup e^(−2(t + 1/t)) |h_a(t) − h_b(t)|, which looks at the heat traces and at nothing else.

    Examples
    --------
    >>> import sgr
    >>> triangle, square = ([(0, 1), (1, 2), (2, 0)], 3), ([(0, 1), (1, 2), (2, 3), (3, 0)], 4)
    >>> sgr.distance(triangle, triangle)
    0.0
    >>> round(sgr.distance(triangle, square, "bound"), 6)
    0.008315
    """
    if metric not in ("euclidean", "bound"):
        raise ValueError(f'found metric={metric!r}, wanted "euclidean" or "bound"')
    settings = Settings(Reading(weight, directed_as), "raise", n_jobs)
    pair = [_checked(graph, name) for graph, name in ((a, "a"), (b, "b"))]
    if metric == "euclidean":
        first, second = _stream.vectors(pair, description_of(representation, model), settings)
        return _sgr.euclidean(first, second)
    [batch] = _stream.batches(pair, settings)
    bound, _ = _sgr.start_bound(batch.graphs).result()
    return float(bound)


def _checked(graph: Any, name: str) -> Any:
    if not is_graph(graph):
        raise TypeError(f"found {name} of type {type(graph).__qualname__}, wanted one graph")
    return graph


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
