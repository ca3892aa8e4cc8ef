"""Which curriculum makes the best model? Scores candidates on a few collections over several training seeds.

Usage: model_search.py DATA_FOLDER CURRICULUM.toml... [--seeds 1 2 3] [--runs 25] [--collections MUTAG PROTEINS ...] [-o TABLE.md]

Each curriculum is trained once per seed (`sgr train`), and its vectors are scored by the paper's protocol (`sgr
evaluate`). Prints a row a curriculum: mean over the seeds ± their standard deviation, and each seed's mean difference
from the paper's figures. Needs nothing but Python and, without --sgr, a Rust toolchain.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time
from statistics import fmean, pstdev

from evaluation import PAPER, evaluate, release_build

# One of each kind: molecules, two of proteins, discussion threads. The other five are looked at once, in the end.
SELECTION = ["MUTAG", "PROTEINS", "ENZYMES", "REDDIT-BINARY"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("curricula", nargs="+", type=pathlib.Path)
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3])
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--collections", nargs="+", default=SELECTION)
    parser.add_argument("--sgr", type=pathlib.Path, help="the program [default: a release build]")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="append the rows to this file as well")
    args = parser.parse_args()
    if args.sgr is None:
        args.sgr = release_build()
    tell(
        args,
        "| curriculum | " + " | ".join(args.collections) + " | mean − paper, each seed | classes right | seconds |",
    )
    tell(args, "|---|" + "---:|" * (len(args.collections) + 3))
    for curriculum in args.curricula:
        row(args, curriculum)


def accuracy(args, name, model, runs):
    arguments = ["--method", "sgr", "--model", model, "--runs", runs]
    return evaluate(args.sgr, args.data, [name], arguments)["results"][0]["accuracy_mean"]


def row(args, curriculum):
    scores, right, start = [], [], time.time()
    for seed in args.seeds:
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.safetensors"
            command = [
                args.sgr,
                "train",
                "--curriculum",
                curriculum,
                "--seed",
                seed,
                "--score",
                0,
                "--json",
                "-q",
                "-o",
                model,
            ]
            done = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
            right.append(json.loads(done.stdout)["scores"]["validation_accuracy"])
            # Small collections need more splits for the same certainty.
            runs = {name: args.runs * (4 if name == "MUTAG" else 1) for name in args.collections}
            scores.append([accuracy(args, name, model, runs[name]) for name in args.collections])
    cells = [f"{fmean(column):.2f} ± {pstdev(column):.2f}" for column in zip(*scores)]
    differences = [fmean(score - PAPER[name] for score, name in zip(seed, args.collections)) for seed in scores]
    each = ", ".join(f"{difference:+.2f}" for difference in differences)
    seconds = (time.time() - start) / len(args.seeds)
    tell(
        args,
        f"| {curriculum.stem} | "
        + " | ".join(cells)
        + f" | {fmean(differences):+.2f} ({each}) | {100 * fmean(right):.1f} % | {seconds:.0f} |",
    )


def tell(args, line):
    print(line, flush=True)
    if args.output:
        with open(args.output, "a") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    main()
