"""What is no graph is refused with a TypeError or ValueError that names its place and says what to do."""

from __future__ import annotations

import types
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse

import sgr
from sgr import _sgr

GOOD = ([(0, 1)], 2)


def weighted(weight: Any) -> Any:
    graph = nx.Graph()
    graph.add_edge("a", "b", w=weight)
    return graph


def broken_offsets() -> Any:
    matrix = scipy.sparse.csr_matrix(np.ones((3, 3)) - np.eye(3))
    matrix.indptr = np.array([0, -2, 4, 6], np.int32)
    return matrix


CASES: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ("hello", {}, TypeError, "the text 'hello', which is no file, wanted a NetworkX"),
    (17, {}, TypeError, "an object of type builtins.int, wanted a NetworkX"),
    (None, {}, TypeError, "wanted a NetworkX"),
    ([[0, 1], [1, 0]], {}, TypeError, "an object of type builtins.list"),
    (nx.DiGraph([(0, 1)]), {}, ValueError, 'a DiGraph is directed.*pass directed_as="undirected"'),
    (nx.empty_graph(0), {}, ValueError, "the graph has no nodes, so no spectrum"),
    (weighted(float("nan")), {"weight": "w"}, ValueError, "found weight NaN, wanted a finite number"),
    (weighted(-1), {"weight": "w"}, ValueError, "found weight -1, wanted a finite number"),
    (weighted("heavy"), {"weight": "w"}, TypeError, r"edge \('a', 'b'\) has weight 'heavy', wanted a number"),
    (weighted(1), {"weight": "v"}, ValueError, r"edge \('a', 'b'\) has no attribute 'v'"),
    (igraph.Graph(edges=[(0, 1)]), {"weight": "v"}, ValueError, "edges have no attribute 'v'"),
    (np.zeros((2, 3)), {}, ValueError, r"an array of shape \(2, 3\), wanted a square adjacency matrix"),
    (np.ones(3), {}, ValueError, r"an array of shape \(3,\)"),
    (np.array([["a"]]), {}, TypeError, "wanted numbers"),
    (np.array([["1"]]), {}, TypeError, "wanted numbers"),
    (np.array([[1j]]), {}, TypeError, "wanted numbers"),
    (np.ones((2, 2), object), {}, TypeError, "found an array of type object"),
    (np.ma.masked_array(np.ones((2, 2)), np.eye(2)), {}, TypeError, "found a masked array"),
    (pandas.DataFrame({"source": [0, 1], "target": [1, 2]}), {}, ValueError, "rows are labelled 0, 1"),
    (pandas.DataFrame({"a": [0, 1, 2], "b": [1, 2, 0]}), {}, ValueError, "of 3 rows and 2 columns, wanted a square"),
    (pandas.DataFrame([[0, "1"], ["1", 0]]), {}, TypeError, "column 0 is of type object, wanted numbers"),
    (pandas.DataFrame([[0, np.nan], [np.nan, 0]]), {}, ValueError, "found NaN in the matrix"),
    (pandas.DataFrame(np.eye(2), [0, 1], [1, 0]), {}, ValueError, "wanted the same labels in the same order"),
    (pandas.DataFrame(np.eye(3, k=1)), {}, ValueError, "not symmetric"),
    (weighted("1.5"), {"weight": "w"}, TypeError, r"edge \('a', 'b'\) has weight '1.5', wanted a number"),
    (weighted(np.str_("1.5")), {"weight": "w"}, TypeError, "wanted a number"),
    (weighted(None), {"weight": "w"}, TypeError, "has weight None, wanted a number"),
    (weighted(10**400), {"weight": "w"}, ValueError, "a weight beyond the largest floating-point number"),
    (broken_offsets(), {}, ValueError, "found offsets that do not fit the columns"),
    (weighted(1j), {"weight": "w"}, TypeError, "wanted a number"),
    (np.array([[0, np.nan], [np.nan, 0]]), {}, ValueError, "found NaN in the matrix"),
    (np.eye(3, k=1), {}, ValueError, r"not symmetric: there is \(0, 1\) but not \(1, 0\)"),
    (np.array([[0, 1.0], [2.0, 0]]), {"weight": True}, ValueError, "edge 0–1 has weight 1 at position 0 and 2"),
    (scipy.sparse.csr_matrix(np.eye(3, k=1)), {}, ValueError, "not symmetric"),
    (scipy.sparse.csr_matrix((2, 3)), {}, ValueError, "wanted a square one"),
    (scipy.sparse.csr_matrix([[0, np.nan], [np.nan, 0]]), {}, ValueError, "found NaN in the matrix"),
    (([(0, 5)], 3), {}, ValueError, "found node 5, wanted one from 0 to 2"),
    (([(-1, 0)], 3), {}, ValueError, "found node -1, wanted one from 0 to 2"),
    (([(0, 1)], 0), {}, ValueError, "found node 0 in a graph of 0 nodes"),
    (([(0.0, 1.5)], 3), {}, TypeError, "found edges of type float64, wanted whole numbers"),
    (([(0, 1, 2)], 3), {}, ValueError, r"edges of shape \(1, 3\)"),
    (([(0, 1)], -1), {}, ValueError, "found -1 nodes"),
    (([], 10**30), {}, ValueError, "found 1000000000000000000000000000000 nodes, wanted 0 to 4294967295"),
    (([], 2**32 - 1), {}, ValueError, "found 4294967295 nodes and 0 edges, wanted at most 16777216 nodes"),
    ((np.array([[0, 2**63]], np.uint64), 3), {}, ValueError, "found 9223372036854775808 in edges"),
    (([(0, 2**70)], 3), {}, TypeError, "found edges of type object, wanted whole numbers"),
    (([(0, 2**40)], 3), {}, ValueError, "found node 1099511627776, wanted one from 0 to 2"),
    ((np.array([["0", "1"]]), 3), {}, TypeError, "wanted whole numbers"),
    ((np.array([[True, False]]), 3), {}, TypeError, "found edges of type bool, wanted whole numbers"),
    (GOOD, {"weight": True}, ValueError, r"wanted \(edges, number of nodes, weights\)"),
    (([(0, 1)], 2, [1.0, 2.0]), {"weight": True}, ValueError, r"weights of shape \(2,\), wanted \(1,\)"),
    (
        ([(0, 1), (1, 0)], 2, [1.0, 2.0]),
        {"weight": True},
        ValueError,
        "has weight 1 at position 0 and 2 at position 1, wanted one weight",
    ),
    (([(0, 1)], 2, [float("inf")]), {"weight": True}, ValueError, "found weight inf"),
    (types.SimpleNamespace(edge_index=[[0, 1], [1, 0]], num_nodes=None), {}, ValueError, "set data.num_nodes"),
    (types.SimpleNamespace(edge_index=None, num_nodes=3), {}, TypeError, "without edge_index"),
    (types.SimpleNamespace(no="graph"), {}, TypeError, "an object of type types.SimpleNamespace, wanted a NetworkX"),
    (types.SimpleNamespace(edge_index=[[0, 1, 2]], num_nodes=3), {}, ValueError, r"wanted \(2, number of edges\)"),
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_place_is_named_and_the_rest_can_go_on(case: int) -> None:
    graph, settings, kind, message = CASES[case]
    asks_for_weights = bool(settings.get("weight"))
    good = weighted(1) if isinstance(settings.get("weight"), str) else (*GOOD, [1.0]) if asks_for_weights else GOOD
    if isinstance(graph, nx.Graph) and settings.get("weight") == "v":
        good = nx.Graph()
        good.add_edge(0, 1, v=1)
    if isinstance(graph, igraph.Graph):
        good = nx.Graph()
        good.add_edge(0, 1, v=1)
    with pytest.raises(kind, match=f"graph at position 1: .*{message}"):
        sgr.embed([good, graph, good], "spectrum", **settings)
    with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs have no vector: position 1: "):
        vectors = sgr.embed([good, graph, good], "spectrum", on_error="nan", **settings)
    assert np.isnan(vectors[1]).all()
    assert np.array_equal(vectors[0], vectors[2]) and not np.isnan(vectors[0]).any()


