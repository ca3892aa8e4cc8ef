"""Kills `sgr embed … --resume` at random moments, and compares what the resumed runs write with an uninterrupted run.

Usage: resume_kills.py [--program target/release/sgr] [--kills 50] [--graphs 60000] [--seed 18] [--folder FOLDER]

Needs pyarrow. Makes a Parquet file of seeded random graphs, some rows of which hold none, and embeds it without a pause:
these bytes, and this summary, are wanted. Then --kills times: begins anew, kills the program (SIGKILL) after a random part of
the time that the whole run took, resumes, and compares. Ends with code 1 if any output differs.
"""

import argparse
import hashlib
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Every such row has a node that does not exist: it is skipped, and must be in the summary of the resumed run too.
BAD_ROW = 9973
# 4,096 rows a part: vectors of 2,048 numbers in parts of 32 MB.
VECTORS = ["--representation", "fingerprint", "--dimensions", "2048"]


def write_graphs(path, count, seed):
    """A Parquet file of random graphs of 10 to 30 nodes."""
    chance = random.Random(seed)
    schema = pyarrow.schema(
        {"src": pyarrow.list_(pyarrow.int32()), "dst": pyarrow.list_(pyarrow.int32()), "num_nodes": pyarrow.int32(), "name": pyarrow.string()}
    )
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for first in range(0, count, 5000):
            rows = []
            for row in range(first, min(first + 5000, count)):
                nodes = chance.randint(10, 30)
                src = [chance.randrange(nodes) for _ in range(2 * nodes)]
                dst = [chance.randrange(nodes) for _ in range(2 * nodes)]
                if row % BAD_ROW == BAD_ROW - 1:
                    dst[0] = nodes
                rows.append({"src": src, "dst": dst, "num_nodes": nodes, "name": f"graph {row}"})
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))


def digest(path):
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def summary(text):
    """The summary of a run without what differs from run to run."""
    found = json.loads(text)
    del found["seconds"], found["output"]
    return found


def main():
    """Kills, resumes, compares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "target/release/sgr", type=pathlib.Path)
    parser.add_argument("--kills", default=50, type=int)
    parser.add_argument("--graphs", default=60_000, type=int)
    parser.add_argument("--seed", default=18, type=int)
    parser.add_argument("--folder", type=pathlib.Path, help="for the files; a temporary one by default")
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(dir=args.folder))
    try:
        sys.exit(run(args, folder))
    finally:
        shutil.rmtree(folder)


def run(args, folder):
    """The exit code."""
    graphs, whole, out = folder / "graphs.parquet", folder / "whole.parquet", folder / "out.parquet"
    parts = folder / "out.parquet.parts"
    write_graphs(graphs, args.graphs, args.seed)

    def command(target, *more):
        return [args.program, "embed", graphs, "-o", target, *VECTORS, "--keep", "name,num_nodes", "--json", "--quiet", *more]

    start = time.perf_counter()
    done = subprocess.run(command(whole), capture_output=True, text=True)
    seconds = time.perf_counter() - start
    wanted = done.returncode, digest(whole), summary(done.stdout)
    whole.unlink()
    print(f"uninterrupted: {args.graphs} graphs, {len(wanted[2]['skipped'])} skipped, exit code {done.returncode}, {seconds:.2f} s")

    chance = random.Random(args.seed)
    kills, equal, found, again = 0, 0, [], 0
    while kills < args.kills:
        out.unlink(missing_ok=True)
        process = subprocess.Popen(command(out, "--resume"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, seconds))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if process.returncode != -signal.SIGKILL:
            # The run was faster than the one that was measured.
            again += 1
            continue
        kills += 1
        found.append(len(list(parts.glob("part-*.json"))))
        done = subprocess.run(command(out, "--resume"), capture_output=True, text=True)
        same = (done.returncode, digest(out), summary(done.stdout)) == wanted and not parts.exists()
        equal += same
        if not same:
            print(f"kill {kills} differs: exit code {done.returncode}, {done.stderr}{done.stdout}")
    print(f"{kills} kills: {equal} outputs, summaries and exit codes equal to those of the uninterrupted run; {again} runs ended before their kill")
    print("parts found by each resumed run:", " ".join(map(str, found)))
    return 0 if equal == kills else 1


if __name__ == "__main__":
    main()
