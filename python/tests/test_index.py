"""``sgr.Index``: exact neighbours, changes, filters, and files that survive a kill."""

from __future__ import annotations

import os
import pathlib
import random
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import sgr
from conftest import ROOT

SHAPES = ROOT / "examples" / "shapes.jsonl"


def nearest(vectors: np.ndarray, query: np.ndarray, k: int) -> list[int]:
    """By all distances in double precision; of equal ones the first."""
    distances = np.sqrt(((vectors.astype(np.float64) - query.astype(np.float64)) ** 2).sum(axis=1))
    return [int(row) for row in np.argsort(distances, kind="stable")[:k]]


@pytest.mark.parametrize("n_jobs", [1, 2, 5])
def test_the_nearest_are_those_of_all_distances(n_jobs: int) -> None:
    generator = np.random.default_rng(1)
    vectors = generator.integers(-3, 4, (1500, 5)).astype(np.float32)
    queries = generator.integers(-3, 4, (70, 5)).astype(np.float32)
    for hits, query in zip(sgr.Index(vectors).search(queries, k=12, n_jobs=n_jobs), queries):
        assert [int(hit.id) for hit in hits] == nearest(vectors, query, 12)


def correlated(count: int, dimensions: int, seed: int = 1) -> np.ndarray:
    """Rows in the neighbourhood of a space of four dimensions; the first ones of another count are others."""
    generator = np.random.default_rng([seed, count])
    axes = np.random.default_rng(seed).standard_normal((4, dimensions))
    rows = generator.standard_normal((count, 4)) @ axes + 0.01 * generator.standard_normal((count, dimensions))
    return rows.astype(np.float32)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_approximate_search_finds_what_it_says(seed: int) -> None:
    rows, queries = correlated(20_000, 32, seed), correlated(500, 32, seed)
    index = sgr.Index(rows, metadata={"half": [row % 2 for row in range(20_000)]})
    exact = index.search(queries)
    assert (found := index.search(queries, approximate=True)) == exact
    assert (found.recall, found.certainty) == (1.0, "exact: the index has no cells")
    assert index.build_approximate()
    found = index.search(queries, approximate=True)
    assert found.certainty.startswith("approximate: expected recall 0.99")
    right = [len(set(one) & set(other)) / 10 for one, other in zip(found, exact)]
    # Five standard errors of 500 queries with a standard deviation of at most 0.1.
    assert 0.99 <= found.recall <= 1.0 and abs(np.mean(right) - found.recall) < 0.022
    assert all(index.search(queries, approximate=True, n_jobs=jobs) == found for jobs in (1, 3))
    assert index.search(queries, approximate=True, recall=1.0).recall == 1.0
    halves = index.search(queries, approximate=True, where={"half": 1})
    assert halves == index.search(queries, where={"half": 1}) and halves.certainty.startswith("exact: 10000 vectors")


def test_what_is_added_or_removed_counts_in_approximate_searches(tmp_path: pathlib.Path) -> None:
    rows, queries = correlated(21_000, 32), correlated(50, 32)
    index = sgr.Index(rows)
    assert index.build_approximate()
    index.add(queries, [f"query {row}" for row in range(50)])
    found = index.search(queries, approximate=True)
    assert [hits[0].id for hits in found] == [f"query {row}" for row in range(50)] and found.recall < 1.0
    gone = {hits[1].id for hits in found}
    assert index.remove(gone) == len(gone)
    index.save(tmp_path / "numbers.sgri")
    for index in (index, sgr.Index.load(tmp_path / "numbers.sgri")):
        found = index.search(queries, approximate=True)
        assert found.recall < 1.0 and not gone & {hit.id for hits in found for hit in hits}
    with pytest.raises(ValueError, match="found 2 as a recall, wanted a number from 0 to 1"):
        index.search(queries, approximate=True, recall=2)


def test_graphs_are_found_by_their_vectors() -> None:
    graphs, labels = sgr.read(SHAPES)
    vectors = sgr.embed(graphs)
    index = sgr.Index(graphs, metadata={"label": labels})
    assert [int(hit.id) for hit in index.search(graphs[7], k=9)] == nearest(vectors, vectors[7], 9)
    assert index.search(SHAPES, k=3) == index.search(vectors, k=3) == index.search(graphs, k=3)
    trees = [row for row in range(90) if labels[row] == "tree"]
    found = [int(hit.id) for hit in index.search(graphs[7], k=90, where={"label": "tree"})]
    assert sorted(found) == trees
    assert len(index.search(graphs[7], k=90, where={"label": ["tree", "ring"]})) == 60


def test_cosine_does_not_see_lengths() -> None:
    index = sgr.Index(np.array([[10.0, 0.0], [1.0, 1.0]]), ["east", "north-east"], distance="cosine")
    (hits,) = index.search(np.array([[0.1, 0.0]]))
    assert hits[0] == ("east", 0.0) and hits[1].distance == pytest.approx(1 - 0.5**0.5, abs=1e-7)


