"""Labels and attributes give the same vector from every form that holds them, and the vector of the program."""

from __future__ import annotations

import json
import pathlib
import pickle
import subprocess
import sys
import types
from typing import Any

import networkx as nx
import numpy as np
import pytest
import rustworkx
from rdkit import Chem

import sgr
import stand_ins
from labelled_graphs import forms, networkx_graph
from labelled_torch import ATOMS, BONDS, EDGES, NODES, PLACES, own, seen, torch_forms

ALL = {**forms(), **torch_forms(stand_ins.libraries())}
SHAPE = sgr.embed((EDGES, NODES))


@pytest.mark.parametrize("name", ALL)
def test_every_form_gives_the_same_vector(name: str) -> None:
    form = ALL[name]
    expected = sgr.embed(
        own(form.labels),
        node_label=True,
        edge_label=form.edge is not None,
        attributes=form.attributes is not None,
    )
    assert len(expected) == 256 + 256 + (128 if form.attributes is not None else 0)
    for graphs in (form.graph, [form.graph], (graph for graph in [form.graph])):
        assert sgr.embed(graphs, **seen(form)).tobytes() == expected.tobytes()
    assert sgr.embed(form.graph, **seen(form))[:256].tobytes() == SHAPE.tobytes()
    assert sgr.embed(form.graph).tobytes() == SHAPE.tobytes(), "without the parameters the vector is that of the shape"


def test_each_part_depends_on_its_own_labels() -> None:
    other = networkx_graph()
    plain = sgr.embed(other, node_label="element", edge_label="bond", attributes="place")
    for node, edge, field, part in (("n0", None, "element", 256), (None, ("n0", "n1"), "bond", 256)):
        changed = other.copy()
        (changed.nodes[node] if node else changed.edges[edge])[field] = "3"
        vector = sgr.embed(changed, node_label="element", edge_label="bond", attributes="place")
        differs = np.flatnonzero(vector != plain)
        assert len(differs) and part <= differs.min() and differs.max() < 512
    changed = other.copy()
    changed.nodes["n0"]["place"] = [3.0, 3.0]
    differs = np.flatnonzero(sgr.embed(changed, node_label="element", edge_label="bond", attributes="place") != plain)
    assert len(differs) and differs.min() >= 512


ASKED = {
    "--labels nodes": ("element", None, None),
    "--labels edges": (None, "bond", None),
    "--labels all": ("element", "bond", None),
    "--attributes": (None, None, "place"),
    "--labels all --attributes": ("element", "bond", "place"),
}


def as_json(graph: nx.Graph) -> str:
    """A JSON line with all labels and attributes."""
    number = {node: at for at, node in enumerate(graph)}
    line = {
        "nodes": len(number),
        "node_labels": [label for _, label in graph.nodes(data="element")],
        "node_attributes": [place for _, place in graph.nodes(data="place")],
        "edges": [[number[u], number[v]] for u, v in graph.edges()],
        "edge_labels": [bond for _, _, bond in graph.edges(data="bond")],
    }
    return json.dumps(line) + "\n"


@pytest.mark.parametrize("options", ASKED)
@pytest.mark.parametrize("representation", ["sgr", "heat"])
def test_vectors_are_those_of_the_program(
    command_line: pathlib.Path, tmp_path: pathlib.Path, representation: str, options: str
) -> None:
    graphs = [networkx_graph(), networkx_graph().subgraph(["n0", "n1", "n3"]).copy()]
    graphs[1].nodes["n0"]["element"] = "a,b\\ \u00e9"
    path = tmp_path / "g.jsonl"
    path.write_text("".join(map(as_json, graphs)))
    arguments = ["embed", path, "-o", tmp_path / "v.npz", "-r", representation, *options.split()]
    subprocess.run([command_line, *arguments], check=True)
    expected = np.load(tmp_path / "v.npz")["vectors"].tobytes()
    names = dict(zip(("node_label", "edge_label", "attributes"), ASKED[options]))
    own_fields = {name: field is not None for name, field in names.items()}
    for n_jobs in (1, 2):
        assert sgr.embed(graphs, representation, n_jobs=n_jobs, **names).tobytes() == expected
    assert sgr.embed(path, representation, **own_fields).tobytes() == expected
    kept = {"node_labels": own_fields["node_label"], "edge_labels": own_fields["edge_label"]}
    read = sgr.read(path, **kept, attributes=own_fields["attributes"]).graphs
    estimator = sgr.SGR(representation, attribute_scaling="asinh", **own_fields)
    assert estimator.fit_transform(read).tobytes() == expected
    assert np.concatenate(list(sgr.embed_blocks(read, representation, **own_fields))).tobytes() == expected


