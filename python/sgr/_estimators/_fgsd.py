"""FGSD's histogram of spectral distances."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import OnError
from ._base import GraphTransformer


class FGSD(GraphTransformer):
    """FGSD: a histogram of the spectral distances of all pairs of nodes. Verma & Zhang 2017.

    Parameters
    ----------
    bins : int
        Length of the vector.
    range : float
        Distances from 0 to here are counted.
    distance : {"biharmonic", "harmonic"}
        Frequencies weigh 1/λ², or 1/λ.
    laplacian : {"combinatorial", "normalized"}
        Of D − A, or of I − D^(−1/2) A D^(−1/2).
    weight, directed_as, on_error, n_jobs, random_state, progress
        As for :class:`SGR`.

    Examples
    --------
    >>> import sgr
    >>> path = ([(0, 1), (1, 2)], 3)
    >>> sgr.FGSD(bins=3, range=3, distance="harmonic").fit_transform([path])
    array([[3., 4., 2.]], dtype=float32)
    """

    def __init__(
        self,
        *,
        bins: int = 5000,
        range: float = 5.0,
        distance: str = "biharmonic",
        laplacian: str = "combinatorial",
        weight: str | bool | None = None,
        directed_as: str | None = None,
        on_error: OnError = "raise",
        n_jobs: int | None = None,
        random_state: Any = None,
        progress: bool = False,
    ) -> None:
        self.bins = bins
        self.range = range
        self.distance = distance
        self.laplacian = laplacian
        self.weight = weight
        self.directed_as = directed_as
        self.on_error = on_error
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.progress = progress

    def _description(self) -> _sgr.Description:
        return _sgr.Description.fgsd(self.distance, self.laplacian, self.bins, self.range)
