"""Pictures, with matplotlib. Every function draws on the axes it is given, or on new ones, and returns them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _stream
from ._calling import refuse_unknown
from ._certainty import ApproximateSpectrumError
from ._conversion import is_graph
from ._descriptions import times_of
from ._embedding import embed
from ._layout import spring_layout
from ._reading import Reading
from ._saliency import Saliency
from ._saliency import saliency as _saliency
from ._spectra import heat_trace as _heat_trace
from ._spectra import spectrum as _spectrum
from ._spectra import spectrum_samples as _spectrum_samples

__all__ = ["draw", "embedding", "heat_trace", "saliency", "spectrum"]


def spectrum(graphs: Any, *, labels: Sequence[str] | None = None, ax: Any = None, **settings: Any) -> Any:
    """Eigenvalues of one graph or several, ascending, over their place k/n; samples where the spectrum is approximate.

    Parameters
    ----------
    graphs : a graph, a list of graphs, or a dict from names to graphs
    labels : list of str or None
        A name for each.
    ax : matplotlib axes or None
    **settings
        As for :func:`sgr.spectrum`.

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> import matplotlib; matplotlib.use("Agg")
    >>> import sgr
    >>> ax = sgr.plot.spectrum({"ring": sgr.generate.watts_strogatz(30, 2, 0.0), "tree": sgr.generate.tree(30)})
    >>> ax.get_xlabel()
    'place in the spectrum, k/n'
    """
    refuse_unknown(settings, _spectrum, ["graphs", "return_info"])
    listed, names = _listed(graphs, labels)
    axes = _axes(ax)
    for graph, name in zip(listed, names):
        try:
            eigenvalues = _spectrum(graph, **settings)
            axes.step(np.arange(1, len(eigenvalues) + 1) / len(eigenvalues), eigenvalues, where="mid", label=name)
        except ApproximateSpectrumError:
            samples = _spectrum_samples(graph, **settings)
            axes.plot(np.linspace(0, 1, len(samples)), samples, label=name)
    axes.set(xlabel="place in the spectrum, k/n", ylabel="eigenvalue λ", xlim=(0, 1), ylim=(-0.05, 2.05))
    return _with_legend(axes, names)


def heat_trace(
    graphs: Any,
    times: ArrayLike | None = None,
    normalization: str | None = "empty",
    *,
    labels: Sequence[str] | None = None,
    ax: Any = None,
    **settings: Any,
) -> Any:
    """Heat traces of one graph or several over time, both logarithmic.

    As :func:`spectrum`; ``times`` and ``normalization`` as for :func:`sgr.heat_trace`.

    Examples
    --------
    >>> import matplotlib; matplotlib.use("Agg")
    >>> import sgr
    >>> sgr.plot.heat_trace(sgr.generate.tree(30)).get_xscale()
    'log'
    """
    refuse_unknown(settings, _heat_trace, ["graphs", "times", "normalization", "return_info"])
    listed, names = _listed(graphs, labels)
    axes, at = _axes(ax), times_of(times)
    for trace, name in zip(_heat_trace(listed, at, normalization, **settings), names):
        axes.plot(at, trace, label=name)
    what = "heat trace h(t)" if normalization is None else f"heat trace h(t), by the {normalization} graph's"
    axes.set(xlabel="time t", ylabel=what, xscale="log", yscale="log")
    return _with_legend(axes, names)


def saliency(found: Saliency | None = None, *, ax: Any = None, **settings: Any) -> Any:
    """Which part of the spectrum a model looks at, one strip a family: the paper's figure 3.

    Parameters
    ----------
    found : result of :func:`sgr.saliency`, or None to compute it
    ax : matplotlib axes or None
    **settings
        As for :func:`sgr.saliency`.

    Examples
    --------
    >>> import matplotlib; matplotlib.use("Agg")
    >>> import sgr
    >>> [label.get_text() for label in sgr.plot.saliency(count=10).get_yticklabels()]
    ['block-model (10)', 'erdos-renyi (10)']
    """
    refuse_unknown(settings, _saliency)
    if found is not None and settings:
        raise TypeError(f"found {', '.join(settings)} next to a saliency, which is drawn as it is")
    shown = _saliency(**settings) if found is None else found
    axes = _axes(ax)
    rows = len(shown.families)
    axes.imshow(shown.strips, aspect="auto", cmap="Blues", interpolation="nearest", extent=(0, 1, rows - 0.5, -0.5))
    labels = [f"{family} ({count})" for family, count in zip(shown.families, shown.graphs)]
    axes.set_yticks(range(rows), labels)
    axes.set_xlabel("place in the spectrum, ascending")
    return axes


def embedding(vectors: Any, labels: ArrayLike | None = None, *, ax: Any = None, **settings: Any) -> Any:
    """Vectors in the plane of their two main directions, a colour a label.

    Parameters
    ----------
    vectors : array of vectors, or graphs as for :func:`sgr.embed`
    labels : array or None
        A class for each.
    ax : matplotlib axes or None
    **settings
        As for :func:`sgr.embed`.

    Examples
    --------
    >>> import matplotlib; matplotlib.use("Agg")
    >>> import sgr
    >>> graphs, labels = sgr.read("examples/shapes.jsonl")
    >>> ax = sgr.plot.embedding(graphs, labels)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['communities', 'ring', 'tree']
    """
    is_array = isinstance(vectors, np.ndarray) and vectors.ndim == 2 and vectors.dtype.kind == "f"
    refuse_unknown(settings, embed, ["graphs", "return_info"])
    if is_array and settings:
        raise TypeError(f"found {', '.join(settings)} next to vectors, which are drawn as they are")
    points = _main_plane(_finite(np.asarray(vectors if is_array else embed(vectors, **settings), np.float64)))
    axes = _axes(ax)
    classes = np.zeros(len(points), int) if labels is None else np.asarray(labels)
    if len(classes) != len(points):
        raise ValueError(f"found {len(classes)} labels, wanted {len(points)}, one for each vector")
    for name in np.unique(classes):
        chosen = points[classes == name]
        axes.scatter(chosen[:, 0], chosen[:, 1], s=14, label=None if labels is None else str(name))
    axes.set(xlabel="first direction", ylabel="second direction")
    return axes if labels is None else _with_legend(axes, [str(name) for name in np.unique(classes)])


def draw(graph: Any, *, ax: Any = None, labels: bool = False, **settings: Any) -> Any:
    """A graph as nodes and edges in the plane. The same graph gives the same picture.

    Parameters
    ----------
    graph : a graph of a few hundred nodes
    ax : matplotlib axes or None
    labels : bool
        Write the number of each node.
    **settings
        ``weight`` and ``directed_as``, as for :func:`sgr.embed`.

    Examples
    --------
    >>> import matplotlib; matplotlib.use("Agg")
    >>> import sgr
    >>> ax = sgr.plot.draw(sgr.generate.tree(30, random_state=1))
    >>> len(ax.collections[0].get_segments())
    29
    """
    refuse_unknown(settings, Reading)
    if not is_graph(graph):
        raise TypeError(f"found {type(graph).__qualname__}, wanted one graph")
    nodes, edges = _stream.single(graph, Reading(**settings)).edges()
    places = spring_layout(nodes, edges)
    axes = _axes(ax)
    from matplotlib.collections import LineCollection

    axes.add_collection(LineCollection(list(places[edges]), colors="0.6", linewidths=0.8, zorder=1))
    axes.scatter(places[:, 0], places[:, 1], s=max(4.0, min(60.0, 3000 / max(nodes, 1))), zorder=2)
    for node in range(nodes if labels else 0):
        axes.annotate(str(node), places[node], textcoords="offset points", xytext=(4, 4), fontsize=8)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.autoscale_view()
    return axes


def _main_plane(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Principal components, up to sign."""
    if len(vectors) == 0:
        return np.zeros((0, 2))
    centred = vectors - vectors.mean(axis=0)
    left, scale, _ = np.linalg.svd(centred, full_matrices=False)
    plane = left[:, :2] * scale[:2]
    return np.pad(plane, ((0, 0), (0, 2 - plane.shape[1])))


def _finite(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    rows = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(rows):
        raise ValueError(f"found NaN or infinity in {len(rows)} vectors, first at position {rows[0]}, wanted numbers")
    return vectors


def _listed(graphs: Any, labels: Sequence[str] | None) -> tuple[list[Any], list[str | None]]:
    if isinstance(graphs, Mapping):
        return list(graphs.values()), [str(name) for name in graphs]
    listed = [graphs] if is_graph(graphs) else list(graphs)
    if labels is not None and len(labels) != len(listed):
        raise ValueError(f"found {len(labels)} labels, wanted {len(listed)}, one for each graph")
    return listed, list(labels) if labels is not None else [None] * len(listed)


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install matplotlib") from error
    return pyplot.subplots()[1]


def _with_legend(axes: Any, names: Sequence[str | None]) -> Any:
    if any(name is not None for name in names):
        axes.legend()
    return axes
