"""All forms of one graph give the same vector, and each kind of graph keeps the library's rules."""

from __future__ import annotations

import types
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import rustworkx
import scipy.sparse
from rdkit import Chem

import sgr
from stand_ins import DGLGraph, Tensor
from varied_graphs import varied_graphs

EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (4, 5)]
NODES = 7
WEIGHTS = [1.0, 2.0, 0.5, 4.0, 3.0, 1.5]


def pyg(both: Any, nodes: int, weights: Any = None) -> Any:
    """PyTorch Geometric's documented attributes, on an object of another class."""
    weight = None if weights is None else Tensor(weights)
    return types.SimpleNamespace(edge_index=Tensor(both), num_nodes=nodes, edge_weight=weight)


def spread(matrix: Any) -> Any:
    """The matrix as a view that is not contiguous and may not be written."""
    wide = np.zeros((2 * NODES, 2 * NODES))
    wide[::2, ::2] = matrix
    wide.flags.writeable = False
    return wide[::2, ::2]


def forms() -> dict[str, tuple[Any, Any]]:
    """The same graph in every form, with what ``weight`` is for it."""
    edges = np.array(EDGES)
    both = np.concatenate([edges, edges[:, ::-1]]).T
    weights = np.array(WEIGHTS * 2)
    dense = np.zeros((NODES, NODES))
    dense[both[0], both[1]] = weights
    ids = ["a", ("b", 1), 3.5, frozenset([4]), -7, "f", "g"]
    named = nx.Graph()
    named.add_nodes_from(ids)
    named.add_weighted_edges_from((ids[u], ids[v], weight) for (u, v), weight in zip(EDGES, WEIGHTS))
    worked = rustworkx.PyGraph()
    worked.add_nodes_from(range(NODES + 3))
    worked.add_edges_from([(u + 3, v + 3, weight) for (u, v), weight in zip(EDGES, WEIGHTS)])
    worked.remove_nodes_from([0, 1, 2])
    ig = igraph.Graph(n=NODES, edges=EDGES)
    ig.es["w"] = WEIGHTS
    return {
        "pair": ((edges, NODES, WEIGHTS), True),
        "pair of lists": ((EDGES, NODES, WEIGHTS), True),
        "pair, both directions, int32": ((both.T.astype(np.int32), NODES, weights), True),
        "pair of tensors": ((Tensor(EDGES), NODES, Tensor(WEIGHTS)), True),
        "networkx": (named, "weight"),
        "networkx multigraph": (nx.MultiGraph(named), "weight"),
        "networkx directed both ways": (named.to_directed(), "weight"),
        "networkx view": (nx.subgraph_view(named), "weight"),
        "igraph": (ig, "w"),
        "csr": (scipy.sparse.csr_matrix(dense), True),
        "csr array": (scipy.sparse.csr_array(dense), True),
        "csc": (scipy.sparse.csc_matrix(dense), True),
        "coo, int64": (scipy.sparse.coo_array((weights, (both[0], both[1])), (NODES, NODES)), True),
        "lil": (scipy.sparse.lil_matrix(dense), True),
        "dense": (dense, True),
        "dense, fortran": (np.asfortranarray(dense), True),
        "dense, read only, every second row": (spread(dense), True),
        "data frame": (pandas.DataFrame(dense), True),
        "data frame with names": (pandas.DataFrame(dense, index=list("abcdefg"), columns=list("abcdefg")), True),
        "data frame of nullable numbers": (pandas.DataFrame(dense).astype("Float64"), True),
        "data frame of networkx": (nx.to_pandas_adjacency(named), True),
        "pyg": (pyg(both, NODES, weights), True),
        "dgl": (DGLGraph(both, NODES, {"w": Tensor(weights)}), "w"),
        "rustworkx": (worked, True),
        "sgr": (sgr.Graph(NODES, edges[:, 0], edges[:, 1], np.array(WEIGHTS)), True),
    }


@pytest.mark.parametrize("form", forms())
def test_every_form_of_a_graph_gives_the_same_vector(form: str) -> None:
    graph, weight = forms()[form]
    directed_as = "undirected" if "directed" in form else None
    if form != "sgr":
        expected = sgr.embed((EDGES, NODES))
        assert sgr.embed([graph], directed_as=directed_as).tobytes() == expected.tobytes()
    weighted = sgr.embed((EDGES, NODES, WEIGHTS), "spectrum", weight=True)
    assert sgr.embed([graph], "spectrum", weight=weight, directed_as=directed_as).tobytes() == weighted.tobytes()
    assert not np.array_equal(weighted, sgr.embed((EDGES, NODES), "spectrum"))


