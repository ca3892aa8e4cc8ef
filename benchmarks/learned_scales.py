"""Accuracy of attributes with scales that `fit` learns, next to scales that no collection decides.

Usage: learned_scales.py DATA_FOLDER [--splits 20] [--seed 1]

DATA_FOLDER holds ENZYMES and PROTEINS as TU .zip files. Random splits of 80 % and 20 % by scikit-learn, the same for all rows;
logistic regression with C = 1 (liblinear, one against the rest) on vectors as they are. The estimator is fitted on the learning
part of each split, so the scales come from there alone. Prints Markdown. Needs this package and scikit-learn.
"""

import argparse
import pathlib

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import ShuffleSplit, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline

import sgr

ROWS = {
    "labels": {"node_label": True},
    "labels and attributes, asinh": {"node_label": True, "attributes": True, "attribute_scaling": "asinh"},
    "labels and attributes, learned scales": {"node_label": True, "attributes": True},
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--splits", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names = ["ENZYMES", "PROTEINS"]
    read = [sgr.read_tu(args.data / f"{name}.zip", node_labels=True, attributes=True) for name in names]
    print("| | " + " | ".join(names) + " |\n|---|---:|---:|")
    for title, settings in ROWS.items():
        cells = []
        for graphs, classes in read:
            regression = OneVsRestClassifier(LogisticRegression(C=1.0, solver="liblinear"))
            splits = ShuffleSplit(args.splits, test_size=0.2, random_state=args.seed)
            scores = cross_val_score(make_pipeline(sgr.SGR(**settings), regression), graphs, classes, cv=splits)
            cells.append(f"{100 * np.mean(scores):.2f} ± {100 * np.std(scores):.2f}")
        print(f"| {title} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
