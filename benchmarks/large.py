"""Large graphs: errors against exact spectra, growth of time with size, and NetLSD on the same graphs, on one machine.

Usage: large.py DATA_FOLDER [-o PAGE] [--part real|accuracy|growth|peer ...] [--exact-nodes N] [--peer-seconds S]

DATA_FOLDER holds edge lists as .txt.gz. Needs a Rust toolchain and Python 3; makes a virtual environment in
benchmarks/.venv for the peers. Takes long, most of it in exact spectra and in NetLSD.

- real: every graph as a user would solve it, within 1e-3 (--max-error of `auto`), as a whole process with reading: seconds, processor
  seconds, peak memory, stated error, and the predicted processor seconds.
- accuracy: graphs up to 20,000 nodes (--exact-nodes). Exact eigenvalues by `sgr spectrum --spectrum exact`, then every
  method: stated error, true error of the 256 samples, heat trace at 250 times from 0.01 to 100, seconds.
- growth: block models and power-law graphs from `sgr generate`, 10^4 to 10^7 edges; seconds, memory, stated error, and
  the exponent of seconds over edges by least squares.
- peer: graphs above 5,000 nodes, `sgr embed --representation heat` as a whole process against
`netlsd.heat(eigenvalues="auto")`
  on a matrix in memory, at errors of 1e-2 and 1e-3.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import section
from compare import ROOT, head, peer_python, run

# Parts, and the sections of the page that -o names.
TITLES = {"real": "Real graphs", "accuracy": "Errors against exact spectra", "growth": "Growth", "peer": "Next to NetLSD"}
PEER_NODES = 5_000
LONG = 60
EXACT_HEAT = {}
EDGES = [10**4, 10**5, 10**6, 10**7]
FAMILIES = {"block-model": ["--blocks", "10"], "barabasi-albert": []}


def timed(command):
    """Seconds, peak megabytes and output of a command."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        assert status == 0, f"failed: {' '.join(map(str, command))}"
        output.seek(0)
        return seconds, usage.ru_maxrss / 1000, output.read()


def spectrum(sgr, path, *flags):
    seconds, megabytes, output = timed([sgr, "spectrum", path, "--explain", "--quiet", *flags])
    return seconds, megabytes, json.loads(output.splitlines()[0])


def real(sgr, data):
    yield "`sgr spectrum --max-error 1e-3` on edge lists, as a whole process with reading; predicted: seconds of one core."
    yield ""
    yield "| graph | nodes | edges | method | stated error | s | processor s | predicted s | peak MB |"
    yield "|---|---:|---:|---|---:|---:|---:|---:|---:|"
    for path in sorted(data.glob("*.txt.gz")):
        before = os.times()
        seconds, megabytes, output = timed([sgr, "spectrum", path, "--max-error", "1e-3", "--explain", "--quiet"])
        after = os.times()
        processor = after.children_user + after.children_system - before.children_user - before.children_system
        line = json.loads(output.splitlines()[0])
        yield (
            f"| {path.name.removesuffix('.txt.gz')} | {line['nodes']} | {line['edges']} | {line['origin']} | {line['error']:.1e} "
            f"| {seconds:.1f} | {processor:.1f} | {predicted(line['explain']):.1f} | {megabytes:.0f} |"
        )
    yield ""


def predicted(explanation):
    """Predicted seconds of the methods that solved a graph."""
    plans = explanation["pieces"] + ([explanation["large"]] if explanation["large"] else [])
    return sum(plan["predicted_seconds"].get(plan["method"], 0.0) for plan in plans)


def heat(sgr, path, folder, python, *flags):
    out = folder / "heat.npy"
    seconds, _, _ = timed(
        [sgr, "embed", path, "--representation", "heat", "--normalization", "none", "-o", out, "--quiet", *flags]
    )
    values = json.loads(
        run([python, "-c", "import json, sys, numpy; print(json.dumps(numpy.load(sys.argv[1])[0].tolist()))", out])
    )
    return seconds, values


def relative(found, wanted):
    return max(abs(a / b - 1) for a, b in zip(found, wanted))


def exact_heat(eigenvalues):
    times = [10 ** (-2 + 4 * k / 249) for k in range(250)]
    return [math.fsum(math.exp(-t * value) for value in eigenvalues) for t in times]