def test_written_graphs_keep_labels_and_attributes(tmp_path: pathlib.Path) -> None:
    graphs = [networkx_graph(), networkx_graph(nx.MultiGraph)]
    fields = {"node_label": "element", "edge_label": "bond", "attributes": "place"}
    expected = sgr.embed(graphs, **fields)
    all_of = {"node_label": True, "edge_label": True, "attributes": True}
    for name in ("g.jsonl", "G", "G.zip"):
        sgr.write(graphs, tmp_path / name, **fields)
        assert sgr.embed(tmp_path / name, **all_of).tobytes() == expected.tobytes()
        read = sgr.read(tmp_path / name, node_labels=True, edge_labels=True, attributes=True).graphs
        assert read == [own(), own()]
        sgr.write(read, tmp_path / "again.jsonl")
        assert sgr.embed(tmp_path / "again.jsonl", **all_of).tobytes() == expected.tobytes()
        assert sgr.read(tmp_path / name).graphs[0].node_labels() is None


def test_labels_of_a_tu_collection(tmp_path: pathlib.Path) -> None:
    both = [(u, v, bond) for (u, v), bond in zip(EDGES, BONDS)] + [(v, u, bond) for (u, v), bond in zip(EDGES, BONDS)]
    texts = {
        "A": [f"{u + 1}, {v + 1}" for u, v, _ in both],
        "edge_labels": [bond for _, _, bond in both],
        "node_labels": ATOMS,
        "graph_indicator": ["1"] * NODES,
        "graph_labels": ["1"],
    }
    (tmp_path / "TINY").mkdir()
    for name, lines in texts.items():
        (tmp_path / "TINY" / f"TINY_{name}.txt").write_text("\n".join(lines) + "\n")
    read = sgr.read_tu(tmp_path / "TINY", node_labels=True, edge_labels=True).graphs[0]
    assert (read.node_labels(), read.edge_labels()) == (ATOMS, [BONDS[at] for at in (0, 3, 1, 2, 4)])
    asked = {"node_label": True, "edge_label": True}
    assert sgr.embed(tmp_path / "TINY", **asked).tobytes() == sgr.embed([own()], **asked).tobytes()


def test_several_fields_are_one_label() -> None:
    def pair(a: str, b: str) -> Any:
        graph = nx.empty_graph(1)
        graph.nodes[0].update(a=a, b=b)
        return sgr.embed(graph, node_label=["a", "b"])

    joined = nx.empty_graph(1)
    joined.nodes[0]["both"] = "C,1"
    assert pair("C", "1").tobytes() == sgr.embed(joined, node_label="both").tobytes()
    assert pair("C,1", "x").tobytes() != pair("C", "1,x").tobytes()
    assert pair("C\\", "1,x").tobytes() != pair("C,1\\", "x").tobytes()
    joined = own(
        ([f"{atom},{round(x, 3):g}" for atom, (x, _) in zip(ATOMS, PLACES)], [f"{bond},{bond}" for bond in BONDS])
    )
    found = sgr.embed(networkx_graph(), node_label=["element", "x"], edge_label=["bond", "order"])
    assert found.tobytes() == sgr.embed(joined, node_label=True, edge_label=True).tobytes()


def test_equal_values_are_equal_labels() -> None:
    def labelled(value: Any) -> bytes:
        graph = nx.empty_graph(1)
        graph.nodes[0]["v"] = value
        return bytes(sgr.embed(graph, node_label="v").tobytes())

    for same in (True, 1.0, np.int8(1), np.float32(1), "1", [1], np.array([1.0]), stand_ins.Tensor(1)):
        assert labelled(same) == labelled(1), same
    assert labelled(0.1) == labelled(np.float32(0.1)) == labelled("0.1") != labelled(0.2)
    assert labelled([0, 1.5]) == labelled("0,1.5") == labelled((0.0, 1.5)) != labelled([1.5, 0])
    assert labelled(10**30) == labelled(str(10**30))


def test_atoms_and_bonds_of_rdkit() -> None:
    def embedded(smiles: str, **fields: Any) -> Any:
        return sgr.embed(Chem.MolFromSmiles(smiles), **fields)

    ends = np.array([0, 1]), np.array([1, 2])
    ethanol = sgr.Graph(3, *ends, node_labels=["C", "C", "O"], edge_labels=["single", "single"])
    shouted = sgr.Graph(3, *ends, edge_labels=["SINGLE", "SINGLE"])
    assert embedded("CCO", edge_label="bond").tobytes() == sgr.embed(shouted, edge_label=True).tobytes()
    for fields in ({"node_label": "atom"}, {"node_label": "element"}, {"node_label": "atom", "edge_label": "kind"}):
        own_fields = dict.fromkeys(fields, True)
        expected = sgr.embed(ethanol, **own_fields)
        assert embedded("CCO", **fields).tobytes() == embedded("CCO", **own_fields).tobytes() == expected.tobytes()
    assert embedded("CCO", node_label=True).tobytes() != embedded("CCN", node_label=True).tobytes()
    charged = sgr.Graph(3, *ends, node_labels=["C,0,0", "C,0,0", "O,-1,0"], attributes=np.array([[6.0], [6.0], [8.0]]))
    fields = {"node_label": ["element", "charge", "aromatic"], "attributes": "number"}
    expected = sgr.embed(charged, node_label=True, attributes=True)
    assert embedded("CC[O-]", **fields).tobytes() == expected.tobytes()
    molecule = Chem.MolFromSmiles("CO")
    for atom in molecule.GetAtoms():
        atom.SetProp("site", f"s{atom.GetIdx()}")
        atom.SetDoubleProp("partial", 0.5 * atom.GetIdx())
    expected = sgr.Graph(2, *(end[:1] for end in ends), node_labels=["s0", "s1"], attributes=np.array([[0.0], [0.5]]))
    found = sgr.embed(molecule, node_label="site", attributes=["partial"])
    assert found.tobytes() == sgr.embed(expected, node_label=True, attributes=True).tobytes()


