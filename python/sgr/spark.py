"""Spark: tables of graphs by ``sgr.spark.embed``, one large graph as a table of edges by ``sgr.spark.spectrum``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._importing import imported
from ._one_graph import GraphSpectrum
from ._one_graph._density import Aim
from ._one_graph._probes import MOST_PROBES
from ._one_graph._spectrum import spectrum_of
from ._seed import seed_of
from ._tasks import Task
from ._whole import whole

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["GraphSpectrum", "embed", "spectrum"]


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


def spectrum(
    edges: DataFrame,
    nodes: DataFrame | None = None,
    *,
    weight: str | None = None,
    max_error: float = 1e-2,
    samples: int = 256,
    knots: str = "literal",
    probes: int = 16,
    max_probes: int = 64,
    seed: int = 0,
    blocks: int | None = None,
    local_edges: int = 1_000_000,
) -> GraphSpectrum:
    """The spectrum of one graph, however large, whose edges are the rows of a Spark DataFrame.

    Runs jobs until the stated error is at most ``max_error``, or ``max_probes`` is reached. The graph and the vectors of the
    Krylov processes stay on the cluster. Components of up to 1000 nodes are solved exactly. The method and its error are
    those of ``method="density"`` on one machine. Needs Spark 4.0 or later, without Spark Connect.

    Parameters
    ----------
    edges : pyspark.sql.DataFrame
        Columns ``src`` and ``dst``: integers or strings. An edge may stand once, in both directions, or repeatedly. Edges from
        a node to itself are dropped and counted.
    nodes : pyspark.sql.DataFrame, optional
        Column ``id``: nodes that may have no edge.
    weight : str, optional
        The column with weights, if they are to be used: finite and at least 0; an edge of weight 0 is none.
    max_error : float
        The error to aim at, from 1e-6 to 1. Larger than elsewhere by default, because each step is a job of Spark.
    samples, knots
        As for :func:`sgr.spectrum_samples`. The error is stated for these samples.
    probes : int
        Random vectors that are multiplied together, from 4 to 64. A product sends 4 bytes for each of them and each
        entry of the matrix.
    max_probes : int
        Random vectors in all, at most. The noise of a sample falls with their number times the number of nodes.
    seed : int
        The same seed and ``blocks`` give the same matrix and vectors, however the rows of ``edges`` are ordered and
        partitioned.
    blocks : int, optional
        Ranges of nodes that the matrix is cut into, each the work of one task. None for Spark's default parallelism, or
        more, so that none has more than 16 million entries.
    local_edges : int
        A graph with at most this many edges is collected and solved by the driver, as :func:`sgr.spectrum_samples` does,
        which is faster and often exact.

    Returns
    -------
    GraphSpectrum
        ``samples``, ``origin``, ``error``, counts, and the methods ``heat_trace`` and ``wave_trace``.

    Raises
    ------
    ImportError
        If pyspark is missing.
    TypeError, ValueError
        For columns of other types, null ends, weights that are negative or not finite, an edge with two weights, and a table
        without nodes.

    Examples
    --------
    The tests run this code from docs/guide/tables.md::

        edges = spark.read.parquet("edges.parquet")
        found = sgr.spark.spectrum(edges, max_error=1e-2)
        found.samples, found.error, found.heat_trace()
    """
    sql = imported("pyspark.sql", "pyspark", "sgr.spark.spectrum")
    for name, frame in (("edges", edges), ("nodes", nodes)):
        if not isinstance(frame, sql.DataFrame) and not (name == "nodes" and frame is None):
            raise TypeError(f"found {name} of type {type(frame).__name__}, wanted a pyspark.sql.DataFrame")
    if not 1e-6 <= max_error <= 1:
        raise ValueError(f"found max_error={max_error}, wanted a number from 1e-6 to 1")
    probes = whole(probes, "probes", 4, MOST_PROBES)
    most_sets = whole(max_probes, "max_probes", probes) // probes
    chosen = None if blocks is None else whole(blocks, "blocks", 1)
    aim = Aim(float(max_error), whole(samples, "samples", 2, 65536), knots, probes, most_sets, seed_of(seed))
    return spectrum_of(edges, nodes, weight, aim, chosen, whole(local_edges, "local_edges"))


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
