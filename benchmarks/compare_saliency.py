"""Rank correlation of our saliency strips with those of the paper's figure.

Usage: compare_saliency.py PAPER.tex SALIENCY.csv

SALIENCY.csv comes from `sgr saliency -o SALIENCY.csv`; PAPER.tex is the paper's source, whose figure lists 256 values a
strip: block model first, Erdős–Rényi second. Needs NumPy.
"""

import pathlib
import re
import sys

import numpy as np


def ranks(values):
    order = np.argsort(values, kind="stable")
    result = np.empty(len(values))
    result[order] = np.arange(len(values))
    return result


def main():
    tex, csv = sys.argv[1:]
    lists = re.findall(r"foreach \\nodename/\\nc in \{(.*?)\}", pathlib.Path(tex).read_text(), re.S)
    paper = [[float(value) for value in re.findall(r"\d+/([\d.]+)", text)] for text in lists[:2]]
    table = np.genfromtxt(csv, delimiter=",", skip_header=1)
    for name, theirs, ours in zip(["block model", "Erdős–Rényi"], paper, table.T[1:]):
        spearman = np.corrcoef(ranks(theirs), ranks(ours))[0, 1]
        low, high = ours[:16].mean() / ours[16:240].mean(), ours[240:].mean() / ours[16:240].mean()
        print(f"{name}: rank correlation {spearman:.2f}; first sixteenth {low:.1f}, last {high:.1f} times the middle")


main()