def test_scales_that_are_given() -> None:
    graph, shifted = networkx_graph(), networkx_graph()
    for node in shifted:
        shifted.nodes[node]["place"] = [2 * shifted.nodes[node]["x"] + 1, shifted.nodes[node]["y"]]
    vector = sgr.embed(graph, attributes="place", attribute_scaling=([0, 0], [1.0, 1.0]))
    assert vector.tobytes() == sgr.embed(shifted, attributes="place", attribute_scaling=([1, 0], [2, 1])).tobytes()
    constant = sgr.embed(graph, attributes="place", attribute_scaling=([0.0, 0.0], [0.0, 0.0]))
    assert constant.tobytes() == sgr.embed(shifted, attributes="place", attribute_scaling=([5, 5], [0, 0])).tobytes()
    assert vector.tobytes() != sgr.embed(graph, attributes="place").tobytes() != constant.tobytes()


def test_graphs_of_the_package_keep_labels_and_attributes() -> None:
    graph = own()
    assert (graph.node_labels(), graph.edge_labels()) == (ATOMS, [BONDS[at] for at in (0, 3, 1, 2, 4)])
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and again.edge_labels() == graph.edge_labels()
    assert np.array_equal(again.attributes(), graph.attributes())
    assert sgr.Graph(1, np.empty(0, int), np.empty(0, int), node_labels=[7]).node_labels() == ["7"]
    plain = sgr.Graph(2, np.array([0]), np.array([1]))
    assert (plain.node_labels(), plain.edge_labels(), plain.attributes()) == (None, None, None)
    unlabelled = sgr.embed(plain, node_label=True, edge_label=True)
    same = sgr.Graph(2, np.array([0]), np.array([1]), node_labels=["", ""])
    assert unlabelled.tobytes() == sgr.embed(same, node_label=True).tobytes(), "no label is one label for all"


def test_distances_kernels_and_clusters_see_labels() -> None:
    a, b = networkx_graph(), networkx_graph()
    b.nodes["n0"]["element"] = "S"
    assert sgr.distance(a, b) == 0 < sgr.distance(a, b, node_label="element")
    graphs = [a, b, a, b]
    for kernel in ("wl", "sp"):
        by_name = sgr.gram(graphs, kernel, node_labels="element")
        labelled = [sgr.Graph(NODES, *np.array(EDGES).T, node_labels=[graph.nodes[n]["element"] for n in graph])
                    for graph in graphs]  # fmt: skip
        assert np.array_equal(by_name, sgr.gram(labelled, kernel, node_labels=True))
        assert by_name[0, 0] != by_name[0, 1]
    assert sgr.cluster(graphs, 2, node_labels="element").labels.tolist() == [0, 1, 0, 1]
    [result] = sgr.evaluate((graphs * 5, [0, 1] * 10), runs=2, node_labels="element")
    assert result["accuracy_mean"] == 100 and result["labels"] and not result["attributes"]
    moved = networkx_graph()
    for node in moved:
        moved.nodes[node]["place"] = [30.0, 30.0]
    data = ([a, moved] * 10, [0, 1] * 10)
    [seen_] = sgr.evaluate(data, runs=2, attributes="place", standardize=True)
    [unseen] = sgr.evaluate(data, runs=2)
    assert seen_["accuracy_mean"] == 100 > unseen["accuracy_mean"]
    assert (seen_["attributes"], seen_["standardized"]) == (True, True)
    assert (unseen["attributes"], unseen["standardized"]) == (False, False)


def test_our_graphs_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = stand_ins.libraries()
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(from_numpy=libraries.tensor))
    monkeypatch.setitem(sys.modules, "torch_geometric.data", types.SimpleNamespace(Data=libraries.Data))
    data = own().to_pyg()
    assert data.keys() == ["edge_index", "num_nodes", "node_label", "edge_label", "x"]
    expected = sgr.embed(own(), node_label=True, edge_label=True, attributes=True)
    found = sgr.embed(data, node_label="node_label", edge_label="edge_label", attributes="x")
    assert found.tobytes() == expected.tobytes()
    assert sgr.Graph(2, np.array([0]), np.array([1])).to_pyg().keys() == ["edge_index", "num_nodes"]


def test_a_gap_in_the_numbers_of_rustworkx_is_none_in_the_labels() -> None:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(["x", "C", "O"])
    graph.add_edge(1, 2, None)
    graph.remove_node(0)
    expected = sgr.Graph(2, np.array([0]), np.array([1]), node_labels=["C", "O"])
    assert sgr.embed(graph, node_label=True).tobytes() == sgr.embed(expected, node_label=True).tobytes()
