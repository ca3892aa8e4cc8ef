"""Graphs a second from Arrow to Arrow in Python, next to the solver alone, in one run.

Usage: arrow_throughput.py [--graphs N] [--rounds N]

The graphs are those of tables.py (200,000). In turn, --rounds times (5): the benchmark `table_throughput`, whose first figure is the
solver alone on graphs in memory, and `sgr.arrow.embed` on the same graphs as a table in memory; both on all cores. Writes the part
"arrow" of docs/results/capacity.json. About two minutes after the builds, and eight with --graphs 1000000.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import release_package

release_package.enter()

import pyarrow.parquet as pq  # noqa: E402

import capacity_page  # noqa: E402
import sgr.arrow  # noqa: E402
import tables  # noqa: E402


def solver_alone(path):
    """Graphs a second of the solver alone, and from Parquet to Parquet."""
    done = subprocess.run(
        [*tables.BENCH, "--", path, "1"], cwd=release_package.ROOT, check=True, capture_output=True, text=True
    )
    return [float(rate) for rate in re.findall(r": (\d+) graphs/s", done.stdout)]


def arrow_to_arrow(table):
    """Graphs a second from a table in memory to a table in memory, and processor seconds for each second."""
    wall, processor = time.perf_counter(), time.process_time()
    found = sgr.arrow.embed(table, keep=["name"])
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    assert found["problem"].null_count == len(table), "a graph has no vector"
    return len(table) / wall, processor / wall


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    found = {"alone": [], "parquet": [], "arrow": []}
    with tempfile.TemporaryDirectory(dir=release_package.ROOT / "target") as folder:
        path = pathlib.Path(folder) / "graphs.parquet"
        tables.make(path, args.graphs)
        table = pq.read_table(path)
        for number in range(args.rounds):
            alone, parquet = solver_alone(path)
            arrow, cores = arrow_to_arrow(table)
            print(
                f"round {number + 1}: solver alone {alone:.0f} graphs/s, Arrow to Arrow {arrow:.0f} ({cores:.2f} cores)",
                flush=True,
            )
            for name, rate in zip(found, (alone, parquet, arrow)):
                found[name].append(rate)
    medians = {name: statistics.median(rates) for name, rates in found.items()}
    ratio = medians["arrow"] / medians["alone"]
    ratios = [arrow / alone for arrow, alone in zip(found["arrow"], found["alone"])]
    print(f"Arrow to Arrow: {100 * ratio:.1f} % of the solver alone (rounds: {min(ratios):.2f} to {max(ratios):.2f})")
    capacity_page.write(
        "arrow", {"graphs": args.graphs, "rounds": args.rounds, "medians": medians, "ratio": ratio, "ratios": ratios}
    )


if __name__ == "__main__":
    main()
