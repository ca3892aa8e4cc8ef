"""Random Lanczos probes in single precision, all of one set side by side, a step for each exchange.

# Formula
``N q_j = β_(j−1) q_(j−1) + α_j q_j + β_j q_(j+1)``

A step computes ``y_j = N q_j − β_(j−1) q_(j−1)`` and, in the same job, ``α_j = q_j·y_j`` and ``β_j² = |y_j|² − α_j²``; the next one
begins with ``q_(j+1) = (y_j − α_j q_j) / β_j``. The coefficients of L = I − N are 1 − α and β.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._blocks import Array, Matrix, Process, Rows, by_kind, kept_level, Sums, sums_of, totals

#: A vector of a smaller norm is rounding error: single precision has 6e-8, and the rounding of a step adds to it.
_ZERO_NORM = 1e-6

#: Probes of one set at most: the signs of a row are bits of one word.
MOST_PROBES = 64

_GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)


class Pair(NamedTuple):
    """The state of a block: a vector, and the product that the next one is made of."""

    present: Array
    image: Array


def signs(seed: int, number: int, first: int, rows: int, probes: int) -> NDArray[np.float64]:
    """The random signs of a range of rows in set ``number`` of probes: they depend on nothing else, so another cut into
    blocks gives the same vectors."""
    key = _scrambled(_scrambled(np.uint64(seed % 2**64)) ^ np.uint64(number))
    words = _scrambled(_scrambled(np.arange(first, first + rows, dtype=np.uint64)) ^ key)
    bits = words[:, None] >> np.arange(probes, dtype=np.uint64) & np.uint64(1)
    found: NDArray[np.float64] = 2.0 * bits - 1.0
    return found


def _scrambled(words: Any) -> Any:
    """The finalizer of SplitMix64 (Steele, Lea & Flood 2014, "Fast Splittable Pseudorandom Number Generators")."""
    with np.errstate(over="ignore"):
        words = words + _GOLDEN
        words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58_476D_1CE4_E5B9)
        words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D0_49BB_1331_11EB)
    return words ^ words >> np.uint64(31)


class Probes:
    """One set of probes, which are orthogonal to the eigenvectors of the extreme eigenvalues."""

    def __init__(self, matrix: Matrix, vectors: Any, seed: int, number: int, count: int) -> None:
        known = matrix.rows.union(vectors)
        products = sums_of(known.mapPartitions(_Overlap(seed, number, count)))
        overlap = sum(overlap for overlap, _ in products)
        null = np.zeros((matrix.components, count))
        for _, (components, parts) in products:
            null[components] += parts
        # Signs have length √n; what is taken away is orthogonal to the rest.
        length = np.sqrt(matrix.size - (overlap**2).sum(axis=0) - (null**2).sum(axis=0))
        start = known.mapPartitions(_Start(seed, number, count, overlap, null, length), preservesPartitioning=True)
        self._process = Process(matrix, start)
        self._alphas: list[NDArray[np.float64]] = []
        self._betas: list[NDArray[np.float64]] = []
        self.count = count

    @property
    def steps(self) -> int:
        """Lanczos steps so far."""
        return len(self._alphas)

    def advance(self, steps: int) -> None:
        """Goes on to that many steps in all."""
        while self.steps < steps:
            if not self.steps:
                alpha, divisor, before = np.zeros(self.count), np.ones(self.count), np.zeros(self.count)
            else:
                alpha, divisor, before = self._alphas[-1], self._betas[-1], self._betas[-1]
            with np.errstate(divide="ignore"):
                factor = np.where(divisor > 0, 1 / divisor, 0.0)
            sums = self._process.advance(_Step(alpha, factor, before))
            alpha = sum(product for product, _ in sums)
            square = sum(square for _, square in sums) - alpha**2
            # A vector in an invariant subspace becomes and stays zero: its tridiagonal matrix is complete.
            self._alphas.append(alpha)
            self._betas.append(np.where(square > _ZERO_NORM**2, np.sqrt(np.maximum(square, 0.0)), 0.0))

    def coefficients(self) -> list[tuple[list[float], list[float]]]:
        """α and β of L for each probe."""
        alphas, betas = 1 - np.array(self._alphas), np.array(self._betas)
        return [(alphas[:, probe].tolist(), betas[:, probe].tolist()) for probe in range(self.count)]

    def end(self) -> None:
        """Frees the vectors."""
        self._process.end()


class _Overlap(NamedTuple):
    """Inner products of the signs with the known eigenvectors."""

    seed: int
    number: int
    probes: int

    def __call__(self, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Sums]]:
        block, rows, vectors, _ = by_kind(items)
        assert isinstance(rows, Rows)
        random = signs(self.seed, self.number, rows.first, len(rows.null), self.probes)
        null = totals(rows.component, rows.null[:, None] * random)
        yield block, Sums((vectors.ritz.T @ random, null))


class _Start(NamedTuple):
    """The signs without their parts in the known eigenvectors."""

    seed: int
    number: int
    probes: int
    overlap: NDArray[np.float64]
    null: NDArray[np.float64]
    length: NDArray[np.float64]

    def __call__(self, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Pair]]:
        block, rows, vectors, _ = by_kind(items)
        assert isinstance(rows, Rows)
        random = signs(self.seed, self.number, rows.first, len(rows.null), self.probes)
        random -= vectors.ritz @ self.overlap + rows.null[:, None] * self.null[rows.component]
        image = (random / self.length).astype(np.float32)
        yield block, Pair(np.zeros_like(image), image)


class _Step(NamedTuple):
    """One Lanczos step, from the coefficients of the one before."""

    alpha: NDArray[np.float64]
    factor: NDArray[np.float64]
    before: NDArray[np.float64]

    def vectors(self, state: Pair) -> Array:
        shift = (self.alpha * self.factor).astype(np.float32)
        return state.image * self.factor.astype(np.float32) - state.present * shift

    def update(self, rows: Rows, state: Pair, vectors: Array, received: Array) -> tuple[Any, Pair]:
        image = rows.product(received) - state.present * self.before.astype(np.float32)
        product = np.einsum("ij,ij->j", vectors, image, dtype=np.float64)
        square = np.einsum("ij,ij->j", image, image, dtype=np.float64)
        return (product, square), Pair(vectors, image)
