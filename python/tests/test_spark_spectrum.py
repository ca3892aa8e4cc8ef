"""One graph as a table of edges on a real local Spark: the spectrum of one machine, bad tables, a worker that dies."""

from __future__ import annotations

import os
import pathlib
import signal
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import DataFrame, SparkSession

import sgr
import sgr.spark
from sgr._one_graph import _probes
from sgr._one_graph._components import parts
from sgr._one_graph._cutting import matrix_of
from sgr._one_graph._edge_table import edge_table
from test_spark import session

#: A coarse aim: 64 Lanczos steps of one set of probes.
COARSE = {"local_edges": 0, "max_error": 0.2, "max_probes": 16, "blocks": 2}


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    # Adaptive plans run a job for each shuffle: half a minute on tables of this size.
    few = {"spark.sql.shuffle.partitions": "2", "spark.sql.adaptive.enabled": "false"}
    started = session("local[2,4]", **{"spark.default.parallelism": "2"}, **few)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def graph() -> nx.Graph:
    """A connected graph, small components, isolated nodes, and a loop; its nodes are texts."""
    large = nx.barabasi_albert_graph(1200, 4, seed=1)
    small = [nx.path_graph(2 + at % 5) for at in range(40)]
    whole = nx.disjoint_union_all([large, *small, nx.empty_graph(30)])
    whole.add_edge(0, 0)
    return nx.relabel_nodes(whole, {node: f"n{node * 7919 % 10007}" for node in whole})


def rows_of(graph: nx.Graph, seed: int) -> pa.Table:
    """The edges in a random order, some in the other direction, some twice."""
    random = np.random.default_rng(seed)
    pairs = [pair if random.random() < 0.5 else pair[::-1] for pair in graph.edges]
    pairs += [(u, v) for u, v in pairs[:100] if u != v]
    chosen = [pairs[at] for at in random.permutation(len(pairs))]
    return pa.table({"src": [u for u, _ in chosen], "dst": [v for _, v in chosen]})


def of_text(spark: SparkSession, *rows: Any, columns: str = "src long, dst long, weight double") -> DataFrame:
    return spark.createDataFrame(list(rows), columns)


