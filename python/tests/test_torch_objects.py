"""Graphs, batches, datasets and loaders of torch, PyTorch Geometric and DGL: real ones if SGR_REAL names them."""

from __future__ import annotations

import os
import types
import warnings
from typing import Any

import networkx as nx
import numpy as np
import pytest

import sgr
from labelled_torch import ATOMS, BONDS, own, seen, torch_forms
from sgr._conversion import _pyg

REAL = os.environ.get("SGR_REAL", "").split(",")
EDGES, NODES = np.array([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (4, 5)]), 7
BOTH = np.concatenate([EDGES, EDGES[:, ::-1]]).T
WEIGHTS = np.array([1.0, 2.0, 0.5, 4.0, 3.0, 1.5] * 2)
DENSE = np.zeros((NODES, NODES))
DENSE[BOTH[0], BOTH[1]] = WEIGHTS


def _libraries() -> types.SimpleNamespace:
    if "torch" in REAL:
        import real_packages

        return real_packages.libraries("dgl" in REAL)
    import stand_ins

    return stand_ins.libraries()


LIBRARIES = _libraries()
#: With the real torch and no wheel of DGL, its tests are left out and not skipped: the command says so.
with_dgl = pytest.mark.parametrize("_", ["dgl"] if hasattr(LIBRARIES, "dgl_graph") else [])


def path(nodes: int, isolated: int = 0, **attributes: Any) -> Any:
    """A path, with isolated nodes behind it."""
    ends = np.arange(nodes - 1)
    edges = np.stack([np.r_[ends, ends + 1], np.r_[ends + 1, ends]])
    return LIBRARIES.Data(edge_index=LIBRARIES.tensor(edges, "int64"), num_nodes=nodes + isolated, **attributes)


PATHS = [path(2), path(3, isolated=2), path(6)]
EXPECTED = sgr.embed([nx.path_graph(2), ([(0, 1), (1, 2)], 5), nx.path_graph(6)])


def matrices() -> dict[str, Any]:
    """One adjacency matrix in every form that torch has."""
    return {
        "float64": LIBRARIES.tensor(DENSE),
        "float32": LIBRARIES.tensor(DENSE.astype(np.float32)),
        "bfloat16": LIBRARIES.tensor(DENSE, "bfloat16"),
        "with gradient": LIBRARIES.tensor(DENSE, grad=True),
        "sparse": LIBRARIES.sparse(DENSE),
        "sparse rows": LIBRARIES.sparse_rows(DENSE),
    }


@pytest.mark.parametrize("form", matrices())
def test_tensors_are_adjacency_matrices(form: str) -> None:
    matrix = matrices()[form]
    assert np.array_equal(sgr.embed(matrix), sgr.embed((EDGES, NODES)))
    assert np.array_equal(sgr.spectrum(matrix, weight=True), sgr.spectrum(DENSE, weight=True))


def test_other_tensors_are_refused() -> None:
    with pytest.raises(ValueError, match=r"an array of shape \(2, 12\), wanted a square"):
        sgr.embed([LIBRARIES.tensor(BOTH)])
    with pytest.raises(ValueError, match=r"an array of shape \(3,\), wanted a list of graphs"):
        sgr.embed(LIBRARIES.tensor([1.0, 2.0, 3.0]))
    for one_way in (LIBRARIES.tensor(np.eye(3, k=1)), LIBRARIES.sparse(np.eye(3, k=1))):
        with pytest.raises(ValueError, match='directed_as="undirected"'):
            sgr.embed(one_way)
    with pytest.raises(ValueError, match="NaN in the matrix"):
        sgr.embed(LIBRARIES.sparse(np.array([[0, np.nan], [np.nan, 0]])))
    stack = LIBRARIES.tensor(np.stack([DENSE, DENSE]))
    assert np.array_equal(sgr.embed(stack), np.stack([sgr.embed((EDGES, NODES))] * 2))


def test_one_graph_of_pyg() -> None:
    tensor = LIBRARIES.tensor
    data = LIBRARIES.Data(edge_index=tensor(BOTH), num_nodes=NODES, edge_weight=tensor(WEIGHTS))
    assert np.array_equal(sgr.embed(data), sgr.embed((EDGES, NODES)))
    assert np.array_equal(sgr.spectrum(data, weight=True), sgr.spectrum(DENSE, weight=True))
    by_rows = LIBRARIES.Data(edge_index=tensor(BOTH), x=tensor(np.zeros((NODES, 2))))
    assert np.array_equal(sgr.embed(by_rows), sgr.embed((EDGES, NODES)))
    no_edges = LIBRARIES.Data(edge_index=tensor(np.zeros((2, 0)), "int64"), num_nodes=3)
    assert sgr.spectrum(no_edges).tolist() == [0, 0, 0]
    column = LIBRARIES.Data(edge_index=tensor(BOTH), num_nodes=NODES, edge_attr=tensor(WEIGHTS[:, None]))
    assert np.array_equal(sgr.spectrum(column, weight=True), sgr.spectrum(DENSE, weight=True))


