"""What does a road map sound like, and what a social network?

    python examples/python/road_map_and_social_network.py [--roads FILE] [--social FILE] [--figure FIGURE.png]

Compares the spectra of two graphs: a street grid with closed streets and a network of friends of friends, or two edge
lists of yours. Needs matplotlib for the figure only.
"""

from __future__ import annotations

import argparse

import numpy as np

import sgr


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--roads")
    parser.add_argument("--social")
    parser.add_argument("--figure")
    arguments = parser.parse_args()

    roads = (
        sgr.read(arguments.roads).graphs[0] if arguments.roads else sgr.generate.grid(900, 30, kept=0.9, random_state=1)
    )
    drawn = sgr.generate.collection("triad-formation", 1, nodes=(900, 900), degree=(10, 10), random_state=1)
    social = sgr.read(arguments.social).graphs[0] if arguments.social else drawn.graphs[0]
    graphs = {"road map": roads, "social network": social}

    # Eigenvalues near 0 are slow: heat needs long to cross the graph. Their number tells how far things are apart.
    for name, eigenvalues in zip(graphs, sgr.spectrum(list(graphs.values()))):
        slow, middle = (eigenvalues < 0.05).mean(), ((eigenvalues > 0.7) & (eigenvalues < 1.3)).mean()
        print(f"{name:<15} {len(eigenvalues)} eigenvalues, {100 * slow:.1f} % below 0.05, {100 * middle:.1f} % near 1")

    # By t = 10 the heat of a social network is nearly everywhere, that of a road map still near where it was.
    for name, trace in zip(graphs, sgr.heat_trace(list(graphs.values()), [1.0, 10.0, 100.0])):
        print(f"{name:<15} heat left after 1, 10, 100: {np.array2string(trace, precision=4)}")
    print(f"distance of their vectors: {sgr.distance(roads, social):.1f}")

    if arguments.figure:
        from matplotlib import pyplot

        figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4))
        sgr.plot.spectrum(graphs, ax=left)
        sgr.plot.heat_trace(graphs, ax=right)
        figure.tight_layout()
        figure.savefig(arguments.figure)
        print(f"figure: {arguments.figure}")


if __name__ == "__main__":
    main()
