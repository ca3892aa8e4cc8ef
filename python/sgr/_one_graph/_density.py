"""How many probes and Lanczos steps: until the stated error is small enough, or a limit is reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from ._blocks import Matrix
from ._extremes import EXTRAPOLATED, Extremes, extremes
from ._probes import Probes

#: Lanczos steps of the first look at the error; each further look has twice as many. As on one machine.
_FEWEST_STEPS = 64

#: Lanczos steps at most: each is a job with a shuffle.
_MOST_STEPS = 512

#: Eigenvalues at the upper end. The sample at 1 is the largest eigenvalue, and its neighbours shape the spline.
_HIGHEST = 8

#: A doubling of the steps that leaves more than this part of the bias has resolved what it can: the rest is that of single
#: eigenvalues, which only a larger graph has less of.
_PROGRESS = 0.8

#: Part of the error that bias may take, and divisor of the error that gives the residual of the extremes, as on one machine.
_BIAS_SHARE, _EXTREMES_DIVISOR = 0.6, 20.0


@dataclass(frozen=True)
class Aim:
    """The error that is wanted, and the limits."""

    max_error: float
    samples: int
    knots: str
    #: Probes that advance together, and sets of them at most.
    probes: int
    most_sets: int
    seed: int


class Effort(NamedTuple):
    """The work that was done."""

    probes: int
    steps: int
    #: Products of the matrix with a set of vectors, all in all.
    products: int


def density(matrix: Matrix, known: NDArray[np.float64], aim: Aim) -> tuple[_sgr.SolvedSpectrum, Effort]:
    """The spectrum of a matrix, with the eigenvalues of the graph that are known besides."""
    zeros = matrix.components + int((known == 0).sum())
    low, tolerance = max(EXTRAPOLATED - zeros, 0), aim.max_error / _EXTREMES_DIVISOR
    ends = extremes(matrix, low, _HIGHEST, tolerance, aim.seed)
    sets: list[Probes] = []
    steps = _FEWEST_STEPS

    def add() -> None:
        sets.append(Probes(matrix, ends.process.state, aim.seed, len(sets), aim.probes))

    add()
    before = np.inf
    while True:
        for probes in sets:
            probes.advance(steps)
        found = _solved(matrix, known, ends, sets, aim)
        can_add = len(sets) < aim.most_sets
        # Steps are doubled where bias is too large and not explained by noise, which is part of the difference that steps
        # make; and as long as the last doubling has reduced it.
        is_biased = found.bias > _BIAS_SHARE * aim.max_error and found.bias <= _PROGRESS * before
        needs_steps = is_biased and (found.bias > 0.5 * found.noise or not can_add and found.noise <= aim.max_error)
        if found.error <= aim.max_error:
            break
        if needs_steps and 2 * steps <= _MOST_STEPS:
            before, steps = found.bias, 2 * steps
        elif can_add:
            add()
        else:
            break
    for probes in sets:
        probes.end()
    ends.process.end()
    total = aim.probes * len(sets)
    return found, Effort(total, steps, ends.products + steps * len(sets))


def _solved(
    matrix: Matrix, known: NDArray[np.float64], ends: Extremes, sets: list[Probes], aim: Aim
) -> _sgr.SolvedSpectrum:
    """The spectrum after the present steps of all probes."""
    # The trace of T_1(N) = N is 0, because no node is its own neighbour; T_2(N) = 2 N² − I.
    traces = [0.0, 2 * matrix.square - matrix.size]
    solved: _sgr.SolvedSpectrum = _sgr.start_density(
        matrix.size,
        known,
        ([0.0] * matrix.components + ends.low, ends.high),
        (ends.residual, ends.lowest_residual),
        traces,
        [coefficients for probes in sets for coefficients in probes.coefficients()],
        aim.max_error,
        aim.samples,
        aim.knots,
    ).result()
    return solved
