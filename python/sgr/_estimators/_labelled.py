"""What estimators share whose vectors see labels and attributes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from .. import _sgr, _stream
from .._descriptions import Scaling, described, scaling_of
from .._reading import Fields, Reading, Settings
from ._base import GraphTransformer
from ._scales import learned_scales

Self = TypeVar("Self", bound="LabelledTransformer")


@dataclass(kw_only=True, repr=False, eq=False)
class LabelledTransformer(GraphTransformer):
    """A transformer whose vectors see labels and attributes if they are asked for.

    It learns the scales of attributes, if their scaling is "learned", and nothing else.
    """

    node_label: Fields = None
    edge_label: Fields = None
    attributes: Fields = None
    attribute_scaling: Literal["learned"] | Scaling = "learned"

    def _structure(self) -> _sgr.Description:
        """The vector without labels and attributes."""
        raise NotImplementedError

    def _described(self) -> tuple[_sgr.Description, Reading]:
        fields = Reading(
            self.weight,
            self.directed_as,
            node_label=self.node_label,
            edge_label=self.edge_label,
            attributes=self.attributes,
        )
        return described(self._structure(), fields, self._scaling())

    def _description(self) -> _sgr.Description:
        return self._described()[0]

    def _settings(self) -> Settings:
        return Settings(self._described()[1], self.on_error, self.n_jobs, self.progress)

    def _learns(self) -> bool:
        """Whether ``fit`` learns something: scales of attributes."""
        asks = self.attributes is not None and self.attributes is not False
        return asks and isinstance(self.attribute_scaling, str) and self.attribute_scaling == "learned"

    def _scaling(self) -> Any:
        if not isinstance(self.attribute_scaling, str) or self.attribute_scaling != "learned":
            scaling_of(self.attribute_scaling, '"learned", "model", "asinh"')
            return self.attribute_scaling
        if self._learns() and hasattr(self, "attribute_means_"):
            return self.attribute_means_, self.attribute_deviations_
        # Before ``fit``: the names of the columns do not depend on it.
        return "asinh"

    def fit(self: Self, X: Any, y: Any = None) -> Self:
        """Check the parameters, and learn the scales of attributes. Without these, no graph is looked at.

        Parameters
        ----------
        X : list or generator of graphs, or a path
        y : ignored
        """
        super().fit(X, y)
        if self._learns():
            self._learn(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """``fit`` and ``transform`` in one."""
        # Graphs are looked at twice, and a generator has them once.
        return super().fit_transform(list(X) if self._learns() and isinstance(X, Iterator) else X, y)

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise _not_fitted()(
                f"this {type(self).__name__} learns the scales of attributes in fit: call fit first, or pass "
                'attribute_scaling="asinh"'
            )

    def _learn(self, X: Any) -> None:
        """Learns the scales, and warns of graphs that could not be read."""
        self._forget()
        failures, counts = list[_stream.Failure](), list[int]()

        def blocks() -> Iterator[NDArray[np.float64]]:
            for batch in _stream.batches(X, self._settings()):
                failures.extend(batch.failures)
                counts.append(len(batch.graphs))
                yield batch.graphs.attributes()

        self.attribute_means_, self.attribute_deviations_ = learned_scales(blocks())
        _stream.warn(failures, sum(counts), "have no part in the scales of attributes")

    def _forget(self) -> None:
        """Without the scales of an earlier ``fit``."""
        for name in ("attribute_means_", "attribute_deviations_"):
            self.__dict__.pop(name, None)

    def __sklearn_is_fitted__(self) -> bool:
        return not self._learns() or hasattr(self, "attribute_means_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = self._learns()
        return tags


def _not_fitted() -> type[Exception]:
    """scikit-learn's error where scikit-learn is in use."""
    if "sklearn" in sys.modules:
        from sklearn.exceptions import NotFittedError

        error: type[Exception] = NotFittedError
        return error
    return ValueError
