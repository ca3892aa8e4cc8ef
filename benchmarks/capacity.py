"""What graphs cost: processor seconds, bytes read and bytes written, measured and predicted, by size and kind.

Usage: capacity.py DATA_FOLDER [--rounds N] [--quick]

DATA_FOLDER holds the nine TU collections as .zip. Every collection, and graphs of five families of `sgr generate` in several sizes,
become Parquet files; `sgr embed IN.parquet -o OUT.parquet --threads 1` turns each into vectors. Seconds are processor time
(user and system) of the whole process without its start, the median of --rounds runs (3), on files that repeat the graphs
until a run takes about a second: the machine may be shared. Next to them stand the seconds that `sgr.arrow.predicted_seconds`
predicts. Writes the part "costs" of docs/results/capacity.json, and the tables of docs/results/capacity.md that come from it. Takes
about eight minutes after the builds; --quick leaves out the slowest inputs and writes nothing.
"""

import argparse
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import release_package

release_package.enter()

import numpy as np  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import capacity_page  # noqa: E402
import sgr  # noqa: E402
import sgr.arrow  # noqa: E402
from evaluation import NINE  # noqa: E402

#: Families with the flags that fix their mean degree, and the sizes that each is measured at.
FAMILIES = {
    "ring-tree": [],
    "proximity-chain": ["--degree", "4"],
    "clique-ego": [],
    "hub-tree": [],
    "barabasi-albert": ["--degree", "4"],
}
SIZES = [20, 50, 100, 200, 500, 1000, 2000, 5000]
#: The family of the cost curve by size, and its further sizes.
CURVE, CURVE_SIZES = "barabasi-albert", [10_000, 30_000, 100_000]
#: Processor seconds that one run should take, and the most graphs in a file.
RUN_SECONDS, MOST_GRAPHS = 1.0, 200_000
ROW_GROUP = 50_000
#: Graphs predicted to take longer are measured one by one, at most that many of an input.
LONE_SECONDS, LONE_GRAPHS = 2e-3, 40
#: Quantiles that stand for the distribution of predicted seconds in a collection.
QUANTILES = 257


def table_of(graphs):
    """Graphs as a table in the layout of PyG."""
    ends = [graph.edges().T.tolist() if graph.edge_count else [[], []] for graph in graphs]
    nodes = pa.array([graph.node_count for graph in graphs], pa.int32())
    return pa.table({"edge_index": pa.array(ends, pa.list_(pa.list_(pa.int64()))), "num_nodes": nodes})


def generated(family, nodes, count, folder):
    """A table of synthetic graphs of one size."""
    path = folder / "generated.jsonl"
    flags = ["-n", str(count), "--nodes", str(nodes), *FAMILIES[family], "--seed", "18", "-o", path]
    subprocess.run([release_package.PROGRAM, "generate", family, *map(str, flags)], check=True, capture_output=True)
    return table_of(sgr.read(path).graphs)


def processor_seconds(command):
    """User and system time of a process."""
    process = subprocess.Popen([str(part) for part in command], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, f"failed: {' '.join(map(str, command))}"
    return usage.ru_utime + usage.ru_stime


def embed_seconds(program, table, folder, rounds):
    """The median of the processor seconds of the program, Parquet to Parquet on one thread; and the bytes of both files."""
    source, target = folder / "graphs.parquet", folder / "vectors.parquet"
    pq.write_table(table, source, row_group_size=ROW_GROUP)
    command = [program, "embed", source, "-o", target, "--threads", "1", "-q"]
    seconds = statistics.median(processor_seconds(command) for _ in range(rounds))
    return seconds, source.stat().st_size, target.stat().st_size


class Costs:
    """Measures table after table."""

    def __init__(self, program, folder, rounds):
        self.program, self.folder, self.rounds = program, folder, rounds
        self.lone = []
        one = pa.table({"edge_index": [[[0], [1]]], "num_nodes": [2]})
        self.start = embed_seconds(program, one, folder, 9)[0]

    def of(self, kind, name, table):
        """Costs of a graph of a table, on average."""
        graphs = len(table)
        began = time.process_time()
        predicted = sgr.arrow.predicted_seconds(table)
        prediction = time.process_time() - began
        copies = math.ceil(RUN_SECONDS / max(predicted.sum(), 1e-9))
        copies = max(1, min(copies, MOST_GRAPHS // graphs))
        _, read, written = embed_seconds(self.program, table, self.folder, 1)
        many = pa.concat_tables([table] * copies).combine_chunks()
        rounds = self.rounds if copies * predicted.sum() < 10 * RUN_SECONDS else 1
        seconds = (embed_seconds(self.program, many, self.folder, rounds)[0] - self.start) / copies
        nodes = table["num_nodes"].to_numpy()
        ends = sum(len(row[0]) for row in table["edge_index"].to_pylist())
        row = {
            "kind": kind,
            "name": name,
            "graphs": graphs,
            "nodes": float(nodes.mean()),
            "largest": int(nodes.max()),
            "edges": ends / graphs,
            "seconds": seconds / graphs,
            "predicted": float(predicted.mean()),
            "prediction": prediction / graphs,
            "read": read / graphs,
            "written": written / graphs,
        }
        self.measure_lone(name, table, predicted)
        print(
            f"{kind} {name}: {graphs} graphs of {nodes.mean():.0f} nodes, {1 / row['seconds']:.0f} graphs per core-second, "
            f"predicted {row['predicted'] / row['seconds']:.2f} of it",
            flush=True,
        )
        return row, predicted

    def measure_lone(self, name, table, predicted):
        """Large graphs one by one: how far predictions are off for a single graph."""
        large = np.flatnonzero(predicted > LONE_SECONDS)
        if len(large) > LONE_GRAPHS:
            large = np.random.default_rng(0).choice(large, LONE_GRAPHS, replace=False)
        for at in large:
            row = table.slice(int(at), 1)
            began = time.process_time()
            sgr.arrow.embed(row, keep=[], n_jobs=1)
            self.lone.append([name, float(predicted[at]), time.process_time() - began])


def quantiles(predicted):
    """Evenly spaced quantiles of predicted seconds."""
    return [float(f"{value:.4g}") for value in np.quantile(predicted, np.linspace(0, 1, QUANTILES))]


def count_of(nodes):
    """As many synthetic graphs as take about a second."""
    return max(1, min(20_000, 20_000_000 // nodes**2)) if nodes < 5_000 else max(1, 20_000 // nodes)


def inputs(data, folder, is_quick):
    """Kind, name and table of all that is measured; of each family the smallest size first."""
    for name in NINE[:6] if is_quick else NINE:
        yield "collection", name, table_of(sgr.read_tu(data / f"{name}.zip").graphs)
    for family in FAMILIES:
        further = CURVE_SIZES if family == CURVE else []
        for nodes in SIZES[:5] if is_quick else SIZES + further:
            yield "family", family, generated(family, nodes, count_of(nodes), folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    found = {"rows": [], "distributions": {}}
    with tempfile.TemporaryDirectory(dir=release_package.ROOT / "target") as folder:
        folder = pathlib.Path(folder)
        costs = Costs(release_package.PROGRAM, folder, args.rounds)
        found |= {"start": costs.start, "lone": costs.lone}
        print(f"start of the program: {1000 * costs.start:.0f} ms of processor time", flush=True)
        for kind, name, table in inputs(args.data, folder, args.quick):
            row, predicted = costs.of(kind, name, table)
            found["rows"].append(row)
            found["distributions"].setdefault(name, quantiles(predicted))
    if not args.quick:
        capacity_page.write("costs", found)


if __name__ == "__main__":
    main()
