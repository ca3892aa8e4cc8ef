"""One graph with labels and attributes in every form that needs no torch."""

from __future__ import annotations

import types
from typing import Any

import igraph
import networkx as nx
import rustworkx

from labelled_torch import ATOMS, BONDS, CODES, EDGES, NODES, NUMBERED, PLACES, Form, own


def networkx_graph(kind: Any = nx.Graph) -> Any:
    """Nodes with names, not in the order of their numbers."""
    graph = kind()
    for node, (atom, place) in enumerate(zip(ATOMS, PLACES.tolist())):
        graph.add_node(f"n{node}", element=atom, place=place, x=place[0], y=place[1])
    for (u, v), bond in zip(EDGES, BONDS):
        graph.add_edge(f"n{u}", f"n{v}", bond=bond, order=int(bond))
    return graph


def forms() -> dict[str, Form]:
    """The forms by their names."""
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
