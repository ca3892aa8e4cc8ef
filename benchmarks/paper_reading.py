"""The paper's columns Λ and SGR, cell by cell, next to our reading of them: docs/models/paper.md.

Usage: paper_reading.py DATA_FOLDER [--sgr PROGRAM] [--threads N] [--tables]

DATA_FOLDER holds the nine TU collections of the paper as .zip files. Runs `sgr evaluate` (100 splits of 80 % and 20 %, seed 0,
logistic regression with C = 1) for the method `spectrum` with the knot rules `nontrivial` and `literal` and for the method
`sgr` with the model `paper`, writes docs/results/paper_reading.json, and fills the table in docs/models/paper.md from that file.
With --tables it only fills the table. Takes five minutes on two cores. Needs nothing but Python.
"""

import argparse
import json
import pathlib
import re

from evaluation import NINE, PAPER, ROOT, evaluate, release_build

RESULTS = ROOT / "docs/results/paper_reading.json"
CARD = ROOT / "docs/models/paper.md"
#: Accuracy of Λ in the paper, table 2, in the order of the collections.
PAPER_SPECTRUM = dict(zip(NINE, [64.54, 25.28, 82.07, 71.32, 66.15, 63.16, 41.14, 76.25, 48.02], strict=True))
#: Name of a column: the paper's figures, the method, its variant and the arguments of `sgr evaluate`.
COLUMNS = {
    "Λ, `--knots nontrivial`": (PAPER_SPECTRUM, "--method spectrum --knots nontrivial"),
    "Λ, `--knots literal`": (PAPER_SPECTRUM, "--method spectrum --knots literal"),
    "SGR, `--model paper`": (PAPER, "--method sgr --model paper"),
}
SHORT = {
    "DD": "D&D",
    "IMDB-BINARY": "IMDB-B",
    "IMDB-MULTI": "IMDB-M",
    "REDDIT-BINARY": "REDDIT-B",
    "REDDIT-MULTI-5K": "REDDIT-5K",
}
KEPT = ["collection", "method", "variant", "classifier", "protocol", "runs", "seed", "accuracy_mean", "accuracy_std"]


def measure(args):
    """Runs the evaluations and writes the results file, one result a line."""
    sgr = args.sgr or release_build()
    threads = ["--threads", args.threads] if args.threads else []
    lines = []
    for column, (_, arguments) in COLUMNS.items():
        for result in evaluate(sgr, args.data, NINE, [*arguments.split(), "--runs", 100, *threads])["results"]:
            kept = {"column": column, **{key: result[key] for key in KEPT}}
            lines.append(json.dumps(kept, ensure_ascii=False))
    text = ",\n  ".join(lines)
    RESULTS.write_text(f'{{"made_by": "python3 benchmarks/paper_reading.py DATA", "results": [\n  {text}\n]}}\n')


def table(found):
    """Rows of the table: our accuracy and its difference from the paper's, and the mean absolute difference."""
    yield "| collection | the paper's Λ | " + " | ".join(list(COLUMNS)[:2]) + " | the paper's SGR | " + list(COLUMNS)[2] + " |"
    yield "|---|" + "---:|" * 5
    for name in NINE:
        cells = [SHORT.get(name, name), f"{PAPER_SPECTRUM[name]:.2f}"]
        for column, (paper, _) in COLUMNS.items():
            if paper is PAPER:
                cells.append(f"{PAPER[name]:.2f}")
            ours = found[column, name]
            cells.append(f"{ours:.2f} ({ours - paper[name]:+.2f})")
        yield "| " + " | ".join(cells) + " |"
    means = {
        column: sum(abs(found[column, name] - paper[name]) for name in NINE) / len(NINE)
        for column, (paper, _) in COLUMNS.items()
    }
    first, second, third = means.values()
    yield f"| mean absolute difference | | {first:.2f} | {second:.2f} | | {third:.2f} |"


def fill(lines):
    """Replaces the text between the two comments that mark the table of the card."""
    text, count = re.subn(
        r"(<!-- paper reading -->\n).*?(<!-- end -->)",
        lambda marks: marks[1] + "\n".join(lines) + "\n" + marks[2],
        CARD.read_text(),
        flags=re.DOTALL,
    )
    assert count == 1, f"{CARD}: found {count} tables of the reading, wanted 1"
    CARD.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, nargs="?")
    parser.add_argument("--sgr", type=pathlib.Path, help="the program [default: a release build]")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--tables", action="store_true", help="fill the table from the results on file, measure nothing")
    args = parser.parse_args()
    if not args.tables:
        if args.data is None:
            parser.error("found no DATA_FOLDER, wanted the folder of the collections")
        measure(args)
    results = json.loads(RESULTS.read_text())["results"]
    fill(table({(row["column"], row["collection"]): row["accuracy_mean"] for row in results}))


if __name__ == "__main__":
    main()
