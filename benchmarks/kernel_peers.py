"""GraKeL's side: reads a TU .zip into memory, then times a Gram matrix, or compares it with ours.

Usage: kernel_peers.py wl|wl3|sp ZIP yes|no [OURS]    five rounds of wl, or three; node labels or none; OURS from `sgr gram -o`
Prints one JSON object: the seconds of fit_transform, and the largest difference of an entry of OURS, relative to the
largest entry.
"""

import io
import json
import pathlib
import sys
import time
import warnings
import zipfile

import numpy as np
import pandas as pd

from peers import read

# Rounds of colour refinement.
ROUNDS = {"wl": 5, "wl3": 3}


def node_labels(path):
    name = pathlib.Path(path).stem
    with zipfile.ZipFile(path) as archive:
        text = io.BytesIO(archive.read(f"{name}/{name}_node_labels.txt"))
    return pd.read_csv(text, header=None)[0].tolist()


def grakel_graphs(path, labelled):
    import grakel

    graphs, first = [], 0
    labels = node_labels(path) if labelled else None
    for nodes, edges in read(path):
        weights = {(int(u), int(v)): 1.0 for pair in edges for u, v in (pair, pair[::-1])}
        graphs.append(
            grakel.Graph(weights, node_labels={v: labels[first + v] if labelled else 0 for v in range(nodes)})
        )
        first += nodes
    return graphs


def kernel(method, labelled):
    import grakel

    if method in ROUNDS:
        return grakel.WeisfeilerLehman(n_iter=ROUNDS[method], base_graph_kernel=grakel.VertexHistogram)
    return grakel.ShortestPath(with_labels=labelled)


def main():
    warnings.filterwarnings("ignore")
    method, path, labels, *ours = sys.argv[1:]
    graphs = grakel_graphs(path, labels == "yes")
    start = time.perf_counter()
    gram = kernel(method, labels == "yes").fit_transform(graphs)
    result = {"seconds": time.perf_counter() - start}
    if ours:
        result["difference"] = float(np.abs(np.load(ours[0]) - gram).max() / np.abs(gram).max())
    print(json.dumps(result))


if __name__ == "__main__":
    main()
