"""Tables of graphs on Spark: ``sgr.spark.embed``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._importing import imported
from ._tasks import Task

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["embed"]


def embed(df: DataFrame, representation: str = "sgr", **settings: Any) -> DataFrame:
    """Turn the graphs of a Spark DataFrame into vectors, one row a graph.

    Lazy, as all of Spark: this call runs no job. It uses ``DataFrame.mapInArrow``, so every worker needs this package
    and pyarrow. A task that fails is repeated by Spark, with the same vectors to the byte.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        One graph a row, in the columns that :func:`sgr.arrow.embed` knows. Spark 4.0 or later.
    representation : str
        The vector, as in :func:`sgr.embed`.
    **settings
        The other keywords of :func:`sgr.arrow.embed`, except ``vector_type``: Spark has no lists of fixed size.
        ``n_jobs=None`` stands for the cores of a task, which are ``spark.task.cpus`` or those of its resource profile.
        A ``model`` that is a path is read on the driver, and its content is sent to the workers.

    Returns
    -------
    pyspark.sql.DataFrame
        The columns of ``df``, or those in ``keep``, then ``vector`` (array<float>), ``origin``, ``error`` and
        ``problem``. A row without a vector has the reason in ``problem``.

    Raises
    ------
    ImportError
        If pyspark is missing.
    TypeError, ValueError
        For settings or columns that :func:`sgr.arrow.embed` refuses.

    Examples
    --------
    The tests run this code from docs/guide/tables.md, and the script examples/python/spark_vectors.py::

        spark = SparkSession.builder.getOrCreate()
        vectors = sgr.spark.embed(spark.read.parquet("graphs.parquet"), keep=["name"])
        vectors.write.parquet("vectors")
    """
    sql = imported("pyspark.sql", "pyspark", "sgr.spark.embed")
    if not isinstance(df, sql.DataFrame):
        raise TypeError(f"found df of type {type(df).__name__}, wanted a pyspark.sql.DataFrame")
    task = Task.of(representation, settings, vector_type="list")
    vectors: DataFrame = df.mapInArrow(_on_batches(task), _schema(df, task))
    return vectors


def _on_batches(task: Task) -> Any:
    """The function that Spark calls in each task, on the batches of one partition."""

    def embed_batches(batches: Iterator[Any]) -> Iterator[Any]:
        context = imported("pyspark", "pyspark").TaskContext.get()
        for batch in batches:
            yield task.vectors(batch, cores=context.cpus())

    return embed_batches


def _schema(df: DataFrame, task: Task) -> Any:
    """The schema of the result. An empty limit is answered by the optimizer, so this runs no job."""
    types = imported("pyspark.sql.types", "pyspark")
    new = {
        "vector": types.ArrayType(types.FloatType()),
        "origin": types.StringType(),
        "error": types.DoubleType(),
        "problem": types.StringType(),
    }
    names = task.schema(df.limit(0).toArrow().schema).names
    # Kept columns have the types of the input, which Arrow cannot always express.
    kept, added = names[: -len(new)], names[-len(new) :]
    return types.StructType(
        [*(df.schema[name] for name in kept), *(types.StructField(name, new[name]) for name in added)]
    )
