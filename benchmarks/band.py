"""All eigenvalues of band matrices: the band solver next to another build of it and to LAPACK, one thread.

Usage: band.py [--old BENCH_PROGRAM] [--page PAGE] [--sizes 300,1000,3000,6000] [--widths 20,50,100,200]

Each matrix is the Laplacian of a graph whose nodes are neighbours up to the bandwidth, so that the band has no zeros.
LAPACK's routines come from the OpenBLAS in NumPy's wheel: `dsbtrd` reduces the band, `dsytrd_2stage` the dense matrix,
`dsterf` finds the eigenvalues of both. A time is the best of several runs; all programs run in turn. `--old` names the
bench program of another build (`cargo bench -p sgr-graphs --bench band_solver --no-run` prints its path). `--page` writes
the table into a page.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import pathlib
import subprocess
import sys
import time

import numpy as np

from section import write

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Each LAPACK routine runs until this many seconds are spent, and at least once.
SECONDS = 1.0


class Lapack:
    """Two ways of LAPACK to the eigenvalues of a symmetric band matrix."""

    def __init__(self):
        folder = pathlib.Path(np.__file__).parent.parent / "numpy.libs"
        libraries = sorted(folder.glob("libscipy_openblas64_*"))
        if not libraries:
            sys.exit(f"no OpenBLAS in {folder}: install NumPy from its wheel")
        self.library = ctypes.CDLL(str(libraries[0]))
        self.library.scipy_openblas_set_num_threads64_(1)

    def call(self, name, *arguments):
        """Calls a routine of Fortran; strings, integers and arrays are passed by reference."""
        holders = [
            a.encode() if isinstance(a, str) else ctypes.byref(ctypes.c_int64(a)) if isinstance(a, int) else a.ctypes
            for a in arguments
        ]
        information = ctypes.c_int64(0)
        lengths = [ctypes.c_size_t(1) for a in arguments if isinstance(a, str)]
        getattr(self.library, f"scipy_{name}_64_")(*holders, ctypes.byref(information), *lengths)
        if information.value != 0:
            sys.exit(f"{name} returned {information.value}")

    def dsbtrd(self, band):
        """Eigenvalues by the reduction of the band, rotation after rotation."""
        rows, order = band.shape
        ab, d, e = np.asfortranarray(band), np.empty(order), np.empty(order)
        start = time.perf_counter()
        self.call("dsbtrd", "N", "L", order, rows - 1, ab, rows, d, e, np.empty(1), 1, np.empty(order))
        self.call("dsterf", order, d, e)
        return time.perf_counter() - start, d

    def dsytrd_2stage(self, band):
        """Eigenvalues by the reduction of the dense matrix to a band, then of the band."""
        rows, order = band.shape
        a, d, e = np.zeros((order, order), order="F"), np.empty(order), np.empty(order)
        for k in range(rows):
            a[range(k, order), range(order - k)] = band[k, : order - k]
        start = time.perf_counter()
        tau, sizes = np.empty(order), np.empty(2)
        self.call("dsytrd_2stage", "N", "L", order, a, order, d, e, tau, sizes[:1], -1, sizes[1:], -1)
        houses, work = np.empty(int(sizes[0])), np.empty(int(sizes[1]))
        self.call("dsytrd_2stage", "N", "L", order, a, order, d, e, tau, houses, houses.size, work, work.size)
        self.call("dsterf", order, d, e)
        return time.perf_counter() - start, d


def full_band(order, bandwidth):
    """The lower band of the Laplacian, one diagonal a row, as LAPACK stores it."""
    degrees = np.minimum(np.arange(order), bandwidth) + np.minimum(order - 1 - np.arange(order), bandwidth)
    band = np.zeros((bandwidth + 1, order))
    band[0] = 1
    for k in range(1, bandwidth + 1):
        band[k, : order - k] = -1 / np.sqrt(degrees[: order - k] * degrees[k:])
    return band


def best(solve, band):
    """The least seconds, and the sum of the squared eigenvalues."""
    times = []
    while sum(times) < SECONDS:
        seconds, values = solve(band)
        times.append(seconds)
    return min(times), float(np.sum(values**2))


def bench(program, order, bandwidth):
    """The same for a bench program."""
    row = json.loads(subprocess.run([program, f"{order},{bandwidth}"], check=True, capture_output=True).stdout)
    return row["seconds"], row["sum_of_squares"]


def build():
    """The bench program of this checkout."""
    command = ["cargo", "bench", "-p", "sgr-graphs", "--bench", "band_solver", "--no-run", "--message-format=json"]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line)["executable"] for line in lines if '"executable":"' in line][-1]


def numbers(text):
    return [int(word) for word in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--sizes", type=numbers, default=[300, 1000, 3000, 6000])
    parser.add_argument("--widths", type=numbers, default=[20, 50, 100, 200])
    arguments = parser.parse_args()
    lapack, program = Lapack(), build()
    old = ["old build, ms", "old/new"] if arguments.old else []
    titles = ["nodes", "bandwidth", "ms", *old, "`dsbtrd`, ms", "dsbtrd/new", "`dsytrd_2stage`, ms", "2stage/new"]
    lines = ["Made by `python3 benchmarks/band.py --page docs/results/speed.md`: all eigenvalues, one thread.", ""]
    lines += ["| " + " | ".join(titles) + " |", "|" + "---:|" * len(titles)]
    print("\n".join(lines), flush=True)
    for order in arguments.sizes:
        for bandwidth in arguments.widths:
            band = full_band(order, bandwidth)
            new, squares = bench(program, order, bandwidth)
            others = [bench(arguments.old, order, bandwidth)] if arguments.old else []
            others += [best(lapack.dsbtrd, band), best(lapack.dsytrd_2stage, band)]
            for _, found in others:
                if abs(found - squares) > 1e-9 * squares:
                    sys.exit(f"{order} nodes, bandwidth {bandwidth}: {found} is not {squares}")
            cells = [cell for seconds, _ in others for cell in (f"{1e3 * seconds:.2f}", f"{seconds / new:.2f}")]
            lines.append("| " + " | ".join([str(order), str(bandwidth), f"{1e3 * new:.2f}", *cells]) + " |")
            print(lines[-1], flush=True)
    if arguments.page:
        write(arguments.page, "Band matrices", lines)


if __name__ == "__main__":
    main()
