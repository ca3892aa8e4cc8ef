"""The accuracy of vectors that see labels, attributes or degrees, and the time that labels cost.

Usage: labels.py DATA_FOLDER [--sgr PROGRAM] [--threads N] [--tables]

DATA_FOLDER holds the nine TU collections of the paper as .zip files. Runs `sgr evaluate` (20 splits of 80 % and 20 %, seed 0)
with and without labels and attributes, by logistic regression with C = 1 on vectors as they are and standardized, and by
random forest; runs `sgr embed` with and without labels, in turn, and compares processor times. Writes docs/results/labels.json
and fills the tables of docs/results/labels.md from that file. Takes a quarter of an hour on two cores. With --tables it only fills the
tables. Needs nothing but Python, on Linux or macOS.
"""

import argparse
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile

import accuracy

RESULTS = accuracy.ROOT / "docs/results/labels.json"
PAGE = accuracy.ROOT / "docs/results/labels.md"
COLLECTIONS = ["MUTAG", "ENZYMES", "PROTEINS", "DD"]
WITH_ATTRIBUTES = ["ENZYMES", "PROTEINS"]
RUNS = 20
#: Title of a row, arguments of `sgr evaluate`, and whether it needs attributes.
ROWS = [
    ("`sgr`, no labels", ["--method", "sgr"], False),
    ("`sgr --labels`", ["--method", "sgr", "--labels"], False),
    ("`sgr --attributes`", ["--method", "sgr", "--attributes"], True),
    ("`sgr --labels --attributes`", ["--method", "sgr", "--labels", "--attributes"], True),
    ("histogram of labels alone", ["--method", "fingerprint", "--labels", "--depth", "0"], False),
    ("`fingerprint`, no labels", ["--method", "fingerprint"], False),
    ("`fingerprint --labels`", ["--method", "fingerprint", "--labels"], False),
    ("`wl --labels`, support vector machine", ["--method", "wl", "--labels"], False),
]
#: The methods of structure alone, on all nine collections.
STRUCTURE = ["sgr", "wide"]
CLASSIFIERS = [("regression", []), ("standardized", ["--standardize"]), ("forest", ["--classifier", "rf"])]
#: Copies of MUTAG that make a collection of molecules whose time can be measured.
COPIES = 20
REPEATS = 9
KEPT = ["collection", "method", "classifier", "protocol", "runs", "seed", "accuracy_mean", "accuracy_std"]


def evaluate(sgr, data, names, arguments, threads):
    """Results of `sgr evaluate` on some collections, none of them from a cache."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "results.json"
        files = [data / f"{name}.zip" for name in names]
        command = [sgr, "evaluate", *files, *arguments, "--runs", RUNS, "--no-cache", "-q", "--json", out]
        command += ["--threads", threads] if threads else []
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        return json.loads(out.read_text())["results"]


def accuracies(args):
    for title, arguments, needs_attributes in ROWS:
        names = WITH_ATTRIBUTES if needs_attributes else COLLECTIONS
        for learner, flags in CLASSIFIERS:
            if "wl" in arguments and flags:
                continue
            for result in evaluate(args.sgr, args.data, names, [*arguments, *flags], args.threads):
                yield {"row": title, "learner": learner, **{key: result[key] for key in KEPT}}


def structure(args):
    for method in STRUCTURE:
        for result in evaluate(args.sgr, args.data, accuracy.PAPER, ["--method", method], args.threads):
            yield {key: result[key] for key in KEPT}


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


def accuracy_table(results, learner):
    short = [accuracy.SHORT.get(name, name) for name in COLLECTIONS]
    yield "| | " + " | ".join(short) + " |"
    yield "|---|" + "---:|" * len(COLLECTIONS)
    for title, _, _ in ROWS:
        found = {row["collection"]: row for row in results if row["row"] == title and row["learner"] == learner}
        if found:
            cells = [found.get(name) for name in COLLECTIONS]
            texts = [f"{cell['accuracy_mean']:.2f} ± {cell['accuracy_std']:.2f}" if cell else "–" for cell in cells]
            yield f"| {title} | " + " | ".join(texts) + " |"


def structure_table(results):
    found = {(row["method"], row["collection"]): row["accuracy_mean"] for row in results}
    yield "| | " + " | ".join(accuracy.SHORT.get(name, name) for name in accuracy.PAPER) + " | mean |"
    yield "|---|" + "---:|" * (len(accuracy.PAPER) + 1)
    rows = {method: [found[method, name] for name in accuracy.PAPER] for method in STRUCTURE}
    rows["difference"] = [wide - sgr for sgr, wide in zip(*(rows[method] for method in STRUCTURE), strict=True)]
    for title, values in rows.items():
        style = "+.2f" if title == "difference" else ".2f"
        cells = [f"{value:{style}}" for value in [*values, statistics.mean(values)]]
        yield f"| {title if title == 'difference' else f'`{title}`'} | " + " | ".join(cells) + " |"


def time_table(rows):
    yield "| collection | no labels, s | `--labels nodes`, s | `--labels all`, s | nodes / none | all / none |"
    yield "|---|---:|---:|---:|---:|---:|"
    for row in rows:
        none, nodes, both = row["none"], row["nodes"], row["all"]
        title = accuracy.SHORT.get(row["collection"], row["collection"])
        yield f"| {title} | {none:.3f} | {nodes:.3f} | {both:.3f} | {nodes / none:.2f} | {both / none:.2f} |"


def fill(mark, lines):
    text = PAGE.read_text()
    start = text.index(f"<!-- {mark} -->\n") + len(f"<!-- {mark} -->\n")
    end = text.index("<!-- end -->", start)
    PAGE.write_text(text[:start] + "\n".join(lines) + "\n" + text[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sgr", type=pathlib.Path, help="the program [default: a release build]")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--tables", action="store_true", help="fill the tables from the results on file only")
    args = parser.parse_args()
    if not args.tables:
        args.sgr = args.sgr or accuracy.release_build()
        lists = {"results": list(accuracies(args)), "structure": list(structure(args)), "times": list(times(args))}
        texts = [f'"{key}": [\n  ' + ",\n  ".join(map(json.dumps, rows)) + "\n]" for key, rows in lists.items()]
        RESULTS.write_text('{"made_by": "python3 benchmarks/labels.py DATA",\n' + ",\n".join(texts) + "}\n")
    found = json.loads(RESULTS.read_text())
    for learner, _ in CLASSIFIERS:
        fill(learner, accuracy_table(found["results"], learner))
    fill("structure", structure_table(found["structure"]))
    fill("times", time_table(found["times"]))


if __name__ == "__main__":
    main()
