"""Vectors of graphs in Parquet files, computed by Ray Data.

    python examples/python/ray_vectors.py [FOLDER]

Writes a few thousand random graphs as Parquet, embeds them on a local Ray with two tasks at a time, writes the vectors
as Parquet, and compares the mean vectors of three kinds of graphs. Needs `pip install "ray[data]"`.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray
import ray.data

import sgr.ray

KINDS = ("tree", "ring", "wheel")


def edges_of(kind: str, nodes: int, random: np.random.Generator) -> np.ndarray:
    """Edges as two rows: a random tree, a ring, or a ring with a hub."""
    numbers = np.arange(1, nodes)
    if kind == "tree":
        return np.array([numbers, (numbers * random.random(nodes - 1)).astype(int)])
    if kind == "ring":
        return np.array([np.arange(nodes), np.roll(np.arange(nodes), 1)])
    # Node 0 is the hub.
    return np.array([[*numbers, *numbers], [*np.roll(numbers, 1), *np.zeros_like(numbers)]])


def write_graphs(folder: pathlib.Path, count: int, parts: int) -> None:
    """Graphs of three kinds, in several files."""
    random = np.random.default_rng(0)
    folder.mkdir(parents=True, exist_ok=True)
    for part in range(parts):
        rows = []
        for number in range(part, count, parts):
            kind, nodes = KINDS[number % len(KINDS)], int(random.integers(10, 30))
            edges = edges_of(kind, nodes, random).tolist()
            rows.append({"name": f"{kind}-{number}", "kind": kind, "edge_index": edges, "num_nodes": nodes})
        pq.write_table(pa.Table.from_pylist(rows), folder / f"part-{part}.parquet")


def main() -> None:
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    write_graphs(folder / "graphs", 3000, parts=4)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False

    graphs = ray.data.read_parquet(str(folder / "graphs"))
    # One core, and so one thread, for each task. Before version 26, pyarrow cannot read null lists of fixed length.
    vectors = sgr.ray.embed(graphs, keep=["name", "kind"], num_cpus=1, vector_type="list")
    vectors.write_parquet(str(folder / "vectors"))

    vectors = ray.data.read_parquet(str(folder / "vectors"))
    sums = {kind: np.zeros(256) for kind in KINDS}
    counts = dict.fromkeys(KINDS, 0)
    for batch in vectors.iter_batches(batch_format="pyarrow", batch_size=1024):
        matrix = batch["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False).reshape(len(batch), -1)
        kinds = np.array(batch["kind"].to_pylist())
        for kind in KINDS:
            sums[kind] += matrix[kinds == kind].sum(axis=0)
            counts[kind] += int((kinds == kind).sum())
    for kind in KINDS:
        distances = {other: np.linalg.norm(sums[kind] / counts[kind] - sums[other] / counts[other]) for other in KINDS}
        shown = "  ".join(f"{other} {distance:6.2f}" for other, distance in distances.items())
        print(f"{counts[kind]} graphs of kind {kind:<6} distance of their mean vector to {shown}")
    print(f"vectors: {sum(counts.values())} in {folder / 'vectors'}")
    ray.shutdown()


if __name__ == "__main__":
    main()
