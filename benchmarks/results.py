"""Every accuracy of the documents: the experiments of `sgr evaluate`, one results file, and the pages made from it.

Usage: results.py DATA_FOLDER [--sgr PROGRAM] [--threads N] [--only NAMES] [--resume] [--pages]

DATA_FOLDER holds the nine TU collections of the paper as .zip files. Runs the evaluations of TABLES, all on the same splits
(seed 0), writes docs/results/results.json, runs `sgr retrieval` for docs/results/retrieval.json, and replaces the text behind
each comment `<!-- sgr report … -->` of the pages by the output of that command. A test runs the same commands and compares. --only
runs some tables and keeps the others; --resume goes on after an interruption; --pages runs nothing and only makes the pages. Needs nothing but Python.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess

from evaluation import NINE, ROOT, evaluate, release_build

RESULTS = ROOT / "docs/results/results.json"
RETRIEVAL = ROOT / "docs/results/retrieval.json"
LABELLED = ["MUTAG", "ENZYMES", "PROTEINS", "DD"]
WITH_ATTRIBUTES = ["ENZYMES", "PROTEINS"]
KERNELS = "sp,gk4,wl,mlg,rw,pm,dgk"
VECTORS = "fgsd,hks,gfp,netsimile,spectrum,heat,sgr"
NETWORKS = "pscn,dcnn"
SEE_LABELS = "sp,wl,mlg,rw,pm,dgk,fingerprint,sgr,wide"
FOLDS = "--protocol cv10 --runs 10"
#: Name of a table: its evaluations, as collections and arguments of `sgr evaluate`.
TABLES = {
    # The paper's protocol.
    "split": [
        (NINE, f"--method {KERNELS},{VECTORS}"),
        (NINE, "--method fingerprint,wide"),
        (NINE, "--method sgr --model paper"),
        (NINE, "--method spectrum --knots nontrivial"),
    ],
    # The protocol of most other publications, with the networks.
    "folds": [
        (NINE, f"--method {KERNELS},{VECTORS},fingerprint,wide {FOLDS}"),
        (NINE, f"--method {NETWORKS} {FOLDS}"),
        (NINE, f"--method dcnn --node-features constant {FOLDS}"),
    ],
    "forest": [(NINE, f"--method {VECTORS},fingerprint,wide --classifier rf {FOLDS}")],
    "classifiers": [
        (NINE, f"--method sgr --classifier {classifier} {flags} {FOLDS}")
        for classifier, flags in [
            ("logistic", ""),
            ("logistic", "--standardize"),
            ("logistic", "--choose-c"),
            ("logistic", "--standardize --choose-c"),
            ("svm", ""),
            ("svm", "--standardize"),
            ("svm", "--standardize --choose-c"),
            ("rf", ""),
            ("knn", ""),
            ("knn", "--standardize"),
        ]
    ],
    "labels": [
        (LABELLED, "--method sgr"),
        (LABELLED, f"--method {SEE_LABELS} --labels"),
        (LABELLED, "--method fingerprint --labels --depth 0"),
        (WITH_ATTRIBUTES, "--method sgr --labels --attributes"),
    ],
    "labels-folds": [(LABELLED, f"--method {SEE_LABELS},{NETWORKS} --labels {FOLDS}")],
    "labels-forest": [
        (LABELLED, f"--method sgr --classifier rf {FOLDS}"),
        (LABELLED, f"--method fingerprint,sgr,wide --labels --classifier rf {FOLDS}"),
        (WITH_ATTRIBUTES, f"--method sgr --labels --attributes --classifier rf {FOLDS}"),
    ],
    "without-duplicates": [(NINE, f"--method {KERNELS},{VECTORS},wide --without-duplicates --runs 20")],
}


def table(args, cache, name):
    """The results of all evaluations of a table."""
    threads = ["--threads", args.threads] if args.threads else []
    found = [
        evaluate(args.sgr, args.data, collections, [*arguments.split(), *threads], cache)
        for collections, arguments in TABLES[name]
    ]
    joined = {**found[0], "commands": [part["commands"][0] for part in found]}
    return {**joined, "results": [cell for part in found for cell in part["results"]]}


def measure(args):
    """Runs the evaluations; the file is written after each table."""
    cache = ROOT / "target/results-cache.jsonl"
    if not args.resume:
        cache.unlink(missing_ok=True)
    tables = json.loads(RESULTS.read_text())["tables"] if RESULTS.exists() else {}
    for name in args.only or [*TABLES, "retrieval"]:
        print(f"table {name}", flush=True)
        if name == "retrieval":
            measure_retrieval(args)
            continue
        tables[name] = table(args, cache, name)
        save({known: tables[known] for known in TABLES if known in tables})


def measure_retrieval(args):
    """Every distance on the nine collections, in a file of its own: it takes seven minutes."""
    files = [args.data / f"{name}.zip" for name in NINE]
    command = [args.sgr, "retrieval", *files, "--model", "paper,default", "-q", "--json", RETRIEVAL]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def save(tables):
    """Writes the results file, one result a line."""
    lines = []
    for name, content in tables.items():
        head = {key: value for key, value in content.items() if key != "results"}
        results = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in content["results"])
        lines.append(f'{json.dumps(name)}: {json.dumps(head, ensure_ascii=False)[:-1]}, "results": [\n{results}\n]}}')
    text = ",\n".join(lines)
    RESULTS.write_text(f'{{"made_by": "python3 benchmarks/results.py DATA", "tables": {{\n{text}\n}}}}\n')


def make_pages(sgr):
    """Replaces the text behind each `<!-- sgr report … -->` by the output of that command."""

    def replaced(found):
        command = [str(sgr), *shlex.split(found[1])[1:]]
        out = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        return f"<!-- {found[1]} -->\n{out}<!-- end -->"

    figure = ["--table", "split", "--section", "ranks", "--ranks", ROOT / "docs/pictures/ranks.svg"]
    subprocess.run([sgr, "report", RESULTS, *figure], check=True, stdout=subprocess.DEVNULL)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text()
        page.write_text(re.sub(r"<!-- (sgr report [^\n]*) -->\n.*?<!-- end -->", replaced, text, flags=re.DOTALL))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, nargs="?")
    parser.add_argument("--sgr", type=pathlib.Path, help="the program [default: a release build]")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--only", type=lambda names: names.split(","), help=f"tables: {', '.join(TABLES)}, retrieval")
    parser.add_argument("--resume", action="store_true", help="go on after an interruption")
    parser.add_argument("--pages", action="store_true", help="make the pages from the results on file, measure nothing")
    args = parser.parse_args()
    args.sgr = (args.sgr or release_build()).resolve()
    if not args.pages:
        if args.data is None:
            parser.error("found no DATA_FOLDER, wanted the folder of the collections")
        measure(args)
    make_pages(args.sgr)


if __name__ == "__main__":
    main()