def test_data_that_is_no_graph_is_refused() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match="num_nodes is not set.*set data.num_nodes"):
            sgr.embed([LIBRARIES.Data(edge_index=LIBRARIES.tensor(BOTH))])
    with pytest.raises(TypeError, match="a Data without edge_index"):
        sgr.embed([LIBRARIES.Data(num_nodes=3)])
    hetero = LIBRARIES.HeteroData()
    with pytest.raises(TypeError, match=r"found a HeteroData, .*data.to_homogeneous\(\)"):
        sgr.embed([hetero])
    with pytest.raises(TypeError, match="found a HeteroData"):
        sgr.spectrum(hetero)
    assert LIBRARIES.row_attributes <= _pyg._ROW_FOR_EACH_NODE, "PyG learned another attribute that counts nodes"


def test_a_batch_is_its_graphs() -> None:
    batch = LIBRARIES.Batch.from_data_list(PATHS)
    assert np.array_equal(sgr.embed(batch), EXPECTED)
    assert [len(values) for values in sgr.spectrum(batch)] == [2, 5, 6]
    # In a list it stands for all its graphs, as a file does.
    mixed = sgr.embed([PATHS[2], batch, nx.path_graph(2)])
    assert np.array_equal(mixed, np.concatenate([EXPECTED[2:], EXPECTED, EXPECTED[:1]]))
    assert np.array_equal(sgr.SGR().fit_transform(batch), EXPECTED)
    one = LIBRARIES.Batch.from_data_list(PATHS[1:2])
    assert np.array_equal(sgr.embed(one), EXPECTED[1:2])
    nested = LIBRARIES.Batch.from_data_list([batch, one])
    assert np.array_equal(sgr.embed(nested), EXPECTED[[0, 1, 2, 1]])
    assert sgr.info(batch).graphs == 3
    with pytest.raises(TypeError, match="wanted one graph"):
        sgr.distance(batch, PATHS[0])


def test_the_graphs_of_a_batch_keep_weights_directions_and_emptiness() -> None:
    tensor = LIBRARIES.tensor
    weighted = [path(3, edge_weight=tensor(np.array([1.0, 5.0, 1.0, 5.0]))), path(2, edge_weight=tensor([2.0, 2.0]))]
    spectra = sgr.spectrum(LIBRARIES.Batch.from_data_list(weighted), weight=True)
    assert [found.tolist() for found in spectra] == [sgr.spectrum(one, weight=True).tolist() for one in weighted]
    with pytest.raises(ValueError, match="the data has no 'w'"):
        sgr.spectrum(LIBRARIES.Batch.from_data_list(weighted), weight="w")
    one_way = LIBRARIES.Data(edge_index=tensor([[0], [1]], "int64"), num_nodes=2)
    with pytest.raises(ValueError, match="graph at position 1: not symmetric"):
        sgr.embed(LIBRARIES.Batch.from_data_list([PATHS[0], one_way]))
    empty = LIBRARIES.Data(edge_index=tensor(np.zeros((2, 0)), "int64"), num_nodes=0)
    batch = LIBRARIES.Batch.from_data_list([PATHS[0], empty, PATHS[2], empty])
    with pytest.warns(sgr.GraphWarning, match="2 of 4 graphs have no vector: position 1: .*; position 3: "):
        vectors = sgr.embed(batch, on_error="nan")
    assert np.array_equal(vectors[[0, 2]], EXPECTED[[0, 2]])


def test_a_batch_whose_edges_leave_their_graph_is_refused() -> None:
    edges, graph_of = LIBRARIES.tensor([[0, 1], [1, 0]], "int64"), LIBRARIES.tensor([0, 1], "int64")
    batch = LIBRARIES.Batch.from_data_list([path(1), path(1)])
    crossing = type(batch)(edge_index=edges, batch=graph_of, num_nodes=2)
    crossing._num_graphs = 2
    with pytest.raises(ValueError, match="an edge between graphs 0 and 1 of a batch"):
        sgr.embed(crossing)


def test_datasets_and_loaders_are_their_graphs() -> None:
    dataset = LIBRARIES.dataset(PATHS)
    assert np.array_equal(sgr.embed(dataset), EXPECTED)
    assert np.array_equal(sgr.SGR().fit_transform(dataset), EXPECTED)
    assert np.array_equal(sgr.embed(LIBRARIES.Subset(dataset, [2, 0])), EXPECTED[[2, 0]])
    for source in (PATHS, dataset):
        for kind in (LIBRARIES.DataLoader, LIBRARIES.DataListLoader):
            loader = kind(source, batch_size=2)
            assert np.array_equal(sgr.embed(loader), EXPECTED)
            assert np.array_equal(sgr.embed(loader, progress=True), EXPECTED)
    assert len(sgr.spectrum(dataset)) == sgr.info(dataset).graphs == 3


