"""The spectrum of one graph, and what can be computed from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.typing import ArrayLike, NDArray
import numpy as np

from .. import _sgr
from .._descriptions import normalization_of, times_of


@dataclass(frozen=True, eq=False)
class GraphSpectrum:
    """The spectrum of one graph: samples with their error, and traces.

    ``samples`` are those of :func:`sgr.spectrum_samples`; as float32 they are the vector of the representation "spectrum".
    """

    samples: NDArray[np.float64]
    #: As in :class:`sgr.SpectrumInfo`: how the spectrum was found, and the largest error of a sample.
    origin: str
    error: float
    nodes: int
    edges: int
    self_loops_dropped: int
    #: Random vectors, Lanczos steps of each, and products of the matrix with a set of vectors; 0 where all eigenvalues
    #: were computed.
    probes: int
    steps: int
    products: int
    _solved: _sgr.SolvedSpectrum = field(repr=False)

    def heat_trace(self, times: ArrayLike | None = None, normalization: str | None = "empty") -> NDArray[np.float64]:
        """The heat trace, as :func:`sgr.heat_trace` has it."""
        found = self._solved.numbers("heat", times_of(times), normalization_of(normalization))
        assert found is not None
        return found

    def wave_trace(self, times: ArrayLike | None = None, normalization: str | None = "empty") -> NDArray[np.float64]:
        """The wave trace, as :func:`sgr.wave_trace` has it."""
        found = self._solved.numbers("wave", times_of(times, waves=True), normalization_of(normalization))
        assert found is not None
        return found
