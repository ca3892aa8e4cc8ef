"""When a series of graphs changed: ``sgr.changes``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from . import _sgr
from ._embedding import embed
from ._reading import threads
from ._seed import seed_of
from ._whole import whole


class ChangePoint(NamedTuple):
    """A place where a series changed."""

    #: Position of the first graph after the change.
    position: int
    #: Its id.
    id: str
    #: Probability of a division as good in a series without a change.
    p_value: float
    #: Distance between the mean vectors of the segments on both sides.
    shift: float


class Changes:
    """What :func:`changes` found in a series. A notebook shows it as a picture.

    Examples
    --------
    >>> import numpy as np, sgr
    >>> found = sgr.changes(np.array([[1.0], [1.5], [1.2], [1.1], [1.3], [7.0], [7.4], [7.2], [7.1], [7.3]]))
    >>> found
    <1 change point in 10 snapshots (5 % false alarms): 5>
    >>> found.segments.tolist()
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    """

    def __init__(self, made: _sgr.Changes) -> None:
        self._made = made

    def __repr__(self) -> str:
        named = ", ".join(point.id for point in self.change_points)
        return f"<{self._made.summary()}{named and ': ' + named}>"

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def ids(self) -> list[str]:
        """The ids of the snapshots."""
        return self._made.ids()

    @property
    def distances(self) -> NDArray[np.float64]:
        """Distance of each snapshot to the median of the vectors before it; NaN for the first one and for a gap."""
        return self._made.distances()

    @property
    def scores(self) -> NDArray[np.float64]:
        """How unusual each distance is after those before it, in robust standard deviations; NaN for the first nine."""
        return self._made.scores()

    @property
    def segments(self) -> NDArray[np.int64]:
        """Number of the segment of each snapshot, from 0; −1 for a gap."""
        return self._made.segments()

    @property
    def change_points(self) -> list[ChangePoint]:
        """The places where the series changed, in order."""
        ids = self.ids
        return [ChangePoint(position, ids[position], p_value, shift) for position, p_value, shift in self._made.points()]

    @property
    def next_p_value(self) -> float | None:
        """The smallest probability among the best divisions that are no change points; None if nothing could be divided."""
        return self._made.next_p_value

    @property
    def false_alarms(self) -> float:
        """The rate of false alarms that was asked for."""
        return self._made.false_alarms

    def to_svg(self) -> str:
        """Distances, scores and change points as a picture."""
        return self._made.svg()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture (.svg, .png) or its numbers (.csv), whole or not at all."""
        self._made.save(os.fspath(path))

    def _repr_svg_(self) -> str:
        return self.to_svg()


def changes(
    graphs: Any,
    ids: Iterable[Any] | None = None,
    *,
    window: int = 5,
    false_alarms: float = 0.05,
    permutations: int = 999,
    min_segment: int = 3,
    seed: int = 0,
    max_memory: float = 8.0,
    n_jobs: int | None = None,
    **embedding: Any,
) -> Changes:
    """When a series of graphs changed: distances to the recent past, their scores, and change points.

    Parameters
    ----------
    graphs : list or generator of graphs, a path, or an array of vectors
        Snapshots in order, as for :func:`embed`; or a two-dimensional array of floats, one row a snapshot. A row of NaN,
        which ``on_error="nan"`` makes of a graph that cannot be embedded, is a gap: nothing is computed from it.
    ids : iterable or None
        A name for each snapshot; the positions unless given.
    window : int
        Snapshots before one that are its recent past.
    false_alarms : float
        Probability of any change point in a series whose snapshots come in random order.
    permutations : int
        Random orders that the series is compared with.
    min_segment : int
        Fewest snapshots between two change points, and at both ends.
    seed : int
        Seed of the orders, and of estimated spectra. The same seed gives the same result.
    max_memory : float
        Gigabytes that the distances of all pairs may take; and the limit of :func:`embed`.
    n_jobs : int or None
        Threads; the result does not depend on them.
    **embedding
        How graphs become vectors: parameters of :func:`embed`, such as ``representation`` and ``model``.

    Returns
    -------
    Changes

    Examples
    --------
    >>> import sgr
    >>> densities = [0.1] * 20 + [0.2] * 20
    >>> days = [sgr.generate.erdos_renyi(50, density, random_state=day) for day, density in enumerate(densities)]
    >>> found = sgr.changes(days)
    >>> found
    <1 change point in 40 snapshots (5 % false alarms): 20>
    >>> found.change_points[0].p_value
    0.002
    """
    seed = seed_of(seed, "seed")
    if isinstance(graphs, np.ndarray) and graphs.ndim == 2 and graphs.dtype.kind == "f":
        if embedding:
            raise TypeError(f"found {', '.join(embedding)} next to vectors, which are compared as they are")
        vectors = np.ascontiguousarray(graphs, np.float32)
    else:
        found = embed(graphs, seed=seed, max_memory=max_memory, n_jobs=n_jobs, **embedding)
        vectors = np.atleast_2d(np.asarray(found))
    names = [str(id) for id in (range(len(vectors)) if ids is None else ids)]
    if len(names) != len(vectors):
        raise ValueError(f"found {len(names)} ids, wanted {len(vectors)}, one for each snapshot")
    job = _sgr.start_changes(
        vectors,
        names,
        whole(window, "window", 1),
        float(false_alarms),
        whole(permutations, "permutations", 1),
        whole(min_segment, "min_segment", 1),
        seed,
        max_memory,
        threads(n_jobs),
    )
    return Changes(cast(_sgr.Changes, job.result()))
