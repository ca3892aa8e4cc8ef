"""Vectors on a local Spark: `sgr.spark.embed` against a function of a user around `netlsd.heat`, in one run.

Usage: spark_peer.py [--graphs N] [--rounds N] [--tasks N]

The table is that of tables.py: N molecule-like graphs (40,000) of 12 to 28 nodes in Parquet files, one for each task (8). Three ways in turn,
--rounds times (3), each a whole job from Parquet to Spark's sink that drops rows, on local[2] after a job that warms it up:

- `mapInArrow` with `netlsd.heat` on a NetworkX graph that is built from each row's `edge_index`, NumPy's BLAS on one thread;
- the same on a SciPy matrix, which is the fastest input that NetLSD takes;
- `sgr.spark.embed(graphs, "heat")`, the same numbers, and `sgr.spark.embed(graphs)`, the default.

The heat traces of the first 1,000 graphs must agree to 1e-5. Further, what Spark itself costs: tasks without work, and the same graphs in
one call of `sgr.arrow.embed` without Spark. Writes the part "spark" of docs/results/capacity.json. About four minutes.
"""

import argparse
import os
import pathlib
import statistics
import tempfile
import time

import release_package

release_package.enter()
# One thread for each of Spark's workers; the driver's variables are the workers'.
os.environ.update(
    PYSPARK_PYTHON=str(release_package.PYTHON),
    SPARK_LOCAL_IP="127.0.0.1",
    OMP_NUM_THREADS="1",
    OPENBLAS_NUM_THREADS="1",
)

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import capacity_page  # noqa: E402
import sgr.arrow  # noqa: E402
import sgr.spark  # noqa: E402
import tables  # noqa: E402

#: Jobs without work: tasks of the JVM alone, and tasks that start a function of Python.
EMPTY_TASKS, PYTHON_TASKS = 1_000, 100
#: Heat traces that are compared, and how near they must be: float32 of numbers up to 30.
COMPARED, NEAR = 1_000, 1e-5
SCHEMA = "name string, vector array<double>"


def with_networkx(batches):
    """The function of a user: a NetworkX graph for each row, and its heat trace."""
    import netlsd
    import networkx as nx

    def heat(edge_index, nodes):
        graph = nx.empty_graph(nodes)
        graph.add_edges_from(zip(*edge_index))
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
        return netlsd.heat(graph)

    yield from with_heat(batches, heat)


def with_scipy(batches):
    """The same with SciPy's matrices."""
    import netlsd
    from scipy.sparse import csr_matrix

    def heat(edge_index, nodes):
        u, v = np.array(edge_index)
        keep = u != v
        ends = np.concatenate([u[keep], v[keep]]), np.concatenate([v[keep], u[keep]])
        matrix = csr_matrix((np.ones(len(ends[0])), ends), (nodes, nodes))
        # Repeated edges were added up.
        matrix.data[:] = 1.0
        return netlsd.heat(matrix)

    yield from with_heat(batches, heat)


def with_heat(batches, heat):
    """Batches with the names and heat traces of their rows."""
    import warnings

    warnings.filterwarnings("ignore")
    for batch in batches:
        columns = (batch[name].to_pylist() for name in ("name", "edge_index", "num_nodes"))
        names, vectors = zip(*((name, heat(edges, nodes)) for name, edges, nodes in zip(*columns)))
        yield pa.record_batch([pa.array(names), pa.array(list(vectors))], ["name", "vector"])


def unchanged(batches):
    """No work, in Python."""
    yield from batches


def seconds(work):
    """Wall-clock seconds of some work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def job(frame):
    """Runs a job whose rows are dropped."""
    frame.write.format("noop").mode("overwrite").save()


def session():
    """A local Spark with two tasks at a time."""
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


WAYS = {
    "NetworkX": lambda graphs: graphs.mapInArrow(with_networkx, SCHEMA),
    "SciPy": lambda graphs: graphs.mapInArrow(with_scipy, SCHEMA),
    "heat": lambda graphs: sgr.spark.embed(graphs, "heat", keep=["name"]),
    "default": lambda graphs: sgr.spark.embed(graphs, keep=["name"]),
}


def agree(graphs):
    """The largest difference of the heat traces of NetLSD and sgr."""
    found = []
    for way in ("NetworkX", "SciPy", "heat"):
        rows = WAYS[way](graphs).orderBy("name").select("vector").collect()
        found.append(np.array([row["vector"] for row in rows]))
    differences = [float(np.abs(found[2] / other - 1).max()) for other in found[:2]]
    assert max(differences) < NEAR, f"found heat traces that differ by {max(differences)}, wanted {NEAR}"
    return max(differences)


def costs_of_spark(spark, count):
    """Seconds of a task without work: in the JVM alone, and with a function of Python."""
    numbers = spark.range(0, count, 1, count)
    plain = statistics.median(seconds(lambda: job(numbers)) for _ in range(3)) / count
    few = spark.range(0, PYTHON_TASKS, 1, PYTHON_TASKS)
    in_python = statistics.median(seconds(lambda: job(few.mapInArrow(unchanged, "id long"))) for _ in range(3))
    return plain, in_python / PYTHON_TASKS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tasks", type=int, default=8)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=release_package.ROOT / "target") as folder:
        parts = pathlib.Path(folder) / "graphs"
        parts.mkdir()
        table = tables.block(np.random.default_rng(0), 0, args.graphs)
        for part in range(args.tasks):
            rows = np.arange(part, args.graphs, args.tasks)
            pq.write_table(table.take(rows), parts / f"part-{part:05}.parquet")
        spark = session()
        # A file is a task.
        spark.conf.set("spark.sql.files.openCostInBytes", str(1 << 30))
        graphs = spark.read.parquet(str(parts))
        difference = agree(spark.createDataFrame(table.slice(0, COMPARED)))
        ways = {name: way(graphs) for name, way in WAYS.items()}
        times = {name: [] for name in [*ways, "without Spark"]}
        for round_number in range(args.rounds):
            for name, frame in ways.items():
                times[name].append(seconds(lambda frame=frame: job(frame)))
                print(f"round {round_number + 1}, {name}: {times[name][-1]:.1f} s", flush=True)
            times["without Spark"].append(seconds(lambda: sgr.arrow.embed(table, keep=["name"], n_jobs=2)))
        plain, in_python = costs_of_spark(spark, EMPTY_TASKS)
        spark.stop()
    medians = {name: statistics.median(found) for name, found in times.items()}
    for name in ("heat", "default"):
        print(
            f"{name}: {medians['NetworkX'] / medians[name]:.0f} times faster than NetLSD on NetworkX, {medians['SciPy'] / medians[name]:.0f} than on SciPy"
        )
    print(
        f"without Spark: {medians['without Spark']:.2f} s; a task without work: {1000 * plain:.1f} ms, in Python {1000 * in_python:.1f} ms"
    )
    found = {
        "graphs": args.graphs,
        "tasks": args.tasks,
        "rounds": args.rounds,
        "difference": difference,
        "seconds": medians,
        "all": times,
    }
    capacity_page.write("spark", {**found, "empty_task": plain, "python_task": in_python})


if __name__ == "__main__":
    main()