@with_dgl
def test_graphs_and_batches_of_dgl(_: str) -> None:
    weights = LIBRARIES.tensor(WEIGHTS)
    graph = LIBRARIES.dgl_graph(BOTH, NODES, {"w": weights})
    assert np.array_equal(sgr.embed(graph), sgr.embed((EDGES, NODES)))
    assert np.array_equal(sgr.spectrum(graph, weight="w"), sgr.spectrum(DENSE, weight=True))
    with pytest.raises(ValueError, match=r"edges have no data 'v', but \['w'\]"):
        sgr.spectrum(graph, weight="v")
    other = LIBRARIES.dgl_graph(np.array([[0, 1], [1, 0]]), 4, {"w": LIBRARIES.tensor(np.array([2.0, 2.0]))})
    batch = LIBRARIES.dgl_batch([graph, other])
    assert np.array_equal(sgr.embed(batch), sgr.embed([(EDGES, NODES), ([(0, 1)], 4)]))
    assert np.array_equal(sgr.spectrum([batch], weight="w")[0], sgr.spectrum(DENSE, weight=True))
    dataset = LIBRARIES.dgl_dataset([graph, other])
    with pytest.raises(TypeError, match="graph at position 0: found an object of type builtins.tuple"):
        sgr.embed(dataset)
    assert len(sgr.embed(graph for graph, _ in (dataset[at] for at in range(len(dataset))))) == 2


@pytest.mark.parametrize("name", torch_forms(LIBRARIES))
def test_labels_and_attributes(name: str) -> None:
    form = torch_forms(LIBRARIES)[name]
    asked = {key: value is not None for key, value in seen(form).items()}
    expected = sgr.embed(own(form.labels), **asked)
    assert sgr.embed([form.graph], **seen(form)).tobytes() == expected.tobytes()
    assert sgr.embed(form.graph).tobytes() == expected[:256].tobytes()


@pytest.mark.parametrize("name", torch_forms(LIBRARIES))
def test_batches_are_cut_with_their_fields(name: str) -> None:
    """Every graph of a batch is another part of the tensors; the second has fields in the opposite order."""
    form = torch_forms(LIBRARIES)[name]
    other = torch_forms(LIBRARIES)[name].graph
    fields = other.ndata if name == "dgl" else other
    for field in {"z", "x", "pos", "node_label", "element", "place"} & set(fields.keys()):
        values = fields[field]
        fields[field] = values[::-1] if isinstance(values, list) else LIBRARIES.tensor(values.numpy()[::-1].copy())
    graphs = [form.graph, other, form.graph]
    expected = sgr.embed(graphs, **seen(form))
    assert expected[0].tobytes() == expected[2].tobytes() != expected[1].tobytes()
    batch = LIBRARIES.dgl_batch(graphs) if name == "dgl" else LIBRARIES.Batch.from_data_list(graphs)
    assert sgr.embed(batch, **seen(form)).tobytes() == expected.tobytes()


def test_edges_of_a_batch_in_any_order_keep_their_labels() -> None:
    form = torch_forms(LIBRARIES)["pyg"]
    batch = LIBRARIES.Batch.from_data_list([form.graph, form.graph])
    order = np.random.default_rng(3).permutation(batch["edge_type"].shape[0])
    batch["edge_index"] = LIBRARIES.tensor(batch["edge_index"].numpy()[:, order])
    batch["edge_type"] = LIBRARIES.tensor(batch["edge_type"].numpy()[order])
    expected = sgr.embed([form.graph] * 2, edge_label="edge_type")
    assert sgr.embed(batch, edge_label="edge_type").tobytes() == expected.tobytes()


def test_our_graphs_as_data() -> None:
    if "torch" in REAL:
        graph = sgr.Graph(4, np.array([0, 1]), np.array([1, 2]), np.array([1.0, 2.5]))
        data = graph.to_pyg()
        assert np.array_equal(sgr.spectrum(data, weight=True), sgr.spectrum(graph))
        assert np.array_equal(sgr.embed([graph.to_pyg()]), sgr.embed([([(0, 1), (1, 2)], 4)]))
        labelled = own((ATOMS, BONDS))
        found = sgr.embed([labelled.to_pyg()], node_label="node_label", edge_label="edge_label", attributes="x")
        assert found.tobytes() == sgr.embed([labelled], node_label=True, edge_label=True, attributes=True).tobytes()
