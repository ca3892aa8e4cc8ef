"""A map of graphs: the page of ``sgr map``, in a notebook or a file."""

from __future__ import annotations

import html
import os
import pathlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _sgr, _stream
from ._collection import read
from ._descriptions import Distance, default_distance, described, description_of, plain_model
from ._molecules import with_kind, with_labels
from ._reading import Fields, Reading, Settings, SpectrumMethod
from ._seed import seed_of
from ._whole import whole

#: Pixels of the page in a notebook.
_HEIGHT = 720

#: Hands what the page says on to the input of a text widget, from which it comes to Python.
_LISTENER = """<script>
addEventListener("message", (event) => {
  if (event.data?.sgrMap !== "TOKEN") return;
  const input = document.querySelector(".TOKEN input");
  if (!input) return;
  input.value = event.data.selected.join(" ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
</script>"""


class Map:
    """Graphs on a plane, similar ones next to each other: what :func:`map` returns.

    A notebook shows the page. ``save`` writes it as a file.

    Examples
    --------
    >>> import sgr
    >>> path, ring = ([(0, 1), (1, 2)], 3), ([(0, 1), (1, 2), (2, 0)], 3)
    >>> shapes = sgr.map([path, ring, path], ids=["path", "ring", "copy"])
    >>> shapes.duplicates
    [([0, 2], True)]
    >>> shapes.select(["ring", "copy"])
    [1, 2]
    """

    def __init__(self, made: _sgr.GraphMap) -> None:
        self._made = made
        #: Ties the page in a notebook to this object.
        self._token = f"sgr-map-{secrets.token_hex(8)}"
        self._selection: list[int] = []

    def __repr__(self) -> str:
        return f"<Map of {len(self)} graphs>"

    def __len__(self) -> int:
        return len(self._made.ids())

    @property
    def ids(self) -> list[str]:
        """The ids of the graphs."""
        return self._made.ids()

    @property
    def points(self) -> NDArray[np.float32]:
        """The place of each graph in the layout that is shown first: a row of two numbers each."""
        return self._made.points()

    @property
    def duplicates(self) -> list[tuple[list[int], bool]]:
        """Groups of graphs at distance 0: their positions, and whether all of them are isomorphic."""
        return self._made.duplicates()

    @property
    def selection(self) -> list[int]:
        """Positions of the graphs that are selected in the page of a notebook, ascending.

        They come back through a hidden text field of ipywidgets: in Jupyter notebooks and JupyterLab with ipywidgets
        installed and scripts of the output trusted. Elsewhere (without ipywidgets, in a saved page, in front ends that
        keep each output in a frame of its own, such as Colab) the list stays empty: use "Export as CSV" in the page,
        and :meth:`select` with its ids.
        """
        return list(self._selection)

    def select(self, ids: Iterable[str]) -> list[int]:
        """Sets the selection by ids, for example those of a file that the page exported, and returns the positions."""
        wanted = {str(name) for name in ids}
        positions = [at for at, name in enumerate(self.ids) if name in wanted]
        unknown = sorted(wanted.difference(self.ids))
        if unknown:
            raise ValueError(f"found the id {unknown[0]!r}, wanted ids of the map, such as {self.ids[0]!r}")
        self._selection = positions
        return self.selection

    def to_html(self) -> str:
        """The page: one file that needs no network."""
        return self._made.html()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page (.html), or a table for embedding-atlas (.parquet); whole or not at all."""
        self._made.save(os.fspath(path))

    def _frame(self, token: str | None) -> str:
        page = self.to_html()
        if token is not None:
            page = page.replace('<html lang="en">', f'<html lang="en" data-token="{token}">', 1)
        style = f"box-sizing: border-box; width: 100%; height: {_HEIGHT}px; border: 1px solid #8884; border-radius: 8px"
        return f'<iframe title="Map of graphs" srcdoc="{html.escape(page)}" style="{style}"></iframe>'

    def _repr_html_(self) -> str:
        return self._frame(None)

    def _ipython_display_(self) -> None:
        from IPython.display import HTML, display

        try:
            import ipywidgets
        except ImportError:
            display(HTML(self._frame(None)))
            return
        field = ipywidgets.Text(layout=ipywidgets.Layout(display="none"))
        field.add_class(self._token)
        field.observe(self._receive, "value")
        display(field, HTML(self._frame(self._token) + _LISTENER.replace("TOKEN", self._token)))

    def _receive(self, change: Any) -> None:
        """Takes the positions that the page sent: whole numbers, parted by spaces."""
        found = [int(text) for text in str(change["new"]).split() if text.isdecimal()]
        self._selection = sorted(at for at in found if at < len(self))


def map(
    graphs: Any,
    *,
    ids: Iterable[Any] | None = None,
    labels: ArrayLike | None = None,
    title: str | None = None,
    projection: str = "tsne",
    coordinates: ArrayLike | None = None,
    clusters: int | None = None,
    neighbours: int = 10,
    distance: Distance | None = None,
    perplexity: float | None = None,
    seed: int = 0,
    representation: str = "sgr",
    model: Any = "default",
    weight: str | bool | None = None,
    directed_as: str | None = None,
    node_label: Fields = None,
    edge_label: Fields = None,
    attributes: Fields = None,
    n_jobs: int | None = None,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
) -> Map:
    """A map of graphs: similar ones next to each other, each drawn; the page of ``sgr map``.

    Parameters
    ----------
    graphs : list or generator of graphs, or a path
        As for :func:`embed`, as are ``representation`` (without the baselines), ``model``, ``weight``, ``directed_as``,
        ``attributes``, ``n_jobs`` and the settings of large graphs. Of a path the class labels are read too.
    ids : iterable or None
        A name for each graph; the positions unless given.
    labels : array-like or None
        A class for each graph, to colour by.
    title : str or None
        Of the page; the name of the file unless given.
    projection : {"tsne", "pca"}
        The layout that is shown first; the page always has the principal components as well.
    coordinates : array-like of shape (graphs, 2) or None
        Places of your own, shown first.
    clusters : int or None
        Clusters that k-means finds; as many as there are classes, or √(n/2) and at most 7, unless given.
    neighbours : int
        Nearest graphs that are kept of each graph.
    distance : {"euclidean", "cosine", "standardized", "whitened", "ranks", "tanimoto"} or None
        Of nearest graphs, which t-SNE also goes by; as for :class:`Index`.
    perplexity : float or None
        Effective number of neighbours of t-SNE; a tenth of the graphs, from 5 to 30, unless given.
    seed : int
        Seed of t-SNE, k-means and estimated spectra. The same seed gives the same bytes.
    node_label, edge_label : str, list of str, True or None
        As for :func:`embed`: the vectors see the labels. Labels of nodes are also the colours of the drawings.

    Returns
    -------
    Map

    Examples
    --------
    >>> import sgr
    >>> shapes = sgr.map("examples/shapes.jsonl", projection="pca")
    >>> shapes
    <Map of 90 graphs>
    >>> shapes.points.shape, shapes.ids[:2]
    ((90, 2), ['0', '1'])
    """
    graphs, node_label, edge_label = with_labels(graphs, representation, node_label, edge_label)
    graphs, molecules = with_kind(graphs)
    reading = Reading(weight, directed_as, node_label=node_label, edge_label=edge_label, attributes=attributes)
    description, reading = described(description_of(representation, model), reading, "model")
    seed = seed_of(seed, "seed")
    settings = Settings(reading, "raise", n_jobs, False, max_error, method, max_memory, seed, max_seconds)
    if isinstance(graphs, (str, os.PathLike)):
        name = pathlib.Path(graphs).stem
        graphs, read_labels = _read(graphs, settings.reading)
        title, labels = title if title is not None else name, read_labels if labels is None else labels
    batch = _stream.whole(graphs, settings.reading)
    job = _sgr.start_map(
        batch,
        description,
        settings.spectrum,
        _texts(range(len(batch)) if ids is None else ids, len(batch), "ids"),
        None if labels is None else _texts(np.asarray(labels).tolist(), len(batch), "labels"),
        "Map of graphs" if title is None else title,
        projection,
        None if coordinates is None else _places(coordinates),
        None if clusters is None else whole(clusters, "clusters", 1),
        whole(neighbours, "neighbours", 1, 100),
        None if perplexity is None else float(perplexity),
        seed,
        settings.threads,
        default_distance(distance, representation, attributes),
        plain_model(representation, model, settings.reading.has_fields),
        molecules,
    )
    return Map(cast(_sgr.GraphMap, job.result()))


def _read(path: str | os.PathLike[str], reading: Reading) -> tuple[list[_sgr.Graph], Any]:
    """The graphs and classes of a file."""
    found = read(
        path,
        weight=reading.is_weighted,
        directed_as=reading.directed_as,
        node_labels=bool(reading.node_label),
        edge_labels=bool(reading.edge_label),
        attributes=bool(reading.attributes),
        max_memory=reading.max_memory,
    )
    return found.graphs, found.labels


def _texts(values: Iterable[Any], count: int, parameter: str) -> Sequence[str]:
    texts = [str(value) for value in values]
    if len(texts) != count:
        raise ValueError(f"found {len(texts)} {parameter}, wanted {count}, one for each graph")
    return texts


def _places(coordinates: ArrayLike) -> NDArray[np.float64]:
    places = np.asarray(coordinates, np.float64)
    if places.ndim != 2 or places.shape[1] != 2:
        raise ValueError(f"found coordinates of shape {places.shape}, wanted a row of two numbers for each graph")
    return places
