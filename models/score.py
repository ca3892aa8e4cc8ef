"""Scores of a model on TU collections by the paper's protocol, beside the paper's figures. Prints a Markdown table.

Usage: score.py DATA_FOLDER [--model MODEL]... [--runs 100] [--seed 0] [--check] [NAME ...]

DATA_FOLDER holds TU collections as .zip; NAMEs pick some (the nine of the paper by default). MODEL is `default`, `paper`, a
file, or `spectrum` for the raw resampled spectrum; all three names by default. Needs NumPy, and scikit-learn for --check.
"""
import argparse, pathlib, subprocess
from scoring import PAPER, ROOT, accuracies, vectors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=list(PAPER))
    parser.add_argument("--model", action="append")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", action="store_true", help="compare with scikit-learn on the first collection")
    args = parser.parse_intermixed_args()
    models = args.model or ["default", "paper", "spectrum"]
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "sgr-graphs-cli"], cwd=ROOT, check=True)
    sgr = ROOT / "target/release/sgr"
    flags = {m: ["--representation", "spectrum"] if m == "spectrum" else ["--model", m] for m in models}
    if args.check:
        return check(*vectors(sgr, args.data, args.names[0], *flags[models[0]]), args)
    print(f"80/20 × {args.runs}, logistic regression C = 1, L2, splits of seed {args.seed}; mean ± standard deviation\n")
    print("| collection | paper's SGR | " + " | ".join(f"`{m}`" for m in models) + f" | `{models[0]}` − paper |")
    print("|---|---:|" + "---:|" * (len(models) + 1))
    differences = []
    for name in args.names:
        cells, first = [], None
        for model in models:
            scores = accuracies(*vectors(sgr, args.data, name, *flags[model]), args.runs, args.seed)
            first = scores.mean() if first is None else first
            cells.append(f"{scores.mean():.2f} ± {scores.std():.2f}")
        paper = PAPER.get(name)
        differences += [first - paper] if paper else []
        difference = f"{first - paper:+.2f}" if paper else "–"
        print(f"| {name} | {paper or '–'} | {' | '.join(cells)} | {difference} |", flush=True)
    if differences:
        print("| mean | |" + " |" * len(models) + f" {sum(differences) / len(differences):+.2f} |")


def check(x, labels, args):
    """Our regression against scikit-learn's on the same splits."""
    import math
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier
    random = np.random.default_rng(args.seed)
    held_out, theirs = math.ceil(0.2 * len(labels)), []
    for _ in range(args.runs):
        order = random.permutation(len(labels))
        test, train = order[:held_out], order[held_out:]
        # Tighter than the default tolerance, at which liblinear stops early on correlated features.
        regression = OneVsRestClassifier(LogisticRegression(C=1, solver="liblinear", tol=1e-6, max_iter=10000))
        theirs.append(100 * regression.fit(x[train], labels[train]).score(x[test], labels[test]))
    print(f"scikit-learn {np.mean(theirs):.3f}, ours {accuracies(x, labels, args.runs, args.seed).mean():.3f}")


main()
