"""NetSimile's aggregates of node features."""

from __future__ import annotations

from dataclasses import dataclass

from .. import _sgr
from ._base import GraphTransformer


@dataclass(kw_only=True, repr=False, eq=False)
class NetSimile(GraphTransformer):
    """NetSimile: seven numbers of each node, and how each is spread over the nodes.

    Degree, clustering, their means over neighbours, edges inside and leaving the ego net, and its neighbours; of each
    the median, mean, deviation, skewness and kurtosis. Berlingerio, Koutra, Eliassi-Rad & Faloutsos 2013.

    Parameters
    ----------
    weight, directed_as, on_error, n_jobs, random_state, progress
        As for :class:`SGR`; nothing here is random.

    Examples
    --------
    >>> import sgr
    >>> triangle = ([(0, 1), (1, 2), (2, 0)], 3)
    >>> sgr.NetSimile().fit_transform([triangle]).shape
    (1, 35)
    """

    def _description(self) -> _sgr.Description:
        return _sgr.Description.netsimile()
