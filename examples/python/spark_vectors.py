"""Vectors of graphs in Parquet files, computed by Spark.

    python examples/python/spark_vectors.py [FOLDER]

Writes a few thousand random graphs as Parquet, embeds them on a local Spark with two tasks at a time, and asks Spark
which graphs are most like the first one. On a cluster, only the session and the paths change. Needs
`pip install pyspark pyarrow` and Java 17 or later.
"""

from __future__ import annotations

import os
import pathlib
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sgr.spark


def write_graphs(path: pathlib.Path, count: int) -> None:
    """Random trees with a few more edges, and one row whose edge leads to a node that is not there."""
    random = np.random.default_rng(0)
    rows = []
    for number in range(count):
        nodes = int(random.integers(10, 30))
        children = np.arange(1, nodes)
        parents = (children * random.random(nodes - 1)).astype(int)
        edges = np.concatenate([[children, parents], random.integers(0, nodes, (2, number % 8))], axis=1)
        rows.append({"name": f"graph-{number}", "edge_index": edges.tolist(), "num_nodes": nodes})
    rows[7]["num_nodes"] = 3
    pq.write_table(pa.Table.from_pylist(rows), path)


def main() -> None:
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    write_graphs(folder / "graphs.parquet", 4000)
    # Workers run this Python, not the first python3 of the path.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Two cores; a task may fail four times, for example because its worker was killed.
    builder = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")

    graphs = spark.read.parquet(str(folder / "graphs.parquet")).repartition(4)
    sgr.spark.embed(graphs, keep=["name"]).write.mode("overwrite").parquet(str(folder / "vectors"))

    vectors = spark.read.parquet(str(folder / "vectors"))
    vectors.where("problem is not null").select("name", "problem").show(truncate=False)
    asked = vectors.where("name = 'graph-0'").first()["vector"]
    squares = F.zip_with("vector", F.lit(asked), lambda x, y: (x - y) * (x - y))
    distance = F.sqrt(F.aggregate(squares, F.lit(0.0), lambda total, x: total + x))
    others = vectors.where("problem is null and name <> 'graph-0'")
    nearest = others.select("name", distance.alias("distance")).orderBy("distance").limit(5)
    nearest.show()
    print(f"most like graph-0: {nearest.first()['name']}")
    spark.stop()


if __name__ == "__main__":
    main()
