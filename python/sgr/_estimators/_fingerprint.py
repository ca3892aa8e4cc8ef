"""Hashed counts of the colours of colour refinement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import _sgr, _stream
from .._sparse import sparse_rows
from .._whole import whole
from ._labelled import LabelledTransformer


@dataclass(kw_only=True, repr=False, eq=False)
class Fingerprint(LabelledTransformer):
    """Counts of the colours that colour refinement gives to the nodes, hashed to a fixed length.

    The feature map of the Weisfeiler–Lehman subtree kernel, without a spectrum and without a look at other graphs. The
    colours begin with the labels that are asked for. Shervashidze et al. 2011.

    Parameters
    ----------
    dimensions : int
        Number of buckets that colours are counted in, from 1 to 65536.
    depth : int
        Rounds of colour refinement, from 0 to 16. The colours of all rounds are counted, those of round 0 too.
    values : {"counts", "bits"}
        The count of each bucket, or 1 for every count above 0.
    sparse_output : bool
        ``transform`` returns a scipy.sparse.csr_matrix of float32 (this needs SciPy); with False an array. Data frames
        of ``set_output`` need False.
    node_label, edge_label : str, list of str, True or None
        Labels of nodes and edges, by names as for :func:`sgr.embed`; they add no columns.
    attributes, attribute_scaling
        As for :class:`SGR`: 128 numbers, which are not sparse, follow the counts.
    weight, directed_as, on_error, n_jobs, random_state, progress
        As for :class:`SGR`; nothing here is random, and weights have no part in the vectors.

    Examples
    --------
    >>> import sgr
    >>> path = ([(0, 1), (1, 2)], 3)
    >>> vectors = sgr.Fingerprint(depth=1).fit_transform([path])
    >>> vectors.shape, sorted(vectors.data.tolist())  # two ends, a middle, and three nodes of the same first colour
    ((1, 2048), [1.0, 2.0, 3.0])
    >>> sgr.Fingerprint(dimensions=1, sparse_output=False).fit_transform([path])
    array([[12.]], dtype=float32)
    """

    dimensions: int = 2048
    depth: int = 3
    values: str = "counts"
    sparse_output: bool = True

    def _structure(self) -> _sgr.Description:
        dimensions = whole(self.dimensions, "dimensions", 1, _sgr.Description.MOST_DIMENSIONS)
        depth = whole(self.depth, "depth", 0, _sgr.Description.DEEPEST)
        if not isinstance(self.values, str):
            raise TypeError(f'found values={self.values!r}, wanted "counts" or "bits"')
        if not isinstance(self.sparse_output, bool):
            raise TypeError(f"found sparse_output={self.sparse_output!r}, wanted True or False")
        return _sgr.Description.fingerprint(dimensions, depth, self.values)

    def transform(self, X: Any) -> Any:
        """The vectors of graphs, one row a graph.

        Parameters
        ----------
        X : list or generator of graphs, or a path

        Returns
        -------
        scipy.sparse.csr_matrix of float32; without ``sparse_output`` a numpy.ndarray, or the data frame that
        ``set_output`` asks for
        """
        description = self._description()
        if not self.sparse_output:
            return super().transform(X)
        self._check_fitted()
        container = self._container()
        if container in ("pandas", "polars"):
            # scikit-learn's words, which its checks look for.
            unsupported = f"{container.capitalize()} output does not support sparse data."
            raise ValueError(f"{unsupported} Found sparse_output=True, wanted sparse_output=False")
        blocks = _stream.vector_blocks(X, description, self._settings())
        return sparse_rows(blocks, len(description.columns()), "sparse_output=True")
