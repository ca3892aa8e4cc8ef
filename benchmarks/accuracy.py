"""The accuracy of the vectors on the nine collections of the paper: the only source of the figures in the documents.

Usage: accuracy.py DATA_FOLDER [--sgr PROGRAM] [--threads N]

DATA_FOLDER holds the nine TU collections as .zip. Runs `sgr evaluate` (100 splits of 80 % and 20 %, seed 0, logistic
regression with C = 1) for the method `sgr` with the models `default` and `paper` and for the method `spectrum`, writes
the results to docs/results/accuracy.json, and fills the tables in README.md and docs/models/default.md from that file.
Takes three minutes on one core. With --tables it only fills the tables. Needs nothing but Python.
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs/results/accuracy.json"
# Accuracy of SGR in the paper, table 2, and the name of each collection in a table.
PAPER = {
    "DD": 76.12,
    "ENZYMES": 33.67,
    "MUTAG": 86.97,
    "PROTEINS": 73.83,
    "COLLAB": 71.98,
    "IMDB-BINARY": 70.38,
    "IMDB-MULTI": 47.97,
    "REDDIT-BINARY": 87.45,
    "REDDIT-MULTI-5K": 53.22,
}
SHORT = {
    "DD": "D&D",
    "IMDB-BINARY": "IMDB-B",
    "IMDB-MULTI": "IMDB-M",
    "REDDIT-BINARY": "REDDIT-B",
    "REDDIT-MULTI-5K": "REDDIT-5K",
}
RUNS = [("default", "sgr"), ("paper", "sgr"), (None, "spectrum")]
KEPT = ["collection", "method", "classifier", "protocol", "runs", "seed", "accuracy_mean", "accuracy_std"]


def evaluate(sgr, data, names, method, model=None, runs=100, threads=None):
    """Results of `sgr evaluate` on some collections, none of them from a cache."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "results.json"
        command = [
            sgr,
            "evaluate",
            *(data / f"{name}.zip" for name in names),
            "--method",
            method,
            "--runs",
            runs,
            "--no-cache",
            "-q",
            "--json",
            out,
        ]
        command += ["--model", model] if model else []
        command += ["--threads", threads] if threads else []
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        return json.loads(out.read_text())["results"]


def release_build():
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "sgr-graphs-cli"], cwd=ROOT, check=True)
    return ROOT / "target/release/sgr"


def measure(args):
    sgr = args.sgr or release_build()
    results = []
    for model, method in RUNS:
        for result in evaluate(sgr, args.data, PAPER, method, model, threads=args.threads):
            results.append({"model": model, **{key: result[key] for key in KEPT}})
    text = ",\n  ".join(json.dumps(result) for result in results)
    RESULTS.write_text(f'{{"made_by": "python3 benchmarks/accuracy.py DATA", "results": [\n  {text}\n]}}\n')


def readme_table(found):
    yield "| | " + " | ".join(SHORT.get(name, name) for name in PAPER) + " |"
    yield "|---|" + "---:|" * len(PAPER)
    yield "| the paper's SGR | " + " | ".join(f"{value:.2f}" for value in PAPER.values()) + " |"
    for model, method in RUNS:
        label = f"`--model {model}`" if model else "spectrum, no model"
        yield (
            f"| {label} | " + " | ".join(f"{found[model, method, name]['accuracy_mean']:.2f}" for name in PAPER) + " |"
        )


def card_table(found):
    yield "| collection | the paper's SGR | `default` | `paper` | `spectrum` | `default` − the paper's SGR |"
    yield "|---|---:|---:|---:|---:|---:|"
    differences = []
    for name, paper in PAPER.items():
        rows = [found[model, method, name] for model, method in RUNS]
        cells = [f"{row['accuracy_mean']:.2f} ± {row['accuracy_std']:.2f}" for row in rows]
        differences.append(rows[0]["accuracy_mean"] - paper)
        yield f"| {SHORT.get(name, name)} | {paper:.2f} | {' | '.join(cells)} | {differences[-1]:+.2f} |"
    yield f"| mean | | | | | {sum(differences) / len(differences):+.2f} |"


def fill(page, lines):
    """Replaces the text between the two comments that mark the table of a page."""
    path = ROOT / page
    text, count = re.subn(
        r"(<!-- accuracy -->\n).*?(<!-- end -->)",
        lambda marks: marks[1] + "\n".join(lines) + "\n" + marks[2],
        path.read_text(),
        flags=re.DOTALL,
    )
    assert count == 1, f"{page}: found {count} tables of accuracy, wanted 1"
    path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sgr", type=pathlib.Path, help="the program [default: a release build]")
    parser.add_argument("--threads", type=int)
    parser.add_argument(
        "--tables", action="store_true", help="fill the tables from the results on file, measure nothing"
    )
    args = parser.parse_args()
    if not args.tables:
        measure(args)
    found = {
        (row["model"], row["method"], row["collection"]): row for row in json.loads(RESULTS.read_text())["results"]
    }
    fill("README.md", readme_table(found))
    fill("docs/models/default.md", card_table(found))


if __name__ == "__main__":
    main()
