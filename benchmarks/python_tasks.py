"""The measurements of python.py, each in a process of its own. Prints JSON."""

import json
import pathlib
import resource
import statistics
import sys
import time

import networkx as nx
import numpy as np

import sgr

REPEATS = 5


def timed(work):
    """Seconds, and CPU seconds of all threads."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def agreement():
    import netlsd

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python" / "tests"))
    from varied_graphs import varied_graphs

    graphs = varied_graphs(200, largest=150)
    ours = sgr.heat_trace(graphs)
    theirs = [netlsd.heat(nx.convert_node_labels_to_integers(graph), eigenvalues="full") for graph in graphs]
    return {"graphs": len(graphs), "nodes": max(map(len, graphs)), "difference": float(np.abs(ours - theirs).max())}


def networkx_graphs(path):
    graphs = []
    for graph in sgr.read_tu(path).graphs:
        made = nx.Graph()
        made.add_nodes_from(range(graph.node_count))
        made.add_edges_from(graph.edges().tolist())
        graphs.append(made)
    return graphs


def netlsd_loop(path):
    import netlsd

    graphs = networkx_graphs(path)
    return {
        "full": timed(lambda: [netlsd.heat(graph, eigenvalues="full") for graph in graphs]),
        "auto": timed(lambda: [netlsd.heat(graph) for graph in graphs]),
    }


def proteins(path):
    graphs = networkx_graphs(path)

    def median(work):
        return [statistics.median(both) for both in zip(*(timed(work) for _ in range(REPEATS)))]

    return {
        "graphs": len(graphs),
        "repeats": REPEATS,
        "sgr": median(lambda: sgr.heat_trace(graphs)),
        "embed": median(lambda: sgr.embed(graphs)),
        "conversion": median(lambda: sgr.info(graphs)),
        **netlsd_loop(path),
    }


def generated(count):
    for at in range(count):
        yield nx.path_graph(10 + at % 31) if at % 3 else nx.gnm_random_graph(10 + at % 31, 20 + at % 31, seed=at)


def memory(count, consume):
    generator, _ = timed(lambda: sum(1 for _ in generated(count)))
    seconds, _ = timed(lambda: consume(generated(count)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"megabytes": peak / 1000, "seconds": seconds, "generator": generator}


def blocks(count):
    return memory(int(count), lambda graphs: sum(len(block) for block in sgr.embed_blocks(graphs)))


def whole(count):
    return memory(int(count), sgr.embed)


if __name__ == "__main__":
    tasks = {"agreement": agreement, "proteins": proteins, "netlsd": netlsd_loop, "blocks": blocks, "all": whole}
    print(json.dumps(tasks[sys.argv[1]](*sys.argv[2:])))
