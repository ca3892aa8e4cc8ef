"""Many threads at once, and forks at any moment: the same bytes, no thread left behind, no child that hangs."""

from __future__ import annotations

import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import sgr
from fire import PATIENCE, rounds, run, seeded, threads_left
from varied_graphs import varied_graphs

GRAPHS = [sgr.generate.gnm(30, 60, random_state=at) for at in range(12)]
LARGE = sgr.generate.gnm(400, 800, random_state=1)
LABELS = [at % 2 for at in range(12)]

#: Calls of every kind of work that has threads.
CALLS: dict[str, Any] = {
    "embed": lambda: sgr.embed(GRAPHS),
    "embed, a large graph": lambda: sgr.embed([LARGE], "spectrum"),
    "NetSimile": lambda: sgr.NetSimile().transform(GRAPHS),
    "FGSD": lambda: sgr.FGSD(bins=50).transform(GRAPHS),
    "heat_trace": lambda: sgr.heat_trace(GRAPHS),
    "slicing": lambda: sgr.spectrum_samples(LARGE, 16, method="slicing", max_error=0.1),
    "density": lambda: sgr.spectrum_samples(LARGE, 16, method="density", max_error=0.3),
    "bound": lambda: np.array(sgr.distance(GRAPHS[0], GRAPHS[1], "bound")),
    "heat_kernel": lambda: sgr.heat_kernel(GRAPHS[0], [0.5, 2.0]),
    "gram": lambda: sgr.gram(GRAPHS, "mlg", normalize=True),
    "cluster": lambda: sgr.cluster(GRAPHS, 2, by="wl").labels,
    "cluster of vectors": lambda: sgr.cluster(np.arange(40.0).reshape(20, 2), 3).labels,
    "evaluate": lambda: np.array(sgr.evaluate((GRAPHS, LABELS), "wl", runs=2)[0]["accuracy_mean"]),
    "saliency": lambda: sgr.saliency(count=4).magnitudes,
    "train": lambda: np.frombuffer(
        sgr.SGR.train("paper", random_state=3, epochs=1, graphs=20, dimensions=3).model.to_bytes(), np.uint8
    ),
    "generate": lambda: np.concatenate(
        [graph.edges() for graph in sgr.generate.collection("grid", 5, nodes=(20, 30), random_state=2).graphs]
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="names of threads are read from /proc")
@pytest.mark.parametrize("work", CALLS)
def test_no_thread_outlives_a_call(work: str) -> None:
    CALLS[work]()
    assert threads_left() == []


def test_threads_get_the_same_bytes() -> None:
    expected = {name: call().tobytes() for name, call in CALLS.items()}
    moments = seeded("threads")
    for _ in rounds(1):
        names = moments.choices(list(CALLS), k=40)
        with ThreadPoolExecutor(8) as pool:
            found = [pool.submit(lambda name: CALLS[name]().tobytes(), name) for name in names]
            for name, result in zip(names, found):
                assert result.result(timeout=PATIENCE) == expected[name], name


def test_threads_that_fail_fail_alone() -> None:
    def call(at: int) -> str:
        if at % 3 == 0:
            with pytest.raises(TypeError, match="graph at position 1: "):
                sgr.embed([GRAPHS[0], "none"])
        return sgr.embed([GRAPHS[at % 12]]).tobytes().hex()

    expected = [sgr.embed([graph]).tobytes().hex() for graph in GRAPHS]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(call, range(96))) == [expected[at % 12] for at in range(96)]


def test_threads_that_write_one_file_leave_a_whole_one(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "graphs.jsonl"
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda at: sgr.write(varied_graphs(40, seed=at), path), range(24)))
    texts = []
    for at in range(24):
        sgr.write(varied_graphs(40, seed=at), tmp_path / "alone.jsonl")
        texts.append((tmp_path / "alone.jsonl").read_bytes())
    assert path.read_bytes() in texts and sorted(file.name for file in tmp_path.iterdir()) == [
        "alone.jsonl",
        "graphs.jsonl",
    ]


