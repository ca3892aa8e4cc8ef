"""sgr against its peers, both sides in one run on this machine. Prints Markdown tables.

Usage: compare.py DATA_FOLDER [-o PAGE] [--rows FILE] [NAME ...]

DATA_FOLDER holds TU collections as .zip; NAMEs pick some of them (all by default). Needs a Rust toolchain and Python 3;
makes a virtual environment in benchmarks/.venv for the peers. Takes most of an hour for the nine collections of the
paper, nearly all of it in the peers. With --rows, collections that were measured before at the same commit are taken
from that file, and new ones added: an interrupted run continues where it stopped. -o replaces this benchmark's section
of a page (docs/results/speed.md).
"""

import argparse
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import section

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
ORDER = [
    "MUTAG",
    "ENZYMES",
    "PROTEINS",
    "DD",
    "IMDB-BINARY",
    "IMDB-MULTI",
    "COLLAB",
    "REDDIT-BINARY",
    "REDDIT-MULTI-5K",
]
# The section of the page that -o names.
TITLE = "The program, next to NetLSD and NumPy"
REPEATS = 5
# Seconds after which a peer is not run again.
SHORT = 10


def run(command, **environment):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, env={**os.environ, **environment}
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout


def peer_python():
    python, wanted, installed = HERE / ".venv/bin/python", HERE / "requirements.txt", HERE / ".venv/requirements.txt"
    if not python.exists():
        run([sys.executable, "-m", "venv", HERE / ".venv"])
    # An environment from before a peer was added lacks it.
    if not installed.exists() or installed.read_text() != wanted.read_text():
        run([python, "-m", "pip", "install", "--quiet", "-r", wanted])
        installed.write_text(wanted.read_text())
    return python


def build():
    run(["cargo", "build", "--release", "--manifest-path", ROOT / "Cargo.toml", "-p", "sgr-graphs-cli"])
    bench = [
        "cargo",
        "bench",
        "--manifest-path",
        ROOT / "Cargo.toml",
        "--workspace",
        "--bench",
        "spectrum_stage",
        "--no-run",
    ]
    run(bench)
    return ROOT / "target/release/sgr"


def embed(sgr, path, out):
    """Median seconds of the whole process, from file to .npy, and its peak memory in MB."""
    times, peak = [], 0
    for _ in range(REPEATS):
        start = time.perf_counter()
        process = subprocess.Popen([sgr, "embed", "--representation", "heat", path, "-o", out / "vectors.npy"])
        _, status, usage = os.wait4(process.pid, 0)
        times.append(time.perf_counter() - start)
        assert status == 0, f"sgr failed on {path}"
        peak = max(peak, usage.ru_maxrss / 1000)
    return statistics.median(times), peak


def spectrum_stage(path):
    """Median seconds of the spectra alone, one thread, graphs in memory."""
    command = [
        "cargo",
        "bench",
        "--manifest-path",
        ROOT / "Cargo.toml",
        "--workspace",
        "--bench",
        "spectrum_stage",
        "--",
        path,
    ]
    return json.loads(run(command))["seconds"]