def test_neighbours_are_the_nodes_that_they_equal() -> None:
    # 2.0, True and NumPy's numbers are the keys 2 and 1 of a dictionary.
    graph = nx.Graph()
    graph.add_nodes_from(range(4))
    graph.add_edges_from([(2.0, 0), (True, 2), (np.int64(3), np.int64(0))])
    expected = sgr.spectrum(([(0, 2), (1, 2), (0, 3)], 4))
    assert np.array_equal(sgr.spectrum(graph), expected)
    assert np.array_equal(sgr.spectrum(nx.relabel_nodes(graph, {0: True, 1: "b", 2: 2.0, 3: (1,)})), expected)
    # Nodes in an order that is not theirs.
    other = nx.Graph([(2, 0), (1, 2), (3, 0)])
    assert np.array_equal(sgr.spectrum(other), expected)
    assert sgr.info([other]).nodes == 4


def test_unsorted_neighbours_loops_and_odd_dictionaries() -> None:
    class Rows(dict[Any, Any]):
        """Lists less than it holds."""

        def __iter__(self) -> Any:
            return (key for key in super().__iter__() if key != "hidden")

        def values(self) -> Any:
            return [self[key] for key in self]

        def __len__(self) -> int:
            return sum(1 for _ in self)

    class Odd(nx.Graph):
        adjlist_outer_dict_factory = adjlist_inner_dict_factory = Rows

    for kind in (nx.Graph, Odd, nx.MultiGraph):
        graph = kind()
        graph.add_nodes_from(range(40))
        graph.add_edges_from([(30, node) for node in range(39, -1, -3)] + [(7, 7), (30, 2), (2, 7), (9, 9)])
        edges = [(30, node) for node in range(39, -1, -3) if node != 30] + [(30, 2), (2, 7)]
        assert np.array_equal(sgr.spectrum(graph), sgr.spectrum((edges, 40)))
        found = sgr.info([graph])
        assert (found.edges, found.self_loops_dropped, found.repeated_edges_dropped) == (len(edges), 3, 0), kind
    # A dictionary of another class is asked for what it lists.
    found = sgr.info([Odd([(0, 1), (1, "hidden")])])
    assert (found.nodes, found.edges) == (2, 1)
    # A row that only one end lists is an edge all the same, as before.
    half = nx.path_graph(3)
    del half._adj[2][1]
    assert sgr.info([half]).edges == 2
    half._adj[0]["no node"] = {}
    with pytest.raises(KeyError):
        sgr.info([half])


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "i4", "i2", "i1", "u8", "u2", "u1", "?"])
def test_matrices_of_all_types_of_entries(kind: str) -> None:
    edges = np.array(EDGES)
    both = np.concatenate([edges, edges[:, ::-1]]).T
    ones = np.ones(2 * len(EDGES), kind)
    matrix = scipy.sparse.coo_array((ones, (both[0], both[1])), (NODES, NODES)).tocsr()
    assert matrix.dtype == kind
    expected = sgr.spectrum((EDGES, NODES))
    for indices in ("i4", "i8"):
        rows = scipy.sparse.csr_array((matrix.data, matrix.indices.astype(indices), matrix.indptr.astype(indices)), matrix.shape)
        assert np.array_equal(sgr.spectrum(rows), expected)
    double = matrix.copy()
    double.data[:] = True if kind == "?" else 2
    assert np.array_equal(sgr.spectrum(double, weight=True), expected)
    # A stored zero is no edge.
    stored = matrix.copy()
    stored[4, 5] = stored[5, 4] = 0
    assert stored.nnz == matrix.nnz
    assert np.array_equal(sgr.spectrum(stored), sgr.spectrum((EDGES[:-1], NODES)))
    one_way = matrix.copy()
    one_way.data[0] = 0
    with pytest.raises(ValueError, match=r"graph at position 1: not symmetric: there is \(1, 0\) but not \(0, 1\)"):
        sgr.info([matrix, one_way])
    if matrix.dtype.kind == "f":
        one_way.data[0] = np.nan
        with pytest.raises(ValueError, match="graph at position 0: found NaN in the matrix"):
            sgr.info([one_way, matrix])


def test_weights_count_only_when_asked_for() -> None:
    for form, (graph, _) in forms().items():
        if form not in ("sgr", "networkx directed both ways"):
            assert np.array_equal(sgr.spectrum(graph), sgr.spectrum((EDGES, NODES))), form


def test_mixed_lists_and_generators() -> None:
    mixed = [graph for form, (graph, _) in forms().items() if form not in ("sgr", "networkx directed both ways")]
    vectors = sgr.embed(mixed)
    assert len(vectors) == len(mixed) and (vectors == vectors[0]).all()
    assert sgr.embed(graph for graph in mixed).tobytes() == vectors.tobytes()


