"""sgr against its peers, both sides in one run on this machine. Prints Markdown tables.

Usage: compare.py DATA_FOLDER [-o PAGE] [--rows FILE] [--sample NAME=K] [--python PYTHON] [NAME ...]

DATA_FOLDER holds TU collections as .zip; NAMEs pick some of them (all by default). Needs a Rust toolchain and Python 3;
makes a virtual environment in benchmarks/.venv for the peers and the package of this checkout, unless --python names one
that has them. Takes most of an hour for the nine collections of the paper, nearly all of it in the peers. With --rows,
collections that were measured before at the same commit are taken from that file, and new ones added: an interrupted run
continues where it stopped. With --sample, the times of NetLSD and NumPy of a collection are those of every K-th of its graphs
by size, scaled to all graphs, and the tables say so; without it they run on all graphs. -o replaces this benchmark's section of
a page (docs/results/speed.md).
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


def python_with_package():
    """The environment of the peers, with the package of this checkout."""
    python = peer_python()
    run([python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", ROOT])
    return python


# Benchmarks in Rust, on graphs in memory.
BENCHES = ["spectrum_stage", "physical_limits"]


def build():
    run(["cargo", "build", "--release", "--manifest-path", ROOT / "Cargo.toml", "-p", "sgr-graphs-cli"])
    benches = [word for name in BENCHES for word in ("--bench", name)]
    run(["cargo", "bench", "--manifest-path", ROOT / "Cargo.toml", "--workspace", *benches, "--no-run"])
    return ROOT / "target/release/sgr"


def embed(sgr, path, out, representation):
    """Median seconds of the whole process, from file to a new .npy, and its peak memory in MB."""
    times, peak = [], 0
    for _ in range(REPEATS):
        # A file that takes the place of another one waits for the disk.
        for old in out.glob("vectors.npy*"):
            old.unlink()
        start = time.perf_counter()
        process = subprocess.Popen([sgr, "embed", "--representation", representation, path, "-o", out / "vectors.npy"])
        _, status, usage = os.wait4(process.pid, 0)
        times.append(time.perf_counter() - start)
        assert status == 0, f"sgr failed on {path}"
        peak = max(peak, usage.ru_maxrss / 1000)
    return statistics.median(times), peak


def bench(name, path):
    """The answer of a benchmark in Rust."""
    return json.loads(
        run(["cargo", "bench", "--manifest-path", ROOT / "Cargo.toml", "--workspace", "--bench", name, "--", path])
    )


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
    for key in {"seconds", "read"} & answers[0].keys():
        answers[0][key] = statistics.median(answer[key] for answer in answers)
    return answers[0]


def measure(sgr, python, path, every):
    row = {"name": path.stem}
    peers = HERE / "peers.py"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        row["heat"], row["peak"] = embed(sgr, path, folder, "heat")
        row["sgr"], row["sgr_peak"] = embed(sgr, path, folder, "sgr")
        row["read"], row["read_cpu"], row["text"] = reading(sgr, path)
        run([sgr, "spectrum", path, "-o", folder / "spectra.jsonl"])
        numpy = peer([python, peers, "eigvalsh", path, folder / "spectra.jsonl", every], OPENBLAS_NUM_THREADS="1")
    row["graphs"], row["eigvalsh"], row["difference"] = numpy["graphs"], numpy["seconds"], numpy["largest_difference"]
    row["stage"] = bench("spectrum_stage", path)["seconds"]
    row["limits"] = bench("physical_limits", path)
    row["ours"] = json.loads(run([python, peers, "ours", path]))
    row["netlsd"] = peer([python, peers, "netlsd", path, *([every] if every > 1 else [])])
    return row


def processor():
    """The name of the processor, as far as the system tells it."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines() if pathlib.Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def head():
    return run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]).strip()


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def title(row):
    """The name of a collection, with a star where the peers ran on a sample."""
    return row["name"] + ("\\*" if row["netlsd"]["timed"] < row["graphs"] else "")


def both(row):
    """NetLSD's seconds from the file to the vectors."""
    return row["netlsd"]["read"] + row["netlsd"]["seconds"]


def limits(rows, cores):
    """How far the program is from this machine's limits."""
    yield "Limits of this machine. One stream cannot be inflated by two cores, so the seconds to inflate are a bound for any number of them. The operations are those of the cheapest exact way we know to all eigenvalues, after twins, closed forms and components: a dense or a band matrix becomes tridiagonal, and QL gives its eigenvalues. Their seconds are at the rate of a matrix product on all cores, which no such reduction reaches. The bound is the larger of both; for graphs that are nearly trees it is none, because sparse eliminations take fewer operations than the reduction:"
    yield ""
    yield "| collection | MB to inflate | s, one core | 10⁹ operations | s, all cores | bound s | sgr heat s | times the bound |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        found = row["limits"]
        solving = found["operations"] / found["operations_a_second"] / cores
        bound = max(solving, found["inflate_seconds"])
        yield f"| {row['name']} | {found['bytes'] / 1e6:.1f} | {found['inflate_seconds']:.4f} | {found['operations'] / 1e9:.3f} | {solving:.4f} | {bound:.4f} | {row['heat']:.3f} | {row['heat'] / bound:.1f} |"
    yield ""
    rate = statistics.median(row["limits"]["operations_a_second"] for row in rows) / 1e9
    yield f"A core does {rate:.0f} · 10⁹ operations of a matrix product in double precision a second."


