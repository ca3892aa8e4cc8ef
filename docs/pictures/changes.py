"""The picture of the guide to changes: sixty random graphs, denser from one day on, and one tree among them. Writes an SVG.

Usage: changes.py [-o docs/pictures/changes.svg]

Needs the package `sgr`.
"""
import argparse
import pathlib

import sgr

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DAYS, CHANGE, TREE, NODES = 60, 31, 46, 100


def graph(day):
    if day == TREE:
        return sgr.generate.tree(NODES, random_state=day)
    return sgr.generate.erdos_renyi(NODES, 0.06 * (1.15 if day >= CHANGE else 1.0), random_state=day)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "docs/pictures/changes.svg")
    days = range(1, DAYS + 1)
    found = sgr.changes([graph(day) for day in days], [f"day {day}" for day in days])
    found.save(parser.parse_args().output)
    print(found)


if __name__ == "__main__":
    main()
