"""Writes graph_kernels.json: small random graphs and the Gram matrices that GraKeL makes of them; those of graphlets are of
igraph's counts. Needs NumPy, GraKeL and igraph.

GraKeL 0.1.11 is no reference for graphlets: GraphletSampling(k=4) misses connected sets of four nodes (4 of 9 found in the
second graph with edges) and counts one too many of each kind in every graph but the first that has it.
"""
import json, pathlib
import igraph
import numpy as np
from grakel import Graph, ShortestPath, VertexHistogram, WeisfeilerLehman

rng = np.random.default_rng(11)


def random_graph(nodes, density, labels):
    upper = np.triu(rng.random((nodes, nodes)) < density, 1)
    # Halves and quarters: their sums are exact.
    weights = np.triu(rng.integers(1, 9, (nodes, nodes)) / 4, 1)
    edges = [[int(u), int(v), float(weights[u, v])] for u, v in np.argwhere(upper)]
    return {"nodes": nodes, "edges": edges, "labels": rng.integers(0, labels, nodes).tolist()}


def grakel_graph(graph, weighted=False, labelled=False):
    matrix = np.zeros((graph["nodes"], graph["nodes"]))
    for u, v, weight in graph["edges"]:
        matrix[u, v] = matrix[v, u] = weight if weighted else 1.0
    return Graph(matrix, node_labels=dict(enumerate(graph["labels"])) if labelled else {v: 0 for v in range(graph["nodes"])})


def connected_graphlets(graph):
    """How many sets of four nodes induce each of the six connected graphs."""
    counts = igraph.Graph(graph["nodes"], [(u, v) for u, v, _ in graph["edges"]]).motifs_randesu(4)
    return [int(count) for count in counts if count == count]


sizes = [(1, 0.5, 2), (5, 0.0, 2), (4, 1.0, 1), (6, 0.5, 2), (9, 0.3, 3), (12, 0.1, 3), (12, 0.6, 2), (16, 0.15, 4), (16, 0.4, 3), (20, 0.08, 3), (20, 0.2, 5), (24, 0.12, 3)]
graphs = [random_graph(*size) for size in sizes]
counts = [connected_graphlets(graph) for graph in graphs]
grams = {"graphlets": [[sum(x * y for x, y in zip(a, b)) for b in counts] for a in counts]}
for name, labelled in [("", False), (" labelled", True)]:
    plain = [grakel_graph(graph, labelled=labelled) for graph in graphs]
    weighted = [grakel_graph(graph, weighted=True, labelled=labelled) for graph in graphs]
    path = lambda: ShortestPath(with_labels=labelled, algorithm_type="floyd_warshall")
    grams["shortest path" + name] = path().fit_transform(plain).tolist()
    grams["shortest path weighted" + name] = path().fit_transform(weighted).tolist()
    for iterations in [1, 5]:
        kernel = WeisfeilerLehman(n_iter=iterations, base_graph_kernel=VertexHistogram)
        grams[f"Weisfeiler-Lehman {iterations}" + name] = kernel.fit_transform(plain).tolist()
rows = [f'"{name}": {json.dumps([[int(value) if value == int(value) else value for value in row] for row in gram])}' for name, gram in grams.items()]
text = '{"graphs": [\n' + ",\n".join(map(json.dumps, graphs)) + '\n],\n"grams": {\n' + ",\n".join(rows) + "\n}}\n"
pathlib.Path(__file__).with_name("graph_kernels.json").write_text(text)
