"""Kills, signals and full disks at random moments: every output is whole or untouched, and nothing is lost.

    python3 fuzz/crash_test [--program target/release/sgr] [--kills 100] [--signals 100] [--full-disks 20] [--seed 1]

Runs each command of the program that writes, once undisturbed and then again and again with an accident at a moment
drawn from the seed. Prints a table and exits with 1 if a promise of docs/reliability.md was broken. Linux and macOS;
full disks are small tmpfs for root on Linux, and limits of the file size otherwise.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import commands
import damaged_cache
from accidents import FullDisk, FullStdout, Kill, Signal
from tally import Tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=Path("target/release/sgr"))
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--signals", type=int, default=100)
    parser.add_argument("--full-disks", type=int, default=20)
    parser.add_argument("--caches", type=int, default=20, help="damaged caches of `sgr evaluate`")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = time.monotonic()
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="sgr-crash-") as folder:
        run(args, Path(folder), random.Random(args.seed), tally)
    print(tally.table())
    print(f"\n{time.monotonic() - start:.0f} s, seed {args.seed}")
    for broken in tally.broken:
        print(f"broken: {broken}", file=sys.stderr)
    return 1 if tally.broken else 0


def run(args: argparse.Namespace, folder: Path, chance: random.Random, tally: Tally) -> None:
    bench = commands.Bench(args.program.resolve(), folder)
    every = bench.commands()
    accidents = [Kill] * args.kills + [Signal] * args.signals + [FullDisk] * args.full_disks
    for number, kind in enumerate(accidents):
        command = every[number % len(every)]
        kind(bench, command, chance).run(tally)
    for command in bench.commands_to_stdout() if args.full_disks else []:
        FullStdout(bench, command, chance).run(tally)
    damaged_cache.run(bench, args.caches, chance, tally)
    bench.check_inputs(tally)


if __name__ == "__main__":
    sys.exit(main())
