"""What the tests under fire share: programs of their own, seeds, and how long they go on.

``SGR_ROUNDS=100 python3 python/test.py python/tests/test_fire_*.py`` runs them a hundred times as long as CI does.
"""

from __future__ import annotations

import os
import pathlib
import random
import signal
import subprocess
import sys
import textwrap
import time

#: How many times as long as in CI.
ROUNDS = int(os.environ.get("SGR_ROUNDS", "1"))
#: The seed of all random moments; another one tries others.
SEED = int(os.environ.get("SGR_SEED", "1"))
#: Seconds for one program: it hangs if it takes longer. A loaded machine may be ten times slower than an idle one.
PATIENCE = 60 + 60 * ROUNDS


def rounds(count: int) -> range:
    """So many rounds in CI."""
    return range(count * ROUNDS)


def seeded(what: str) -> random.Random:
    """Random moments that are the same each time."""
    return random.Random(f"{what} {SEED}")


def run(program: str, *arguments: object, **variables: str) -> str:
    """Runs a program of its own, and returns what it prints. It may import this module."""
    path = os.pathsep.join([os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", textwrap.dedent(program), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, **variables},
        start_new_session=True,
    )
    try:
        out, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        # With its children, which would hang for ever.
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert process.returncode == 0, f"{process.returncode}: {out[-2000:]}{errors[-4000:]}"
    return out


def threads_left() -> list[str]:
    """The threads of the library that do not end. Those of a pool are told to end, and do so a moment later."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if not (left := [name for name in map(name_of, pathlib.Path("/proc/self/task").iterdir()) if "sgr" in name]):
            break
        time.sleep(0.01)
    return left


def name_of(thread: pathlib.Path) -> str:
    """The name of a thread; none if it ended since it was listed."""
    try:
        return (thread / "comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""
