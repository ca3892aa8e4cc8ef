"""Tables of docs/results/capacity.md, made from docs/results/capacity.json.

Usage: capacity_page.py [--check]

The scripts that measure write their part of the .json and renew the page; a test of the package calls this with --check, which
ends with code 1 if a table of the page is not the one that the .json gives. A table stands between the comments
`<!-- capacity.json NAME -->` and `<!-- end -->`. Needs nothing but Python.
"""

import argparse
import json
import math
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEASURED, PAGE = ROOT / "docs/results/capacity.json", ROOT / "docs/results/capacity.md"
BLOCK = re.compile(r"(<!-- capacity\.json ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
HOUR = 3600
#: Bits a second of a machine's network, and of all storage, that the page compares with.
NETWORK, STORAGE = 25e9, 1e12


def machine():
    """The machine and the commit of a measurement."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    return f"{os.cpu_count()} cores ({platform.machine()}), commit {commit.strip()}"


def read():
    """All that was measured."""
    return json.loads(MEASURED.read_text()) if MEASURED.exists() else {}


def write(part, found):
    """Replaces a part of what was measured, and the tables of the page."""
    MEASURED.write_text(json.dumps({**read(), part: {"machine": machine(), **found}}, indent=1) + "\n")
    if PAGE.exists():
        PAGE.write_text(rendered(PAGE.read_text()))


def rendered(page):
    """The page with the tables of what was measured."""
    measured = read()

    def block(match):
        part, table = TABLES[match[2]]
        if part not in measured:
            return match[0]
        found = measured[part]
        return match[1] + f"Measured on {found['machine']}.\n\n" + "\n".join(table(measured)) + "\n" + match[3]

    return BLOCK.sub(block, page)


def row(*cells):
    """A line of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def head(*titles):
    """The lines above the rows: the first column is text, the others numbers."""
    return [row(*titles), "|---" + "|---:" * (len(titles) - 1) + "|"]


def brief(number):
    """Two or three digits, with commas between thousands."""
    if number == 0:
        return "0"
    digits = 2 - math.floor(math.log10(abs(number)))
    return f"{round(number, digits):,.{max(digits, 0)}f}" if digits > 0 else f"{round(number, digits):,.0f}"


def measured_rows(measured, kind):
    return [found for found in measured["costs"]["rows"] if found["kind"] == kind]


def collections(measured):
    """What the graphs of each collection cost."""
    yield from head(
        "collection",
        "graphs",
        "nodes, mean",
        "largest",
        "edges, mean",
        "graphs per core-second",
        "bytes read",
        "bytes written",
    )
    for found in measured_rows(measured, "collection"):
        sizes = found["graphs"], brief(found["nodes"]), found["largest"], brief(found["edges"])
        yield row(found["name"], *sizes, brief(1 / found["seconds"]), brief(found["read"]), brief(found["written"]))


def families(measured):
    """Graphs a core-second by family and size."""
    rows = measured_rows(measured, "family")
    names = list(dict.fromkeys(found["name"] for found in rows))
    yield from head("nodes", *names)
    for nodes in sorted({found["largest"] for found in rows if found["name"] == names[-1]}):
        cells = []
        for name in names:
            # Some families make graphs of about that many nodes.
            near = [found for found in rows if found["name"] == name and abs(found["nodes"] / nodes - 1) < 0.2]
            cells.append(brief(1 / near[0]["seconds"]) if near else "")
        yield row(f"{nodes:,}", *cells)


def predictions(measured):
    """Measured next to predicted seconds."""
    yield from head("graphs", "measured µs", "predicted µs", "predicted / measured", "prediction takes")
    for found in measured["costs"]["rows"]:
        name = found["name"] if found["kind"] == "collection" else f"{found['name']}, {found['largest']:,} nodes"
        part = f"{100 * found['prediction'] / found['seconds']:.1f} %"
        yield row(
            name,
            brief(1e6 * found["seconds"]),
            brief(1e6 * found["predicted"]),
            f"{found['predicted'] / found['seconds']:.2f}",
            part,
        )


def lone(measured):
    """How far predictions are off for single graphs."""
    ratios = sorted(predicted / true for _, predicted, true in measured["costs"]["lone"])
    tenths = statistics.quantiles(ratios, n=10)
    yield (
        f"{len(ratios)} graphs of more than 2 ms, one by one: predicted / measured has the median {statistics.median(ratios):.2f}; "
        f"nine of ten are above {tenths[0]:.2f}, nine of ten below {tenths[-1]:.2f}."
    )


def hours(measured):
    """Cores and hours without stragglers."""
    yield from head(
        "graphs", "core-hours, 10⁷", "core-hours, 10⁹", "hours, 10⁹ on 1,000 cores", "GB read, 10⁹", "GB written, 10⁹"
    )
    for found in measured["costs"]["rows"]:
        if found["kind"] == "family" and not (found["name"] == "ring-tree" and found["largest"] < 200):
            continue
        name = found["name"] if found["kind"] == "collection" else f"{found['name']}, {found['largest']:,} nodes"
        small, large = (count * found["seconds"] / HOUR for count in (1e7, 1e9))
        yield row(name, *map(brief, (small, large, large / 1000, found["read"], found["written"])))


def stragglers(measured):
    """Simulated makespans, as parts of the ideal."""
    ways = ["equal rows, sorted by size", "equal rows", "predicted cost", "predicted cost, longest first"]
    yield from head("graphs", "cores", "ideal s", "longest graph s", *ways)
    for found in measured["simulation"]["rows"]:
        name = f"10{'⁷' if found['graphs'] == 10**7 else '⁹'} {found['workload']}"
        spans = [f"{found['makespans'][way]:.2f}" if way in found["makespans"] else "" for way in ways]
        yield row(name, f"{found['cores']:,}", brief(found["ideal"]), brief(found["longest_graph"]), *spans)


def bandwidth(measured):
    """Cores that fill a network or a storage."""
    yield from head(
        "graphs",
        "MB/s read by a core",
        "MB/s written by a core",
        "cores that fill 25 Gbit/s",
        "cores that fill 1 Tbit/s",
    )
    for found in measured["costs"]["rows"]:
        if found["kind"] == "family" and not (found["name"] == "ring-tree" and found["largest"] < 200):
            continue
        name = found["name"] if found["kind"] == "collection" else f"{found['name']}, {found['largest']:,} nodes"
        read, written = found["read"] / found["seconds"], found["written"] / found["seconds"]
        fill = [brief(bits / 8 / max(read, written)) for bits in (NETWORK, STORAGE)]
        yield row(name, brief(read / 1e6), brief(written / 1e6), *fill)


def driver(measured):
    """What Spark itself costs."""
    found = measured["spark"]
    yield from head("on a local Spark", "ms")
    yield row("a task without work", brief(1000 * found["empty_task"]))
    yield row("a task with a function of Python without work", brief(1000 * found["python_task"]))


def peer(measured):
    """Next to a user's function around NetLSD."""
    found, seconds = measured["spark"], measured["spark"]["seconds"]
    yield f"{found['graphs']:,} graphs, {found['tasks']} tasks on `local[2]`, medians of {found['rounds']} rounds. The heat traces differ by at most {found['difference']:.0e}."
    yield ""
    yield from head("", "seconds", "`heat` is faster by", "default is faster by")
    for name, title in (("NetworkX", "`netlsd.heat` on NetworkX graphs"), ("SciPy", "`netlsd.heat` on SciPy matrices")):
        yield row(
            title, brief(seconds[name]), *(f"{seconds[name] / seconds[ours]:.0f}×" for ours in ("heat", "default"))
        )
    yield row('`sgr.spark.embed(graphs, "heat")`', brief(seconds["heat"]), "", "")
    yield row("`sgr.spark.embed(graphs)`", brief(seconds["default"]), "", "")
    yield row("`sgr.arrow.embed(table)`, without Spark", brief(seconds["without Spark"]), "", "")


def arrow(measured):
    """Arrow to Arrow next to the solver alone."""
    found, medians = measured["arrow"], measured["arrow"]["medians"]
    yield f"{found['graphs']:,} graphs, 2 threads, medians of {found['rounds']} rounds in turn."
    yield ""
    yield from head("", "graphs/s", "of the solver alone")
    for name, title in (
        ("alone", "solver alone, graphs in memory"),
        ("arrow", "`sgr.arrow.embed`, Arrow to Arrow"),
        ("parquet", "Parquet to Parquet"),
    ):
        yield row(title, brief(medians[name]), f"{100 * medians[name] / medians['alone']:.0f} %")


def memory(measured):
    """Peak memory by the number of graphs."""
    yield from head("graphs", "`sgr embed`, MB", "s", "`sgr.arrow.embed_file`, MB", "s")
    for found in measured["memory"]["rows"]:
        cells = [
            cell
            for way in ("program", "package")
            for cell in (brief(found[way]["megabytes"]), brief(found[way]["seconds"]))
        ]
        yield row(f"{found['graphs']:,}", *cells)


#: The part of what was measured and the table for each comment.
TABLES = {
    "collections": ("costs", collections),
    "families": ("costs", families),
    "predictions": ("costs", predictions),
    "lone": ("costs", lone),
    "hours": ("costs", hours),
    "bandwidth": ("costs", bandwidth),
    "stragglers": ("simulation", stragglers),
    "driver": ("spark", driver),
    "peer": ("spark", peer),
    "arrow": ("arrow", arrow),
    "memory": ("memory", memory),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    found = PAGE.read_text()
    wanted = rendered(found)
    if not args.check:
        PAGE.write_text(wanted)
    elif found != wanted:
        sys.exit(
            "docs/results/capacity.md differs from docs/results/capacity.json: run python3 benchmarks/capacity_page.py"
        )


if __name__ == "__main__":
    main()
