"""Two builds of the program next to each other, in one sitting: is the new one slower?

Usage: before_after.py OLD_PROGRAM NEW_PROGRAM DATA_FOLDER [--repeats N] [NAME ...]

Runs each command with the old and the new program in turn, and prints the median CPU and wall seconds of both and the
ratio new/old. DATA_FOLDER holds TU collections as .zip; NAMEs choose some of them (all by default). CPU seconds vary
less than wall seconds on a shared machine.
"""

from __future__ import annotations

import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

COMMANDS = {
    "embed heat": ["embed", "--representation", "heat", "-o", "vectors.npy"],
    "embed sgr": ["embed", "-o", "vectors.npz"],
    "spectrum": ["spectrum", "-o", "spectra.jsonl"],
    "info": ["info"],
}


def seconds(program: pathlib.Path, command: list[str], path: pathlib.Path, folder: str) -> tuple[float, float]:
    """CPU and wall seconds of one run."""
    start = time.perf_counter()
    words = [str(program), command[0], str(path), *command[1:]]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{program} {' '.join(command)} failed on {path}")
    return usage.ru_utime + usage.ru_stime, wall


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("new", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("data", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("names", nargs="*")
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_intermixed_args()
    paths = sorted(arguments.data.glob("*.zip"))
    paths = [path for path in paths if not arguments.names or path.stem in arguments.names]
    print(
        "| command | collection | CPU old s | CPU new s | CPU new/old | wall new/old |\n|---|---|---:|---:|---:|---:|"
    )
    for name, command in COMMANDS.items():
        logarithms = []
        for path in paths:
            runs: dict[pathlib.Path, list[tuple[float, float]]] = {arguments.old: [], arguments.new: []}
            with tempfile.TemporaryDirectory() as folder:
                for _ in range(arguments.repeats):
                    for program, times in runs.items():
                        times.append(seconds(program, command, path, folder))
            cpu_old, wall_old = (statistics.median(column) for column in zip(*runs[arguments.old]))
            cpu_new, wall_new = (statistics.median(column) for column in zip(*runs[arguments.new]))
            ratio = cpu_new / cpu_old
            logarithms.append(math.log(ratio))
            line = f"| {name} | {path.stem} | {cpu_old:.3f} | {cpu_new:.3f} | {ratio:.3f} | {wall_new / wall_old:.3f} |"
            print(line, flush=True)
        print(
            f"| **{name}** | **geometric mean** | | | **{math.exp(statistics.fmean(logarithms)):.3f}** | |", flush=True
        )


if __name__ == "__main__":
    main()
