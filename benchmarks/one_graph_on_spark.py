"""One graph as a table of edges on a local Spark: agreement with one machine, cost of a step, bytes of its shuffle.

Usage: one_graph_on_spark.py [--edges N,N,…] [--max-error E] [--max-probes P] [-o PAGE]

Draws scale-free graphs (Chung–Lu, ends with probability ∝ rank^(−1/2), ten edges a node; seeded) and solves each by
`sgr.spark.spectrum` with `local_edges=0` and by `sgr.spectrum_samples(method="density")`. Bytes come from Spark's status
REST interface; processor seconds are those of all processes (driver, JVM, workers), so that they mean something on a busy
machine. Extrapolates to 10^10 edges.
"""

import argparse
import json
import os
import pathlib
import sys
import time
import urllib.request

import release_package

release_package.enter()

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import section  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import sgr  # noqa: E402
import sgr.spark  # noqa: E402
from sgr._one_graph._blocks import Process  # noqa: E402

PAGE_TITLE = "Agreement and costs"
#: The graph that costs are extrapolated to: edges, nodes, and probes that advance together.
LARGE_EDGES, LARGE_NODES, LARGE_PROBES = 1e10, 1e9, 4


def chung_lu(edges, seed):
    """Ends of the edges of a graph with ten edges a node and degrees ∝ rank^(−1/2); ids in a random order."""
    rng = np.random.default_rng(seed)
    nodes = edges // 10
    # The inverse of the cumulative distribution of rank^(−1/2).
    u, v = ((nodes * rng.random(edges) ** 2).astype(np.int64) for _ in range(2))
    shuffled = rng.permutation(nodes)
    return shuffled[u], shuffled[v]


