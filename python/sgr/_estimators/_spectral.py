"""What estimators share whose vectors are made of spectra: the settings of large graphs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .._reading import Settings, SpectrumMethod
from .._seed import seed_of
from ._labelled import LabelledTransformer


@dataclass(kw_only=True, repr=False, eq=False)
class SpectralTransformer(LabelledTransformer):
    """A transformer whose vectors are made of spectra, and of labels and attributes if they are asked for."""

    max_error: float = 1e-3
    method: SpectrumMethod = "auto"
    max_memory: float = 8.0
    seed: int = 0
    max_seconds: float | None = None

    def _settings(self) -> Settings:
        return replace(
            super()._settings(),
            max_error=self.max_error,
            method=self.method,
            max_memory=self.max_memory,
            seed=self.seed if self.random_state is None else seed_of(self.random_state),
            max_seconds=self.max_seconds,
        )