def reading(sgr, path):
    """Median wall seconds of `sgr info`, CPU seconds, and megabytes of text in the archive."""
    import zipfile

    text = sum(
        entry.file_size
        for entry in zipfile.ZipFile(path).infolist()
        if entry.filename.endswith(("_A.txt", "_graph_indicator.txt", "_graph_labels.txt"))
    )
    times, cpu = [], []
    for _ in range(REPEATS):
        start = time.perf_counter()
        process = subprocess.Popen([sgr, "info", path], stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        times.append(time.perf_counter() - start)
        cpu.append(usage.ru_utime + usage.ru_stime)
    return statistics.median(times), statistics.median(cpu), text / 1e6


def peer(command, **environment):
    """The answer of a peer; the median of several runs where one is short."""
    answers = []
    while len(answers) < REPEATS and sum(answer["seconds"] for answer in answers) < SHORT:
        answers.append(json.loads(run(command, **environment)))
    answers[0]["seconds"] = statistics.median(answer["seconds"] for answer in answers)
    return answers[0]


def measure(sgr, python, path):
    row = {"name": path.stem}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        row["embed"], row["peak"] = embed(sgr, path, folder)
        row["stage"] = spectrum_stage(path)
        row["read"], row["read_cpu"], row["text"] = reading(sgr, path)
        run([sgr, "spectrum", path, "-o", folder / "spectra.jsonl"])
        peers = HERE / "peers.py"
        row["netlsd"] = peer([python, peers, "netlsd", path])["seconds"]
        numpy = peer([python, peers, "eigvalsh", path, folder / "spectra.jsonl"], OPENBLAS_NUM_THREADS="1")
        row["eigvalsh"], row["difference"], row["graphs"] = (
            numpy["seconds"],
            numpy["largest_difference"],
            numpy["graphs"],
        )
    return row


def head():
    return run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]).strip()


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def tables(rows):
    cores, commit = os.cpu_count(), head()
    yield "Made by `python3 benchmarks/compare.py DATA -o docs/results/speed.md`."
    yield ""
    yield f"Commit {commit}, measured on {cores} cores ({platform.machine()}), Python {platform.python_version()}; medians of {REPEATS} runs for sgr; of the peers as many as start within {SHORT} s, at most {REPEATS}."
    yield ""
    yield f"`sgr embed --representation heat`, file to .npy, {cores} threads, against a loop over `netlsd.heat` on graphs in memory:"
    yield ""
    yield "| collection | graphs | NetLSD s | sgr s | times faster | peak MB |"
    yield "|---|---:|---:|---:|---:|---:|"
    for row in rows:
        yield f"| {row['name']} | {row['graphs']} | {row['netlsd']:.2f} | {row['embed']:.3f} | {row['netlsd'] / row['embed']:.1f} | {row['peak']:.0f} |"
    yield f"| **geometric mean** | | | | **{geometric_mean([row['netlsd'] / row['embed'] for row in rows]):.1f}** | |"
    yield ""
    yield "Spectra alone, one thread each, against a loop over `numpy.linalg.eigvalsh` (OpenBLAS), and the largest difference between any two eigenvalues:"
    yield ""
    yield "| collection | eigvalsh s | sgr s | times faster | largest difference |"
    yield "|---|---:|---:|---:|---:|"
    for row in rows:
        yield f"| {row['name']} | {row['eigvalsh']:.3f} | {row['stage']:.4f} | {row['eigvalsh'] / row['stage']:.1f} | {row['difference']:.1e} |"
    yield f"| **geometric mean** | | | **{geometric_mean([row['eigvalsh'] / row['stage'] for row in rows]):.1f}** | |"
    yield ""
    yield "Reading alone (`sgr info`):"
    yield ""
    yield "| collection | MB of text | wall s | CPU s | MB/s for each core in use |"
    yield "|---|---:|---:|---:|---:|"
    for row in rows:
        yield f"| {row['name']} | {row['text']:.1f} | {row['read']:.3f} | {row['read_cpu']:.3f} | {row['text'] / row['read_cpu']:.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    parser.add_argument("--rows", type=pathlib.Path)
    arguments = parser.parse_args()
    found = {path.stem: path.resolve() for path in arguments.data.glob("*.zip")}
    names = arguments.names or sorted(
        found, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)
    )
    missing = [name for name in names if name not in found]
    if missing or not names:
        sys.exit(f"{arguments.data} has no {', '.join(missing) or 'collections'}; wanted TU collections as .zip")
    sgr, python = build(), peer_python()
    known = {}
    if arguments.rows and arguments.rows.exists():
        measured = map(json.loads, arguments.rows.read_text().splitlines())
        known = {row["name"]: row for row in measured if row["commit"] == head()}
    rows = []
    for name in names:
        rows.append(known.get(name) or {"commit": head(), **measure(sgr, python, found[name])})
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        if arguments.rows and name not in known:
            with arguments.rows.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    lines = list(tables(rows))
    print("\n".join(lines))
    if arguments.output:
        section.write(arguments.output, TITLE, lines)


if __name__ == "__main__":
    main()
