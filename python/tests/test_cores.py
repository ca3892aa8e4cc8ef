"""All cores are those that the process was given, in the package and in the program."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

import sgr
from fire import run
from sgr._reading import threads

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="the system cannot bind a process to cores"
)

ONE_CORE = """
    import os
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    from sgr import _sgr
    from sgr._reading import threads
    print(_sgr.default_threads(), threads(-2))
"""


def test_a_process_that_is_bound_to_one_core_has_one() -> None:
    assert run(ONE_CORE) == "1 1\n"


def test_negative_numbers_count_from_the_cores_of_the_process() -> None:
    cores = len(os.sched_getaffinity(0))
    assert threads(None) is None and threads(-1) is None and threads(3) == 3
    # A quota of the control group may allow fewer.
    assert sgr._sgr.default_threads() <= cores
    assert threads(-2) == max(1, sgr._sgr.default_threads() - 1) and threads(-100) == 1


def test_the_program_has_the_cores_of_its_process(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    page = tmp_path / "page.html"
    arguments = [
        "evaluate",
        "examples/shapes.jsonl",
        "--method",
        "spectrum",
        "--runs",
        "2",
        "--no-cache",
        "--html",
        page,
    ]
    bound = (
        "import os, sys; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]); os.execv(sys.argv[1], sys.argv[1:])"
    )
    subprocess.run([sys.executable, "-c", bound, command_line, *arguments], check=True, capture_output=True)
    assert " 1 threads." in page.read_text()