def test_spark_finds_the_spectrum_of_one_machine_also_after_a_death(
    spark: SparkSession, graph: nx.Graph, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = tmp_path / "dead"

    class DiesOnce(_probes._Step):
        def update(self, rows: Any, state: Any, vectors: Any, received: Any) -> Any:
            if rows.first and not dead.exists():
                dead.write_text(str(os.getpid()))
                os.kill(os.getpid(), signal.SIGKILL)
            return super().update(rows, state, vectors, received)

    monkeypatch.setattr(_probes, "_Step", DiesOnce)
    nodes = spark.createDataFrame([(node,) for node in graph], "id string")
    found = sgr.spark.spectrum(spark.createDataFrame(rows_of(graph, 1)), nodes, **COARSE)
    assert dead.exists()
    simple = nx.Graph(graph)
    simple.remove_edges_from(nx.selfloop_edges(simple))
    assert (found.nodes, found.edges) == (simple.number_of_nodes(), simple.number_of_edges())
    assert (found.origin, found.probes, found.self_loops_dropped) == ("density", 16, 1)
    true = np.abs(found.samples - sgr.spectrum_samples(simple, method="exact")).max()
    assert true <= found.error <= 0.2 and true < 0.05, (true, found.error)
    # There are more zeros than the first samples can see, one for each component, and they are exact.
    assert np.abs(found.samples[1:8]).max() < 1e-12
    np.testing.assert_allclose(found.heat_trace(), sgr.heat_trace(simple, method="exact"), rtol=0.03)


def test_the_matrix_does_not_depend_on_the_order_of_the_rows(spark: SparkSession, graph: nx.Graph) -> None:
    """All that follows from the matrix is deterministic: test_one_graph.py receives messages in another order."""

    def rows_of_matrix(seed: int, partitions: int) -> Any:
        table = edge_table(spark.createDataFrame(rows_of(graph, seed)).repartition(partitions), None, None)
        pieces = parts(table)
        assert (pieces.large, pieces.small, len(pieces.eigenvalues)) == (1, 40, sum(2 + at % 5 for at in range(40)))
        matrix = matrix_of(pieces, 3)
        return sorted(matrix.rows.collect(), key=lambda pair: pair[0]), pieces.eigenvalues, matrix.square

    (one, small, square), (other, *others) = rows_of_matrix(1, 1), rows_of_matrix(2, 5)
    np.testing.assert_array_equal(small, others[0])
    assert square == others[1] and len(one) == len(other) == 3
    for (_, mine), (_, theirs) in zip(one, other):
        for name in ("first", "offsets", "columns", "units", "sources", "own", "null", "component"):
            np.testing.assert_array_equal(getattr(mine, name), getattr(theirs, name), err_msg=name)


def test_small_graphs_are_solved_on_the_driver(spark: SparkSession) -> None:
    edges = of_text(spark, (5, 7, 1.0), (7, 5, 1.0), (7, 9, 2.0), (9, 5, 3.0), (4, 4, 1.0), (1, 2, 0.0))
    found = sgr.spark.spectrum(edges, weight="weight")
    assert (found.nodes, found.edges, found.self_loops_dropped, found.origin) == (6, 3, 1, "exact")
    alike = sgr.Graph(6, np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(found.samples, sgr.spectrum_samples(alike, weight=True), atol=1e-12)
    unweighted = sgr.spark.spectrum(edges, nodes=of_text(spark, (9,), (77,), columns="id long"))
    assert (unweighted.nodes, unweighted.edges) == (7, 4)


def test_graphs_of_small_components_are_solved_in_tasks(spark: SparkSession) -> None:
    rings = nx.disjoint_union_all([nx.cycle_graph(nodes) for nodes in range(300, 306)])
    edges = spark.createDataFrame(pa.table({"src": [u for u, _ in rings.edges], "dst": [v for _, v in rings.edges]}))
    found = sgr.spark.spectrum(edges, local_edges=0)
    assert found.origin == "exact" and found.nodes == len(rings)
    np.testing.assert_allclose(found.samples, sgr.spectrum_samples(rings), atol=1e-12)


@pytest.mark.parametrize(
    ("rows", "weight", "message"),
    [
        ([(1, 2, 1.0), (None, 3, 1.0)], None, "found 1 edges with a null end, such as None – 3"),
        ([(1, 2, -1.0)], "weight", "found the weight -1.0 of the edge 1 – 2, wanted a finite number of at least 0"),
        ([(1, 2, float("nan"))], "weight", "found the weight nan of the edge 1 – 2"),
        ([(1, 2, None)], "weight", "found the weight None of the edge 1 – 2"),
        ([(1, 2, 1.0), (2, 1, 2.5)], "weight", "found the edge 1 – 2 with the weights 1.0 and 2.5, wanted one weight"),
        ([(1, 2, 1.0)], "price", "found the columns src, dst, weight, wanted 'price' among them"),
        ([], None, "found no nodes, wanted at least one"),
    ],
)
def test_bad_tables_are_refused(spark: SparkSession, rows: list[Any], weight: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sgr.spark.spectrum(of_text(spark, *rows), weight=weight)


def test_wrong_settings_are_refused_before_a_job(spark: SparkSession, graph: nx.Graph) -> None:
    edges = of_text(spark, (1, 2, 1.0))
    for settings, error, message in [
        ({"max_error": 0.0}, ValueError, "found max_error=0.0, wanted a number from 1e-6 to 1"),
        ({"probes": 2}, ValueError, "found probes=2, wanted 4 to 64"),
        ({"knots": "even"}, ValueError, "found knots 'even'|found knots"),
        ({"nodes": graph}, TypeError, "found nodes of type Graph, wanted a pyspark.sql.DataFrame"),
    ]:
        with pytest.raises(error, match=message):
            sgr.spark.spectrum(edges, **settings)
    with pytest.raises(TypeError, match="found the column 'src' of type double, wanted integers or strings"):
        sgr.spark.spectrum(of_text(spark, (0.5, 1, 1.0), columns="src double, dst long, weight double"))
