"""The Python package against NetLSD, both sides in one run on this machine. Prints Markdown tables.

Usage: python.py DATA_FOLDER [-o PAGE]

-o replaces this benchmark's section of a page (docs/results/speed.md).

DATA_FOLDER holds MUTAG.zip, PROTEINS.zip, IMDB-BINARY.zip, COLLAB.zip and REDDIT-BINARY.zip from the TU collection. Needs a Rust toolchain and Python 3; makes a virtual environment
in benchmarks/.venv for NetLSD and the release wheel of this checkout. Takes a few minutes, most of it to compile.

200 graphs of many kinds: heat traces must agree with NetLSD's to 1e-9. PROTEINS as a list of NetworkX graphs: one call
of sgr.heat_trace, conversion included, against a loop over netlsd.heat. Five collections as lists of other packages'
objects: the seconds of the conversion next to those of the vectors. 100,000 small graphs from a generator: the peak
of memory. Exits with 1 if a trace differs.
"""

import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys

import section
from compare import ROOT, head, peer_python, run

HERE = pathlib.Path(__file__).resolve().parent
ASKED = 20
# The section of the page that -o names.
TITLE = "The Python package, next to NetLSD"
# Of which collections lists are converted, and one in how many graphs of each.
CONVERTED = {"MUTAG": 1, "PROTEINS": 1, "IMDB-BINARY": 1, "COLLAB": 10, "REDDIT-BINARY": 1}
LOOPS = {
    "auto": "`netlsd.heat(g)` in a loop",
    "full": '`netlsd.heat(g, eigenvalues="full")` in a loop',
    "single": "the same, BLAS on one thread",
}


def measured(python, task, *arguments, **environment):
    """What a process of its own measured."""
    return json.loads(run([python, HERE / "python_tasks.py", task, *arguments], **environment))


def conversion_table(found):
    yield "Lists of other packages' objects: milliseconds of the conversion (`sgr.info`, one thread), next to the vectors of the same graphs once they are converted, on one thread and on two. In brackets: conversion as part of `sgr.heat_trace` on one thread."
    yield ""
    kinds = list(next(iter(found.values()))["kinds"])
    yield f"| collection | graphs | edges | {' | '.join(kinds)} | `heat_trace`, 1 and 2 threads | `embed`, 1 and 2 threads |"
    yield f"|---|---:|---:|{'---:|' * len(kinds)}---:|---:|"
    for name, row in found.items():
        heat = row["heat"][0]
        cells = [f"{1e3 * row['kinds'][kind]:.1f} ({row['kinds'][kind] / heat:.2f})" for kind in kinds]
        both = [" and ".join(f"{1e3 * seconds:.1f}" for seconds in row[vectors]) for vectors in ("heat", "embed")]
        part = "" if CONVERTED[name] == 1 else f", 1 of {CONVERTED[name]}"
        yield f"| {name}{part} | {row['graphs']:,} | {row['edges']:,} | {' | '.join(cells + both)} |"
    yield ""


def tables(agreement, proteins, converted, memory):
    yield "Made by `python3 benchmarks/python.py DATA -o docs/results/speed.md`."
    yield ""
    yield f"Commit {head()}, measured on {os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, release wheel."
    yield ""
    yield f'`sgr.heat_trace` against `netlsd.heat(eigenvalues="full")` on {agreement["graphs"]} varied graphs of up to {agreement["nodes"]} nodes: largest difference {agreement["difference"]:.1e} (asked: 1e-9).'
    yield ""
    yield f"PROTEINS, a list of {proteins['graphs']} NetworkX graphs, heat traces at 250 times, seconds (median of {proteins['repeats']} runs for sgr, one for NetLSD):"
    yield ""
    yield f"| | seconds | CPU seconds | faster by (asked: {ASKED}×) | in CPU seconds |"
    yield "|---|---:|---:|---:|---:|"
    wall, cpu = proteins["sgr"]
    yield f"| `sgr.heat_trace(graphs)`, conversion included | {wall:.3f} | {cpu:.3f} | | |"
    for name, label in LOOPS.items():
        theirs, theirs_cpu = proteins[name]
        yield f"| {label} | {theirs:.2f} | {theirs_cpu:.2f} | {theirs / wall:.0f}× | {theirs_cpu / cpu:.0f}× |"
    yield ""
    yield f"`sgr.embed(graphs)` (learned vectors) of the same list: {proteins['embed'][0]:.3f} s. Conversion alone: {proteins['conversion'][0]:.3f} s."
    yield ""
    yield from conversion_table(converted)
    yield "Graphs of 10 to 40 nodes from a generator of NetworkX graphs, `sgr.embed_blocks` (nothing is kept) and `sgr.embed` (all vectors are: 1 kB a graph), peak memory of the process in MB:"
    yield ""
    yield "| graphs | blocks, MB | all vectors, MB | seconds, all vectors | of which the generator |"
    yield "|---:|---:|---:|---:|---:|"
    for row in memory:
        yield f"| {row['graphs']:,} | {row['blocks']:.0f} | {row['all']:.0f} | {row['seconds']:.1f} | {row['generator']:.1f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    arguments = parser.parse_args()
    python = peer_python()
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", ROOT], check=True)
    agreement = measured(python, "agreement")
    proteins = measured(python, "proteins", arguments.data / "PROTEINS.zip")
    single = measured(python, "netlsd", arguments.data / "PROTEINS.zip", OPENBLAS_NUM_THREADS="1")
    proteins["single"] = single["full"]
    converted = {
        name: measured(python, "conversion", arguments.data / f"{name}.zip", step) for name, step in CONVERTED.items()
    }
    memory = []
    for count in (1_000, 100_000):
        blocks, whole = (measured(python, task, count) for task in ("blocks", "all"))
        memory.append(
            {
                "graphs": count,
                "blocks": blocks["megabytes"],
                "all": whole["megabytes"],
                "seconds": whole["seconds"],
                "generator": whole["generator"],
            }
        )
    lines = list(tables(agreement, proteins, converted, memory))
    print("\n".join(lines))
    if arguments.output:
        section.write(arguments.output, TITLE, lines)
    return int(agreement["difference"] > 1e-9)


if __name__ == "__main__":
    sys.exit(main())
