"""Peak memory of tables in, tables out, by the number of graphs: the program, and the package.

Usage: memory_of_tables.py [--graphs N,N,…] [--slow-writes MICROSECONDS]

For each number (10^5, 10^6 and 10^7) a Parquet file of the graphs of tables.py; `sgr embed` and, in a process of its own,
`sgr.arrow.embed_file` turn it into a Parquet file of vectors. Writes the part "memory" of docs/results/capacity.json after each
number and draws docs/pictures/memory-of-tables.svg. Needs 13 GB on the disk for 10^7 graphs, in `target`, and removes them.
About eight minutes on two cores. With --slow-writes every write of the program sleeps first (slow_writes.c, needs a C compiler), nothing is
recorded, and the size of the directory of the output is printed: what memory does where the disk is slower than the solver.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import release_package

release_package.enter()

import pyarrow.parquet as pq  # noqa: E402

import capacity_page  # noqa: E402
import tables  # noqa: E402
from peak_memory import peak  # noqa: E402

PACKAGE = "import sys, sgr.arrow; found = sgr.arrow.embed_file(*sys.argv[1:]); sys.exit(found.skipped > 0)"
PICTURE = release_package.ROOT / "docs/pictures/memory-of-tables.py"


def slow_writes(count, microseconds, folder):
    """Prints the peak of the program with and without a slow disk, and the bytes of the directory of its output."""
    graphs, vectors, shim = folder / "graphs.parquet", folder / "vectors.parquet", folder / "slow_writes.so"
    source = pathlib.Path(__file__).with_name("slow_writes.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", shim, "-ldl"], check=True)
    tables.make(graphs, count)
    command = [release_package.PROGRAM, "embed", graphs, "-o", vectors, "-q"]
    for slow in ({}, {"LD_PRELOAD": str(shim), "SLOW_WRITE_MICROSECONDS": str(microseconds)}):
        os.environ.update(slow)
        found = peak(command)
        figures = f"peak {found['megabytes']:.0f} MB, {found['seconds']:.1f} s"
        print(f"{count} graphs, {slow or 'plain'}: {figures}", flush=True)
    directory = pq.ParquetFile(vectors).metadata
    print(f"directory of the output: {directory.serialized_size} bytes for {directory.num_row_groups} row groups")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [int(float(part)) for part in text.split(",")]  # noqa: E731
    parser.add_argument("--graphs", type=numbers, default=[10**5, 10**6, 10**7])
    parser.add_argument("--slow-writes", type=int, metavar="MICROSECONDS")
    args = parser.parse_args()
    if args.slow_writes is not None:
        with tempfile.TemporaryDirectory(dir=release_package.ROOT / "target") as folder:
            slow_writes(args.graphs[0], args.slow_writes, pathlib.Path(folder))
        return
    rows = []
    with tempfile.TemporaryDirectory(dir=release_package.ROOT / "target") as folder:
        graphs, vectors = pathlib.Path(folder) / "graphs.parquet", pathlib.Path(folder) / "vectors.parquet"
        for count in args.graphs:
            tables.make(graphs, count)
            ways = {
                "program": [release_package.PROGRAM, "embed", graphs, "-o", vectors, "-q"],
                "package": [sys.executable, "-c", PACKAGE, graphs, vectors],
            }
            row = {"graphs": count}
            for way, command in ways.items():
                row[way] = peak(command)
                row["written"] = vectors.stat().st_size
                vectors.unlink()
                print(
                    f"{count} graphs, {way}: peak {row[way]['megabytes']:.0f} MB, {row[way]['seconds']:.1f} s",
                    flush=True,
                )
            rows.append(row)
            capacity_page.write("memory", {"rows": rows})
    subprocess.run([sys.executable, PICTURE], check=True)


if __name__ == "__main__":
    main()
