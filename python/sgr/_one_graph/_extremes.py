"""Extreme eigenvalues by block Lanczos with thick restarts (Wu and Simon 2000), with the basis in blocks on Spark.

The vectors stay where they are: a product sends entries of the newest eight vectors, and one small matrix of inner
products comes to the driver. Eigenvalues of N = I − L are searched; the lowest of L are the highest of N.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._blocks import Array, Matrix, Process, Rows, Sums, sums_of, totals
from ._probes import signs

#: Vectors of a block: eigenvalues of that multiplicity are found.
BLOCK = 8

#: Ritz vectors beside the wanted ones that a restart keeps at each end: they keep the gap open on which convergence depends.
_SPARE = 8

#: Products at most, as on one machine for large matrices. What has not converged by then is left to the probes.
_MOST_PRODUCTS = 40

#: Set of signs that the search begins with: no set of probes has this number.
_FIRST_SIGNS = 2**32

#: Vectors that a full basis has room for besides those that a restart keeps: eight products. With 24, as on one machine, residuals
#: after 40 products were larger on every graph tried (5 to 19 times on one of 10^4 nodes); the memory grows with it.
_ROOM = 64

#: Largest square of a length that is rounding error: the new directions of a product with N, whose norm is 1.
_DEPENDENT = 1e-12

#: Number of lowest eigenvalues that the sample at 0 depends on.
EXTRAPOLATED = 8


class Extremes(NamedTuple):
    """Extreme eigenvalues of L besides the zeros, ascending."""

    low: list[float]
    high: list[float]
    #: The largest residual |L x − λ x|, and that of the lowest.
    residual: float
    lowest_residual: float
    #: The process whose state are the eigenvectors: pairs of a block and :class:`Ritz`.
    process: Process
    products: int


class Basis(NamedTuple):
    """The state of a block: the basis, and the product that its next vectors are made of."""

    vectors: Array
    image: Array
    #: Those of :class:`Rows`.
    null: NDArray[np.float64]
    component: NDArray[np.int64]


class Ritz(NamedTuple):
    """Eigenvectors in a block."""

    ritz: Array


def extremes(matrix: Matrix, low: int, high: int, tolerance: float, seed: int) -> Extremes:
    """Finds that many eigenvalues at each end of L, besides the zeros, with at most that residual; fewer, if they have not
    converged after :data:`_MOST_PRODUCTS` products."""
    search = _Search(matrix, seed)
    kept = 2 * (max(low, high) + _SPARE)
    capacity = kept + _ROOM
    while True:
        search.multiply()
        values, vectors, residuals = search.ritz()
        # The highest eigenvalues of N are the lowest of L.
        lowest = min(_leading(residuals[::-1] <= tolerance), low)
        highest = min(_leading(residuals <= tolerance), high, len(values) - lowest)
        is_done = lowest == low and highest == high
        if is_done or search.is_exhausted or search.products >= _MOST_PRODUCTS:
            break
        if search.width + BLOCK > capacity:
            ends = min(kept // 2, len(values) // 2)
            search.restart(values, vectors, np.r_[:ends, len(values) - ends : len(values)])
    chosen = np.r_[len(values) - lowest : len(values), :highest]
    return search.finish(values[chosen], vectors[:, chosen], lowest)


def _leading(converged: NDArray[np.bool_]) -> int:
    """Number of values before the first that has not converged."""
    return int(np.argmin(np.r_[converged, False]))


class _Search:
    """The driver's part: the projection of N onto the basis."""

    def __init__(self, matrix: Matrix, seed: int) -> None:
        self._matrix = matrix
        start = matrix.rows.mapPartitions(_Begin(seed), preservesPartitioning=True)
        self._process = Process(matrix, start)
        self.products = 0
        #: Vectors of the basis that have been multiplied.
        self.width = 0
        self.is_exhausted = False
        self._projected = np.zeros((0, 0))
        #: Which vectors of the basis are not zero: a product may have fewer than eight new directions.
        self._live = np.zeros(0, bool)
        self._combine: Array | None = None
        self._prepare(sums_of(matrix.rows.mapPartitions(_BeginSums(seed))))

    def _prepare(self, sums: list[tuple[Array, Array, tuple[Array, Array]]]) -> None:
        """How the next block is made of the newest product: its parts in the basis are taken away, and the rest is made
        orthonormal by the eigenvectors of its Gram matrix."""
        self._inner: Array = np.sum([inner for inner, _, _ in sums], axis=0)
        self._null = np.zeros((self._matrix.components, BLOCK))
        for _, _, (components, parts) in sums:
            self._null[components] += parts
        gram = sum(gram for _, gram, _ in sums) - self._inner.T @ self._inner - self._null.T @ self._null
        squares, vectors = np.linalg.eigh((gram + gram.T) / 2)
        self._new = squares > _DEPENDENT
        self.is_exhausted = not self._new.any()
        roots = np.sqrt(np.where(self._new, squares, 1.0))
        self._coupling = (self._new * roots)[:, None] * vectors.T
        self._inverse = vectors * (self._new / roots)

    def multiply(self) -> None:
        """Adds a block to the basis and multiplies it with N."""
        sums = self._process.advance(_Multiply(self._inner, self._null, self._inverse, self._combine))
        self._combine = None
        self.products += 1
        old, self.width = self.width, self.width + BLOCK
        self._live = np.r_[self._live, self._new]
        self._prepare(sums)
        projected = np.zeros((self.width, self.width))
        projected[:old, :old] = self._projected
        projected[:, old:] = self._inner
        projected[old:, :old] = self._inner[:old].T
        self._projected = projected

    def ritz(self) -> tuple[Array, Array, Array]:
        """Ritz values of N, ascending, their vectors in the basis, and their residuals."""
        projected = self._projected[np.ix_(self._live, self._live)]
        values, of_live = np.linalg.eigh((projected + projected.T) / 2)
        vectors = np.zeros((self.width, len(values)))
        vectors[self._live] = of_live
        return values, vectors, np.linalg.norm(self._coupling @ vectors[-BLOCK:], axis=0)

    def restart(self, values: Array, vectors: Array, kept: Array) -> None:
        """Reduces the basis to some Ritz vectors, when the next block is added."""
        self._combine = vectors[:, kept]
        self._projected = np.diag(values[kept])
        self.width, self._live = len(kept), np.ones(len(kept), bool)

    def finish(self, values: Array, vectors: Array, lowest: int) -> Extremes:
        """Keeps the vectors of these values only, and computes their residuals anew."""
        process = self._process
        sums = process.advance(_Finish(vectors, values))
        residuals = np.sqrt(sum(np.stack(block) for block in sums))
        residuals = residuals[0] / residuals[1]
        eigenvalues = np.clip(1 - values, 0.0, 2.0)
        low, high = np.sort(eigenvalues[:lowest]), np.sort(eigenvalues[lowest:])
        return Extremes(
            low.tolist(),
            high.tolist(),
            float(residuals.max(initial=0.0)),
            float(residuals[:lowest].max(initial=0.0)),
            process,
            self.products + 1,
        )


