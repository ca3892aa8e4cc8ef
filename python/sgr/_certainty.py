"""How sure a spectrum is: its origin and error, the warning for a missed error, and the refusal of eigenvalues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._calling import warn_caller

#: Graphs that a warning names one by one.
_NAMED = 5


class AccuracyWarning(UserWarning):
    """The spectra of some graphs may be farther off than ``max_error`` allows."""


class ApproximateSpectrumError(ValueError):
    """Eigenvalues were asked for, and the spectrum of the graph is an approximation that has none."""


class SpectrumInfo(NamedTuple):
    """How the spectrum of one graph was found, and its largest error.

    ``origin`` is "exact", "single" (all eigenvalues, in single precision), "slicing", "density" or "ends". ``error`` is
    the largest error of an eigenvalue if all were computed, otherwise of a sample of the resampled spectrum. Without a
    spectrum they are "" and NaN.
    """

    origin: str
    error: float


@dataclass(frozen=True, eq=False)
class SpectraInfo:
    """The origins and errors of many spectra, as arrays; ``info[i]`` is the :class:`SpectrumInfo` of graph ``i``."""

    origin: NDArray[np.str_]
    error: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.error)

    def __getitem__(self, position: int) -> SpectrumInfo:
        return SpectrumInfo(str(self.origin[position]), float(self.error[position]))

    def __iter__(self) -> Iterator[SpectrumInfo]:
        return (self[position] for position in range(len(self)))


@dataclass
class Certainties:
    """Collects origins and errors in the order of the graphs."""

    max_error: float
    origins: list[str] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)

    def add(self, origin: str, error: float) -> None:
        """Appends one graph."""
        self.origins.append(origin)
        self.errors.append(error)

    def info(self) -> SpectraInfo:
        """All of them as arrays."""
        return SpectraInfo(np.array(self.origins, np.str_), np.array(self.errors, np.float64))

    def warn(self) -> None:
        """Names the graphs whose error is above the one asked for."""
        missed = [at for at, error in enumerate(self.errors) if error > self.max_error]
        if not missed:
            return
        named = [f"position {at}: {self.errors[at]:.1e} ({self.origins[at]})" for at in missed[:_NAMED]]
        more = f"; and {len(missed) - _NAMED} more" if len(missed) > _NAMED else ""
        warn_caller(
            f"the spectra of {len(missed)} of {len(self.errors)} graphs may be farther off than "
            f"max_error={self.max_error:g}: {'; '.join(named)}{more}",
            AccuracyWarning,
        )


def refuse_eigenvalues(origin: str, error: float, place: str = "") -> ApproximateSpectrumError:
    """The error for an approximate spectrum of which eigenvalues are wanted."""
    return ApproximateSpectrumError(
        f"{place}the spectrum is approximate (origin {origin!r}, error {error:.1e}), so it has no eigenvalues; pass "
        'method="exact" to compute all of them, whatever it takes, or call sgr.spectrum_samples for samples with an '
        "error"
    )
