"""NetLSD's heat trace."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from .. import _sgr
from .._descriptions import normalization_of, times_of
from ._spectral import SpectralTransformer


@dataclass(kw_only=True, repr=False, eq=False)
class HeatTrace(SpectralTransformer):
    """Heat trace h(t) = Σ exp(−t λ): NetLSD's signature, from the whole spectrum.

    Parameters
    ----------
    times : array or None
        None for NetLSD's 250 times from 0.01 to 100.
    normalization : {"empty", "complete"} or None
        Divide by the trace of the empty or of the complete graph of as many nodes, or by nothing.
    weight, directed_as, node_label, edge_label, attributes, attribute_scaling, on_error, n_jobs, random_state,
    progress, max_error, method, max_memory, seed, max_seconds
        As for :class:`SGR`.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.HeatTrace(times=[0, 1], normalization=None).fit_transform([edge])
    array([[2.       , 1.1353353]], dtype=float32)
    """

    times: ArrayLike | None = None
    normalization: str | None = "empty"

    def _structure(self) -> _sgr.Description:
        times, normalization = times_of(self.times), normalization_of(self.normalization)
        return _sgr.Description.representation("heat", times=times, normalization=normalization)
