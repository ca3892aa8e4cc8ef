"""One graph with labels and attributes: as a graph of the package, and in the forms of torch's libraries."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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


def seen(form: Form) -> dict[str, Any]:
    """All labels and attributes that the form has."""
    return {"node_label": form.node, "edge_label": form.edge, "attributes": form.attributes}


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