@pytest.mark.parametrize("estimator", [sgr.SGR(), sgr.Fingerprint(), sgr.NetSimile(), sgr.FGSD(bins=7)])
def test_an_empty_graph_has_no_vector_in_any_method(estimator: Any) -> None:
    with pytest.raises(ValueError, match="graph at position 1: the graph has no nodes"):
        estimator.transform([GOOD, nx.empty_graph(0)])


def test_a_file_that_is_not_there_and_a_lonely_graph() -> None:
    with pytest.raises(ValueError, match="'nowhere.zip' is no file or folder"):
        sgr.embed("nowhere.zip")
    with pytest.raises(FileNotFoundError, match="nowhere.zip"):
        sgr.read("nowhere.zip")
    with pytest.raises(TypeError, match=r"found one graph, wanted a list of graphs; put it in brackets"):
        sgr.SGR().transform(nx.path_graph(3))
    with pytest.raises(TypeError, match="wanted a list of graphs"):
        sgr.embed(17)
    with pytest.raises(ValueError, match=r"an array of shape \(3,\), wanted a list of graphs"):
        sgr.embed(np.ones(3))
    with pytest.raises(TypeError, match="wanted one graph"):
        sgr.distance([GOOD], GOOD)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: sgr.embed([GOOD], "sound"), ValueError, "found representation='sound', wanted one of 'sgr'"),
        (lambda: sgr.embed([GOOD], model="nowhere"), ValueError, "built in are default, paper"),
        (lambda: sgr.embed([GOOD], model=7), TypeError, "found model=7"),
        (lambda: sgr.embed([GOOD], n_jobs=0), ValueError, "found n_jobs=0"),
        (lambda: sgr.embed([GOOD], n_jobs="two"), TypeError, "found n_jobs='two'"),
        (lambda: sgr.embed([GOOD], on_error="ignore"), ValueError, "found on_error='ignore'"),
        (lambda: sgr.embed([GOOD], directed_as="forward"), ValueError, "found directed_as='forward'"),
        (lambda: sgr.embed([GOOD], weight=3), TypeError, "found weight=3"),
        (lambda: sgr.embed([GOOD], max_error=float("nan")), ValueError, "found max_error NaN, wanted a number from"),
        (lambda: sgr.embed([GOOD], max_error=0), ValueError, "found max_error 0, wanted"),
        (lambda: sgr.embed([GOOD], max_memory=float("nan")), ValueError, "found max_memory NaN"),
        (lambda: sgr.embed([GOOD], max_memory=-1), ValueError, "found max_memory -1"),
        (lambda: sgr.embed([GOOD], seed=-1), ValueError, "found seed=-1"),
        (lambda: sgr.heat_trace(GOOD, [float("nan")]), ValueError, "found time NaN at position 0"),
        (lambda: sgr.heat_trace(GOOD, ["1"]), TypeError, "times of type <U1, wanted numbers"),
        (lambda: sgr.Graph(2**40, np.array([0]), np.array([1])), ValueError, "found 1099511627776 nodes"),
        (lambda: sgr.Graph(-3, np.array([0]), np.array([1])), ValueError, "found -3 nodes"),
        (
            lambda: sgr.Graph(10**30, np.array([0]), np.array([1])),
            ValueError,
            "found 10+ nodes, wanted 0 to 4294967295",
        ),
        (lambda: sgr.embed([GOOD], n_jobs=10**30), ValueError, "found n_jobs=10+, wanted -65535 to 65535"),
        (lambda: sgr.embed([GOOD], n_jobs=np.array([1, 2])), TypeError, "found n_jobs=array"),
        (lambda: sgr.cluster([GOOD, GOOD], -1), ValueError, "found k=-1, wanted 1 to"),
        (lambda: sgr.cluster([GOOD, GOOD], 1.5), TypeError, "found k=1.5, wanted a whole number"),
        (lambda: sgr.spectrum_samples(GOOD, -1), ValueError, "found samples=-1, wanted 0 to"),
        (lambda: sgr.evaluate(([GOOD] * 4, [1, 2, 1, 2]), runs=-1), ValueError, "found runs=-1, wanted 1 to"),
        (lambda: sgr.saliency(count=0), ValueError, "found count=0, wanted 1 to"),
        (lambda: sgr.SGR.train("paper", epochs=-1), ValueError, "found epochs=-1"),
        (
            lambda: sgr.SGR.train("/dev/zero"),
            ValueError,
            "/dev/zero: found more than 1048576 bytes, wanted at most that many",
        ),
        (lambda: sgr.generate.gnm(-1, 3), ValueError, "found nodes=-1, wanted 0 to 4294967295"),
        (lambda: sgr.generate.gnm(10, 10**30), ValueError, "found edges=10+, wanted"),
        (
            lambda: sgr.generate.gnm(2**32 - 1, 10),
            ValueError,
            r"fixed-edges: a graph of 4294967295 nodes and up to 1\.0e1 edges takes 4\.3e11 bytes of memory, "
            r"wanted at most 8\.0e9; pass max_memory=… ",
        ),
        (lambda: sgr.generate.sbm([2**32 - 1], [[0.0]]), ValueError, "block-model: a graph of 4294967295 nodes"),
        (lambda: sgr.generate.tree(10**6, max_memory=0.1), ValueError, "tree: a graph of 1000000 nodes"),
        (lambda: sgr.generate.tree(10, max_memory=-1), ValueError, "found max_memory -1, wanted a positive number"),
        (
            lambda: sgr.generate.collection("grid", 1, nodes=(5, 2**32 - 1)),
            ValueError,
            "grid: a graph of 4294967295 nodes .* pass max_memory=",
        ),
        (lambda: sgr.generate.tree(2.7), TypeError, "found nodes=2.7, wanted a whole number"),
        (lambda: sgr.generate.collection("grid", -1), ValueError, "found count=-1"),
        (lambda: sgr.plot.embedding(np.array([[np.nan, 1.0], [2.0, 3.0]])), ValueError, "NaN or infinity in 1 vectors"),
        (lambda: sgr.read("a\0b"), FileNotFoundError, r"'a\\x00b': no such file"),
        (lambda: sgr.cluster(np.array([[np.nan], [1.0]]), 2), ValueError, "NaN"),
        (lambda: sgr.heat_trace(GOOD, [-1.0]), ValueError, "found time -1 at position 0"),
        (lambda: sgr.heat_trace(GOOD, normalization="full"), ValueError, 'found normalization "full", wanted'),
        (lambda: sgr.Spectrum(samples=1).fit([GOOD]), ValueError, "found samples 1, wanted 2 to 65536"),
        (lambda: sgr.Spectrum(knots="odd").fit([GOOD]), ValueError, 'found knots "odd", wanted one of literal'),
        (lambda: sgr.Fingerprint(dimensions=0).fit([GOOD]), ValueError, "found dimensions=0, wanted 1 to 65536"),
        (lambda: sgr.Fingerprint(dimensions=1 << 70).fit([GOOD]), ValueError, "wanted 1 to 65536"),
        (lambda: sgr.Fingerprint(dimensions=2.5).fit([GOOD]), TypeError, "found dimensions=2.5, wanted a whole number"),
        (lambda: _sgr.Description.fingerprint(0, 3, "counts"), ValueError, "found dimensions 0, wanted 1 to 65536"),
        (lambda: _sgr.Description.fingerprint(1, 17, "counts"), ValueError, "found depth 17, wanted 0 to 16"),
        (lambda: sgr.Fingerprint(depth=99).transform([GOOD]), ValueError, "found depth=99, wanted 0 to 16"),
        (lambda: sgr.Fingerprint(depth=-1).fit([GOOD]), ValueError, "found depth=-1, wanted 0 to 16"),
        (lambda: sgr.Fingerprint(values="x").fit([GOOD]), ValueError, 'found values "x", wanted one of counts, bits'),
        (lambda: sgr.Fingerprint(values=1).fit([GOOD]), TypeError, 'found values=1, wanted "counts" or "bits"'),
        (lambda: sgr.Fingerprint(sparse_output=1).fit([GOOD]), TypeError, "found sparse_output=1, wanted True or False"),
        (lambda: sgr.FGSD(bins=0).fit([GOOD]), ValueError, "found bins 0"),
        (lambda: sgr.FGSD(range=-1).fit([GOOD]), ValueError, "found range -1"),
        (lambda: sgr.FGSD(distance="far").fit([GOOD]), ValueError, "found distance far"),
        (lambda: sgr.distance(GOOD, GOOD, "manhattan"), ValueError, "found metric='manhattan'"),
        (lambda: sgr.saliency(families="unicorn", count=5), ValueError, "wanted one that the model knows: "),
        (lambda: sgr.saliency([]), ValueError, "found no graphs"),
        (lambda: sgr.generate.erdos_renyi(5, 2.0), ValueError, "found density 2, wanted a probability"),
        (lambda: sgr.generate.collection("unicorn", 1), ValueError, 'found family "unicorn"'),
        (lambda: sgr.generate.tree(5, random_state="x"), TypeError, "found random_state='x'"),
        (lambda: sgr.generate.tree(5, random_state=-1), ValueError, "found random_state=-1"),
        (lambda: sgr.SGR.train("nowhere.toml"), ValueError, "found curriculum='nowhere.toml', which is no file"),
        (lambda: sgr.SGR.from_file("nowhere.safetensors"), OSError, "nowhere.safetensors"),
        (lambda: sgr.Model(b"no model"), ValueError, "header"),
        (lambda: sgr.SGR().set_params(depth=3), ValueError, "Invalid parameter 'depth'"),
        (lambda: sgr.SGR().set_output(transform="arrow"), ValueError, "found transform='arrow'"),
    ],
)
def test_settings_are_checked(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()
