"""Interrupts, forks, threads, bars, and more graphs than memory."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import networkx as nx
import numpy as np
import pytest

import sgr
from varied_graphs import varied_graphs


def run(program: str, **variables: str) -> str:
    """Runs a program of its own, and returns what it prints."""
    environment = {**os.environ, **variables}
    text = textwrap.dedent(program)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


LONG = {
    "one large graph": "sgr.spectrum(sgr.generate.gnm(6000, 60000, random_state=1))",
    "one large graph with a bar": "sgr.embed([sgr.generate.gnm(6000, 60000, random_state=1)], progress=True)",
    "many graphs": "sgr.embed(sgr.generate.gnm(300, 3000, random_state=at) for at in range(10**6))",
    "a baseline": "sgr.FGSD().transform([sgr.generate.gnm(3000, 30000, random_state=at) for at in range(50)])",
    "synthetic graphs": "sgr.generate.collection('block-model', 10**6, nodes=(400, 500), random_state=1)",
    "saliency": "sgr.saliency(count=10**6)",
    "a training": "sgr.SGR.train('default', random_state=1)",
}


@pytest.mark.parametrize("work", LONG)
def test_an_interrupt_is_honoured_within_a_second(work: str) -> None:
    out = run(
        f"""
        import os, signal, threading, time
        import sgr
        # Whoever starts the tests in the background may have turned interrupts off.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sent = []
        def interrupt():
            time.sleep(1.0)
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            {LONG[work]}
        except KeyboardInterrupt:
            print("interrupted after", time.monotonic() - sent[0])
        """
    )
    assert out.startswith("interrupted after") and float(out.split()[-1]) < 1.0, out


MANY = "[sgr.generate.gnm(300, 3000, random_state=at) for at in range(6000)]"
ENDED = {
    "clusters": f"sgr.cluster({MANY}, 2)",
    "an evaluation": f"sgr.evaluate(({MANY}, [at % 2 for at in range(6000)]), 'sgr')",
}


@pytest.mark.skipif(sys.platform != "linux", reason="names of threads are read from /proc")
@pytest.mark.parametrize("work", ENDED)
def test_an_interrupt_ends_the_threads(work: str) -> None:
    out = run(
        f"""
        import glob, os, pathlib, signal, threading, time
        import sgr
        signal.signal(signal.SIGINT, signal.default_int_handler)
        def working():
            return [path for path in glob.glob("/proc/self/task/*/comm") if pathlib.Path(path).read_text() == "sgr\\n"]
        def interrupt():
            while not working():
                time.sleep(0.05)
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            {ENDED[work]}
        except KeyboardInterrupt as error:
            # As in a notebook, the traceback stays.
            kept, end = error, time.monotonic() + 10
            while working() and time.monotonic() < end:
                time.sleep(0.05)
            print("working" if working() else "ended")
        """
    )
    assert out == "ended\n", out


def _vectors_in_a_child(queue: Any, graphs: Any) -> None:
    queue.put(
        (sgr.embed(graphs).tobytes(), sgr.NetSimile().transform(graphs).tobytes(), sgr.heat_trace(graphs).tobytes())
    )


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children_of_a_process_that_has_worked(method: str) -> None:
    graphs = [*varied_graphs(50), nx.gnp_random_graph(1100, 0.01, seed=1)]
    expected = (
        sgr.embed(graphs).tobytes(),
        sgr.NetSimile().transform(graphs).tobytes(),
        sgr.heat_trace(graphs).tobytes(),
    )
    context = multiprocessing.get_context(method)
    queue: Any = context.Queue()
    children = [context.Process(target=_vectors_in_a_child, args=(queue, graphs)) for _ in range(2)]
    for child in children:
        child.start()
    assert [queue.get(timeout=60) for _ in children] == [expected] * 2
    for child in children:
        child.join(timeout=10)
        assert child.exitcode == 0


def test_threads_share_everything_and_agree() -> None:
    graphs = [varied_graphs(30, seed=seed) for seed in range(8)]
    expected = [sgr.embed(some).tobytes() for some in graphs]
    estimator = sgr.SGR(n_jobs=2)
    with ThreadPoolExecutor(8) as pool:
        assert [row.tobytes() for row in pool.map(estimator.transform, graphs)] == expected


def test_the_interpreter_is_free_while_the_library_works() -> None:
    ticks, done = [0], threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.005)

    graph = sgr.generate.gnm(1500, 30000, random_state=1)
    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    sgr.spectrum(graph)
    took, seen = time.monotonic() - start, ticks[0]
    done.set()
    thread.join()
    assert seen > 0.2 * took / 0.005, f"{seen} ticks in {took:.2f} s"


def test_more_graphs_than_memory() -> None:
    """A generator of 20,000 graphs in blocks takes no more memory than one of 2,000."""
    program = """
        import resource, sys
        import networkx as nx, numpy as np
        import sgr
        def graphs(count):
            for at in range(count):
                yield nx.cycle_graph(3 + at % 40)
        rows = sum(len(block) for block in sgr.embed_blocks(graphs(COUNT), "spectrum"))
        assert rows == COUNT
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    """
    few, many = (int(run(program.replace("COUNT", str(count)))) for count in (4_000, 24_000))
    assert many < few + 10_000, f"{few} kB for 4,000 graphs, {many} kB for 24,000"


def test_long_lists_come_back_whole_and_in_order() -> None:
    sizes = np.random.default_rng(0).integers(1, 30, 5000)
    vectors = sgr.embed(((np.empty((0, 2), int), int(size)) for size in sizes), "heat")
    # A graph without edges has trace n at all times; only the number of nodes tells the rows apart.
    channels = sgr.NetSimile().transform([(([(0, at) for at in range(1, size)]), int(size)) for size in sizes])
    assert (vectors == 1).all() and vectors.shape == (5000, 250)
    largest = sgr.NetSimile().get_feature_names_out().tolist().index("degree_mean")
    assert np.allclose(channels[:, largest], 2 * (sizes - 1) / sizes)


def test_failures_in_later_batches_have_their_place() -> None:
    graphs: list[Any] = [([(0, 1)], 2)] * 1000
    graphs[70], graphs[777] = ([], 0), "no graph"
    with pytest.warns(sgr.GraphWarning, match="2 of 1000 graphs have no vector: position 70: .*; position 777: "):
        vectors = sgr.embed(graphs, "spectrum", on_error="nan")
    assert np.flatnonzero(np.isnan(vectors).any(axis=1)).tolist() == [70, 777]
    with pytest.raises(TypeError, match="graph at position 777"):
        sgr.embed([graphs[0]] * 777 + graphs[777:], "spectrum")


def test_bars(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    graphs = varied_graphs(100)
    sgr.embed(graphs, progress=True)
    assert "100/100" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    sgr.SGR(progress=True).transform(graph for graph in graphs)
    assert "100 graphs\n" in capsys.readouterr().err
    sgr.SGR.train("paper", epochs=2, graphs=40, dimensions=4, progress=True)
    assert "2 of 2 epochs" in capsys.readouterr().err
    sgr.embed(graphs)
    assert capsys.readouterr().err == ""
