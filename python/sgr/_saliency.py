"""Which part of the spectrum a model looks at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr, _stream
from ._conversion import is_graph
from ._descriptions import model_of
from ._progress import Bar
from ._reading import OnError, Reading, Settings
from ._whole import whole

#: The paper's order: block models above, random graphs below.
_PAPER = ("block-model", "erdos-renyi")

#: Families that are shown for a user's graphs when none is named: more would not be read.
_MOST = 4


class Saliency(NamedTuple):
    """Mean |∂ score / ∂ λ̃| of each family at each sample of the spectrum."""

    #: The families, one a row.
    families: list[str]
    #: The mean magnitudes: families × samples.
    magnitudes: NDArray[np.float64]
    #: How many graphs each was averaged over, or with your graphs how many the model takes for it.
    graphs: list[int]

    @property
    def strips(self) -> NDArray[np.float64]:
        """The magnitudes as in the paper's figure: each row from 0, the smallest, to 255, the largest."""
        low = self.magnitudes.min(axis=1, keepdims=True)
        span = self.magnitudes.max(axis=1, keepdims=True) - low
        strips: NDArray[np.float64] = (self.magnitudes - low) / np.where(span > 0, span, 1) * 255
        return strips


def saliency(
    graphs: Any = None,
    *,
    model: Any = "paper",
    families: Sequence[str] | str | None = None,
    count: int = 600,
    weight: str | bool | None = None,
    directed_as: str | None = None,
    on_error: OnError = "raise",
    n_jobs: int | None = None,
    progress: bool = False,
) -> Saliency:
    """Which part of the spectrum a model looks at: the paper's figure 3.

    Parameters
    ----------
    graphs : graphs as for :func:`embed`, or None
        Average over these; None for new synthetic graphs of each family, as in the paper.
    model : "paper", "default", a path or a Model
        The model that is asked.
    families : list of str, str or None
        Kinds of graphs that the model tells apart; None for block models and Erdős–Rényi graphs, or with graphs of
        yours those that most are taken for.
    count : int
        Synthetic graphs of each family.

    Examples
    --------
    >>> import sgr
    >>> found = sgr.saliency(count=20)
    >>> found.families, found.magnitudes.shape
    (['block-model', 'erdos-renyi'], (2, 256))
    """
    asked, count = model_of(model), whole(count, "count", 1)
    named = [families] if isinstance(families, str) else families
    settings = Settings(Reading(weight, directed_as), on_error, n_jobs, progress)
    if graphs is not None:
        return _of_given([graphs] if is_graph(graphs) else graphs, asked, named, settings)
    kinds = list(_PAPER if named is None else named)
    rows = []
    with Bar(progress, len(kinds), "family") as bar:
        for family in kinds:
            rows.append(bar.result(asked.start_synthetic_saliency(family, count, settings.threads), 1))
    return Saliency(kinds, np.array(rows), [count] * len(kinds))


def _of_given(graphs: Any, model: _sgr.Model, named: Sequence[str] | None, settings: Settings) -> Saliency:
    inputs, _ = _stream.vectors(graphs, _sgr.Description.channels(model), settings)
    inputs = inputs[~np.isnan(inputs).any(axis=1)]
    if not len(inputs):
        raise ValueError("found no graphs, wanted at least one")
    taken_for = Counter(model.taken_for(inputs))
    most = sorted(taken_for, key=lambda family: (-taken_for[family], family))[:_MOST]
    kinds = most if named is None else list(named)
    rows = [model.start_saliency(inputs, family).result() for family in kinds]
    return Saliency(kinds, np.array(rows), [taken_for[family] for family in kinds])
