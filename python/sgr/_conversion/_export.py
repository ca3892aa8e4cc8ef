"""Graphs of this package as graphs of other libraries, which are imported only here and only when asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._importing import imported


def to_networkx(graph: _sgr.Graph) -> Any:
    """A networkx.Graph with nodes 0 to n − 1, and the edge attribute "weight" if weighted.

    Labels are the node and edge attributes "label", attributes are lists in the node attribute "attributes".
    """
    networkx = imported("networkx", "networkx")
    made = networkx.Graph()
    made.add_nodes_from(range(graph.node_count))
    edges, weights = graph.edges().tolist(), graph.weights()
    if weights is None:
        made.add_edges_from(edges)
    else:
        made.add_weighted_edges_from((u, v, weight) for (u, v), weight in zip(edges, weights.tolist()))
    labels, between, numbers = graph.node_labels(), graph.edge_labels(), graph.attributes()
    if labels is not None:
        networkx.set_node_attributes(made, dict(enumerate(labels)), "label")
    if between is not None:
        networkx.set_edge_attributes(made, {(u, v): label for (u, v), label in zip(edges, between)}, "label")
    if numbers is not None:
        networkx.set_node_attributes(made, dict(enumerate(numbers.tolist())), "attributes")
    return made


def to_scipy(graph: _sgr.Graph) -> Any:
    """A symmetric scipy.sparse.csr_array: weights, or 1.0 for each edge."""
    sparse = imported("scipy.sparse", "scipy")
    (sources, targets), weights = _both_directions(graph)
    values = np.ones(len(sources)) if weights is None else weights
    return sparse.coo_array((values, (sources, targets)), shape=(graph.node_count, graph.node_count)).tocsr()


def to_pyg(graph: _sgr.Graph) -> Any:
    """A torch_geometric.data.Data with both directions of each edge, and ``edge_weight`` if weighted.

    Labels are the lists ``node_label`` and ``edge_label``, attributes are ``x``.
    """
    data, torch = imported("torch_geometric.data", "torch_geometric"), imported("torch", "torch")
    edges, weights = _both_directions(graph)
    between, numbers = graph.edge_labels(), graph.attributes()
    fields = {
        "edge_weight": None if weights is None else torch.from_numpy(weights),
        "node_label": graph.node_labels(),
        "edge_label": None if between is None else between + between,
        "x": None if numbers is None else torch.from_numpy(numbers),
    }
    given = {name: values for name, values in fields.items() if values is not None}
    return data.Data(edge_index=torch.from_numpy(edges), num_nodes=graph.node_count, **given)


def _both_directions(graph: _sgr.Graph) -> tuple[Any, Any]:
    edges, weights = graph.edges(), graph.weights()
    both = np.ascontiguousarray(np.concatenate([edges, edges[:, ::-1]]).T)
    return both, None if weights is None else np.concatenate([weights, weights])
