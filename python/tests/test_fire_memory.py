"""Many calls do not make the process grow."""

from __future__ import annotations

import os
import sys

import pytest

from fire import rounds, run

#: ``SGR_CALLS=1000000 python3 python/test.py python/tests/test_fire_memory.py`` makes a million.
PROGRAM = """
    import gc, pickle, sys, types
    import networkx as nx, numpy as np, scipy.sparse, sgr

    path, dense = nx.path_graph(6), nx.to_numpy_array(nx.cycle_graph(5))
    rows, own = scipy.sparse.csr_matrix(dense), sgr.generate.tree(8, random_state=1)
    model = sgr.Model.open("paper").to_bytes()

    def refused(call, *arguments, **settings):
        try:
            call(*arguments, **settings)
        except (TypeError, ValueError):
            return
        raise AssertionError("was accepted")

    def cut():
        for graph in sgr.embed_blocks((path for _ in range(70)), "spectrum"):
            break

    def failing():
        yield path
        raise ValueError

    calls = [
        lambda: sgr.embed([path, own], "spectrum"),
        lambda: sgr.embed(dense),
        lambda: sgr.spectrum([rows]),
        lambda: sgr.heat_trace(([(0, 1)], 2), [1.0]),
        lambda: sgr.info(path),
        lambda: sgr.NetSimile().transform([path]),
        lambda: sgr.cluster(dense, 2),
        lambda: pickle.loads(pickle.dumps(own)),
        lambda: refused(sgr.embed, ["none"]),
        lambda: refused(sgr.embed, [nx.DiGraph([(0, 1)])]),
        lambda: refused(sgr.embed, failing()),
        lambda: refused(sgr.Model, model[:500]),
        lambda: sgr.embed([type("Own", (nx.Graph,), {})([(0, 1)])], "heat"),
        cut,
    ]

    def resident():
        gc.collect()
        return int(open("/proc/self/statm").read().split()[1]) * 4096 // 1024

    def make(count):
        for at in range(count):
            calls[at % len(calls)]()

    make(100 * len(calls))
    before = resident()
    make(int(sys.argv[1]))
    print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the process is read from /proc")
def test_many_calls_take_no_memory() -> None:
    calls = int(os.environ.get("SGR_CALLS", len(rounds(2800))))
    grown = int(run(PROGRAM, calls))
    print(f"{grown} kB in {calls} calls")
    # A leak of one kilobyte a call is 3 MB here; the heap of a process that does not leak moves by about one.
    assert grown < 3000, f"{grown} kB in {calls} calls"
