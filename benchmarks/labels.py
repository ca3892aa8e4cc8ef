"""The time that labels cost: `sgr embed` with and without labels, in turn, in processor seconds.

Usage: labels.py DATA_FOLDER [--sgr PROGRAM] [-o PAGE]

DATA_FOLDER holds TU collections as .zip files. Prints a Markdown table; -o replaces this benchmark's section of a page
(docs/results/labels.md). Takes a minute. Needs nothing but Python, on Linux or macOS.
"""

import argparse
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile

import section
from evaluation import release_build

TITLE = "Time"
#: Copies of MUTAG that make a collection of molecules whose time can be measured.
COPIES = 20
REPEATS = 9


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(part) for part in command], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def times(args):
    """Medians of the processor time of `sgr embed`, one thread, file to .npy; without and with labels in turn."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copies = [shutil.copy(args.data / "MUTAG.zip", folder / f"MUTAG-{at}.zip") for at in range(COPIES)]
        subjects = [(f"MUTAG, {COPIES} copies", copies)]
        subjects += [(name, [args.data / f"{name}.zip"]) for name in ["ENZYMES", "PROTEINS", "DD"]]
        for title, files in subjects:
            spent = {}
            for _ in range(REPEATS if title != "DD" else 3):
                for labels in ["none", "nodes", "all"]:
                    flags = [] if labels == "none" else ["--labels", labels]
                    command = [args.sgr, "embed", *files, "-o", folder / "v.npy", "-q", "--threads", 1, *flags]
                    spent.setdefault(labels, []).append(processor_seconds(command))
            yield {"collection": title, **{labels: statistics.median(list) for labels, list in spent.items()}}


def time_table(rows):
    yield "`sgr embed FILE -o v.npy --threads 1`, processor seconds of the whole process, medians of runs in turn; made by"
    yield "`python3 benchmarks/labels.py DATA -o docs/results/labels.md`:"
    yield ""
    yield "| collection | no labels, s | `--labels nodes`, s | `--labels all`, s | nodes / none | all / none |"
    yield "|---|---:|---:|---:|---:|---:|"
    for row in rows:
        none, nodes, both = row["none"], row["nodes"], row["all"]
        title = "D&D" if row["collection"] == "DD" else row["collection"]
        yield f"| {title} | {none:.3f} | {nodes:.3f} | {both:.3f} | {nodes / none:.2f} | {both / none:.2f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sgr", type=pathlib.Path, help="the program [default: a release build]")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    args = parser.parse_args()
    args.sgr = args.sgr or release_build()
    lines = list(time_table(times(args)))
    print("\n".join(lines))
    if args.output:
        section.write(args.output, TITLE, lines)


if __name__ == "__main__":
    main()