def exact_samples(python, eigenvalues):
    """The samples by SciPy's spline, as the paper writes it."""
    code = (
        "import json, sys, numpy as np; from scipy.interpolate import CubicSpline;"
        "v = np.array(json.load(sys.stdin)); n = len(v);"
        "print(json.dumps(CubicSpline(np.arange(1, n + 1) / n, v, bc_type='not-a-knot')(np.linspace(0, 1, 256)).tolist()))"
    )
    return json.loads(
        subprocess.run(
            [python, "-c", code], input=json.dumps(eigenvalues), capture_output=True, text=True, check=True
        ).stdout
    )


def graphs_of(data, sgr):
    for path in sorted(data.glob("*.txt.gz")):
        line = json.loads(run([sgr, "info", path, "--json", "--quiet"]))
        yield path, line["nodes"]["total"] if isinstance(line["nodes"], dict) else line["nodes"]


def accuracy(sgr, python, data, folder, exact_nodes):
    yield "| graph | nodes | method | asked | stated | true | heat trace | s |"
    yield "|---|---:|---|---:|---:|---:|---:|---:|"
    for path, nodes in graphs_of(data, sgr):
        if nodes > exact_nodes:
            continue
        name = path.name.removesuffix(".txt.gz")
        seconds, _, exact = spectrum(sgr, path, "--spectrum", "exact")
        samples, trace = exact_samples(python, exact["eigenvalues"]), exact_heat(exact["eigenvalues"])
        EXACT_HEAT[path] = trace
        yield f"| {name} | {nodes} | exact | | {exact['error']:.0e} | | | {seconds:.1f} |"
        ways = [
            ("auto", "1e-3"),
            ("auto", "1e-2"),
            ("slicing", "1e-3"),
            ("density", "1e-2"),
            ("density", "1e-3"),
            ("single", ""),
            ("ends", ""),
        ]
        for method, error in ways:
            if method == "slicing" and nodes > 10_000:
                continue
            flags = ["--spectrum", method, *(["--max-error", error] if error else [])]
            seconds, _, line = spectrum(sgr, path, *flags)
            found = line.get("samples") or exact_samples(python, line["eigenvalues"])
            true = max(abs(a - b) for a, b in zip(found, samples))
            values = (
                exact_heat(line["eigenvalues"]) if "eigenvalues" in line else heat(sgr, path, folder, python, *flags)[1]
            )
            chosen = f"{method} ({line['origin']})" if method == "auto" else method
            yield f"| {name} | {nodes} | {chosen} | {error} | {line['error']:.1e} | {true:.1e} | {100 * relative(values, trace):.3f} % | {seconds:.1f} |"
    yield ""


