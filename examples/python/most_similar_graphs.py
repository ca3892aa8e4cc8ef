"""Which graphs are most like this one?

    python examples/python/most_similar_graphs.py [FILE [ID]]

Embeds a file of graphs once, then answers questions with one matrix product. Needs nothing but NumPy.
"""

from __future__ import annotations

import sys

import numpy as np

import sgr


def main() -> None:
    path = sys.argv[1] if len(sys.argv) > 1 else "examples/shapes.jsonl"
    graphs, labels = sgr.read(path)
    asked = sys.argv[2] if len(sys.argv) > 2 else graphs[0].id
    position = [graph.id for graph in graphs].index(asked)

    # Each dimension at its own scale: otherwise the largest would decide alone.
    vectors = sgr.embed(graphs).astype(np.float64)
    vectors = (vectors - vectors.mean(axis=0)) / (vectors.std(axis=0) + 1e-12)

    distances = np.linalg.norm(vectors - vectors[position], axis=1)
    nearest = [at for at in np.argsort(distances, kind="stable") if at != position][:5]
    print(f"most like {asked}, {graphs[position]}:")
    for at in nearest:
        label = "" if labels is None else f"  {labels[at]}"
        print(f"  {graphs[at].id:<12} distance {distances[at]:6.2f}  {graphs[at]}{label}")

    # A graph that was not in the file needs no fitting again: its vector comes from the same model.
    ring = sgr.generate.watts_strogatz(30, 2, 0.0)
    new = (sgr.embed(ring) - sgr.embed(graphs).mean(axis=0)) / (sgr.embed(graphs).std(axis=0) + 1e-12)
    closest = int(np.argmin(np.linalg.norm(vectors - new, axis=1)))
    print(f"most like a ring of 30 nodes: {graphs[closest].id}")


if __name__ == "__main__":
    main()
