"""Interrupts at random moments: KeyboardInterrupt comes out, no file is half-written, and the next call works."""

from __future__ import annotations

import json
import pathlib

import pytest

from fire import SEED, rounds, run

PROGRAM = """
    import itertools, json, os, pathlib, signal, sys, threading, time
    import numpy as np, sgr
    from fire import seeded

    work, count, folder = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    graphs = [sgr.generate.gnm(50, 150, random_state=at) for at in range(400)]
    few, labels = graphs[:40], [at % 2 for at in range(40)]
    model, numbers = sgr.Model.open("paper"), itertools.count()
    calls = {
        "embed": lambda: sgr.embed(graph for graph in graphs),
        "write": lambda: sgr.write(graphs, folder / "graphs.jsonl"),
        # A folder is never replaced.
        "write a folder": lambda: sgr.write(graphs, folder / f"GRAPHS-{next(numbers)}"),
        "save": lambda: [model.save(folder / "model.safetensors") for _ in range(50)],
        "read": lambda: sgr.read(folder / "given.jsonl"),
        "others": lambda: (sgr.gram(few, "wl"), sgr.cluster(few, 2), sgr.evaluate((few, labels), "wl", runs=3)),
    }
    sgr.write(graphs, folder / "given.jsonl")
    start = time.monotonic()
    calls[work]()
    usual = time.monotonic() - start
    expected, moments, interrupted, wrong = sgr.embed(few).tobytes(), seeded(work), 0, []
    kill = lambda: os.kill(os.getpid(), signal.SIGINT)
    for at in range(count):
        timer = threading.Timer(moments.uniform(0, 1.1 * usual), kill)
        try:
            timer.start()
            calls[work]()
            timer.join()
            time.sleep(0.01)
        except KeyboardInterrupt:
            interrupted += 1
        try:
            timer.join()
            if sgr.embed(few).tobytes() != expected:
                wrong.append(f"{at}: other bytes")
            for path in folder.iterdir():
                if (path.suffix == ".jsonl" or path.is_dir()) and sgr.read(path).graphs != graphs:
                    wrong.append(f"{at}: half of {path.name}")
                if path.suffix == ".safetensors" and sgr.Model.read(path) != model:
                    wrong.append(f"{at}: half of {path.name}")
                if path.name.startswith("."):
                    wrong.append(f"{at}: left {path.name}")
        except KeyboardInterrupt:
            interrupted += 1
    print(json.dumps([interrupted, wrong]))
"""


@pytest.mark.parametrize("work", ["embed", "write", "write a folder", "save", "read", "others"])
def test_interrupts_at_random_moments(work: str, tmp_path: pathlib.Path) -> None:
    count = len(rounds(12))
    interrupted, wrong = json.loads(run(PROGRAM, work, count, tmp_path))
    assert wrong == [], f"seed {SEED}"
    # Some calls end before their interrupt.
    assert interrupted >= count // 3
