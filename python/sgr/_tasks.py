"""The one function on Arrow batches that tasks of Spark and Ray run, and the settings that travel to them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from . import _sgr, arrow
from ._calling import refuse_unknown
from ._descriptions import model_of
from ._reading import threads


@dataclass(frozen=True)
class Task:
    """Embeds batches in another process, which gets this object pickled."""

    representation: str
    #: Keywords of :func:`sgr.arrow.embed`, checked. A model is a Model or the name of a built-in one, never a path.
    settings: dict[str, Any]
    #: Threads that the caller asked for; None for the cores of the task.
    n_jobs: int | None
    #: The version of sgr in the process that made this object.
    version: str = _sgr.__version__

    @classmethod
    def of(cls, representation: str, settings: dict[str, Any], **fixed: Any) -> Task:
        """Checks the settings, and reads a model file here, because workers may not have its path.

        ``fixed`` are keywords that the engine decides, so callers may not.
        """
        refuse_unknown(settings, arrow.embed, without=("table", "representation", *fixed))
        shipped = {**settings, **fixed}
        n_jobs = shipped.pop("n_jobs", None)
        # Another machine has other cores, so "all but one" has no meaning here.
        if threads(n_jobs) != n_jobs:
            raise ValueError(f"found n_jobs={n_jobs}, wanted None for the cores of a task, or a number of at least 1")
        model = shipped.get("model", "default")
        if isinstance(model, (str, os.PathLike)) and os.fspath(model) not in _sgr.Model.built_in_names():
            shipped["model"] = model_of(model)
        return cls(representation, shipped, n_jobs)

    def schema(self, input_schema: Any) -> Any:
        """The output schema for tables of a schema, without computing."""
        return arrow.schema(input_schema, self.representation, **self.settings)

    def vectors(self, table: Any, cores: int) -> Any:
        """The table with its vectors, computed by as many threads as the task has cores."""
        if self.version != _sgr.__version__:
            raise RuntimeError(
                f"found sgr {_sgr.__version__} on a worker, wanted {self.version}, the version of the driver: "
                "vectors of two versions cannot be compared"
            )
        return arrow.embed(table, self.representation, n_jobs=self.n_jobs or cores, **self.settings)
