"""The resampled spectrum."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import OnError
from ._base import GraphTransformer


class Spectrum(GraphTransformer):
    """The spectrum of a graph at evenly spaced places: the paper's Λ.

    A cubic spline through all eigenvalues, λ(k/n) = λ_k, read off at ``samples`` places of [0, 1].

    Parameters
    ----------
    samples : int
        Length of the vector.
    knots : {"literal", "stretched"}
        λ_k at k/n as the paper writes it, or stretched so that the first eigenvalue sits at 0.
    weight, directed_as, on_error, n_jobs, random_state, progress
        As for :class:`SGR`.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.Spectrum(samples=3).fit_transform([edge])
    array([[-2.,  0.,  2.]], dtype=float32)
    """

    def __init__(
        self,
        *,
        samples: int = 256,
        knots: str = "literal",
        weight: str | bool | None = None,
        directed_as: str | None = None,
        on_error: OnError = "raise",
        n_jobs: int | None = None,
        random_state: Any = None,
        progress: bool = False,
    ) -> None:
        self.samples = samples
        self.knots = knots
        self.weight = weight
        self.directed_as = directed_as
        self.on_error = on_error
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.progress = progress

    def _description(self) -> _sgr.Description:
        return _sgr.Description.spectrum(self.samples, self.knots)