def processor_seconds(pid):
    """User and system seconds of a process and its descendants, those that have ended included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    seconds = sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    children = [line for task in pathlib.Path(f"/proc/{pid}/task").iterdir() for line in (task / "children").read_text().split()]
    for child in children:
        try:
            seconds += processor_seconds(int(child))
        except OSError:
            continue  # It has ended in between.
    return seconds


class Steps:
    """Wraps the exchanges of Krylov processes: their kinds, wall and processor seconds; jobs are named after the kind."""

    def __init__(self, context):
        self.context, self.found = context, []
        self.advance = Process.advance

    def __enter__(self):
        steps = self

        def advance(process, work):
            kind = type(work).__name__
            steps.context.setJobDescription(kind)
            wall, cpu = time.perf_counter(), processor_seconds(os.getpid())
            sums = steps.advance(process, work)
            steps.found.append((kind, time.perf_counter() - wall, processor_seconds(os.getpid()) - cpu))
            steps.context.setJobDescription(None)
            return sums

        Process.advance = advance
        return self

    def __exit__(self, *_):
        Process.advance = self.advance

    def of(self, kind):
        """Medians of wall and processor seconds."""
        return np.median([(wall, cpu) for found, wall, cpu in self.found if found == kind], axis=0)


def rest(context, what):
    address = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{what}"
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def shuffled_bytes(context, kind, first_job):
    """Bytes that the shuffles of each job of a kind wrote, in the median."""
    written = {stage["stageId"]: stage["shuffleWriteBytes"] for stage in rest(context, "stages")}
    jobs = [job for job in rest(context, "jobs") if job.get("description") == kind and job["jobId"] >= first_job]
    return float(np.median([sum(written.get(stage, 0) for stage in job["stageIds"]) for job in jobs]))


def measured(spark, edges, max_error, max_probes):
    """One row of figures."""
    u, v = chung_lu(edges, seed=1)
    frame = spark.createDataFrame(pa.table({"src": u, "dst": v}))
    context = spark.sparkContext
    first_job = max((job["jobId"] for job in rest(context, "jobs")), default=-1) + 1
    wall, cpu = time.perf_counter(), processor_seconds(os.getpid())
    with Steps(context) as steps:
        found = sgr.spark.spectrum(frame, local_edges=0, max_error=max_error, max_probes=max_probes)
    wall, cpu = time.perf_counter() - wall, processor_seconds(os.getpid()) - cpu
    _, nodes = np.unique(np.concatenate([u, v]), return_inverse=True)
    graph = sgr.Graph(int(nodes.max()) + 1, nodes[: len(u)].copy(), nodes[len(u) :].copy())
    started = time.perf_counter()
    one, info = sgr.spectrum_samples(graph, method="density", max_error=max_error / 4, return_info=True)
    return {
        "edges": found.edges,
        "nodes": found.nodes,
        "error": found.error,
        "one_error": info.error,
        "difference": float(np.abs(found.samples - one).max()),
        "probes": found.probes,
        "steps": found.steps,
        "products": found.products,
        "wall": wall,
        "cpu": cpu,
        "one_wall": time.perf_counter() - started,
        "step_wall": float(steps.of("_Step")[0]),
        "step_cpu": float(steps.of("_Step")[1]),
        "step_bytes": shuffled_bytes(context, "_Step", first_job),
    }


def table(rows):
    yield "| edges | nodes | stated, Spark | stated, one machine | largest difference | probes × steps | products | s | processor s | one machine, s |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        yield (
            f"| {row['edges']} | {row['nodes']} | {row['error']:.1e} | {row['one_error']:.1e} | {row['difference']:.1e} | "
            f"{row['probes']} × {row['steps']} | {row['products']} | {row['wall']:.0f} | {row['cpu']:.0f} | {row['one_wall']:.1f} |"
        )
    yield ""
    yield "| edges | a step of 16 probes, s | processor s | processor ns per edge and probe | shuffle MB | bytes per edge and probe |"
    yield "|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        unit = 16 * row["edges"]
        yield (
            f"| {row['edges']} | {row['step_wall']:.2f} | {row['step_cpu']:.2f} | {row['step_cpu'] / unit * 1e9:.0f} | "
            f"{row['step_bytes'] / 1e6:.1f} | {row['step_bytes'] / unit:.1f} |"
        )


def cost_of_a_step(rows):
    """Processor seconds of a step of 16 probes as a line in the number of edges, by least squares: seconds without data, which
    are the overhead of its jobs, and seconds for each edge and probe. A slope below its standard error is no figure."""
    edges, seconds = (np.array([row[name] for row in rows], float) for name in ("edges", "step_cpu"))
    slope, overhead = np.polyfit(edges, seconds, 1)
    residuals = seconds - np.polyval([slope, overhead], edges)
    error = np.sqrt(residuals @ residuals / max(len(rows) - 2, 1) / ((edges - edges.mean()) ** 2).sum())
    return overhead, slope / 16, error / 16


def extrapolation(rows):
    """Costs for 10^10 edges: processor time from the slope of the cost of a step over the edges, which leaves out what a job
    costs without data; bytes if every entry of the matrix has to travel."""
    if len(rows) < 3:
        return
    overhead, cost, cost_error = cost_of_a_step(rows)
    if cost < 2 * cost_error:
        yield ""
        yield f"The cost per edge, {cost * 1e9:.1f} ± {cost_error * 1e9:.1f} ns, is lost in the overhead of jobs: no extrapolation."
        return
    products = {"probes": (128, LARGE_PROBES, 4), "ends": (41, 8, 8)}
    hours = sum(steps * lanes * LARGE_EDGES * cost for steps, lanes, _ in products.values()) / 3600
    traffic = {name: 2 * LARGE_EDGES * lanes * size * steps / 1e12 for name, (steps, lanes, size) in products.items()}
    entries = 2 * LARGE_EDGES * 4 / 1e9
    probes = LARGE_NODES * 2 * LARGE_PROBES * 4 / 1e9
    basis = LARGE_NODES * 96 * 8 / 1e9
    yield ""
    yield (
        f"Extrapolated to 10^10 edges and 10^9 nodes with `probes={LARGE_PROBES}`, 128 steps and 41 products of eight "
        f"vectors for the ends: a step takes {overhead:.2f} s of a core without data and {cost * 1e9:.1f} ± {cost_error * 1e9:.1f} ns "
        f"per edge and probe (a line through the graphs above), which gives {hours:.0f} core-hours for the products; "
        f"orthogonalization, reading the table, spilling and lost tasks come on top and were not measured. The shuffles carry at "
        f"most {traffic['probes']:.0f} TB for the probes and {traffic['ends']:.0f} TB for the ends ({sum(traffic.values()) * 1000 / (128 + 41) / 1000:.2f} TB a product), if every "
        f"entry of the matrix has to travel; the cluster holds {entries:.0f} GB of columns, {probes:.0f} GB of probes and, "
        f"before them, {basis:.0f} GB of basis; the driver {LARGE_NODES * 60 / 1e9:.0f} GB for the eigenvalues of the last "
        "step, which is the next limit."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", type=lambda text: [int(float(part)) for part in text.split(",")], default=[10**5, 3 * 10**5, 10**6])
    parser.add_argument("--max-error", type=float, default=2e-2)
    parser.add_argument("--max-probes", type=int, default=32)
    parser.add_argument("-o", "--output", help="a page whose section is replaced")
    args = parser.parse_args()
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    builder = SparkSession.builder.master("local[2,4]").config("spark.driver.memory", "4g")
    for name, value in {
        "spark.ui.showConsoleProgress": "false",
        "spark.ui.retainedJobs": "100000",
        "spark.ui.retainedStages": "100000",
        "spark.default.parallelism": "4",
        "spark.sql.shuffle.partitions": "4",
    }.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    command = f"python3 benchmarks/one_graph_on_spark.py {' '.join(sys.argv[1:])}"
    rows, lines = [], []
    for edges in args.edges:
        rows.append(measured(spark, edges, args.max_error, args.max_probes))
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        lines = [f"Made by `{command}` on {os.cpu_count()} cores.", "", *table(rows), *extrapolation(rows)]
        # After each graph: the largest takes longest, and may be interrupted.
        if args.output:
            section.write(args.output, PAGE_TITLE, lines)
    print("\n".join(lines))
    spark.stop()


if __name__ == "__main__":
    main()