def growth(sgr, folder):
    yield "`sgr spectrum` on edge lists of mean degree 20, as a whole process with reading; asked: within 1e-3."
    yield ""
    yield "| family | nodes | edges | method | stated error | s | peak MB |"
    yield "|---|---:|---:|---|---:|---:|---:|"
    for family, flags in FAMILIES.items():
        points = []
        for edges in EDGES:
            path = folder / f"{family}-{edges}.txt"
            run([sgr, "generate", family, "-n", "1", "--nodes", str(edges // 10), "--degree", "20", *flags, "-o", path])
            seconds, megabytes, line = spectrum(sgr, path)
            points.append((math.log(line["edges"]), math.log(seconds)))
            yield f"| {family} | {line['nodes']} | {line['edges']} | {line['origin']} | {line['error']:.1e} | {seconds:.1f} | {megabytes:.0f} |"
            path.unlink()
        mean = [statistics.mean(axis) for axis in zip(*points)]
        slope = sum((x - mean[0]) * (y - mean[1]) for x, y in points) / sum((x - mean[0]) ** 2 for x, _ in points)
        yield f"| {family} | | | exponent | | {slope:.2f} | |"
    yield ""


NETLSD = """
import gzip, json, sys, time, warnings
import netlsd, numpy as np, scipy.sparse as sparse
warnings.filterwarnings("ignore")
opened = gzip.open(sys.argv[1], "rt") if sys.argv[1].endswith(".gz") else open(sys.argv[1])
edges = np.array([line.split()[:2] for line in opened if line[0] not in "#%"], dtype=np.int64)
names, numbers = np.unique(edges, return_inverse=True)
u, v = numbers.reshape(edges.shape).T
keep = u != v
ones = np.ones(keep.sum())
matrix = sparse.coo_matrix((ones, (u[keep], v[keep])), (len(names), len(names))).tocsr()
matrix = matrix + matrix.T
matrix.data[:] = 1
start = time.perf_counter()
values = netlsd.heat(matrix, eigenvalues="auto", normalization=None)
print(json.dumps({"seconds": time.perf_counter() - start, "values": values.tolist()}))
"""


def peer_table(sgr, python, data, folder, exact_nodes, peer_seconds):
    yield f'`netlsd.heat(eigenvalues="auto")` on a matrix in memory, given up after {peer_seconds} s; sgr as a whole process, file to .npy.'
    yield "Errors are the largest of the heat trace over 250 times, relative to it, against exact eigenvalues (in single"
    yield f"precision above {exact_nodes} nodes) or counts to 1e-5."
    yield ""
    yield "| graph | nodes | NetLSD s | its error | `--max-error` | sgr s | its error | times faster |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for path, nodes in graphs_of(data, sgr):
        if nodes <= PEER_NODES:
            continue
        name = path.name.removesuffix(".txt.gz")
        try:
            found = subprocess.run([python, "-c", NETLSD, path], capture_output=True, text=True, timeout=peer_seconds)
            theirs = json.loads(found.stdout) if found.returncode == 0 else {"seconds": math.nan}
        except subprocess.TimeoutExpired:
            theirs = {"seconds": math.inf}
        reference = reference_heat(sgr, path, nodes, folder, python, exact_nodes)
        peer = {math.inf: f"> {peer_seconds}"}.get(theirs["seconds"], f"{theirs['seconds']:.1f}")
        for max_error in ["1e-2", "1e-3"]:
            times = []
            # A median of three, unless it takes long.
            while len(times) < 3 and sum(times) < LONG:
                seconds, values = heat(sgr, path, folder, python, "--max-error", max_error)
                times.append(seconds)
            ours = statistics.median(times)
            faster = (
                f"> {peer_seconds / ours:.0f}" if theirs["seconds"] == math.inf else f"{theirs['seconds'] / ours:.0f}"
            )
            yield f"| {name} | {nodes} | {peer} | {percent_off(theirs.get('values'), reference)} | {max_error} | {ours:.1f} | {percent_off(values, reference)} | {faster} |"
    yield ""


def percent_off(values, reference):
    """The largest error of a trace in per cent, where both are known."""
    return f"{100 * relative(values, reference):.3f} %" if values and reference else "unknown"


def reference_heat(sgr, path, nodes, folder, python, exact_nodes):
    """Exact heat traces, up to twice as many nodes in single precision, or those of a count to 1e-5 where that is quick."""
    if nodes <= 2 * exact_nodes and path not in EXACT_HEAT:
        _, _, line = spectrum(sgr, path, "--spectrum", "exact" if nodes <= exact_nodes else "single")
        EXACT_HEAT[path] = exact_heat(line["eigenvalues"])
    if path in EXACT_HEAT:
        return EXACT_HEAT[path]
    _, _, line = spectrum(sgr, path, "--max-error", "1e-2")
    if line["origin"] == "slicing":
        return heat(sgr, path, folder, python, "--spectrum", "slicing", "--max-error", "1e-5")[1]
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    parser.add_argument("--part", action="append", choices=list(TITLES))
    parser.add_argument("--exact-nodes", type=int, default=20_000)
    parser.add_argument("--peer-seconds", type=int, default=900)
    args = parser.parse_args()
    run(["cargo", "build", "--release", "--manifest-path", ROOT / "Cargo.toml", "-p", "sgr-graphs-cli"])
    sgr = ROOT / "target/release/sgr"
    parts = args.part or list(TITLES)
    # The other parts need no peers.
    python = peer_python() if {"accuracy", "peer"} & set(parts) else None
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        makers = {
            "real": lambda: real(sgr, args.data),
            "accuracy": lambda: accuracy(sgr, python, args.data, folder, args.exact_nodes),
            "growth": lambda: growth(sgr, folder),
            "peer": lambda: peer_table(sgr, python, args.data, folder, args.exact_nodes, args.peer_seconds),
        }
        for part in parts:
            made_by = f"Made by `python3 benchmarks/large.py DATA --part {part} -o docs/results/large-graphs.md`, commit {head()}."
            lines = [made_by, ""]
            for line in makers[part]():
                print(line, flush=True)
                lines.append(line)
            if args.output:
                section.write(args.output, TITLES[part], lines)


if __name__ == "__main__":
    main()
