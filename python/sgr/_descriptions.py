"""From the parameters of estimators and functions to what computes."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sgr
from ._reading import Reading

#: The values of ``representation``.
REPRESENTATIONS = (*_sgr.representation_names(), "netsimile", "fgsd")

_built_in = functools.cache(_sgr.Model.open)


def model_of(model: Any) -> _sgr.Model:
    """A built-in model by its name, a model file by its path, or a Model itself."""
    if isinstance(model, _sgr.Model):
        return model
    if not isinstance(model, (str, os.PathLike)):
        raise TypeError(f"found model={model!r}, wanted the name of one, the path of its file, or a Model")
    name = os.fspath(model)
    # Built-in models never change, files may.
    return _built_in(name) if name in _sgr.Model.built_in_names() else _sgr.Model.open(name)


def times_of(times: ArrayLike | None, waves: bool = False) -> NDArray[np.float64]:
    """Times as an array; NetLSD's 250 for None."""
    if times is None:
        return _sgr.netlsd_times(waves)
    given = np.asarray(times)
    # NumPy would read texts as numbers.
    if given.size and given.dtype.kind not in "fiub":
        raise TypeError(f"found times of type {given.dtype}, wanted numbers")
    array = np.atleast_1d(given.astype(np.float64))
    if array.ndim != 1:
        raise ValueError(f"found times of shape {array.shape}, wanted one dimension")
    return array


def normalization_of(normalization: str | None) -> str:
    """``None`` by its name."""
    return "none" if normalization is None else str(normalization)


#: How far apart two vectors are; "standardized", "whitened" and "ranks" need the statistics of a model.
Distance = Literal["euclidean", "cosine", "standardized", "whitened", "ranks", "tanimoto"]


def default_distance(distance: Distance | None, representation: str, attributes: Any) -> Distance | None:
    """Fingerprints are compared as those of molecules are; a part for attributes has numbers below 0."""
    return "tanimoto" if distance is None and representation == "fingerprint" and not attributes else distance


def plain_model(representation: str, model: Any, has_fields: bool) -> _sgr.Model | None:
    """The model that makes the vectors, if they have no part for labels or attributes: its statistics are of such vectors."""
    return model_of(model) if representation == "sgr" and not has_fields else None


#: How attributes become numbers of similar size. "model": as the model of the vectors says, which is "asinh" unless it
#: was saved with scales. "asinh": asinh(x). A pair of means and deviations: (x − mean) / deviation.
Scaling = Literal["model", "asinh"] | tuple[ArrayLike, ArrayLike]


def scaling_of(scaling: Any, wanted: str = '"model", "asinh"') -> str | tuple[list[float], list[float]] | None:
    """The scaling, checked; None for the model's."""
    if isinstance(scaling, str) and scaling in ("model", "asinh"):
        return scaling if scaling == "asinh" else None
    if isinstance(scaling, str) or not isinstance(scaling, Sequence) or len(scaling) != 2:
        raise ValueError(f"found attribute_scaling={scaling!r}, wanted {wanted} or a pair (means, deviations)")
    means, deviations = (np.atleast_1d(np.asarray(numbers)) for numbers in scaling)
    for name, numbers in (("means", means), ("deviations", deviations)):
        if numbers.dtype.kind not in "fiub" or numbers.ndim != 1:
            raise TypeError(f"found {name} of type {numbers.dtype} and shape {numbers.shape}, wanted a list of numbers")
    return means.astype(float).tolist(), deviations.astype(float).tolist()


def described(structure: _sgr.Description, reading: Reading, scaling: Any) -> tuple[_sgr.Description, Reading]:
    """The vector of the structure, followed by the parts of the labels and attributes that are asked for.

    Scales tell how many attributes a node must have.
    """
    checked = scaling_of(scaling)
    if not reading.has_fields:
        return structure, reading
    description = structure.with_parts(reading.labels, bool(reading.attributes), checked)
    return description, replace(reading, attribute_width=description.attribute_width())


def description_of(representation: str, model: Any = "default") -> _sgr.Description:
    """A representation by its name, as it comes."""
    if representation == "netsimile":
        return _sgr.Description.netsimile()
    if representation == "fgsd":
        return _sgr.Description.fgsd("biharmonic", "combinatorial", 5000, 5.0)
    if representation not in REPRESENTATIONS:
        known = ", ".join(map(repr, REPRESENTATIONS))
        raise ValueError(f"found representation={representation!r}, wanted one of {known}")
    is_learned = representation in ("sgr", "wide")
    return _sgr.Description.representation(representation, model_of(model) if is_learned else None)
