"""Tables of graphs on Ray Data: ``sgr.ray.embed``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._importing import imported
from ._tasks import Task

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["embed"]


def embed(
    ds: Dataset, representation: str = "sgr", *, num_cpus: float = 1, batch_size: int | None = 8192, **settings: Any
) -> Dataset:
    """Turn the graphs of a Ray dataset into vectors, one row a graph.

    Lazy, as all of Ray Data: this call starts no work. It uses ``Dataset.map_batches`` on pyarrow tables, so every
    worker needs this package. A task whose process dies is repeated by Ray, with the same vectors to the byte.

    Parameters
    ----------
    ds : ray.data.Dataset
        One graph a row, in the columns that :func:`sgr.arrow.embed` knows.
    representation : str
        The vector, as in :func:`sgr.embed`.
    num_cpus : float
        Cores that Ray gives to each task, and the number of its threads. A part of a core is one thread.
    batch_size : int or None
        Graphs in one batch. None: a whole block of the dataset.
    **settings
        The other keywords of :func:`sgr.arrow.embed`. ``n_jobs=None`` stands for ``num_cpus``. A ``model`` that is a
        path is read by the process that makes this call, and its content is sent to the workers.

    Returns
    -------
    ray.data.Dataset
        The columns of ``ds``, or those in ``keep``, then ``vector``, ``origin``, ``error`` and ``problem``. A row
        without a vector has the reason in ``problem``.

    Raises
    ------
    ImportError
        If ray is missing.
    TypeError, ValueError
        For settings that :func:`sgr.arrow.embed` refuses, and for columns if the dataset knows its schema beforehand.

    Examples
    --------
    The tests run this code from docs/guide/tables.md, and the script examples/python/ray_vectors.py::

        vectors = sgr.ray.embed(ray.data.read_parquet("graphs.parquet"), keep=["name"], vector_type="list")
        vectors.write_parquet("vectors")
    """
    # An absolute import: the package of this name, not this module.
    data = imported("ray.data", "ray[data]", "sgr.ray.embed")
    if not isinstance(ds, data.Dataset):
        raise TypeError(f"found ds of type {type(ds).__name__}, wanted a ray.data.Dataset")
    if not num_cpus > 0:
        raise ValueError(f"found num_cpus={num_cpus}, wanted a number above 0")
    task = Task.of(representation, settings)
    if (known := ds.schema(fetch_if_missing=False)) is not None:
        task.schema(known.base_schema)
    vectors: Dataset = ds.map_batches(
        _on_batch(task, cores=max(1, int(num_cpus))),
        batch_format="pyarrow",
        batch_size=batch_size,
        num_cpus=num_cpus,
    )
    return vectors


def _on_batch(task: Task, cores: int) -> Any:
    """The function that Ray calls on each batch. Ray takes functions for tasks, and classes for actors."""

    def embed_batch(batch: Any) -> Any:
        return task.vectors(batch, cores)

    return embed_batch