FORKS = """
    import os, sys, threading, time
    import numpy as np, sgr
    from fire import seeded

    graphs = [sgr.generate.gnm(40, 120, random_state=at) for at in range(30)]
    vectors = np.arange(60.0).reshape(30, 2)
    folder = sys.argv[2]

    def results(name):
        path = os.path.join(folder, name)
        sgr.write(graphs[:3], path + ".jsonl")
        sgr.embed(graphs)
        sgr.SGR(model=sgr.Model.open("paper")).save(path + ".safetensors")
        arrays = [sgr.embed(graphs), sgr.heat_kernel(graphs[0], 1.0), sgr.gram(graphs, "wl"), sgr.cluster(vectors, 3).labels,
                  sgr.NetSimile().transform(graphs), sgr.saliency(count=3).magnitudes]
        return [array.tobytes() for array in arrays] + [len(sgr.read(path + ".jsonl").graphs)]

    expected, ended, failures = results("parent"), threading.Event(), []

    def work(number):
        while not ended.is_set():
            if results(f"thread-{number}") != expected:
                failures.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    moments = seeded("forks")
    for child in range(int(sys.argv[1])):
        time.sleep(moments.uniform(0, 0.1))
        process = os.fork()
        if process == 0:
            os._exit(0 if results(f"child-{child}") == expected else 3)
        deadline, status = time.monotonic() + 60, (0, None)
        while status[0] == 0 and time.monotonic() < deadline:
            time.sleep(0.01)
            status = os.waitpid(process, os.WNOHANG)
        if status[0] == 0:
            os.kill(process, 9)
        if status[1] != 0:
            failures.append(f"child {child}: {'hangs' if status[0] == 0 else status[1]}")
            break
    ended.set()
    for thread in threads:
        thread.join()
    print(failures)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_children_of_a_fork_in_the_middle_work(tmp_path: pathlib.Path) -> None:
    assert run(FORKS, len(rounds(12)), tmp_path) == "[]\n"


SAVES = """
    import os, sys, threading, time
    import sgr

    model = sgr.SGR.train("paper", random_state=1, epochs=1, graphs=20, dimensions=1).model
    ended = threading.Event()

    def work(number):
        while not ended.is_set():
            model.save(f"{sys.argv[2]}/{number}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for child in range(int(sys.argv[1])):
        process = os.fork()
        if process == 0:
            model.save(f"{sys.argv[2]}/child")
            os._exit(0)
        deadline, status = time.monotonic() + 30, (0, 0)
        while status[0] == 0 and time.monotonic() < deadline:
            time.sleep(0.001)
            status = os.waitpid(process, os.WNOHANG)
        if status[0] == 0:
            os.kill(process, 9)
            print("hangs")
            break
    ended.set()
    for thread in threads:
        thread.join()
    print(sorted(os.listdir(sys.argv[2])))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_children_find_no_locked_lock(tmp_path: pathlib.Path) -> None:
    """Files are noted in a list with a lock, which another thread may have had at the moment of the fork."""
    assert run(SAVES, len(rounds(40)), tmp_path) == "['0', '1', '2', '3', 'child']\n"


FORK_IN_GENERATOR = """
    import os, sys, sgr

    graphs = [sgr.generate.gnm(40, 120, random_state=at) for at in range(300)]
    path = sys.argv[2] + "/graphs.jsonl"
    child = 0

    def forks():
        global child
        for at, graph in enumerate(graphs):
            if at == 200:
                child = os.fork()
            yield graph

    def ended():
        process, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)

    if sys.argv[1] == "embed":
        try:
            vectors = sgr.embed(forks())
        except RuntimeError as error:
            os._exit(7 if "forked in the middle" in str(error) else 1)
        assert ended() == 7 and vectors.tobytes() == sgr.embed(graphs).tobytes()
    elif sys.argv[1] == "write":
        try:
            sgr.write(forks(), path)
        except RuntimeError as error:
            # It ends as any program does: all objects are dropped.
            sys.exit(7 if "forked in the middle" in str(error) else 1)
        assert ended() == 7 and sgr.read(path).graphs == graphs
    else:
        sgr.write(graphs, path)
        blocks = sgr.embed_blocks(path)
        first = next(blocks)
        child = os.fork()
        if child == 0:
            try:
                list(blocks)
            except RuntimeError as error:
                sys.exit(7 if "forked in the middle" in str(error) else 1)
            sys.exit(1)
        assert ended() == 7 and len(first) + sum(map(len, blocks)) == 300
    print("whole")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.parametrize("work", ["embed", "write", "read"])
def test_a_child_takes_nothing_from_a_call_of_its_parent(work: str, tmp_path: pathlib.Path) -> None:
    assert run(FORK_IN_GENERATOR, work, tmp_path) == "whole\n"
    assert [path.name for path in tmp_path.iterdir()] in ([], ["graphs.jsonl"])
