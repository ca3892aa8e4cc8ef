"""FGSD's histogram of spectral distances."""

from __future__ import annotations

from dataclasses import dataclass

from .. import _sgr
from ._base import GraphTransformer


@dataclass(kw_only=True, repr=False, eq=False)
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
        As for :class:`SGR`; nothing here is random.

    Examples
    --------
    >>> import sgr
    >>> path = ([(0, 1), (1, 2)], 3)
    >>> sgr.FGSD(bins=3, range=3, distance="harmonic").fit_transform([path])
    array([[3., 4., 2.]], dtype=float32)
    """

    bins: int = 5000
    range: float = 5.0
    distance: str = "biharmonic"
    laplacian: str = "combinatorial"

    def _description(self) -> _sgr.Description:
        return _sgr.Description.fgsd(self.distance, self.laplacian, self.bins, self.range)
