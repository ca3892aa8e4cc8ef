"""Files become graphs, seeds become graphs, and both survive a pickle."""

from __future__ import annotations

import pathlib
import pickle
import zipfile

import networkx as nx
import numpy as np
import pytest

import sgr


def write_tu(folder: pathlib.Path, edges: str = "1, 2\n2, 1\n4, 5\n5, 4\n") -> None:
    files = {"A": edges, "graph_indicator": "1\n1\n1\n2\n2\n", "graph_labels": "1\n-1\n"}
    for name, text in files.items():
        (folder / f"TINY_{name}.txt").write_text(text)


def test_tu_folders_and_archives(tmp_path: pathlib.Path) -> None:
    write_tu(tmp_path)
    graphs, labels = sgr.read_tu(tmp_path)
    assert [(graph.node_count, graph.edge_count, graph.isolated_count) for graph in graphs] == [(3, 1, 1), (2, 1, 0)]
    assert labels.tolist() == [1, -1] and labels.dtype == np.int64
    archive = tmp_path / "TINY.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in tmp_path.glob("TINY_*.txt"):
            file.write(path, f"TINY/{path.name}")
    assert sgr.read_tu(archive).graphs == graphs
    vectors = sgr.embed(graphs)
    assert sgr.embed(archive).tobytes() == sgr.embed(str(archive)).tobytes() == vectors.tobytes()
    # In a list, a path stands for all its graphs.
    assert sgr.embed([nx.path_graph(2), archive]).shape == (3, 256)
    assert sgr.SGR().fit_transform(archive).tobytes() == vectors.tobytes()


def test_files_that_are_wrong(tmp_path: pathlib.Path) -> None:
    write_tu(tmp_path, "1, 2\n2, 1\n1, 5\n4, 5\n")
    with pytest.raises(ValueError, match="TINY_A.txt:3"):
        sgr.read_tu(tmp_path)
    lines = tmp_path / "graphs.jsonl"
    lines.write_text('{"id": "a", "edges": [[0, 1]]}\n{"id": "b", "edges": [[0, "x"\n{"id": "c", "edges": [[0, 1]]}\n')
    with pytest.raises(ValueError, match="graph at position 1: .*graphs.jsonl:2"):
        sgr.embed(lines)
    with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs have no vector: position 1"):
        vectors = sgr.embed(lines, on_error="nan")
    assert np.isnan(vectors).any(axis=1).tolist() == [False, True, False]
    with pytest.warns(sgr.GraphWarning, match="position 1"):
        assert [graph.id for graph in sgr.read(lines, on_error="nan").graphs] == ["a", "c"]
    matrix = tmp_path / "m.mtx"
    matrix.write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
    with pytest.raises(ValueError, match='pass directed_as="undirected"'):
        sgr.read(matrix)
    assert sgr.read(matrix, directed_as="undirected").graphs[0].edge_count == 1
    with pytest.raises(ValueError, match="the name does not tell the format"):
        sgr.read(__file__)
    with pytest.raises(ValueError, match='found format "xml"'):
        sgr.read(lines, format="xml")


def test_weights_of_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "graph.edges"
    path.write_text("a b 2.5\nb c 0.5\n")
    assert sgr.read(path).graphs[0].weights() is None
    weighted = sgr.read(path, weight=True).graphs[0]
    assert weighted.is_weighted and weighted.weights().tolist() == [2.5, 0.5]
    assert np.array_equal(sgr.spectrum(weighted), sgr.spectrum([path], weight=True)[0])


def test_graphs_as_objects() -> None:
    graph = sgr.Graph(4, np.array([0, 1, 3]), np.array([1, 2, 3]), np.array([1.0, 2.0, 1.0]), id="g", label="c")
    assert (graph.id, graph.label, graph.self_loops_dropped, graph.isolated_count) == ("g", "c", 1, 1)
    assert graph.edges().tolist() == [[0, 1], [1, 2]] and repr(graph) == "<Graph of 4 nodes and 2 edges, weighted>"
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and hash(again) == hash(graph) and (again.id, again.label) == ("g", "c")
    assert graph != sgr.Graph(4, np.array([0]), np.array([1]))
    with pytest.raises(ValueError, match="found node 4"):
        sgr.Graph(4, np.array([4]), np.array([1]))


@pytest.mark.parametrize(
    ("make", "nodes", "edges"),
    [
        (lambda seed: sgr.generate.sbm([5, 7], [[1, 0], [0, 1]], random_state=seed), 12, 31),
        (lambda seed: sgr.generate.gnm(20, 33, random_state=seed), 20, 33),
        (lambda seed: sgr.generate.regular(20, 4, random_state=seed), 20, 40),
        (lambda seed: sgr.generate.tree(20, 1.0, random_state=seed), 20, 19),
        (lambda seed: sgr.generate.watts_strogatz(20, 4, 0.3, random_state=seed), 20, 40),
        (lambda seed: sgr.generate.grid(20, 5, random_state=seed), 20, 31),
        (lambda seed: sgr.generate.grid(20, 5, diagonals=True, random_state=seed), 20, 43),
        (lambda seed: sgr.generate.erdos_renyi(20, 0.0, random_state=seed), 20, 0),
    ],
)
def test_generators(make: object, nodes: int, edges: int) -> None:
    graph = make(1)  # type: ignore[operator]
    assert (graph.node_count, graph.edge_count) == (nodes, edges)
    assert make(1) == graph  # type: ignore[operator]


def test_seeds() -> None:
    draw = sgr.generate.erdos_renyi
    assert draw(50, 0.3, random_state=1) != draw(50, 0.3, random_state=2)
    assert draw(50, 0.3) != draw(50, 0.3)
    for make in (np.random.default_rng, np.random.RandomState):
        assert draw(50, 0.3, random_state=make(4)) == draw(50, 0.3, random_state=make(4))
        generator = make(4)
        assert draw(50, 0.3, random_state=generator) != draw(50, 0.3, random_state=generator)


def test_families() -> None:
    assert len(sgr.generate.FAMILIES) == 16 and "block-model" in sgr.generate.FAMILIES
    for family in sgr.generate.FAMILIES:
        graphs, labels = sgr.generate.collection(family, 3, nodes=(20, 30), degree=(2, 5), random_state=0)
        assert labels.tolist() == [family] * 3 and all(graph.node_count > 0 for graph in graphs)
