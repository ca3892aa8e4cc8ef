"""Drop-ins for NetLSD and karateclub: change the import, keep the code. docs/guide/migration.md lists the differences.

Each function and class has the signature of the original, without its approximations: the spectra are those of
:func:`sgr.heat_trace`, with all eigenvalues up to a few thousand nodes, and for larger graphs to an error of 1e-3 or
with a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._estimators import FGSD as _FGSD
from ._spectra import heat_trace, wave_trace

__all__ = ["FGSD", "NetLSD", "compare", "heat", "wave"]


def heat(
    inp: Any,
    timescales: ArrayLike | None = None,
    eigenvalues: str = "full",
    normalization: str | bool | None = "empty",
    normalized_laplacian: bool = True,
) -> NDArray[np.float64]:
    """``netlsd.heat``.

    >>> import sgr.compat
    >>> sgr.compat.heat(([(0, 1)], 2), [0.0])
    array([1.])
    """
    _check_netlsd(eigenvalues, normalized_laplacian)
    trace: NDArray[np.float64] = heat_trace(inp, timescales, normalization or None)  # type: ignore[arg-type]
    return trace


def wave(
    inp: Any,
    timescales: ArrayLike | None = None,
    eigenvalues: str = "full",
    normalization: str | bool | None = "empty",
    normalized_laplacian: bool = True,
) -> NDArray[np.float64]:
    """``netlsd.wave``: its real part, which is what NetLSD returns.

    >>> import sgr.compat
    >>> sgr.compat.wave(([(0, 1)], 2), [0.0])
    array([1.])
    """
    _check_netlsd(eigenvalues, normalized_laplacian)
    trace: NDArray[np.float64] = wave_trace(inp, timescales, normalization or None)  # type: ignore[arg-type]
    return trace


def compare(descriptor1: ArrayLike, descriptor2: ArrayLike) -> float:
    """``netlsd.compare``: the Euclidean distance.

    >>> import sgr.compat
    >>> sgr.compat.compare([0.0, 3.0], [4.0, 0.0])
    5.0
    """
    return float(np.linalg.norm(np.asarray(descriptor1) - np.asarray(descriptor2)))


def _check_netlsd(eigenvalues: Any, normalized_laplacian: bool) -> None:
    if not (isinstance(eigenvalues, str) and eigenvalues in ("auto", "full")):
        raise ValueError(
            f'found eigenvalues={eigenvalues!r}, wanted "full" or "auto": the whole spectrum is used here; '
            "sgr.heat_trace has max_error and method"
        )
    if not normalized_laplacian:
        raise ValueError("found normalized_laplacian=False, wanted True: spectra are of the normalized Laplacian")


Self = TypeVar("Self", bound="_Fitted")


class _Fitted:
    """karateclub's way: ``fit`` keeps the vectors, ``get_embedding`` hands them out."""

    def fit(self: Self, graphs: Sequence[Any]) -> Self:
        """Compute the vectors of a list of graphs."""
        self._embedding = self.infer(graphs)
        return self

    def get_embedding(self) -> NDArray[Any]:
        """The vectors of the graphs that were fitted, one row a graph."""
        if not hasattr(self, "_embedding"):
            raise AttributeError("there is no embedding yet: call fit(graphs) first")
        return self._embedding

    def infer(self, graphs: Sequence[Any]) -> NDArray[Any]:
        """The vectors of other graphs."""
        raise NotImplementedError


class NetLSD(_Fitted):
    """``karateclub.NetLSD``, from the whole spectrum of every graph.

    >>> from sgr.compat import NetLSD
    >>> model = NetLSD().fit([([(0, 1)], 2), ([], 1)])
    >>> model.get_embedding().shape
    (2, 250)
    """

    def __init__(
        self,
        scale_min: float = -2.0,
        scale_max: float = 2.0,
        scale_steps: int = 250,
        approximations: int = 200,
        seed: int = 42,
    ) -> None:
        self.scale_min, self.scale_max, self.scale_steps = scale_min, scale_max, scale_steps
        # Accepted and not used: the whole spectrum is used, and its seed is fixed.
        self.approximations, self.seed = approximations, seed

    def infer(self, graphs: Sequence[Any]) -> NDArray[np.float64]:
        times = np.logspace(self.scale_min, self.scale_max, self.scale_steps)
        traces: NDArray[np.float64] = heat_trace(graphs, times)
        return traces


class FGSD(_Fitted):
    """``karateclub.FGSD``: harmonic distances of the normalized Laplacian.

    >>> from sgr.compat import FGSD
    >>> FGSD().fit([([(0, 1)], 2)]).get_embedding().shape
    (1, 200)
    """

    def __init__(self, hist_bins: int = 200, hist_range: int = 20, seed: int = 42) -> None:
        self.hist_bins, self.hist_range, self.seed = hist_bins, hist_range, seed

    def infer(self, graphs: Sequence[Any]) -> NDArray[np.float32]:
        estimator = _FGSD(bins=self.hist_bins, range=self.hist_range, distance="harmonic", laplacian="normalized")
        vectors: NDArray[np.float32] = estimator.transform(graphs)
        return vectors
