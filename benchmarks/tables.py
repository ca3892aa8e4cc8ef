"""Graphs a second from Parquet to Parquet, next to the solver alone, and memory by the number of graphs.

Usage: tables.py [--graphs N] [--memory N,N,…] [--rounds N]

Makes Parquet files of molecule-like graphs (12 to 28 nodes, trees with two more edges; seeded), runs the benchmark
`table_throughput` on N of them, and the program on as many as --memory lists. Needs NumPy and pyarrow.
"""

import argparse
import pathlib
import subprocess
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from evaluation import ROOT, release_build
from peak_memory import peak

BLOCK = 100_000
ROW_GROUP = 50_000
BENCH = ["cargo", "bench", "--quiet", "-p", "sgr-graphs", "--features", "lab,parquet", "--bench", "table_throughput"]


def edge_lists(rng, count):
    """Numbers of nodes, numbers of edges, and the ends of all edges: trees, each with two more edges."""
    nodes = rng.integers(12, 29, count)
    starts = np.concatenate([[0], np.cumsum(nodes)])
    local = np.arange(nodes.sum()) - np.repeat(starts[:-1], nodes)
    child, graph = local[local > 0], np.repeat(np.arange(count), nodes)[local > 0]
    parent = np.maximum(child - rng.integers(1, 4, len(child)), 0)
    more = [(rng.random(2 * count) * np.repeat(nodes, 2)).astype(int) for _ in range(2)]
    graph = np.concatenate([graph, np.repeat(np.arange(count), 2)])
    order = np.argsort(graph, kind="stable")
    ends = [np.concatenate([tree, extra])[order] for tree, extra in zip((child, parent), more)]
    return nodes, np.bincount(graph, minlength=count), ends


def block(rng, first, count):
    """A table of graphs in the layout of PyG: `edge_index` with `num_nodes`."""
    nodes, edges, (u, v) = edge_lists(rng, count)
    offsets = np.concatenate([[0], np.cumsum(np.repeat(edges, 2))])
    at = np.arange(len(u)) - np.repeat(np.cumsum(edges) - edges, edges) + np.repeat(offsets[:-1:2], edges)
    values = np.empty(2 * len(u), np.int64)
    values[at], values[at + np.repeat(edges, edges)] = u, v
    lists = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.array(values))
    pairs = pa.ListArray.from_arrays(pa.array(np.arange(0, 2 * count + 1, 2), pa.int32()), lists)
    names = [f"graph-{number}" for number in range(first, first + count)]
    return pa.table({"name": names, "edge_index": pairs, "num_nodes": nodes})


def make(path, count):
    """Writes that many graphs."""
    rng = np.random.default_rng(0)
    writer = None
    for first in range(0, count, BLOCK):
        table = block(rng, first, min(BLOCK, count - first))
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=ROW_GROUP)
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", type=int, default=1_000_000)
    parser.add_argument("--memory", type=lambda text: [int(part) for part in text.split(",")], default=[100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=ROOT / "target") as folder:
        graphs, vectors = pathlib.Path(folder) / "graphs.parquet", pathlib.Path(folder) / "vectors.parquet"
        make(graphs, args.graphs)
        subprocess.run([*BENCH, "--", graphs, str(args.rounds)], cwd=ROOT, check=True)
        sgr = release_build()
        for count in args.memory:
            make(graphs, count)
            found = peak([sgr, "embed", graphs, "-o", vectors, "-q"])
            seconds = found["seconds"]
            print(f"{count} graphs: {seconds:.1f} s, {count / seconds:.0f} graphs/s, peak {found['megabytes']:.0f} MB")


if __name__ == "__main__":
    main()
