"""Gram matrices of a few small graphs by GraKeL (0.1.11), for tests/multiscale_laplacian.rs.

GraKeL leaves out the factor 1/2 of the paper's formula: its kernel is 2^(-p/2) times the paper's for p dimensions, which
scales the features of the next level but not gamma. So the factor is put back where GraKeL compares two matrices. All
vertices are sampled and all dimensions are kept, so nothing depends on chance.

    python make_multiscale_laplacian.py > multiscale_laplacian.json
"""

import json

import networkx
import numpy
from grakel import Graph
from grakel.kernels import MultiscaleLaplacian


class WithHalf(MultiscaleLaplacian):
    def pairwise_operation(self, x, y):
        return super().pairwise_operation(x, y) * 2 ** (len(x[0]) / 2)


def collection():
    edge_lists = [
        networkx.path_graph(5),
        networkx.star_graph(4),
        networkx.lollipop_graph(4, 3),
        networkx.cycle_graph(6),
        networkx.gnp_random_graph(9, 0.35, seed=1),
        networkx.gnp_random_graph(8, 0.6, seed=2),
        networkx.random_labeled_tree(10, seed=3),
        networkx.complete_bipartite_graph(2, 4),
    ]
    graphs = []
    for number, graph in enumerate(edge_lists):
        labels = [(node * node + number) % 3 for node in range(len(graph))]
        graphs.append({"nodes": len(graph), "edges": sorted(map(list, graph.edges)), "labels": labels})
    return graphs


def gram(graphs, colors, levels, settings):
    values = sorted({color for row in colors for color in row})
    inputs = []
    for graph, row in zip(graphs, colors):
        adjacency = numpy.zeros((graph["nodes"], graph["nodes"]))
        for u, v in graph["edges"]:
            adjacency[u, v] = adjacency[v, u] = 1
        hot = {node: [float(color == value) for value in values] for node, color in enumerate(row)}
        inputs.append(Graph(adjacency, hot, {}, "adjacency"))
    kernel = WithHalf(random_state=0, L=levels, **settings)
    return kernel.fit_transform(inputs).tolist()


graphs = collection()
settings = {"P": 56, "n_samples": 1000, "gamma": 0.05, "heta": 0.1}
degrees = [[sum(node in edge for edge in graph["edges"]) for node in range(graph["nodes"])] for graph in graphs]
labels = [graph["labels"] for graph in graphs]
cases = [
    {"node_labels": node_labels, "levels": levels, "gram": gram(graphs, colors, levels, settings)}
    for node_labels, colors in [(False, degrees), (True, labels)]
    for levels in [0, 1, 2]
]
print(json.dumps({"graphs": graphs, "settings": settings, "cases": cases}))
