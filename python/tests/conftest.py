"""What the tests share."""

from __future__ import annotations

import os
import pathlib
from typing import Any

import matplotlib
import networkx as nx
import numpy as np
import pytest

matplotlib.use("Agg")

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in tests and examples are relative to the repository."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def command_line() -> pathlib.Path:
    """The program, as ``cargo test`` built it."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    builds = [target / profile / "sgr" for profile in ("debug", "release")]
    built = [path for path in builds if path.exists()]
    assert built, f"no program in {target}: run cargo build -p sgr-cli"
    return max(built, key=lambda path: path.stat().st_mtime)


def varied_graphs(count: int, seed: int = 0, largest: int = 60) -> list[Any]:
    """NetworkX graphs of many kinds: random, trees, regular, disconnected, with isolated nodes, tiny."""
    rng = np.random.default_rng(seed)
    makers = [
        lambda n, s: nx.gnp_random_graph(n, min(1.0, 3 / n), seed=s),
        lambda n, s: nx.gnp_random_graph(n, 0.5, seed=s),
        lambda n, s: nx.barabasi_albert_graph(n + 2, 2, seed=s),
        lambda n, s: nx.watts_strogatz_graph(n + 4, 4, 0.1, seed=s),
        lambda n, s: nx.random_labeled_tree(n, seed=s),
        lambda n, s: nx.path_graph(n),
        lambda n, s: nx.cycle_graph(n + 2),
        lambda n, s: nx.star_graph(n),
        lambda n, s: nx.complete_graph(n),
        lambda n, s: nx.complete_bipartite_graph(n, n // 2 + 1),
        lambda n, s: nx.grid_2d_graph(n % 7 + 2, 5),
        lambda n, s: nx.disjoint_union(nx.path_graph(n), nx.complete_graph(4)),
        lambda n, s: nx.empty_graph(n),
    ]
    sizes = rng.integers(1, largest, count)
    return [makers[at % len(makers)](int(size), at) for at, size in enumerate(sizes)]
