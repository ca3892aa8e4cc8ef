"""The resampled spectrum."""

from __future__ import annotations

from dataclasses import dataclass

from .. import _sgr
from ._spectral import SpectralTransformer


@dataclass(kw_only=True, repr=False, eq=False)
class Spectrum(SpectralTransformer):
    """The spectrum of a graph at evenly spaced places: the paper's Λ.

    A cubic spline through the eigenvalues, λ(k/n) = λ_k, sampled at ``samples`` places of [0, 1]. The samples of a
    large graph may be approximate, to ``max_error``.

    Parameters
    ----------
    samples : int
        Length of the vector.
    knots : {"literal", "stretched", "zero-based", "nontrivial"}
        λ_k at k/n as the paper writes it; at (k−1)/(n−1); at (k−1)/n; or at (k−2)/(n−2) without the first eigenvalue,
        which is always 0, as the model "paper" has it.
    weight, directed_as, node_label, edge_label, attributes, attribute_scaling, on_error, n_jobs, random_state,
    progress, max_error, method, max_memory, seed, max_seconds
        As for :class:`SGR`.

    Examples
    --------
    >>> import sgr
    >>> edge = ([(0, 1)], 2)
    >>> sgr.Spectrum(samples=3).fit_transform([edge])
    array([[-2.,  0.,  2.]], dtype=float32)
    """

    samples: int = 256
    knots: str = "literal"

    def _structure(self) -> _sgr.Description:
        return _sgr.Description.representation("spectrum", samples=self.samples, knots=self.knots)