def test_an_rdkit_molecule_is_its_bonds() -> None:
    benzene = Chem.MolFromSmiles("c1ccccc1")
    assert np.array_equal(sgr.embed(benzene, node_label=False), sgr.embed(nx.cycle_graph(6)))
    orders = sgr.spectrum(Chem.MolFromSmiles("C=CC"), weight=True)
    assert np.array_equal(orders, sgr.spectrum(([(0, 1), (1, 2)], 3, [2.0, 1.0]), weight=True))


def test_a_missing_payload_is_named() -> None:
    graph = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list([(0, 1, {"w": 2.0}), (1, 2, {"w": 1.0})])
    by_name = sgr.spectrum(graph, weight="w")
    assert np.array_equal(by_name, sgr.spectrum(([(0, 1), (1, 2)], 3, [2.0, 1.0]), weight=True))
    with pytest.raises(ValueError, match="not every edge has a payload with 'v'"):
        sgr.spectrum(graph, weight="v")


def test_a_stack_of_matrices_and_an_array_of_graphs() -> None:
    stack = np.array([nx.to_numpy_array(nx.cycle_graph(5)), nx.to_numpy_array(nx.path_graph(5))])
    graphs = np.empty(2, object)
    graphs[:] = [nx.cycle_graph(5), nx.path_graph(5)]
    assert np.array_equal(sgr.embed(stack), sgr.embed(graphs))


def test_isolated_nodes_loops_and_repeats() -> None:
    graph = nx.MultiGraph([(0, 1), (0, 1), (1, 1), (1, 2)])
    graph.add_nodes_from([8, 9])
    assert np.array_equal(sgr.spectrum(graph), sgr.spectrum(([(0, 1), (1, 2)], 5)))
    info = sgr.info([graph, np.eye(3)])
    assert (info.graphs, info.nodes, info.edges, info.isolated_nodes, info.self_loops_dropped) == (2, 8, 2, 5, 4)
    pair = ([(0, 1), (0, 1), (1, 0)], 2)
    assert sgr.info(pair).repeated_edges_dropped == 1
    zeros = ([(0, 1), (1, 2)], 3, [0.0, 1.0])
    assert sgr.info(zeros, weight=True).zero_weights_dropped == 1


def test_stored_zeros_are_no_edges() -> None:
    matrix = scipy.sparse.csr_matrix(([1.0, 1.0, 0.0], ([0, 1, 2], [1, 0, 0])), (3, 3))
    before = matrix.nnz
    assert np.array_equal(sgr.spectrum(matrix), sgr.spectrum(([(0, 1)], 3)))
    assert matrix.nnz == before, "the caller's matrix was changed"


def test_unsorted_rows_are_sorted() -> None:
    rows = scipy.sparse.csr_matrix((np.ones(4), [2, 1, 0, 0], [0, 2, 3, 4]), (3, 3))
    assert np.array_equal(sgr.spectrum(rows), sgr.spectrum(([(0, 1), (0, 2)], 3)))


def test_directions_are_forgotten_only_on_request() -> None:
    one_way = {
        "DiGraph": nx.DiGraph([(0, 1), (1, 2)]),
        "igraph": igraph.Graph(edges=[(0, 1), (1, 2)], directed=True),
        "PyDiGraph": rustworkx.PyDiGraph(),
        "csr": scipy.sparse.csr_matrix(np.eye(3, k=1)),
        "dense": np.eye(3, k=1),
        "pyg": pyg([[0, 1], [1, 2]], 3),
        "dgl": DGLGraph(np.array([[0, 1], [1, 2]]), 3),
    }
    one_way["PyDiGraph"].extend_from_edge_list([(0, 1), (1, 2)])
    for form, graph in one_way.items():
        with pytest.raises(ValueError, match='directed_as="undirected"'):
            sgr.embed(graph)
        vector = sgr.embed(graph, directed_as="undirected")
        assert np.array_equal(vector, sgr.embed(([(0, 1), (1, 2)], 3))), form


def test_networkx_and_pairs_agree_on_varied_graphs() -> None:
    graphs = varied_graphs(60)
    pairs = []
    for graph in graphs:
        number = {node: at for at, node in enumerate(graph)}
        pairs.append(([(number[u], number[v]) for u, v in graph.edges()], len(graph)))
    assert sgr.embed(graphs).tobytes() == sgr.embed(pairs).tobytes()


def test_relabelling_moves_a_vector_by_rounding_at_most() -> None:
    graph = nx.gnp_random_graph(40, 0.2, seed=3)
    shuffled = nx.Graph()
    order = np.random.default_rng(1).permutation(40).tolist()
    shuffled.add_nodes_from(order)
    shuffled.add_edges_from(graph.edges())
    assert np.abs(sgr.spectrum(graph) - sgr.spectrum(shuffled)).max() < 1e-12
