"""Graph kernels against GraKeL, both sides in one run on this machine. Prints Markdown tables.

Usage: kernels.py DATA_FOLDER [-o PAGE]

-o replaces this benchmark's section of a page (docs/results/speed.md).

DATA_FOLDER holds MUTAG.zip and PROTEINS.zip from the TU collection. Needs a Rust toolchain and Python 3; makes a
virtual environment in benchmarks/.venv for the peers. Takes a few minutes, nearly all of it in GraKeL.

On MUTAG the Gram matrices of both must agree to 1e-9 of the largest entry, without node labels and with them; these
are integers, so the difference should be 0. On PROTEINS both are timed: `sgr gram` as a whole process, from .zip to
.npy, and GraKeL's fit_transform alone, graphs in memory. Exits with 1 if a matrix differs.
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import sys
import tempfile
import time

import section
from compare import REPEATS, ROOT, SHORT, head, peer, peer_python, run

HERE = pathlib.Path(__file__).resolve().parent
METHODS = {"wl": "Weisfeiler–Lehman, h = 5", "sp": "shortest path"}
LABELS = {False: "no", True: "yes"}
# Of the largest entry.
TOLERANCE = 1e-9
ASKED = 20
# The section of the page that -o names.
TITLE = "Graph kernels, next to GraKeL"


def gram_command(sgr, path, method, labels, out):
    # Without node labels GraKeL gets the same label for all.
    start = "--labels" if labels else "--uniform"
    return [sgr, "gram", path, "--method", method, start, "-o", out]


def difference(sgr, python, path, method, labels, folder):
    """The largest difference of two entries, as part of the largest entry."""
    ours = folder / "ours.npy"
    run(gram_command(sgr, path, method, labels, ours))
    return json.loads(run([python, HERE / "kernel_peers.py", method, path, LABELS[labels], ours]))["difference"]


def seconds(sgr, python, path, method, labels, folder):
    """Median seconds of both sides."""
    times, out = [], folder / "timed.npy"
    for _ in range(REPEATS):
        # A new file each time: one that replaces another is written to the disk at once by some file systems.
        out.unlink(missing_ok=True)
        start = time.perf_counter()
        run(gram_command(sgr, path, method, labels, out))
        times.append(time.perf_counter() - start)
    return statistics.median(times), peer([python, HERE / "kernel_peers.py", method, path, LABELS[labels]])["seconds"]


def tables(agreement, timing):
    yield "Made by `python3 benchmarks/kernels.py DATA -o docs/results/speed.md`."
    yield ""
    yield f"Commit {head()}, measured on {os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}; medians of {REPEATS} runs for sgr; of GraKeL as many as start within {SHORT} s, at most {REPEATS}."
    yield ""
    yield "Gram matrices of MUTAG against GraKeL's, the largest difference as part of the largest entry:"
    yield ""
    yield "| kernel | node labels | difference |"
    yield "|---|---|---:|"
    for method, labels, value in agreement:
        yield f"| {METHODS[method]} | {LABELS[labels]} | {value:.1e} |"
    yield ""
    yield f"PROTEINS, `sgr gram` from .zip to .npy against GraKeL's `fit_transform` on graphs in memory (asked: {ASKED} times faster):"
    yield ""
    yield "| kernel | node labels | GraKeL s | sgr s | times faster |"
    yield "|---|---|---:|---:|---:|"
    for method, labels, ours, theirs in timing:
        yield f"| {METHODS[method]} | {LABELS[labels]} | {theirs:.2f} | {ours:.3f} | {theirs / ours:.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    arguments = parser.parse_args()
    mutag, proteins = (arguments.data.resolve() / f"{name}.zip" for name in ["MUTAG", "PROTEINS"])
    missing = [str(path) for path in [mutag, proteins] if not path.exists()]
    if missing:
        sys.exit(f"no {' and no '.join(missing)}; wanted TU collections as .zip")
    run(["cargo", "build", "--release", "--manifest-path", ROOT / "Cargo.toml", "-p", "sgr-graphs-cli"])
    sgr, python = ROOT / "target/release/sgr", peer_python()
    cases = [(method, labels) for method in METHODS for labels in LABELS]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        agreement = [(*case, difference(sgr, python, mutag, *case, folder)) for case in cases]
        timing = [(*case, *seconds(sgr, python, proteins, *case, folder)) for case in cases]
    lines = list(tables(agreement, timing))
    print("\n".join(lines))
    if arguments.output:
        section.write(arguments.output, TITLE, lines)
    if any(value > TOLERANCE for _, _, value in agreement):
        sys.exit(f"a matrix differs from GraKeL's by more than {TOLERANCE:.0e} of its largest entry")


if __name__ == "__main__":
    main()