def tables(rows):
    cores, commit = os.cpu_count(), head()
    yield "Made by `python3 benchmarks/compare.py DATA -o docs/results/speed.md`."
    yield ""
    yield f"Commit {commit}, measured on {cores} cores ({processor()}), Python {platform.python_version()}; medians of {REPEATS} runs for sgr; of the peers as many as start within {SHORT} s, at most {REPEATS}."
    yield ""
    yield f"From a .zip to vectors, {cores} threads. NetLSD: pandas reads the file into SciPy matrices, then a loop over `netlsd.heat`; the start of Python and its imports are not counted. `sgr embed --representation heat` and `sgr embed`: the whole process, from .zip to .npy:"
    yield ""
    yield "| collection | graphs | NetLSD s | of which reading | its peak MB | sgr heat s | times faster | sgr default s | times faster | peak MB |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        theirs = both(row)
        yield f"| {title(row)} | {row['graphs']} | {theirs:.2f} | {row['netlsd']['read']:.2f} | {row['netlsd']['peak']:.0f} | {row['heat']:.3f} | {theirs / row['heat']:.1f} | {row['sgr']:.3f} | {theirs / row['sgr']:.1f} | {max(row['peak'], row['sgr_peak']):.0f} |"
    means = [geometric_mean([both(row) / row[of] for row in rows]) for of in ("heat", "sgr")]
    yield f"| **geometric mean** | | | | | | **{means[0]:.1f}** | | **{means[1]:.1f}** | |"
    yield ""
    yield "From memory to memory, in Python: a list of SciPy matrices to an array; `sgr.heat_trace` and `sgr.embed` are one call each:"
    yield ""
    yield "| collection | NetLSD s | sgr heat s | times faster | sgr default s | times faster | peak MB |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        theirs, ours = row["netlsd"]["seconds"], row["ours"]
        yield f"| {title(row)} | {theirs:.2f} | {ours['heat']:.3f} | {theirs / ours['heat']:.1f} | {ours['sgr']:.3f} | {theirs / ours['sgr']:.1f} | {ours['peak']:.0f} |"
    means = [geometric_mean([row["netlsd"]["seconds"] / row["ours"][of] for row in rows]) for of in ("heat", "sgr")]
    yield f"| **geometric mean** | | | **{means[0]:.1f}** | | **{means[1]:.1f}** | |"
    yield ""
    samples = [(row["netlsd"]["timed"], row["graphs"], row["name"]) for row in rows]
    samples = [f"{timed} of the {graphs} graphs of {name}" for timed, graphs, name in samples if timed < graphs]
    if samples:
        yield f"\\* NetLSD, and NumPy below, ran on a sample, every so many graphs in the order of their sizes, and their seconds are scaled to the number of all graphs: {', '.join(samples)}."
        yield ""
    yield "Spectra alone, one thread each, against a loop over `numpy.linalg.eigvalsh` (OpenBLAS), and the largest difference between any two eigenvalues:"
    yield ""
    yield "| collection | eigvalsh s | sgr s | times faster | largest difference |"
    yield "|---|---:|---:|---:|---:|"
    for row in rows:
        yield f"| {title(row)} | {row['eigvalsh']:.3f} | {row['stage']:.4f} | {row['eigvalsh'] / row['stage']:.1f} | {row['difference']:.1e} |"
    yield f"| **geometric mean** | | | **{geometric_mean([row['eigvalsh'] / row['stage'] for row in rows]):.1f}** | |"
    yield ""
    yield "Reading alone (`sgr info`):"
    yield ""
    yield "| collection | MB of text | wall s | CPU s | MB/s for each core in use |"
    yield "|---|---:|---:|---:|---:|"
    for row in rows:
        yield f"| {row['name']} | {row['text']:.1f} | {row['read']:.3f} | {row['read_cpu']:.3f} | {row['text'] / row['read_cpu']:.0f} |"
    yield ""
    yield from limits(rows, cores)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    parser.add_argument("--rows", type=pathlib.Path)
    parser.add_argument("--sample", action="append", default=[], metavar="NAME=K")
    parser.add_argument("--python", type=pathlib.Path, help="with the peers and the package of this checkout")
    arguments = parser.parse_intermixed_args()
    found = {path.stem: path.resolve() for path in arguments.data.glob("*.zip")}
    names = arguments.names or sorted(
        found, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)
    )
    missing = [name for name in names if name not in found]
    if missing or not names:
        sys.exit(f"{arguments.data} has no {', '.join(missing) or 'collections'}; wanted TU collections as .zip")
    sgr, python = build(), arguments.python or python_with_package()
    every = {name: int(count) for name, _, count in (sample.partition("=") for sample in arguments.sample)}
    known = {}
    if arguments.rows and arguments.rows.exists():
        measured = map(json.loads, arguments.rows.read_text().splitlines())
        known = {row["name"]: row for row in measured if row["commit"] == head()}
    rows = []
    for name in names:
        rows.append(known.get(name) or {"commit": head(), **measure(sgr, python, found[name], every.get(name, 1))})
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
