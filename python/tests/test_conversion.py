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
