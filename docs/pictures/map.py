"""The map in the README: graphs of six real collections, placed by t-SNE on their vectors. Writes an SVG.

Usage: map.py DATA_FOLDER [--sgr PROGRAM] [-o docs/pictures/map.svg]

DATA_FOLDER holds TU collections as .zip. The vectors come from `sgr embed` with its defaults; 150 graphs of each collection are
drawn. The classes of the graphs are not used. Needs scikit-learn; takes half a minute.
"""
import argparse, pathlib, subprocess, tempfile
import numpy as np
from sklearn.manifold import TSNE
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COLLECTIONS = {"MUTAG": ("molecules (MUTAG)", "#d1495b"), "ENZYMES": ("proteins (ENZYMES)", "#edae49"),
               "DD": ("large proteins (D&amp;D)", "#66a182"), "IMDB-BINARY": ("film casts (IMDB)", "#2e4057"),
               "COLLAB": ("co-authors (COLLAB)", "#8d6fb8"), "REDDIT-BINARY": ("discussions (REDDIT)", "#3a8fb7")}
EACH, WIDTH, HEIGHT, LEGEND = 150, 640, 330, 175


def vectors(sgr, path):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "vectors.npy"
        subprocess.run([str(sgr), "embed", str(path), "-q", "-o", str(out)], check=True, stderr=subprocess.DEVNULL)
        found = np.load(out)
    return found[np.random.default_rng(0).permutation(len(found))[:EACH]]


def svg(places, kinds):
    low, high = places.min(0), places.max(0)
    places = (places - low) / (high - low) * [WIDTH - LEGEND - 30, HEIGHT - 30] + 15
    style = 'font-family="sans-serif" font-size="13" fill="#333"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    names = list(COLLECTIONS.values())
    for kind, (_, colour) in enumerate(names):
        yield f'<g fill="{colour}" fill-opacity="0.75">'
        for x, y in places[kinds == kind]:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        yield "</g>"
    for kind, (name, colour) in enumerate(names):
        y = 40 + 24 * kind
        yield f'<circle cx="{WIDTH - LEGEND}" cy="{y}" r="5" fill="{colour}"/><text x="{WIDTH - LEGEND + 12}" y="{y + 4.5}" {style}>{name}</text>'
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sgr", type=pathlib.Path, default=ROOT / "target/release/sgr")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "docs/pictures/map.svg")
    args = parser.parse_args()
    blocks = [vectors(args.sgr, args.data / f"{name}.zip") for name in COLLECTIONS]
    kinds = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    scaled = StandardScaler().fit_transform(np.vstack(blocks))
    places = TSNE(perplexity=30, init="pca", random_state=0).fit_transform(scaled)
    args.output.write_text("\n".join(svg(places, kinds)) + "\n")


if __name__ == "__main__":
    main()
