"""How far apart two graphs are."""

from __future__ import annotations

from typing import Any, Literal

from . import _sgr, _stream
from ._certainty import Certainties
from ._conversion import is_graph
from ._descriptions import Distance, Scaling, described, description_of, plain_model
from ._molecules import with_labels
from ._reading import Fields, Reading, Settings, SpectrumMethod


#: How far apart two graphs are: a distance of their vectors, or the bound of their spectra.
Metric = Literal[Distance, "bound"]


def distance(
    a: Any,
    b: Any,
    metric: Metric = "euclidean",
    representation: str = "sgr",
    *,
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
    attribute_scaling: Scaling = "model",
    n_jobs: int | None = None,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
) -> float:
    """How far apart two graphs are.

    Parameters
    ----------
    a, b : graphs
        As for :func:`embed`, as are the parameters that are not listed here.
    metric : {"euclidean", "cosine", "standardized", "whitened", "ranks", "tanimoto", "bound"}
        A distance of the vectors; or the paper's lower bound of the spectral Gromov–Wasserstein distance,
        sup e^(−2(t + 1/t)) |h_a(t) − h_b(t)|, which looks at the heat traces and at nothing else. The distances
        "standardized", "whitened" and "ranks" need the statistics of the model, which it has for vectors without labels
        and attributes; "tanimoto" is for fingerprints, whose numbers are at least 0. ``Model.closer_than`` says how large a distance is.

    Examples
    --------
    >>> import sgr
    >>> triangle, square = ([(0, 1), (1, 2), (2, 0)], 3), ([(0, 1), (1, 2), (2, 3), (3, 0)], 4)
    >>> sgr.distance(triangle, triangle)
    0.0
    >>> round(sgr.distance(triangle, square, "bound"), 6)
    0.008315
    >>> far = sgr.distance(triangle, square, "ranks")
    >>> sgr.Model.open("default").closer_than(far, "ranks")["grid"] < 100
    True
    """
    metrics = (*_sgr.distance_names(), "bound")
    if metric not in metrics:
        raise ValueError(f"found metric={metric!r}, wanted one of {', '.join(map(repr, metrics))}")
    if metric != "bound":
        _, node_label, edge_label = with_labels(a, representation, node_label, edge_label)
    reading = Reading(weight, directed_as, node_label=node_label, edge_label=edge_label, attributes=attributes)
    if metric == "bound" and reading.has_fields:
        raise ValueError('found labels or attributes for metric="bound", which sees the spectra alone')
    description, reading = described(description_of(representation, model), reading, attribute_scaling)
    settings = Settings(reading, "raise", n_jobs, False, max_error, method, max_memory, seed, max_seconds)
    pair = [_checked(graph, name) for graph, name in ((a, "a"), (b, "b"))]
    if metric != "bound":
        (first, second), _ = _stream.vectors(pair, description, settings)
        return _sgr.vector_distance(metric, first, second, plain_model(representation, model, reading.has_fields))
    batch = _stream.whole(pair, settings.reading)
    bound, found = _sgr.start_bound(batch, settings.spectrum, settings.threads).result()
    certainties = Certainties(settings.max_error)
    for origin, error in found:
        certainties.add(origin, error)
    certainties.warn()
    return float(bound)


def _checked(graph: Any, name: str) -> Any:
    if not is_graph(graph):
        raise TypeError(f"found {name} of type {type(graph).__qualname__}, wanted one graph")
    return graph
