"""Kernels, clusters, evaluations, written files and graphs for other libraries: the program's numbers, and back."""

from __future__ import annotations

import json
import pathlib
import sys
import types
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.linalg

import sgr
from test_same_as_the_command_line import SHAPES, run

TRIANGLE = ([(0, 1), (1, 2), (2, 0)], 3)


@pytest.mark.parametrize("method", ["wl", "sp", "gk4", "mlg", "rw", "pm", "dgk"])
def test_gram_is_the_programs(command_line: pathlib.Path, tmp_path: pathlib.Path, method: str) -> None:
    graphs, _ = sgr.read(SHAPES)
    sgr.write(graphs[::6], tmp_path / "few.jsonl")
    run(command_line, "gram", tmp_path / "few.jsonl", "--method", method, "-o", tmp_path / "g.npy", "--normalize")
    assert np.array_equal(np.load(tmp_path / "g.npy"), sgr.gram(graphs[::6], method, normalize=True))


def test_node_labels_reach_the_kernels(tmp_path: pathlib.Path) -> None:
    files = {"A": "1, 2\n2, 1\n3, 4\n4, 3\n", "graph_indicator": "1\n1\n2\n2\n", "node_labels": "1\n2\n1\n1\n"}
    for name, text in files.items():
        (tmp_path / f"T_{name}.txt").write_text(text)
    graphs, _ = sgr.read(tmp_path, node_labels=True)
    assert graphs[0].node_labels() == ["1", "2"] and sgr.read(tmp_path)[0][0].node_labels() is None
    assert sgr.gram(graphs, "wl")[0, 1] > sgr.gram(graphs, "wl", node_labels=True)[0, 1]
    with pytest.raises(ValueError, match='found method "x", wanted one of sp, gk4, wl, mlg, rw, pm, dgk'):
        sgr.gram([TRIANGLE], "x")


def test_clusters_are_the_programs(command_line: pathlib.Path) -> None:
    for method in ("sgr", "wl"):
        lines = run(command_line, "cluster", SHAPES, "--k", 3, "--seed", 2, "--by", method).splitlines()[1:]
        assert [int(line.split(",")[1]) for line in lines] == sgr.cluster(SHAPES, 3, by=method, seed=2).labels.tolist()
    assert np.array_equal(sgr.cluster(sgr.embed(SHAPES), 3), sgr.cluster(SHAPES, 3))
    with pytest.raises(ValueError, match="found 5 clusters for 1 points"):
        sgr.cluster([TRIANGLE], 5)