def _random(rows: Rows, seed: int) -> Array:
    return signs(seed, _FIRST_SIGNS, rows.first, len(rows.null), BLOCK)


class _BeginSums(NamedTuple):
    """The sums of the random signs that the search begins with."""

    seed: int

    def __call__(self, items: Iterator[tuple[int, Rows]]) -> Iterator[tuple[int, Sums]]:
        for block, rows in items:
            yield block, Sums(_inner_products(np.zeros((len(rows.null), 0)), _random(rows, self.seed), rows))


class _Begin(NamedTuple):
    """An empty basis, and the random signs."""

    seed: int

    def __call__(self, items: Iterator[tuple[int, Rows]]) -> Iterator[tuple[int, Basis]]:
        for block, rows in items:
            empty = np.zeros((len(rows.null), 0))
            yield block, Basis(empty, _random(rows, self.seed), rows.null, rows.component)


def _inner_products(basis: Array, image: Array, rows: Rows) -> tuple[Array, Array, tuple[Array, Array]]:
    """Of a product with the basis, with itself, and with the eigenvector of the zero of each component."""
    return basis.T @ image, image.T @ image, totals(rows.component, rows.null[:, None] * image)


class _Multiply(NamedTuple):
    """Appends a block to the basis, and multiplies it."""

    inner: Array
    null: Array
    inverse: Array
    combine: Array | None

    def vectors(self, state: Basis) -> Array:
        known = state.vectors @ self.inner + state.null[:, None] * self.null[state.component]
        return (state.image - known) @ self.inverse

    def update(self, rows: Rows, state: Basis, vectors: Array, received: Array) -> tuple[Any, Basis]:
        old = state.vectors if self.combine is None else state.vectors @ self.combine
        basis, image = np.hstack([old, vectors]), rows.product(received)
        return _inner_products(basis, image, rows), Basis(basis, image, rows.null, rows.component)


class _Finish(NamedTuple):
    """The Ritz vectors, and the squares of their residuals and lengths."""

    combine: Array
    values: Array

    def vectors(self, state: Basis) -> Array:
        return state.vectors @ self.combine

    def update(self, rows: Rows, state: Basis, vectors: Array, received: Array) -> tuple[Any, Ritz]:
        difference = rows.product(received) - vectors * self.values
        return ((difference**2).sum(axis=0), (vectors**2).sum(axis=0)), Ritz(vectors)
