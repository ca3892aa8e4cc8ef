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


def networkx_graph(graph):
    made = nx.Graph()
    made.add_nodes_from(range(graph.node_count))
    made.add_edges_from(graph.edges().tolist())
    return made


def networkx_graphs(path):
    return [networkx_graph(graph) for graph in sgr.read_tu(path).graphs]


def named_networkx_graph(graph):
    """Its nodes are texts, in the order in which the edges name them."""
    made = nx.Graph([(f"v{u}", f"v{v}") for u, v in graph.edges().tolist()])
    made.add_nodes_from(f"v{node}" for node in range(graph.node_count))
    return made


def pyg_data(graph):
    """A `Data`, of the stand-ins of the tests: torch is not installed here."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python" / "tests"))
    from stand_ins import Data, Tensor

    ends = graph.edges().T
    return Data(edge_index=Tensor(np.concatenate([ends, ends[::-1]], axis=1)), num_nodes=graph.node_count)


KINDS = {
    "NetworkX": networkx_graph,
    "NetworkX, named nodes": named_networkx_graph,
    "SciPy CSR": lambda graph: graph.to_scipy(),
    "PyG `Data` (stand-in)": pyg_data,
}


def conversion(path, step):
    """Seconds of lists of each kind to graphs, next to those of the vectors of graphs that are converted."""
    own = sgr.read_tu(path).graphs[:: int(step)]

    def median(work):
        return statistics.median(timed(work)[0] for _ in range(REPEATS))

    vectors = {
        name: [median(lambda threads=threads: function(own, n_jobs=threads)) for threads in (1, 2)]
        for name, function in (("heat", sgr.heat_trace), ("embed", sgr.embed))
    }
    kinds = {}
    for kind, make in KINDS.items():
        graphs = [make(graph) for graph in own]
        kinds[kind] = median(lambda graphs=graphs: sgr.info(graphs))
    return {"graphs": len(own), "edges": sum(graph.edge_count for graph in own), **vectors, "kinds": kinds}


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
    tasks = [agreement, conversion, proteins]
    by_name = {task.__name__: task for task in tasks} | {"netlsd": netlsd_loop, "blocks": blocks, "all": whole}
    print(json.dumps(by_name[sys.argv[1]](*sys.argv[2:])))
