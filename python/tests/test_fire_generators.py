"""Generators that fail, call the package, never end or are left: the caller's exception, and no thread behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import sgr
from fire import rounds, run, seeded, threads_left
from sgr import _stream
from sgr._reading import Reading, Settings

GRAPHS = [sgr.generate.gnm(60, 200, random_state=at) for at in range(200)]

CONSUMERS: dict[str, Callable[[Any], Any]] = {
    "embed": sgr.embed,
    "embed_blocks": lambda graphs: list(sgr.embed_blocks(graphs)),
    "spectrum": sgr.spectrum,
    "heat_trace": sgr.heat_trace,
    "gram": sgr.gram,
    "cluster": lambda graphs: sgr.cluster(graphs, 2),
    "info": sgr.info,
    "FGSD": lambda graphs: sgr.FGSD(bins=20).fit_transform(graphs),
    "with a bar": lambda graphs: sgr.embed(graphs, progress=True),
    "on_error": lambda graphs: sgr.embed(graphs, on_error="nan"),
}


class OwnError(Exception):
    """An exception of the caller."""


def failing(at: int, error: BaseException) -> Iterator[Any]:
    yield from (GRAPHS[place % len(GRAPHS)] for place in range(at))
    raise error


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_exception_comes_out_as_it_is(consumer: str) -> None:
    moments = seeded("exceptions")
    for _ in rounds(3):
        for error in (OwnError("mine"), ValueError("mine"), TypeError("mine"), MemoryError(), SystemExit(3)):
            with pytest.raises(type(error)) as found:
                CONSUMERS[consumer](failing(moments.choice([0, 1, 63, 64, 65, 150, 192, 193]), error))
            assert found.value is error
            assert threads_left() == []
    assert len(sgr.embed(GRAPHS[:2])) == 2


def test_a_stop_in_the_middle_is_no_end() -> None:
    """Python turns StopIteration of a generator into RuntimeError; an iterator that ends early just ends."""
    with pytest.raises(RuntimeError, match="generator raised StopIteration"):
        sgr.embed(failing(70, StopIteration()))
    assert len(sgr.embed(iter(GRAPHS[:70]))) == 70


def test_blocks_that_are_left_leave_no_thread() -> None:
    blocks = sgr.embed_blocks(graph for graph in GRAPHS)
    next(blocks)
    blocks.close()
    assert threads_left() == []


class Work:
    """A job that never ends, unless it is told to."""

    def __init__(self) -> None:
        self.is_ended = False

    def result(self) -> Any:
        return "result"

    def cancel(self) -> None:
        self.is_ended = True


@pytest.mark.parametrize(("error", "is_ended"), [(OwnError(), True), (KeyboardInterrupt(), False)])
def test_work_on_earlier_graphs_ends_before_the_exception_comes_out(error: BaseException, is_ended: bool) -> None:
    """But an interrupt waits for nothing."""
    jobs = list[Work]()

    def start(_: Any) -> Any:
        jobs.append(Work())
        return jobs[-1]

    with pytest.raises(type(error)):
        list(_stream.results(failing(200, error), start, Settings(Reading())))
    # The first batch has 64 graphs, the second 128; its result was not taken yet.
    assert [job.is_ended for job in jobs] == [False, is_ended]


def test_generators_may_call_the_package() -> None:
    def calling(depth: int) -> Iterator[Any]:
        for at in range(150):
            if depth and at % 50 == 49:
                assert len(sgr.embed(calling(depth - 1))) == 150
            yield sgr.generate.gnm(20, 40, random_state=at)

    assert np.array_equal(sgr.embed(calling(2)), sgr.embed(calling(0)))


def test_endless_generators_end_with_an_interrupt() -> None:
    program = """
        import os, signal, sys, threading, time
        import sgr
        from fire import threads_left
        signal.signal(signal.SIGINT, signal.default_int_handler)
        graph = sgr.generate.gnm(30, 60, random_state=1)
        def endless():
            at = 0
            while True:
                at += 1
                if at == 3000:
                    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
                yield graph
        for call in (lambda: [None for block in sgr.embed_blocks(endless())], lambda: sgr.info(endless())):
            try:
                call()
                print("ended")
            except KeyboardInterrupt:
                pass
        print(threads_left(), sgr.embed([graph]).shape)
    """
    assert run(program) == "[] (1, 256)\n"
