"""From the parameters of estimators and functions to what computes."""

from __future__ import annotations

import functools
import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sgr

#: The values of ``representation``.
REPRESENTATIONS = ("sgr", "spectrum", "heat", "wave", "netsimile", "fgsd")


@functools.cache
def _built_in(name: str) -> _sgr.Model:
    return _sgr.Model.built_in(name)


def model_of(model: Any) -> _sgr.Model:
    """A model that is built in, by its name; one of a file, by its path; or one that is one already."""
    if isinstance(model, _sgr.Model):
        return model
    if isinstance(model, str) and model in _sgr.Model.built_in_names():
        return _built_in(model)
    if not isinstance(model, (str, os.PathLike)):
        raise TypeError(f"found model={model!r}, wanted the name of one, the path of its file, or a Model")
    if not os.path.exists(model):
        known = " or ".join(repr(name) for name in _sgr.Model.built_in_names())
        raise ValueError(
            f"found model={os.fspath(model)!r}, which is no file; wanted {known}, or the path of a model file"
        )
    return _sgr.Model.read(os.fspath(model))


def times_of(times: ArrayLike | None, waves: bool = False) -> NDArray[np.float64]:
    """Times as an array; NetLSD's 250 for None."""
    if times is None:
        return _sgr.netlsd_times(waves)
    array = np.atleast_1d(np.asarray(times, np.float64))
    if array.ndim != 1:
        raise ValueError(f"found times of shape {array.shape}, wanted one dimension")
    return array


def normalization_of(normalization: str | None) -> str:
    """``None`` by its name."""
    return "none" if normalization is None else str(normalization)


def description_of(representation: str, model: Any = "default") -> _sgr.Description:
    """A representation by its name, as it comes."""
    if representation == "sgr":
        return _sgr.Description.learned(model_of(model))
    if representation == "spectrum":
        return _sgr.Description.spectrum(256, "literal")
    if representation == "heat":
        return _sgr.Description.heat(times_of(None), "empty")
    if representation == "wave":
        return _sgr.Description.wave(times_of(None, waves=True), "empty")
    if representation == "netsimile":
        return _sgr.Description.netsimile()
    if representation == "fgsd":
        return _sgr.Description.fgsd("biharmonic", "combinatorial", 5000, 5.0)
    known = ", ".join(map(repr, REPRESENTATIONS))
    raise ValueError(f"found representation={representation!r}, wanted one of {known}")
