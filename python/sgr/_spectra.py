"""Eigenvalues, samples of spectra, and heat and wave traces, in double precision."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sgr, _stream
from ._certainty import SpectraInfo, SpectrumInfo
from ._conversion import is_graph
from ._descriptions import normalization_of, times_of
from ._reading import OnError, Reading, Settings, SpectrumMethod
from ._whole import whole

#: Rows of numbers, or one row for one graph; with ``return_info`` a pair of them and the info.
_Rows: TypeAlias = NDArray[np.float64] | tuple[NDArray[np.float64], SpectraInfo | SpectrumInfo]


def spectrum(
    graphs: Any,
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: bool = False,
) -> Any:
    """All eigenvalues of the normalized Laplacian, ascending: as many as nodes, inside [0, 2].

    Nothing that was interpolated is returned as an eigenvalue: a large graph whose spectrum is approximated raises
    :class:`ApproximateSpectrumError`, unless ``method="exact"`` or ``method="single"`` asks for all eigenvalues.
    :func:`spectrum_samples` takes every graph.

    Parameters
    ----------
    graphs : a graph, or a list, generator or file of graphs
        As for :func:`embed`, as are the parameters that are not listed here.
    return_info : bool
        Also return how the spectra were found and the largest error of an eigenvalue: :class:`SpectrumInfo` for one
        graph, :class:`SpectraInfo` for many.

    Returns
    -------
    numpy.ndarray of float64, or a list of them
        With ``on_error="nan"``, None for a graph without eigenvalues. With ``return_info`` a pair of it and the info.

    Examples
    --------
    >>> import sgr
    >>> sgr.spectrum(([(0, 1), (1, 2), (2, 3), (3, 0)], 4))
    array([0., 1., 1., 2.])
    >>> sgr.spectrum(([(0, 1)], 2), return_info=True)[1].origin
    'exact'
    """
    settings = Settings(
        Reading(weight, directed_as), on_error, n_jobs, progress, max_error, method, max_memory, seed, max_seconds
    )
    query = _stream.Query("eigenvalues")
    if is_graph(graphs):
        values, infos = _stream.spectrum_of(graphs, query, settings)
        return (values, infos[0]) if return_info else values
    found, infos = _stream.spectra(graphs, query, settings)
    return (found, infos) if return_info else found


@overload
def spectrum_samples(
    graphs: Any,
    samples: int = 256,
    knots: str = "literal",
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[False] = False,
) -> NDArray[np.float64]: ...


@overload
def spectrum_samples(
    graphs: Any,
    samples: int = 256,
    knots: str = "literal",
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[True],
) -> tuple[NDArray[np.float64], Any]: ...


def spectrum_samples(
    graphs: Any,
    samples: int = 256,
    knots: str = "literal",
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: bool = False,
) -> _Rows:
    """Samples of the spectrum at evenly spaced places of [0, 1]: of any graph, however large.

    The cubic spline of :class:`Spectrum` in double precision. Samples of a large graph may be approximate:
    ``return_info=True`` says how far off they may be.

    Parameters
    ----------
    graphs : a graph, or a list, generator or file of graphs
        As for :func:`embed`, as are the parameters that are not listed here.
    samples : int
        Number of samples, from 2 to 65536.
    knots : {"literal", "stretched", "zero-based", "nontrivial"}
        λ_k at k/n as the paper writes it; at (k−1)/(n−1); at (k−1)/n; or at (k−2)/(n−2) without the first eigenvalue,
        which is always 0, as the model "paper" has it.

    Returns
    -------
    numpy.ndarray of float64
        One row a graph; for one graph, its samples. With ``return_info`` a pair of it and the info.

    Examples
    --------
    >>> import sgr
    >>> sgr.spectrum_samples(([(0, 1)], 2), 3)
    array([-2.,  0.,  2.])
    >>> path = ([(i, i + 1) for i in range(999)], 1000)
    >>> values, info = sgr.spectrum_samples(path, max_error=1e-2, return_info=True)
    >>> values.shape, info.error < 1e-2
    ((256,), True)
    """
    settings = Settings(
        Reading(weight, directed_as), on_error, n_jobs, progress, max_error, method, max_memory, seed, max_seconds
    )
    samples = whole(samples, "samples")
    return _rows(graphs, _stream.Query("samples", samples=samples, knots=knots), samples, settings, return_info)


@overload
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
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[False] = False,
) -> NDArray[np.float64]: ...


@overload
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
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[True],
) -> tuple[NDArray[np.float64], Any]: ...


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
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: bool = False,
) -> _Rows:
    """Heat trace h(t) = Σ exp(−t λ): NetLSD's signature, from the whole spectrum.

    Parameters
    ----------
    graphs : a graph, or a list, generator or file of graphs
        As for :func:`embed`, as are the parameters that are not listed here.
    times : array or None
        None for NetLSD's 250 times from 0.01 to 100.
    normalization : {"empty", "complete"} or None
        Divide by the trace of the empty or of the complete graph of as many nodes, as NetLSD does; or by nothing.
    return_info : bool
        Also return how the spectra were found and how far off they (not the traces) may be.

    Returns
    -------
    numpy.ndarray of float64
        One value a time; for many graphs, one row a graph. With ``return_info`` a pair of it and the info.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.heat_trace(edge, [0, 1], normalization=None).round(6)
    array([2.      , 1.135335])
    """
    settings = Settings(
        Reading(weight, directed_as), on_error, n_jobs, progress, max_error, method, max_memory, seed, max_seconds
    )
    return _traces(graphs, "heat", times_of(times), normalization, settings, return_info)


@overload
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
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[False] = False,
) -> NDArray[np.float64]: ...


@overload
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
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: Literal[True],
) -> tuple[NDArray[np.float64], Any]: ...


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
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
    return_info: bool = False,
) -> _Rows:
    """Wave trace Σ cos(t λ): as :func:`heat_trace`, by default at NetLSD's 250 times from 0 to 2π.

    Examples
    --------
    >>> import sgr
    >>> sgr.wave_trace(([(0, 1)], 2), [0.0])
    array([1.])
    """
    settings = Settings(
        Reading(weight, directed_as), on_error, n_jobs, progress, max_error, method, max_memory, seed, max_seconds
    )
    return _traces(graphs, "wave", times_of(times, waves=True), normalization, settings, return_info)


def heat_kernel(
    graph: Any,
    times: ArrayLike,
    diagonal: bool = True,
    *,
    weight: str | bool | None = None,
    directed_as: str | None = None,
) -> NDArray[np.float64]:
    """Heat kernel H_t = exp(−t L) of one graph, from its eigenvectors: the paper's equation 2.

    Parameters
    ----------
    graph : a graph of at most 16384 nodes
        As for :func:`embed`, as are ``weight`` and ``directed_as``.
    times : float or array
    diagonal : bool
        Only the diagonal (auto-diffusivity): the heat that is at each node at time t if one unit started there. False
        for the whole kernel.

    Returns
    -------
    numpy.ndarray of float64
        One row, or one matrix, a time; without the first axis if ``times`` is a number.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.heat_kernel(edge, 1.0).round(6)
    array([0.567668, 0.567668])
    >>> sgr.heat_kernel(edge, [0.0, 1.0], diagonal=False)[0].round(6)
    array([[1., 0.],
           [0., 1.]])
    """
    if not is_graph(graph):
        raise TypeError(f"found {type(graph).__qualname__}, wanted one graph")
    batch = _stream.single(graph, Reading(weight, directed_as))
    values: NDArray[np.float64] = _sgr.start_heat_kernel(batch, times_of(times), bool(diagonal)).result()
    return values[0] if np.ndim(times) == 0 else values


def _traces(
    graphs: Any,
    kind: str,
    times: NDArray[np.float64],
    normalization: str | None,
    settings: Settings,
    return_info: bool,
) -> _Rows:
    query = _stream.Query(kind, times, normalization_of(normalization))
    return _rows(graphs, query, len(times), settings, return_info)


def _rows(graphs: Any, query: _stream.Query, width: int, settings: Settings, return_info: bool) -> _Rows:
    """Numbers of equal count for each graph as an array; NaN for graphs without a spectrum."""
    found: list[NDArray[np.float64] | None]
    infos: SpectraInfo
    if is_graph(graphs):
        one, infos = _stream.spectrum_of(graphs, query, settings)
        row = np.full(width, np.nan) if one is None else one
        return (row, infos[0]) if return_info else row
    found, infos = _stream.spectra(graphs, query, settings)
    rows = [np.full(width, np.nan) if numbers is None else numbers for numbers in found]
    table = np.array(rows, np.float64).reshape(len(rows), width)
    return (table, infos) if return_info else table
