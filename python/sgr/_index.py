"""Nearest graphs: ``sgr.Index``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr
from ._conversion import is_graph
from ._descriptions import Distance, default_distance, plain_model
from ._embedding import embed
from ._reading import threads

#: Settings that vectors of a representation depend on, by default: the words of an index file.
_SETTINGS: dict[str, dict[str, Any]] = {
    "sgr": {},
    "spectrum": {"knots": "literal", "samples": 256},
    "heat": {"normalization": "empty"},
    "wave": {"normalization": "empty"},
    "fingerprint": {"depth": 3, "dimensions": 2048, "values": "counts"},
}


class Hit(NamedTuple):
    """A graph that was found."""

    id: str
    distance: float


class Hits(list[Any]):
    """The result of an approximate search: that of an exact one, with the recall to expect.

    Attributes
    ----------
    recall : float
        The part of the nearest graphs that is expected to be found; 1.0 where the search was exact.
    certainty : str
        The recall with its standard error, or why the search was exact.

    Examples
    --------
    >>> import numpy as np, sgr
    >>> sgr.Index(np.eye(3), "abc").search(np.eye(3)[:1], k=1, approximate=True).recall
    1.0
    """

    def __init__(self, found: Iterable[Any], recall: float, certainty: str) -> None:
        super().__init__(found)
        self.recall = recall
        self.certainty = certainty


class Index:
    """Graphs by their vectors, to be searched for those that are most like others.

    The search is exact, unless ``approximate=True`` allows another: it gives the nearest vectors as a comparison with each of them would, and of vectors at the same
    distance those that were added first.

    Parameters
    ----------
    graphs : list of graphs, a path, an array of vectors, or None
        Graphs as for :func:`embed`, or a two-dimensional array of floats, one row a graph; None for an empty index of
        the vectors that ``embedding`` describes.
    ids : list of str or None
        One id a graph; None for its number, from 0.
    metadata : mapping or None
        Columns of texts, one text or None a graph: for ``where`` of :meth:`search`.
    distance : {"euclidean", "cosine", "standardized", "whitened", "ranks", "tanimoto"} or None
        How far apart two vectors are; None for the default of the model that makes them, "tanimoto" for fingerprints,
        and "euclidean" where no model makes them. "standardized", "whitened" and "ranks" need the statistics of the
        vectors of ``model`` without labels and attributes, and also take an array of such vectors; "tanimoto" takes
        numbers that are at least 0.
    **embedding
        How graphs become vectors: parameters of :func:`embed`, such as ``representation`` and ``model``. Those of the
        queries are the same.

    Examples
    --------
    >>> import sgr
    >>> graphs, labels = sgr.read("examples/shapes.jsonl")
    >>> index = sgr.Index(graphs, metadata={"label": labels})
    >>> [hit.id for hit in index.search(graphs[3], k=2)]
    ['3', '15']
    >>> index.search(graphs[3], k=1, where={"label": "tree"})[0].id
    '16'
    >>> index.remove(["3"])
    1
    >>> len(index)
    89
    """

    def __init__(
        self,
        graphs: Any = None,
        ids: Iterable[Any] | None = None,
        *,
        metadata: Mapping[str, Iterable[Any]] | None = None,
        distance: Distance | None = None,
        **embedding: Any,
    ) -> None:
        self._embedding = embedding
        distance = default_distance(distance, embedding.get("representation", "sgr"), embedding.get("attributes"))
        if graphs is None:
            graphs = np.empty((0, len(embed(([], 1), **embedding))), np.float32)
        vectors = self._vectors(graphs)
        is_foreign = _is_table(graphs) and not embedding and len(graphs)
        model = None if is_foreign and distance is None else _plain_model(embedding)
        source = "" if is_foreign else _source(embedding)
        self._index = _sgr.Index(distance, vectors.shape[1], source, model)
        self._add(vectors, ids, metadata)

    def add(
        self, graphs: Any, ids: Iterable[Any] | None = None, *, metadata: Mapping[str, Iterable[Any]] | None = None
    ) -> None:
        """Add graphs or vectors; ids and metadata as for the index.

        >>> import numpy as np, sgr
        >>> index = sgr.Index(np.eye(3), ["x", "y", "z"])
        >>> index.add(np.ones((1, 3)), ["all"])
        >>> index.search(np.array([[1.0, 1.0, 0.9]]), k=1)[0][0].id
        'all'
        """
        self._add(self._vectors(graphs), ids, metadata)

    def remove(self, ids: Iterable[Any]) -> int:
        """Take out all graphs of these ids, and say how many they were."""
        return self._index.remove([str(id) for id in ids])

    def build_approximate(self, *, n_jobs: int | None = None) -> bool:
        """Build the cells that ``approximate=True`` searches, and measure their recall; a saved file keeps them.

        Graphs that are added later are in no cell, and are all compared in each search: build anew when they are more than a
        tenth. Fewer than 20,000 graphs get no cells, because an exact search is as fast. Says whether there are cells.

        >>> import numpy as np, sgr
        >>> sgr.Index(np.eye(3)).build_approximate()
        False
        """
        built: bool = self._index.start_build_cells(threads(n_jobs)).result()
        return built

    def search(
        self,
        graphs: Any,
        k: int = 10,
        *,
        where: Mapping[str, Any] | None = None,
        approximate: bool = False,
        recall: float = 0.99,
        n_jobs: int | None = None,
    ) -> Any:
        """The ``k`` nearest graphs of each query, nearest first.

        Parameters
        ----------
        graphs : one graph, list of graphs, a path, or an array of vectors
            The queries.
        k : int
            Number of graphs to find for each.
        where : mapping or None
            Search only among graphs with this text, or one of these texts, in each of these columns.
        approximate : bool
            Search the cells that :meth:`build_approximate` built: nearly all of the nearest graphs, without a look at most others.
            Where cells do not pay the search is exact.
        recall : float
            The part of the nearest graphs that an approximate search has to find, from 0 to 1.
        n_jobs : int or None
            Threads; None or -1 for all cores that the process may use. The result does not depend on it.

        Returns
        -------
        list of list of Hit
            For one graph a list of :class:`Hit`. With ``approximate`` the outer list is :class:`Hits`, which has the recall to expect.

        Examples
        --------
        >>> import numpy as np, sgr
        >>> hits = sgr.Index(np.eye(3)).search(np.eye(3), k=1, approximate=True)
        >>> hits.recall, hits.certainty
        (1.0, 'exact: 3 vectors to compare, cells serve 20000 or more')
        """
        if k < 1:
            raise ValueError(f"found k={k}, wanted at least 1")
        single = not _is_table(graphs) and is_graph(graphs)
        vectors = self._vectors([graphs] if single else graphs)
        conditions = {column: _wanted(texts) for column, texts in (where or {}).items()}
        wanted = float(recall) if approximate else None
        found, certainty = self._index.start_search(vectors, k, conditions, threads(n_jobs), wanted).result()
        hits = [[Hit(*hit) for hit in query] for query in found]
        result: list[Any] = hits[0] if single else hits
        return Hits(result, *certainty) if approximate else result

    def duplicates(self) -> list[list[str]]:
        """The ids of each group of graphs at distance 0 from each other."""
        return self._index.duplicates()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index to a file, which appears when it is complete.

        >>> import os, sgr, tempfile
        >>> index = sgr.Index("examples/shapes.jsonl")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "shapes.sgri")
        ...     index.save(path)
        ...     len(sgr.Index.load(path))
        90
        """
        self._index.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str], **embedding: Any) -> Index:
        """Open a file that :meth:`save` or ``sgr search --save`` wrote. The representation and a built-in model are those of
        the file; other parameters of :func:`embed` must be given again."""
        index = cls.__new__(cls)
        index._index = _sgr.Index.open(os.fspath(path))
        source = index._index.source
        if source:
            found = json.loads(source)
            embedding.setdefault("representation", found["representation"])
            if found.get("model") in ("default", "paper"):
                embedding.setdefault("model", found["model"])
            wanted = _source(embedding)
            if wanted and wanted != source:
                raise ValueError(f"{os.fspath(path)}: found vectors made with {source}, wanted {wanted}")
        index._embedding = embedding
        return index

    @property
    def ids(self) -> list[str]:
        """The ids in the order of the vectors."""
        return self._index.ids()

    def column(self, name: str) -> list[str | None]:
        """The texts of a column of metadata, in the order of the vectors."""
        return self._index.column(name)

    @property
    def distance(self) -> str:
        """The distance by which the index is searched."""
        return self._index.distance

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return f"<Index of {len(self)} vectors of {self._index.dimensions} dimensions, {self.distance}>"

    def _vectors(self, graphs: Any) -> NDArray[np.float32]:
        if _is_table(graphs):
            return np.ascontiguousarray(graphs, np.float32)
        vectors = embed(graphs, **self._embedding)
        return np.atleast_2d(np.asarray(vectors))

    def _add(
        self, vectors: NDArray[np.float32], ids: Iterable[Any] | None, metadata: Mapping[str, Iterable[Any]] | None
    ) -> None:
        first = len(self._index)
        names = [str(id) for id in (range(first, first + len(vectors)) if ids is None else ids)]
        columns = {name: [None if text is None else str(text) for text in texts] for name, texts in (metadata or {}).items()}
        self._index.add(vectors, names, columns)


