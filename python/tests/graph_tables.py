"""Tables of small random graphs with some bad rows, for the tests of engines, and comparisons of their results."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa

from conftest import ROOT

#: Every so many rows there is one without a graph.
BAD_EVERY = 97


def table_of_graphs(count: int, seed: int = 0) -> pa.Table:
    """Random trees of 3 to 20 nodes with two more edges each, and rows that are no graphs, in four ways."""
    random = np.random.default_rng(seed)
    edge_index: list[Any] = []
    nodes = random.integers(3, 21, count).tolist()
    for number in nodes:
        children = np.arange(1, number)
        parents = (children * random.random(number - 1)).astype(int)
        more = random.integers(0, number, (2, 2))
        edge_index.append(np.concatenate([[children, parents], more], axis=1).tolist())
    for row in range(0, count, BAD_EVERY):
        ends, other_ends = edge_index[row]
        out_of_range = [[*ends, nodes[row]], [*other_ends, 0]]
        negative = [[*ends, -1], [*other_ends, 0]]
        ragged = [ends, other_ends[:-1]]
        edge_index[row] = [out_of_range, negative, ragged, None][row // BAD_EVERY % 4]
    names = [f"graph {row}" for row in range(count)]
    columns = {
        "name": pa.array(names),
        "edge_index": pa.array(edge_index, pa.list_(pa.list_(pa.int64()))),
        "num_nodes": pa.array(nodes, pa.int64()),
    }
    return pa.table(columns)


def bad_rows(count: int) -> int:
    """How many rows of a table have no graph."""
    return len(range(0, count, BAD_EVERY))


def sorted_rows(table: pa.Table) -> list[tuple[Any, ...]]:
    """Every row as name, bytes of the vector, origin, error and problem, sorted by the names, none of them merged."""
    vectors = [None if vector is None else np.array(vector, np.float32).tobytes() for vector in lists(table)]
    others = (table[name].to_pylist() for name in ("origin", "error", "problem"))
    return sorted(zip(table["name"].to_pylist(), vectors, *others), key=lambda row: str(row[0]))


def lists(table: pa.Table) -> list[list[float] | None]:
    """The vectors of a table, None where there is none."""
    found: list[list[float] | None] = table["vector"].to_pylist()
    return found


def code_of_guide(start: str) -> str:
    """The first Python block of docs/guide/tables.md after a line that starts with a text."""
    page = (ROOT / "docs" / "guide" / "tables.md").read_text(encoding="utf-8")
    found = re.search(rf"^{re.escape(start)}.*?^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found, f"docs/guide/tables.md has no Python after a line that starts with {start!r}"
    return found.group(1)