def test_changes_and_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "shapes.sgri"
    graphs, labels = sgr.read(SHAPES)
    index = sgr.Index(graphs[:50], representation="heat", metadata={"label": labels[:50]})
    index.add(graphs[50:], [f"new {row}" for row in range(40)])
    index.save(path)
    loaded = sgr.Index.load(path)
    assert loaded.ids == index.ids and loaded.column("label") == index.column("label")
    assert loaded.column("label") == [*labels[:50], *[None] * 40]
    # The representation is that of the file.
    assert loaded.search(graphs[60], k=5) == index.search(graphs[60], k=5)
    assert loaded.remove(["new 10", "new 11", "nothing"]) == 2 and len(loaded) == 88
    assert "new 10" not in [hit.id for hit in loaded.search(graphs[60], k=88)]
    loaded.save(path)
    assert len(sgr.Index.load(path)) == 88
    with pytest.raises(ValueError, match="found vectors made with .*heat.*, wanted .*spectrum"):
        sgr.Index.load(path, representation="spectrum")


def test_the_program_reads_the_files_of_the_package_and_its_own(tmp_path: pathlib.Path) -> None:
    sgr.Index(SHAPES).save(tmp_path / "shapes.sgri")
    assert sgr.Index.load(tmp_path / "shapes.sgri")._index.source == (
        '{"attributes":false,"labels":null,"model":"default","representation":"sgr"}'
    )


def test_copies_are_listed() -> None:
    path, triangle = ([(0, 1), (1, 2)], 3), ([(0, 1), (1, 2), (2, 0)], 3)
    index = sgr.Index([path, triangle, path, path], list("abcd"))
    assert index.duplicates() == [["a", "c", "d"]]


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda index: index.add(np.zeros((2, 3)), ["one"]), "found 1 ids, wanted 2"),
        (lambda index: index.add(np.zeros((2, 4))), "found vectors of 4 dimensions, wanted 3"),
        (lambda index: index.add(np.array([[1.0, np.nan, 0.0]])), "vector number 0 .* found NaN in dimension 1"),
        (lambda index: index.search(np.zeros((1, 2))), "found vectors of 2 dimensions, wanted 3"),
        (lambda index: index.search(np.zeros((1, 3)), k=0), "found k=0, wanted at least 1"),
        (lambda index: index.search(np.zeros((1, 3)), where={"colour": "red"}), 'column "colour" in a filter'),
        (lambda index: index.column("colour"), "found column"),
        (lambda index: sgr.Index(np.eye(2), distance="hamming"), "hamming"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(action, message: str) -> None:  # type: ignore[no-untyped-def]
    index = sgr.Index(np.eye(3), "abc")
    with pytest.raises(ValueError, match=message):
        action(index)
    assert index.ids == ["a", "b", "c"]


def test_files_that_are_no_index_are_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "shapes.sgri"
    sgr.Index(np.eye(3)).save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(ValueError, match="found .* bytes, wanted"):
        sgr.Index.load(path)
    path.write_bytes(b"id,label\n")
    with pytest.raises(ValueError, match="wanted an index file"):
        sgr.Index.load(path)
    with pytest.raises(OSError, match="No such file"):
        sgr.Index.load(tmp_path / "none.sgri")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill on this system")
def test_a_kill_while_saving_loses_nothing_that_was_saved(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "numbers.sgri"
    rows, queries = correlated(20_000, 64), correlated(20, 64)
    index = sgr.Index(rows)
    assert index.build_approximate()
    index.save(path)
    wanted = index.search(queries, approximate=True)
    writer = f"""
        import numpy as np, sgr
        index = sgr.Index.load({os.fspath(path)!r})
        print("ready", flush=True)
        while True:
            index.add(np.full((1, 64), float(len(index))), [f"added {{len(index)}}"])
            index.save({os.fspath(path)!r})
            print(len(index), flush=True)
    """
    moments = random.Random(1)
    for _ in range(6):
        with subprocess.Popen([sys.executable, "-c", textwrap.dedent(writer)], stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None and program.stdout.readline() == "ready\n"
            time.sleep(moments.uniform(0.01, 0.3))
            program.kill()
            said = [int(line) for line in program.stdout if line.endswith("\n")]
        index = sgr.Index.load(path)
        # All that was saved before the last word is there, and perhaps one save more.
        assert len(index) >= (said[-1] if said else 20_000)
        assert index.ids[20_000:] == [f"added {row}" for row in range(20_000, len(index))]
        # The cells as well: what was added is far away.
        found = index.search(queries, approximate=True)
        assert found == wanted and found.recall == wanted.recall < 1.0
