"""The time from a file of SMILES to vectors.

Usage: molecules.py FILE... [--sgr PROGRAM] [--count 1000000] [--threads 2]

FILE is a .csv, plain or .gz, with a column `smiles`, or a list of SMILES; its SMILES are repeated until there are as many as --count. Prints a Markdown table: molecules
a second of the clock, microseconds of processor time for each, and the largest memory. Takes a minute. On Linux or macOS.
"""

import argparse
import csv
import gzip
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from evaluation import release_build

#: What is measured: a name, and flags of `sgr embed`.
JOBS = [
    ("vectors with atoms and bonds", []),
    ("bare graphs", ["--ignore-labels"]),
    ("fingerprints", ["--representation", "fingerprint"]),
]


def smiles_of(path):
    """The SMILES of a file."""
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        if ".csv" in path.suffixes:
            return [row["smiles"].strip() for row in csv.DictReader(file)]
        return [line.split()[0] for line in file if line.strip()]


def write(path, known, count):
    """Repeats SMILES, each line with a name of its own."""
    with open(path, "w") as file:
        for number, smiles in zip(range(count), itertools.cycle(known)):
            file.write(f"{smiles} m{number}\n")


def measured(command):
    """Seconds of the clock and of the processor, and megabytes of memory, of one run."""
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command])
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    # 1: some SMILES were skipped.
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{command}: exit status {status}")
    memory = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    return seconds, usage.ru_utime + usage.ru_stime, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--sgr", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    program = arguments.sgr or release_build()
    known = [smiles for path in arguments.files for smiles in smiles_of(path)]
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder, "molecules.smi"), pathlib.Path(folder, "vectors.npz")
        write(source, known, arguments.count)
        print("| | molecules a second | \u00b5s of the processor a molecule | MB |")
        print("| --- | --: | --: | --: |")
        for title, flags in JOBS:
            command = [program, "embed", source, "-o", target, "--quiet", "--threads", arguments.threads, *flags]
            seconds, processor, memory = measured(command)
            rate, each = arguments.count / seconds, 1e6 * processor / arguments.count
            print(f"| {title} | {rate:,.0f} | {each:.1f} | {memory:.0f} |", flush=True)
        print(f"\nLoad of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
