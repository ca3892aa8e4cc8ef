"""One graph with labels and attributes in every form that can hold them."""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import igraph
import networkx as nx
import numpy as np
import rustworkx

import sgr

EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)]
ATOMS = ["C", "N", "C", "O", "C", "N", "Cl"]
BONDS = ["1", "2", "1", "1", "2"]
#: Numbers that stand for the atoms and bonds where a form holds numbers only: their texts are the labels.
CODES, ORDERS = [6, 7, 6, 8, 6, 7, 17], [1, 2, 1, 1, 2]
PLACES = np.array([[0.5, 2.0], [1e-3, -4.0], [7.0, 0.0], [0.25, 1.0], [3.0, 3.0], [-1.0, 9.0], [2.0, 2.0]])
NODES = len(ATOMS)


class Form(NamedTuple):
    """A graph, and the fields that hold its labels and attributes."""

    graph: Any
    node: Any
    edge: Any
    attributes: Any
    labels: tuple[list[str], list[str]] = (ATOMS, BONDS)


NUMBERED = ([str(code) for code in CODES], BONDS)


def own(labels: tuple[list[str], list[str]] = (ATOMS, BONDS)) -> sgr.Graph:
    """As a graph of the package."""
    sources, targets = np.array(EDGES).T
    return sgr.Graph(NODES, sources, targets, node_labels=labels[0], edge_labels=labels[1], attributes=PLACES)


def networkx_graph(kind: Any = nx.Graph) -> Any:
    """Nodes with names, not in the order of their numbers."""
    graph = kind()
    for node, (atom, place) in enumerate(zip(ATOMS, PLACES.tolist())):
        graph.add_node(f"n{node}", element=atom, place=place, x=place[0], y=place[1])
    for (u, v), bond in zip(EDGES, BONDS):
        graph.add_edge(f"n{u}", f"n{v}", bond=bond, order=int(bond))
    return graph


def forms() -> dict[str, Form]:
    """All forms that need no torch."""
    ig = igraph.Graph(n=NODES, edges=EDGES)
    ig.vs["element"], ig.vs["x"], ig.vs["y"] = ATOMS, PLACES[:, 0], PLACES[:, 1]
    ig.es["bond"] = BONDS
    mappings, objects, payloads = (rustworkx.PyGraph() for _ in range(3))
    places = PLACES.tolist()
    # Numbers of removed nodes stay unused.
    mappings.add_nodes_from([{"element": atom, "place": place} for atom, place in zip(["?", *ATOMS], [[], *places])])
    mappings.add_edges_from([(u + 1, v + 1, {"bond": bond}) for (u, v), bond in zip(EDGES, BONDS)])
    mappings.remove_node(0)
    nodes = [types.SimpleNamespace(element=atom, place=place) for atom, place in zip(ATOMS, PLACES)]
    objects.add_nodes_from(nodes)
    objects.add_edges_from([(u, v, types.SimpleNamespace(bond=int(bond))) for (u, v), bond in zip(EDGES, BONDS)])
    payloads.add_nodes_from([int(code) for code in CODES])
    payloads.add_edges_from([(u, v, bond) for (u, v), bond in zip(EDGES, BONDS)])
    multigraph = networkx_graph(nx.MultiGraph)
    multigraph.add_edge("n1", "n0", bond="1", order=1)
    return {
        "networkx": Form(networkx_graph(), "element", "bond", "place"),
        "networkx, one number a field": Form(networkx_graph(), ["element"], "order", ["x", "y"]),
        "networkx multigraph": Form(multigraph, "element", "bond", "place"),
        "networkx view": Form(nx.subgraph_view(networkx_graph()), "element", "bond", "place"),
        "igraph": Form(ig, "element", "bond", ["x", "y"]),
        "rustworkx, items": Form(mappings, "element", "bond", "place"),
        "rustworkx, attributes": Form(objects, "element", "bond", "place"),
        "rustworkx, payloads": Form(payloads, True, True, None, NUMBERED),
        "sgr": Form(own(), True, True, True),
        "sgr by name": Form(own(), "element", "bond", "place"),
        "sgr as networkx": Form(own().to_networkx(), "label", "label", "attributes"),
    }


def torch_forms(libraries: Any) -> dict[str, Form]:
    """The forms of torch's libraries, real ones or stand-ins."""
    both = np.concatenate([np.array(EDGES), np.array(EDGES)[:, ::-1]]).T
    one_hot = (np.array(CODES)[:, None] == np.array([6, 7, 8, 17])).astype(np.float32)
    rows = [",".join(str(int(number)) for number in row) for row in one_hot]
    tensor, orders = libraries.tensor, np.array(ORDERS * 2)

    def data(**fields: Any) -> Any:
        return libraries.Data(edge_index=tensor(both), num_nodes=NODES, **fields)

    z, x, edge_type = tensor(np.array(CODES)), tensor(PLACES), tensor(orders)
    found = {
        "pyg": Form(data(z=z, x=x, edge_type=edge_type), "z", "edge_type", "x", NUMBERED),
        "pyg, x": Form(data(z=z, x=x, edge_type=edge_type), "z", "edge_type", True, NUMBERED),
        "pyg, floats and columns": Form(
            data(z=tensor(np.array(CODES, np.float32)[:, None]), pos=x, edge_attr=tensor(orders[:, None] * 1.0)),
            "z",
            "edge_attr",
            ["pos"],
            NUMBERED,
        ),
        "pyg, one-hot": Form(data(x=tensor(one_hot)), "x", None, None, (rows, BONDS)),
        "pyg, texts": Form(data(node_label=ATOMS, edge_label=BONDS * 2, x=x), "node_label", "edge_label", "x"),
    }
    if hasattr(libraries, "dgl_graph"):
        graph = libraries.dgl_graph(both, NODES, {"bond": edge_type}, {"element": z, "place": x})
        found["dgl"] = Form(graph, "element", "bond", "place", NUMBERED)
    return found