def test_evaluations_are_the_programs(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "r.json"
    run(command_line, "evaluate", SHAPES, "--method", "wl,sgr", "--runs", 10, "--seed", 4, "--protocol", "cv10",
        "--classifier", "rf", "--json", out, "--no-cache")  # fmt: skip
    theirs = json.loads(out.read_text())["results"]
    found = sgr.evaluate(SHAPES, ["wl", "sgr"], runs=10, seed=4, protocol="cv10", classifier="rf")
    named = sgr.evaluate({"mine": sgr.read(SHAPES)}, "sgr", runs=10, seed=4, protocol="cv10", classifier="rf")
    for result in (*theirs, *found, *named):
        del result["seconds"], result["describing_seconds"]
    assert found == theirs and named == [{**theirs[1], "collection": "mine"}]
    with pytest.raises(ValueError, match='found protocol "x", wanted one of split, cv10'):
        sgr.evaluate(SHAPES, protocol="x")


def test_fair_evaluations_are_the_programs(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "r.json"
    run(command_line, "evaluate", SHAPES, "--method", "sgr", "--runs", 5, "--classifier", "svm", "--standardize", "--choose-c",
        "--without-duplicates", "--json", out, "--no-cache")  # fmt: skip
    [theirs] = json.loads(out.read_text())["results"]
    [found] = sgr.evaluate(
        SHAPES, runs=5, classifier="svm", standardize=True, choose_c=True, without_duplicates=True
    )
    for result in (theirs, found):
        del result["seconds"], result["describing_seconds"]
    assert found == theirs and len(found["chosen_c"]) == len(found["accuracies"]) == 5
    # The former name, and graphs that are all the same but for their numbering.
    [former], [named] = (sgr.evaluate(SHAPES, runs=2, classifier=name) for name in ("lr", "logistic"))
    assert former["classifier"] == named["classifier"] and former["accuracies"] == named["accuracies"]
    paths = [nx.path_graph(3), nx.star_graph(2), nx.path_graph(4), nx.star_graph(3)] * 3
    [copies] = sgr.evaluate((paths, [0, 0, 0, 1] * 3), "spectrum", runs=2, without_duplicates=True)
    assert (copies["graphs"], copies["duplicates_left_out"]) == (3, 9)
    with pytest.raises(ValueError, match="the classifier knn has no C to choose, wanted logistic or svm"):
        sgr.evaluate(SHAPES, classifier="knn", choose_c=True)


def test_written_graphs_come_back(tmp_path: pathlib.Path) -> None:
    graphs, labels = sgr.read(SHAPES)
    sgr.write(graphs, tmp_path / "again.jsonl")
    again = sgr.read(tmp_path / "again.jsonl")
    assert again.graphs == graphs and again.labels.tolist() == labels.tolist()
    assert [graph.id for graph in again.graphs] == [graph.id for graph in graphs]
    sgr.write([TRIANGLE, nx.path_graph(2)], tmp_path / "two.zip", labels=[1, 2])
    assert sgr.read(tmp_path / "two.zip").labels.tolist() == [1, 2]
    for wrong in ({"labels": [1, 2]}, {"ids": []}):
        with pytest.raises(ValueError, match="wanted"):
            sgr.write([TRIANGLE], tmp_path / "none.jsonl", **wrong)
        assert not (tmp_path / "none.jsonl").exists()
    with pytest.raises(ValueError, match="does not tell the format"):
        sgr.write([TRIANGLE], tmp_path / "x.xyz")


def test_a_header_is_skipped(tmp_path: pathlib.Path) -> None:
    (tmp_path / "g.csv").write_text("source,target\na,b\nb,c\n")
    assert sgr.read(tmp_path / "g.csv", header=True).graphs[0].edge_count == 2


@pytest.mark.parametrize("weights", [None, [1.0, 2.5]])
def test_graphs_for_other_libraries(weights: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given = None if weights is None else np.array(weights)
    graph = sgr.Graph(4, np.array([0, 1]), np.array([1, 2]), given)
    made = graph.to_networkx()
    assert list(made) == [0, 1, 2, 3] and sorted(made.edges()) == [(0, 1), (1, 2)]
    assert np.array_equal(nx.to_numpy_array(made), graph.to_scipy().toarray())
    assert np.array_equal(sgr.embed(graph.to_scipy(), weight=weights is not None), sgr.embed(graph))
    monkeypatch.setitem(sys.modules, "torch_geometric.data", None)
    with pytest.raises(ImportError, match="pip install torch_geometric"):
        graph.to_pyg()
    stand_in = types.SimpleNamespace(Data=types.SimpleNamespace, from_numpy=lambda array: array)
    monkeypatch.setitem(sys.modules, "torch_geometric.data", stand_in)
    monkeypatch.setitem(sys.modules, "torch", stand_in)
    data = graph.to_pyg()
    assert data.edge_index.tolist() == [[0, 1, 1, 2], [1, 2, 0, 1]] and data.num_nodes == 4
    assert hasattr(data, "edge_weight") == (weights is not None)


def test_heat_kernels_are_matrix_exponentials() -> None:
    graph = nx.gnp_random_graph(12, 0.3, seed=1)
    laplacian = nx.normalized_laplacian_matrix(graph).toarray()
    kernels = sgr.heat_kernel(graph, [0.5, 3.0], diagonal=False)
    for time, kernel in zip([0.5, 3.0], kernels):
        assert np.abs(kernel - scipy.linalg.expm(-time * laplacian)).max() < 1e-12
    assert np.allclose(sgr.heat_kernel(graph, [0.5, 3.0]), [np.diag(kernel) for kernel in kernels], atol=1e-14)
    assert sgr.heat_kernel(graph, 0.5).shape == (12,)
    with pytest.raises(ValueError, match="no nodes"):
        sgr.heat_kernel(([], 0), 1.0)


def test_drawings_are_the_same_each_time() -> None:
    first, second = sgr.plot.draw(nx.cycle_graph(9)), sgr.plot.draw(nx.cycle_graph(9), labels=True)
    segments = [np.array(axes.collections[0].get_segments()) for axes in (first, second)]
    assert segments[0].shape == (9, 2, 2) and np.array_equal(*segments) and len(second.texts) == 9
    lengths = np.linalg.norm(segments[0][:, 0] - segments[0][:, 1], axis=1)
    assert lengths.max() < 1.5 * lengths.min(), "a ring is drawn as a ring"


def test_a_file_is_not_written_while_it_is_read(tmp_path: pathlib.Path) -> None:
    path, link = tmp_path / "g.jsonl", tmp_path / "link.jsonl"
    path.write_text('{"edges": [[0, 1, 5]]}\n')
    link.symlink_to(path)
    for graphs in (path, [path], (source for source in [str(link)])):
        with pytest.raises(ValueError, match="is also read"):
            sgr.write(graphs, path)
    assert path.read_text() == '{"edges": [[0, 1, 5]]}\n'
    # Graphs in memory may replace the file that they came from.
    sgr.write(sgr.read(path).graphs, path)
    assert len(sgr.read(path).graphs) == 1


def test_reading_stays_within_its_memory(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "g.txt"
    path.write_text("".join(f"{node} {node + 1}\n" for node in range(20_000)))
    assert sgr.read(path).graphs[0].edge_count == 20_000
    wanted = "reading takes [0-9]+ bytes of memory, wanted at most 100000; pass max_memory=… "
    with pytest.raises(ValueError, match=wanted):
        sgr.read(path, max_memory=1e-4)
    with pytest.raises(ValueError, match=wanted):
        sgr.embed([path], max_memory=1e-4)
    with pytest.raises(ValueError, match="found max_memory -1, wanted a positive number of gigabytes"):
        sgr.read(path, max_memory=-1)


def test_messages_show_foreign_text_escaped_and_cut(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "g.jsonl"
    graph_id = json.dumps("evil\x1b[31m\nValueError: " + "x" * 1000)
    path.write_text(f'{{"id": {graph_id}, "nodes": 2, "edges": [[0, 5]]}}\n')
    with pytest.raises(ValueError, match=r"graph evil\\u{1b}\[31m\\nValueError: xx") as caught:
        sgr.read(path)
    assert "\x1b" not in str(caught.value) and len(str(caught.value)) < 600
