"""Spark's distributed collections in one process, as far as the Krylov processes of one graph use them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from sgr._one_graph._blocks import Matrix
from sgr._one_graph._cutting import assembled


class Collection:
    """Partitions of items, computed at once. Functions and items are pickled, as on their way to a worker."""

    def __init__(self, partitions: Iterable[Iterable[Any]]) -> None:
        self.partitions = [list(partition) for partition in partitions]
        self.context = SimpleNamespace(getCheckpointDir=lambda: None)

    def mapPartitions(self, function: Callable[[Iterator[Any]], Iterator[Any]], preservesPartitioning: bool = False) -> Any:
        sent = pickle.loads(pickle.dumps(function))
        return Collection(sent(iter(partition)) for partition in self.partitions)

    def union(self, other: Collection) -> Collection:
        return Collection(mine + theirs for mine, theirs in zip(self.partitions, other.partitions, strict=True))

    def partitionBy(self, count: int, partition_of: Callable[[int], int]) -> Collection:
        partitions: list[list[Any]] = [[] for _ in range(count)]
        for partition in self.partitions:
            for key, item in partition:
                partitions[partition_of(key) % count].append((key, item))
        # Spark does not say in which order the items of a shuffle come.
        return Collection(reversed(partition) for partition in partitions)

    def collect(self) -> list[Any]:
        return [item for partition in self.partitions for item in partition]

    def count(self) -> int:
        return len(self.collect())

    def persist(self, level: Any) -> Collection:
        return self

    def unpersist(self) -> Collection:
        return self

    def localCheckpoint(self) -> None:
        return None


def matrix_in_process(edges: Any, blocks: int, component: Any = None, weights: Any = None) -> Matrix:
    """The matrix of a graph without isolated nodes, from its edges (once each) and the component of each node."""
    u, v = np.asarray(edges, np.int64).T
    size = int(max(u.max(), v.max())) + 1
    height = -(-size // blocks)
    count = -(-size // height)
    ends = {"u": np.r_[u, v], "v": np.r_[v, u]}
    if weights is not None:
        ends["weight"] = np.r_[weights, weights]
    of_edge, of_node = ends["u"] // height, np.arange(size) // height
    pieces: list[list[Any]] = [[] for _ in range(count)]
    for block in range(count):
        pieces[block].append((block, {name: values[of_edge == block] for name, values in ends.items()}))
        if component is not None:
            number = np.flatnonzero(of_node == block)
            pieces[block].append((block, {"number": number, "component": np.asarray(component)[number]}))
    return assembled(Collection(pieces), size, height, 1 if component is None else int(np.max(component)) + 1)
