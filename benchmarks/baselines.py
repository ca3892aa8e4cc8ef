#!/usr/bin/env python3
"""What each choice of the baselines MLG and FGSD does: accuracies of several readings, next to the paper's.

    cargo build --release -p sgr-graphs-cli
    python3 benchmarks/baselines.py DATA [--runs 20] [--only mlg|fgsd]

DATA is a folder with the collections as .zip files. Writes docs/results/baselines.json, reading by reading (one that is
there already is not computed again), and fills the tables of docs/results/baselines.md from it. Python's standard library.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS, PAGE = ROOT / "docs/results/baselines.json", ROOT / "docs/results/baselines.md"

LABELLED = ["MUTAG", "ENZYMES", "PROTEINS"]
FIVE = [*LABELLED, "IMDB-BINARY", "IMDB-MULTI"]

# Title: flags, collections.
READINGS = {
    "mlg": {
        "authors' program, nodes alike (default)": ("", FIVE),
        "authors' program, degrees": ("--mlg degrees", FIVE),
        "authors' program, labels": ("--labels", LABELLED),
        "degrees, radius doubles, 3 levels": ("--mlg degrees,double,levels=3", FIVE),
        "degrees, 1 level": ("--mlg degrees,levels=1", FIVE),
        "degrees, 4 levels": ("--mlg degrees,levels=4", FIVE),
        "degrees, η = 1": ("--mlg degrees,eta=1", FIVE),
        "degrees, γ = 0.1": ("--mlg degrees,gamma=0.1", FIVE),
        "degrees, γ = 1": ("--mlg degrees,gamma=1", FIVE),
        "degrees, η = 1, γ = 1": ("--mlg degrees,eta=1,gamma=1", FIVE),
        "nodes alike, 1 level": ("--mlg levels=1", FIVE),
        "GraKeL": ("--mlg grakel", FIVE),
        "GraKeL, labels": ("--mlg grakel --labels", LABELLED),
        "GraKeL, nodes alike": ("--mlg grakel,uniform", FIVE),
    },
    "fgsd": {
        "biharmonic, width 0.001 (default)": ("", FIVE),
        "biharmonic, width 0.01": ("--fgsd bins=500", FIVE),
        "biharmonic, width 0.1, range 20": ("--fgsd bins=200,range=20", FIVE),
        "harmonic, width 0.001": ("--fgsd harmonic", FIVE),
        "authors' program: harmonic, width 0.0001": ("--fgsd authors", ["MUTAG", "ENZYMES"]),
        "harmonic, width 0.1, range 20": ("--fgsd harmonic,bins=200,range=20", FIVE),
        "harmonic, normalized, width 0.1, range 20 (karateclub)": (
            "--fgsd harmonic,normalized,bins=200,range=20",
            FIVE,
        ),
        "biharmonic, normalized, width 0.001": ("--fgsd normalized", FIVE),
        "biharmonic, width 0.01, standardized": ("--fgsd bins=500 --standardize", FIVE),
    },
}

# Table 2 of the paper.
PAPER = {
    "mlg": {"MUTAG": 86.54, "ENZYMES": 31.40, "PROTEINS": 73.10, "IMDB-BINARY": 59.18, "IMDB-MULTI": 34.31},
    "fgsd": {
        "MUTAG": 85.23,
        "ENZYMES": 28.85,
        "PROTEINS": 63.27,
        "IMDB-BINARY": 69.20,
        "IMDB-MULTI": 48.88,
    },
}


def accuracy(data, method, flags, collection, runs):
    """One cell: mean, deviation, seconds, searches that did not end."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        command = [str(ROOT / "target/release/sgr"), "evaluate", str(data / f"{collection}.zip"), "--method", method]
        command += ["--runs", str(runs), "--no-cache", "-q", "--json", str(out), *flags.split()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cell = json.loads(out.read_text())["results"][0]
    keys = ["accuracy_mean", "accuracy_std", "seconds", "unfinished", "runs"]
    return {key: round(cell[key], 2) for key in keys}


def table(method, results):
    """The readings of a method as Markdown."""
    columns = list(PAPER[method])
    lines = ["| reading | flags | " + " | ".join(columns) + " | off by |", "|---|---|" + "---:|" * (len(columns) + 1)]
    lines.append("| the paper | | " + " | ".join(f"{PAPER[method][name]:.2f}" for name in columns) + " | |")
    for title, (flags, _) in READINGS[method].items():
        cells = results.get(method, {}).get(title, {})
        if not cells:
            continue
        shown = [f"{cells[name]['accuracy_mean']:.2f}" if name in cells else "" for name in columns]
        gaps = [abs(cells[name]["accuracy_mean"] - PAPER[method][name]) for name in columns if name in cells]
        flags = f"`{flags}`" if flags else ""
        lines.append(f"| {title} | {flags} | " + " | ".join(shown) + f" | {sum(gaps) / len(gaps):.1f} |")
    return "\n".join(lines)


def fill(results):
    """Puts the tables between their marks in the page."""
    text = PAGE.read_text()
    for method in READINGS:
        start, end = f"<!-- {method} -->", f"<!-- end of {method} -->"
        head, rest = text.split(start)
        text = head + start + "\n" + table(method, results) + "\n" + end + rest.split(end)[1]
    PAGE.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--only", choices=list(READINGS))
    options = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for method, readings in READINGS.items():
        if options.only in (None, method):
            for title, (flags, collections) in readings.items():
                for name in collections:
                    cells = results.setdefault(method, {}).setdefault(title, {})
                    if name not in cells:
                        cells[name] = accuracy(options.data, method, flags, name, options.runs)
                        print(method, title, name, cells[name], flush=True)
                        RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    fill(results)


if __name__ == "__main__":
    main()
