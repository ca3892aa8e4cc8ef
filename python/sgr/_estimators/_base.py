"""What the estimators share: the parameters that all have, graphs in, an array or a data frame out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .. import _sgr, _stream
from .._conversion import graphs_of
from .._reading import OnError, Reading, Settings
from ._parameters import Parameters

Self = TypeVar("Self", bound="GraphTransformer")


@dataclass(kw_only=True, repr=False, eq=False)
class GraphTransformer(Parameters):
    """A transformer from lists of graphs to vectors. Unless a subclass says otherwise, it learns nothing from them:
    ``transform`` needs no ``fit``.

    Subclasses are dataclasses that add their own parameters: the generated constructor only stores them, as
    scikit-learn wants it, and they are checked by ``fit`` and ``transform``.
    """

    weight: str | bool | None = None
    directed_as: str | None = None
    on_error: OnError = "raise"
    n_jobs: int | None = None
    random_state: Any = None
    progress: bool = False

    def _description(self) -> _sgr.Description:
        raise NotImplementedError

    def _settings(self) -> Settings:
        return Settings(Reading(self.weight, self.directed_as), self.on_error, self.n_jobs, self.progress)

    def _check_fitted(self) -> None:
        """Raises if ``fit`` must come first."""

    def fit(self: Self, X: Any, y: Any = None) -> Self:
        """Check the parameters. No graph is looked at.

        Parameters
        ----------
        X : list or generator of graphs, or a path
        y : ignored
        """
        graphs_of(X, self._settings().reading)
        self.n_features_out_ = len(self._description().columns())
        return self

    def transform(self, X: Any) -> Any:
        """The vectors of graphs, one row a graph.

        If the spectrum of a large graph misses ``max_error``, an :class:`sgr.AccuracyWarning` names the graph;
        ``sgr.embed(..., return_info=True)`` returns the error of each.

        Parameters
        ----------
        X : list or generator of graphs, or a path

        Returns
        -------
        numpy.ndarray of float32, or what ``set_output`` asks for
        """
        self._check_fitted()
        vectors, _ = _stream.vectors(X, self._description(), self._settings())
        return self._dressed(vectors)

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """``fit`` and ``transform`` in one."""
        return self.fit(X, y).transform(X)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Names of the dimensions."""
        return np.array(self._description().columns(), object)

    def set_output(self: Self, *, transform: str | None = None) -> Self:
        """Choose what ``transform`` returns: "default" (an array), "pandas" or "polars"."""
        if transform is not None:
            if transform not in ("default", "pandas", "polars"):
                raise ValueError(f'found transform={transform!r}, wanted "default", "pandas" or "polars"')
            # scikit-learn's own name for it: ``clone`` keeps it.
            self._sklearn_output_config = {"transform": transform}
        return self

    def _container(self) -> str | None:
        """What ``transform`` returns, by ``set_output`` or else scikit-learn's configuration."""
        container: str | None = getattr(self, "_sklearn_output_config", {}).get("transform")
        if container is None and "sklearn" in sys.modules:
            container = sys.modules["sklearn"].get_config().get("transform_output")
        return container

    def _dressed(self, vectors: NDArray[np.float32]) -> Any:
        container = self._container()
        if container == "pandas":
            import pandas

            return pandas.DataFrame(vectors, columns=self.get_feature_names_out(), copy=False)
        if container == "polars":
            import polars

            return polars.DataFrame(vectors, schema=list(self.get_feature_names_out()), orient="row")
        return vectors

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type="transformer",
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=[]),
            no_validation=True,
            requires_fit=False,
            input_tags=InputTags(two_d_array=False),
        )
