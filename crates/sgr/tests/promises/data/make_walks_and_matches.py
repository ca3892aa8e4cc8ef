"""Writes walks_and_matches.json: small random graphs, and the Gram matrices of random walks and pyramid matches that GraKeL makes
of them. Needs NumPy and GraKeL.

Two departures of GraKeL 0.1.11 from the definitions are taken back here. RandomWalkLabeled counts walks of no steps for all pairs
of nodes, also where labels differ. PyramidMatch nests the two loops of its last step, so that it adds up partial sums: only its
histograms are used, with eq. 6 of the paper. Eigenvectors are unique only for simple eigenvalues, so graphs with others are left out.
"""
import json, pathlib
import numpy as np
from grakel import Graph, PyramidMatch, RandomWalk, RandomWalkLabeled

rng = np.random.default_rng(17)
LEVELS, DIMENSIONS, DECAY = 4, 6, 0.001


def random_graph(nodes, density, labels):
    upper = np.triu(rng.random((nodes, nodes)) < density, 1)
    return (upper | upper.T).astype(float), rng.integers(0, labels, nodes).tolist()


def is_simple(matrix):
    """Whether the leading eigenvalues are apart, by magnitude too, and no coordinate is on the edge of a cell."""
    values, vectors = np.linalg.eigh(matrix)
    order = np.argsort(-abs(values))
    leading = abs(values[order][: DIMENSIONS + 1])
    finest = abs(vectors[:, order[:DIMENSIONS]]) * 2 ** (LEVELS - 1)
    return (leading[:-1] - leading[1:]).min() > 1e-3 and abs(finest - finest.round())[finest.round() > 0].min() > 1e-4


def equal_pairs(a, b):
    return sum(x == y for x in a for y in b)


def pyramid(x, y):
    matches = [np.minimum(a, b).sum() for a, b in zip(x, y)]
    finer = zip(matches, matches[1:])
    return float(matches[-1] + sum((a - b) / 2 ** (LEVELS - 1 - level) for level, (a, b) in enumerate(finer)))


graphs = []
while len(graphs) < 10:
    matrix, labels = random_graph(int(rng.integers(9, 31)), rng.uniform(0.15, 0.6), 3)
    if is_simple(matrix):
        graphs.append((matrix, labels))
plain = [Graph(matrix, node_labels=dict(enumerate(labels))) for matrix, labels in graphs]
walks = dict(lamda=DECAY, method_type="baseline", kernel_type="geometric")
labelled_walks = RandomWalkLabeled(**walks).fit_transform(plain)
for row, (_, a) in enumerate(graphs):
    for column, (_, b) in enumerate(graphs):
        labelled_walks[row, column] += equal_pairs(a, b) - len(a) * len(b)
grams = {"random walk": RandomWalk(**walks).fit_transform(plain).tolist(), "random walk labelled": labelled_walks.tolist()}
for name, with_labels in [("pyramid match", False), ("pyramid match labelled", True)]:
    kernel = PyramidMatch(with_labels=with_labels, L=LEVELS, d=DIMENSIONS)
    kernel.initialize()
    kernel._method_calling = 1
    histograms = kernel.parse_input(plain)
    grams[name] = [[pyramid(x, y) for y in histograms] for x in histograms]
edges = [[[int(u), int(v)] for u, v in np.argwhere(np.triu(matrix))] for matrix, _ in graphs]
stored = [{"nodes": len(labels), "edges": pairs, "labels": labels} for (_, labels), pairs in zip(graphs, edges)]
rows = [f'"{name}": {json.dumps(gram)}' for name, gram in grams.items()]
text = f'{{"decay": {DECAY}, "graphs": [\n' + ",\n".join(map(json.dumps, stored)) + '\n],\n"grams": {\n' + ",\n".join(rows) + "\n}}\n"
pathlib.Path(__file__).with_name("walks_and_matches.json").write_text(text)
