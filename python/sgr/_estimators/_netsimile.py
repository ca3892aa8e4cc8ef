"""NetSimile's aggregates of node features."""

from __future__ import annotations

from typing import Any

from .. import _sgr
from .._reading import OnError
from ._base import GraphTransformer


class NetSimile(GraphTransformer):
    """NetSimile: seven numbers of each node, and how each is spread over the nodes.

    Degree, clustering, their means over neighbours, edges inside and leaving the ego net, and its neighbours; of each
    the median, mean, deviation, skewness and kurtosis. Berlingerio, Koutra, Eliassi-Rad & Faloutsos 2013.

    Parameters
    ----------
    weight, directed_as, on_error, n_jobs, random_state, progress
        As for :class:`SGR`.

    Examples
    --------
    >>> import sgr
    >>> triangle = ([(0, 1), (1, 2), (2, 0)], 3)
    >>> sgr.NetSimile().fit_transform([triangle]).shape
    (1, 35)
    """

    def __init__(
        self,
        *,
        weight: str | bool | None = None,
        directed_as: str | None = None,
        on_error: OnError = "raise",
        n_jobs: int | None = None,
        random_state: Any = None,
        progress: bool = False,
    ) -> None:
        self.weight = weight
        self.directed_as = directed_as
        self.on_error = on_error
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.progress = progress

    def _description(self) -> _sgr.Description:
        return _sgr.Description.netsimile()
