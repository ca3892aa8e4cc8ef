"""Peak memory by the number of graphs in a table, from docs/results/capacity.json. Writes an SVG.

Usage: memory-of-tables.py [-o docs/pictures/memory-of-tables.svg]

`benchmarks/memory_of_tables.py` measures, and runs this. Needs matplotlib; the same numbers give the same bytes.
"""

import argparse
import json
import pathlib

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WAYS = {"program": ("sgr embed", "#2e4057", "o-"), "package": ("sgr.arrow.embed_file", "#d1495b", "s--")}
#: The most that the program may take for small graphs.
ASKED = 500


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "docs/pictures/memory-of-tables.svg")
    args = parser.parse_args()
    rows = json.loads((ROOT / "docs/results/capacity.json").read_text())["memory"]["rows"]
    # Letters as text, fixed names of parts and no date: the same file every time.
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sgr", "font.family": "sans-serif", "font.size": 10})
    figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    for way, (name, colour, style) in WAYS.items():
        megabytes = [row[way]["megabytes"] for row in rows]
        axes.plot([row["graphs"] for row in rows], megabytes, style, color=colour, label=name)
    axes.axhline(ASKED, color="#999", linewidth=1, linestyle=":")
    axes.annotate(f"{ASKED} MB", (rows[0]["graphs"], ASKED), xytext=(0, 3), textcoords="offset points", color="#666")
    axes.set(xscale="log", ylim=(0, 1.15 * ASKED), xlabel="graphs of about 20 nodes", ylabel="peak memory, MB")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(0.02, 0.6))
    figure.savefig(args.output, metadata={"Date": None})


if __name__ == "__main__":
    main()
