"""The learned vector, or any other by its name."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import _sgr
from .._descriptions import description_of, model_of, scaling_of
from .._progress import Bar
from .._reading import threads
from .._seed import seed_of
from .._whole import whole
from ._spectral import SpectralTransformer


@dataclass(kw_only=True, repr=False, eq=False)
class SGR(SpectralTransformer):
    """Vectors of graphs by a perceptron that learned, on synthetic graphs only, to tell kinds of graphs apart.

    Parameters
    ----------
    representation : {"sgr", "wide", "spectrum", "heat", "wave", "fingerprint", "netsimile", "fgsd"}
        The learned vector, or another by its name: a parameter for ``GridSearchCV``.
    model : "default", "paper", a path or a Model
        The model of the learned vector; the other representations ignore it.
    weight : str, True or None
        Use edge weights: the attribute of that name, or with True the weights that the kind of graph has of its own.
    directed_as : "undirected" or None
        Directed graphs are refused unless their directions may be forgotten.
    node_label, edge_label, attributes : str, list of str, True or None
        Let the vectors see labels and attributes, as for :func:`sgr.embed`: 256 and 128 numbers follow those of the
        structure; labels add none to a fingerprint.
    attribute_scaling : "learned", "model", "asinh" or a pair (means, deviations)
        "learned": (x − mean) / deviation, with the mean and the deviation of each attribute over all nodes of the
        graphs that ``fit`` sees; they are kept in ``attribute_means_`` and ``attribute_deviations_``. An attribute with
        one value has no part in the vectors. The others need no ``fit`` and are as for :func:`sgr.embed`.
    on_error : {"raise", "nan"}
        With "nan" a graph that cannot be embedded gets a row of NaN, and a warning names it.
    n_jobs : int or None
        Threads; None or -1 for all cores that the process may use. The vectors do not depend on it, to the byte.
    random_state : int or None
        scikit-learn's name for ``seed``, which it replaces if set: pipelines set it everywhere.
    progress : bool
        Show a bar.
    max_error, method, max_memory, seed, max_seconds
        How spectra of large graphs are found: as for :func:`sgr.embed`. An :class:`sgr.AccuracyWarning` names the
        graphs that miss ``max_error``.

    Examples
    --------
    >>> import sgr
    >>> graphs, labels = sgr.read("examples/shapes.jsonl")
    >>> sgr.SGR().fit_transform(graphs).shape
    (90, 256)
    >>> sgr.SGR(model="paper").get_feature_names_out()[:2]
    array(['sgr_0', 'sgr_1'], dtype=object)
    """

    representation: str = field(default="sgr", kw_only=False)
    model: Any = "default"

    def _structure(self) -> _sgr.Description:
        return description_of(self.representation, self.model)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], **parameters: Any) -> SGR:
        """The vectors of a model file. The model is read now: the file may go.

        If it was saved with scales of attributes, ``attribute_scaling`` is "model" unless you pass another.

        Examples
        --------
        >>> import sgr
        >>> sgr.SGR.from_file("crates/core/models/paper.safetensors")
        SGR(model=<Model of 256 dimensions, 2 classes, seed 1>)
        """
        model = _sgr.Model.read(os.fspath(path))
        if model.attribute_scales is not None:
            parameters.setdefault("attribute_scaling", "model")
        return cls(model=model, **parameters)

    @property
    def model_(self) -> _sgr.Model:
        """The model with the scales of attributes that ``fit`` learned, or that were given."""
        self._check_fitted()
        model, scaling = model_of(self.model), scaling_of(self._scaling())
        return model if scaling is None or not self.attributes else model.with_attribute_scaling(scaling)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write :attr:`model_` to a file (safetensors, docs/reference/model-file.md), whole or not at all.

        Scales of attributes that ``fit`` learned are in it, names of fields are not.
        """
        self.model_.save(os.fspath(path))

    @classmethod
    def train(
        cls,
        curriculum: str | os.PathLike[str] = "default",
        *,
        random_state: int | np.random.Generator | np.random.RandomState | None = None,
        epochs: int | None = None,
        dimensions: int | None = None,
        graphs: int | None = None,
        n_jobs: int | None = None,
        progress: bool = False,
        **parameters: Any,
    ) -> SGR:
        """Train a model of your own, on synthetic graphs.

        Parameters
        ----------
        curriculum : "default", "paper", or the path of a .toml file
            What the model looks at, the graphs it is shown and how it is trained.
        random_state, epochs, dimensions, graphs
            In place of what the curriculum says: its seed, the most passes, the length of the vectors, the graphs of
            each family. The same seed gives the same bytes.
        **parameters
            Parameters of the estimator.

        Examples
        --------
        >>> import sgr
        >>> mine = sgr.SGR.train("paper", random_state=7, epochs=1, graphs=50, dimensions=16)
        >>> mine.transform([([(0, 1)], 2)]).shape
        (1, 16)
        """
        text = os.fspath(curriculum)
        if text not in ("default", "paper"):
            if not os.path.exists(text):
                raise ValueError(
                    f'found curriculum={text!r}, which is no file; wanted "default", "paper" or a .toml file'
                )
            text = _sgr.read_curriculum(text)
        for name, number in (("epochs", epochs), ("dimensions", dimensions), ("graphs", graphs)):
            if number is not None:
                whole(number, name)
        seed = None if random_state is None else seed_of(random_state)
        job, steps = _sgr.start_training(text, seed, epochs, dimensions, graphs, threads(n_jobs))
        with Bar(progress, steps, "epoch") as bar:
            model = bar.result(job, steps)
        return cls(model=model, n_jobs=n_jobs, progress=progress, **parameters)
