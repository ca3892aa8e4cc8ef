"""Fingerprints against GraKeL's Weisfeiler–Lehman kernel, both sides in one run on this machine. Prints Markdown.

Usage: fingerprint.py [-o PAGE]

-o replaces this benchmark's section of a page (docs/results/speed.md).

Makes a collection of the size of NCI1: 4110 graphs like molecules (`sgr generate ring-tree`) with random node labels. Times
`sgr embed --representation fingerprint --labels nodes` as a whole process, from .zip to a sparse .npz, and GraKeL's
fit_transform alone, graphs in memory: three rounds of refinement on both sides, vectors on one and all pairs of graphs on the
other. Needs a Rust toolchain and Python 3; makes a virtual environment in benchmarks/.venv for the peer.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import statistics
import tempfile
import time
import zipfile

import section
from compare import REPEATS, ROOT, SHORT, head, peer, peer_python, run

HERE = pathlib.Path(__file__).resolve().parent
GRAPHS = 4110
# Log-uniform sizes in this range have a mean of 30 nodes, as NCI1 has.
NODES = "15..52"
# NCI1 has 37 kinds of atoms; most are carbon, and each further kind is rarer.
LABELS, SHARE_OF_NEXT = 37, 0.4
ASKED = 50
# The section of the page that -o names.
TITLE = "Fingerprints, next to GraKeL's Weisfeiler–Lehman kernel"


def collection(sgr, folder):
    """A TU collection of graphs like molecules with random node labels, and its summary."""
    path = folder / "MOLECULES.zip"
    run([sgr, "generate", "ring-tree", "-n", GRAPHS, "--nodes", NODES, "--seed", 1, "-o", path])
    summary = json.loads(run([sgr, "info", path, "--json"]))
    generator = random.Random(1)
    weights = [SHARE_OF_NEXT**label for label in range(LABELS)]
    with zipfile.ZipFile(path, "a") as archive:
        indicator = next(name for name in archive.namelist() if name.endswith("_graph_indicator.txt"))
        nodes = len(archive.read(indicator).split())
        labels = generator.choices(range(LABELS), weights, k=nodes)
        archive.writestr(indicator.replace("graph_indicator", "node_labels"), "".join(f"{label}\n" for label in labels))
    return path, summary


def seconds(sgr, path, out, *arguments):
    """Median seconds of `sgr embed` as a whole process."""
    times = []
    for _ in range(REPEATS):
        # A new file each time: one that replaces another is written to the disk at once by some file systems.
        out.unlink(missing_ok=True)
        start = time.perf_counter()
        run([sgr, "embed", path, "--representation", "fingerprint", "--labels", "nodes", *arguments, "-o", out])
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def table(summary, ours, theirs):
    yield "Made by `python3 benchmarks/fingerprint.py -o docs/results/speed.md`."
    yield ""
    yield f"Commit {head()}, measured on {os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}; medians of {REPEATS} runs for sgr; of GraKeL as many as start within {SHORT} s, at most {REPEATS}."
    yield ""
    yield f"{GRAPHS} generated graphs like molecules with {LABELS} node labels, {summary['nodes']['mean']:.1f} nodes and {summary['edges']['mean']:.1f} edges in the mean, the size of NCI1. `sgr embed --representation fingerprint --labels nodes` from .zip to .npz against `fit_transform` of GraKeL's WL kernel (n_iter = 3, vertex histogram) on graphs in memory (asked: {ASKED} times faster):"
    yield ""
    yield "| threads | GraKeL s | sgr s | times faster |"
    yield "|---:|---:|---:|---:|"
    for threads, measured in ours.items():
        yield f"| {threads} | {theirs:.2f} | {measured:.3f} | {theirs / measured:.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    arguments = parser.parse_args()
    run(["cargo", "build", "--release", "--manifest-path", ROOT / "Cargo.toml", "-p", "sgr-graphs-cli"])
    sgr, python = ROOT / "target/release/sgr", peer_python()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        path, summary = collection(sgr, folder)
        threads = sorted({1, os.cpu_count()})
        ours = {count: seconds(sgr, path, folder / "vectors.npz", "--threads", count) for count in threads}
        theirs = peer([python, HERE / "kernel_peers.py", "wl3", path, "yes"])["seconds"]
    lines = list(table(summary, ours, theirs))
    print("\n".join(lines))
    if arguments.output:
        section.write(arguments.output, TITLE, lines)


if __name__ == "__main__":
    main()
