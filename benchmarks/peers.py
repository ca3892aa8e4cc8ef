"""The sides of compare.py in Python: reads a TU .zip, then times vectors or eigenvalues of all graphs in memory.

Usage: peers.py netlsd ZIP [K]             seconds of netlsd.heat (defaults) in a loop over SciPy matrices; with K, of every
                                           K-th graph by size, from a place that a seed draws, scaled to all
       peers.py ours ZIP                   seconds of sgr.heat_trace and sgr.embed on the same list of matrices
       peers.py eigvalsh ZIP [SPECTRA [K]] seconds of numpy.linalg.eigvalsh in a loop, and the largest difference from
                                           the eigenvalues in SPECTRA (from `sgr spectrum -o`); K as above
Prints one JSON object, with the seconds to read the file into a list of matrices, and the peak memory of the process
in MB.
"""

import io
import json
import pathlib
import random
import resource
import statistics
import sys
import time
import warnings
import zipfile

import numpy as np
import pandas as pd
import scipy.sparse


def read(path):
    """(number of nodes, edges) of each graph; loops are dropped, as everywhere in this comparison."""
    name = pathlib.Path(path).stem
    with zipfile.ZipFile(path) as archive:

        def table(part):
            text = io.BytesIO(archive.read(f"{name}/{name}_{part}.txt"))
            return pd.read_csv(text, header=None, dtype=np.int64).to_numpy()

        graph_of_node, edges = table("graph_indicator")[:, 0] - 1, table("A") - 1
    edges = edges[edges[:, 0] != edges[:, 1]]
    sizes = np.bincount(graph_of_node)
    firsts = np.concatenate([[0], np.cumsum(sizes)])
    graph_of_edge = graph_of_node[edges[:, 0]]
    edges = edges[np.argsort(graph_of_edge, kind="stable")]
    cuts = np.searchsorted(np.sort(graph_of_edge), np.arange(len(sizes) + 1))
    return [(int(size), edges[cuts[i] : cuts[i + 1]] - firsts[i]) for i, size in enumerate(sizes)]


def adjacency(nodes, edges):
    matrix = scipy.sparse.csr_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(nodes, nodes))
    matrix.data[:] = 1.0
    return matrix


def laplacian(nodes, edges):
    matrix = np.zeros((nodes, nodes))
    matrix[edges[:, 0], edges[:, 1]] = 1.0
    matrix = np.maximum(matrix, matrix.T)
    degrees = matrix.sum(axis=1)
    scale = np.zeros(nodes)
    scale[degrees > 0] = degrees[degrees > 0] ** -0.5
    return np.diag((degrees > 0).astype(float)) - scale[:, None] * matrix * scale[None, :]


def sampled(sizes, every):
    """The numbers of every so many graphs in the order of their sizes, from a place that a seed draws."""
    by_size = sorted(range(len(sizes)), key=lambda graph: sizes[graph])
    return by_size[random.Random(len(sizes)).randrange(every) :: every] if every > 1 else range(len(sizes))


def time_netlsd(matrices, every=1):
    import netlsd

    timed = sampled([matrix.shape[0] for matrix in matrices], every)
    start = time.perf_counter()
    for graph in timed:
        netlsd.heat(matrices[graph])
    seconds = time.perf_counter() - start
    return {"seconds": seconds * len(matrices) / len(timed), "spent": seconds, "timed": len(timed)}


def time_ours(matrices):
    import sgr

    def median(work):
        times = []
        while len(times) < 5:
            start = time.perf_counter()
            work(matrices)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    return {"heat": median(sgr.heat_trace), "sgr": median(sgr.embed)}


def time_eigvalsh(graphs, spectra=None, every=1):
    lines = pathlib.Path(spectra).read_text().splitlines() if spectra else None
    seconds, largest = 0.0, 0.0
    timed = sampled([nodes for nodes, _ in graphs], every)
    for graph in timed:
        matrix = laplacian(*graphs[graph])
        start = time.perf_counter()
        values = np.linalg.eigvalsh(matrix)
        seconds += time.perf_counter() - start
        if lines:
            ours = np.array(json.loads(lines[graph])["eigenvalues"])
            assert len(ours) == len(values), "as many eigenvalues as nodes"
            largest = max(largest, float(np.abs(ours - values).max()))
    return {"seconds": seconds * len(graphs) / len(timed), "timed": len(timed), "largest_difference": largest}


def main():
    warnings.filterwarnings("ignore")
    side, path, *rest = sys.argv[1:]
    start = time.perf_counter()
    graphs = read(path)
    if side == "eigvalsh":
        result = time_eigvalsh(graphs, *rest[:1], *map(int, rest[1:]))
    else:
        matrices = [adjacency(*graph) for graph in graphs]
        reading = {"read": time.perf_counter() - start}
        del graphs
        times = time_ours(matrices) if side == "ours" else time_netlsd(matrices, *map(int, rest))
        result = {**reading, **times}
        graphs = matrices
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(json.dumps({"graphs": len(graphs), "peak": peak, **result}))


if __name__ == "__main__":
    main()
