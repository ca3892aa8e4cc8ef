"""NetLSD's heat trace."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from .. import _sgr
from .._descriptions import normalization_of, times_of
from .._reading import OnError
from ._base import GraphTransformer


class HeatTrace(GraphTransformer):
    """Heat trace h(t) = Σ exp(−t λ) from all eigenvalues: what NetLSD approximates.

    Parameters
    ----------
    times : array or None
        None for NetLSD's 250 times from 0.01 to 100.
    normalization : {"empty", "complete"} or None
        Divide by the trace of the empty or of the complete graph of as many nodes, or by nothing.
    weight, directed_as, on_error, n_jobs, random_state, progress
        As for :class:`SGR`.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.HeatTrace(times=[0, 1], normalization=None).fit_transform([edge])
    array([[2.       , 1.1353353]], dtype=float32)
    """

    def __init__(
        self,
        *,
        times: ArrayLike | None = None,
        normalization: str | None = "empty",
        weight: str | bool | None = None,
        directed_as: str | None = None,
        on_error: OnError = "raise",
        n_jobs: int | None = None,
        random_state: Any = None,
        progress: bool = False,
    ) -> None:
        self.times = times
        self.normalization = normalization
        self.weight = weight
        self.directed_as = directed_as
        self.on_error = on_error
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.progress = progress

    def _description(self) -> _sgr.Description:
        return _sgr.Description.heat(times_of(self.times), normalization_of(self.normalization))
