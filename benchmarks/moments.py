"""Which estimate of the density needs fewer products: Lanczos quadrature or Chebyshev moments? In NumPy, on real
graphs.

Usage: moments.py DATA_FOLDER [-o PAGE] [--probes N] [--seed S]

Needs NumPy and SciPy, as in benchmarks/requirements.txt. For every edge list of up to 6,000 nodes: the exact
eigenvalues by numpy.linalg.eigvalsh, then both estimates from the same random vectors. Twins are left in, so that
eigenvalues of high multiplicity occur. A step is one product with the matrix. Chebyshev moments come two to a product
(T_2k = 2 T_k T_k − T_0) and are damped by Jackson's kernel; the mass of each quadrature node is spread towards its
neighbours, as in `spectrum::density`. The figures are the largest and the mean error of the 256 samples λ(k/n), k =
n/256, 2n/256 and so on.
"""

import argparse
import gzip
import pathlib

import numpy as np
import scipy.sparse as sparse
from scipy.linalg import eigh_tridiagonal

import section

STEPS = [32, 64, 128, 256]
# The section of the page that -o names.
TITLE = "Lanczos quadrature or Chebyshev moments"


def laplacian(path):
    with gzip.open(path, "rt") as opened:
        edges = np.array([line.split()[:2] for line in opened if line[0] not in "#%"], dtype=np.int64)
    names, numbers = np.unique(edges, return_inverse=True)
    u, v = numbers.reshape(edges.shape).T
    keep = u != v
    matrix = sparse.coo_matrix((np.ones(keep.sum()), (u[keep], v[keep])), (len(names), len(names))).tocsr()
    matrix = matrix + matrix.T
    matrix.data[:] = 1
    root = sparse.diags(1 / np.sqrt(np.maximum(matrix.sum(axis=1).A1, 1)))
    return (sparse.identity(len(names)) - root @ matrix @ root).tocsr()


def samples_of(distribution, grid, count):
    """Places where the distribution passes (k − ½)/n."""
    ranks = (np.arange(1, 257) * count // 256 - 0.5) / count
    return np.interp(ranks, np.maximum.accumulate(distribution), grid)


def chebyshev(matrix, vectors, steps, grid):
    """Damped Chebyshev series of the distribution, from 2 · steps moments."""
    count = vectors.shape[0]
    shifted = matrix - sparse.identity(count)
    previous, present = vectors, shifted @ vectors
    moments = np.zeros(2 * steps + 1)
    start = [np.sum(vectors * vectors), np.sum(vectors * present)]
    moments[:2] = start
    for step in range(1, steps):
        moments[2 * step] = 2 * np.sum(present * present) - start[0]
        previous, present = present, 2 * (shifted @ present) - previous
        moments[2 * step + 1] = 2 * np.sum(previous * present) - start[1]
    moments[2 * steps] = 2 * np.sum(present * present) - start[0]
    moments /= start[0]
    order, k = 2 * steps + 1, np.arange(2 * steps + 1)
    turn = np.pi / (order + 1)
    jackson = ((order - k + 1) * np.cos(turn * k) + np.sin(turn * k) / np.tan(turn)) / (order + 1)
    angle = np.arccos(np.clip(grid - 1, -1, 1))
    series = sum(jackson[k] * moments[k] * np.sin(k * angle) / k for k in range(1, order))
    return (np.pi - angle) / np.pi - 2 / np.pi * series


def lanczos(matrix, vectors, steps, grid):
    """Mean over the vectors of Gauss quadratures, each place spread as far as its residual, but not past its neighbours."""
    distribution = np.zeros_like(grid)
    alphas, betas = [], []
    present, previous = vectors / np.linalg.norm(vectors, axis=0), np.zeros_like(vectors)
    beta = np.zeros(vectors.shape[1])
    for _ in range(steps):
        following = matrix @ present - beta * previous
        alpha = np.sum(following * present, axis=0)
        following -= alpha * present
        beta = np.linalg.norm(following, axis=0)
        alphas.append(alpha), betas.append(beta)
        previous, present = present, following / np.maximum(beta, 1e-300)
    alphas, betas = np.array(alphas), np.array(betas)
    for probe in range(vectors.shape[1]):
        places, turned = eigh_tridiagonal(alphas[:, probe], betas[:-1, probe])
        weights, reach = turned[0] ** 2, np.abs(betas[-1, probe] * turned[-1])
        gaps = np.diff(places, prepend=places[0], append=places[-1])
        left, right = np.minimum(reach, gaps[:-1]), np.minimum(reach, gaps[1:])
        tiny = 1e-12
        points = np.concatenate([places - left - tiny, places, places + right + tiny])
        inside = np.concatenate([np.zeros_like(weights), weights / 2, weights])
        for at in range(len(places)):
            distribution += np.interp(grid, points[at :: len(places)], inside[at :: len(places)])
    return distribution / vectors.shape[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path)
    parser.add_argument("--probes", type=int, default=128)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    lines = [
        "Made by `python3 benchmarks/moments.py DATA -o docs/results/large-graphs.md`, a comparison in NumPy of two ways to estimate a density.",
        "",
        f"Errors of 256 samples against exact eigenvalues; the same {args.probes} random vectors (seed {args.seed}) and as many products with the",
        "matrix, a step each, for both. Twins are left in, and nothing is corrected by known moments or exact ends.",
        "",
        "| graph | nodes | steps | Lanczos: largest | mean | Chebyshev: largest | mean |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    print("\n".join(lines))
    for line in table(args):
        print(line, flush=True)
        lines.append(line)
    lines += [
        "",
        "The two methods have about the same error: the number of random vectors limits both. The library uses Lanczos quadrature, because",
        "the residual of each quadrature node bounds its distance from an eigenvalue. A converged node is an eigenvalue, and the error of",
        "the other nodes can be estimated.",
    ]
    if args.output:
        section.write(args.output, TITLE, lines)


def table(args):
    grid = np.linspace(0, 2, 20001)
    for path in sorted(args.data.glob("*.txt.gz")):
        matrix = laplacian(path)
        count = matrix.shape[0]
        if count > 6000:
            continue
        exact = np.linalg.eigvalsh(matrix.toarray())
        wanted = exact[np.arange(1, 257) * count // 256 - 1]
        vectors = np.random.default_rng(args.seed).choice([-1.0, 1.0], (count, args.probes))
        for steps in STEPS:
            cells = []
            for method in (lanczos, chebyshev):
                errors = np.abs(samples_of(method(matrix, vectors, steps, grid), grid, count) - wanted)
                cells.append(f"{errors.max():.1e} | {errors.mean():.1e}")
            yield f"| {path.name.removesuffix('.txt.gz')} | {count} | {steps} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