def _is_table(graphs: Any) -> bool:
    """Whether it is vectors and not graphs: an index has no use for one graph as a dense matrix."""
    return isinstance(graphs, np.ndarray) and graphs.ndim == 2 and graphs.dtype.kind == "f"


def _wanted(texts: Any) -> Sequence[str]:
    one = isinstance(texts, str) or not isinstance(texts, Iterable)
    return [str(texts)] if one else [str(text) for text in texts]


def _plain_model(embedding: Mapping[str, Any]) -> _sgr.Model | None:
    has_fields = any(embedding.get(field) for field in ("node_label", "edge_label", "attributes"))
    return plain_model(embedding.get("representation", "sgr"), embedding.get("model", "default"), has_fields)


def _source(embedding: Mapping[str, Any]) -> str:
    """The settings of vectors as an index file has them; nothing for settings that a file cannot name."""
    representation, model = embedding.get("representation", "sgr"), embedding.get("model", "default")
    settings = _SETTINGS.get(representation)
    if settings is None or (representation == "sgr" and model not in ("default", "paper")):
        return ""
    labels = {(True, True): "all", (True, False): "nodes", (False, True): "edges"}
    seen = bool(embedding.get("node_label")), bool(embedding.get("edge_label"))
    source = {"representation": representation, "labels": labels.get(seen), "attributes": bool(embedding.get("attributes"))}
    if representation == "sgr":
        source["model"] = model
    return json.dumps(source | settings, sort_keys=True, separators=(",", ":"))
