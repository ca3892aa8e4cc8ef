"""Means and deviations of attributes over all nodes of many graphs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def learned_scales(blocks: Iterable[Numbers]) -> tuple[Numbers, Numbers]:
    """Mean and deviation of each column over the rows of all blocks, in one pass.

    Chan, Golub & LeVeque 1979: the sums of squares of two blocks, each around its own mean, become that of both. So a
    large mean does not cancel a small deviation, and a column of one number has deviation 0.
    """
    count, means, squares = 0, np.zeros(0), np.zeros(0)
    # Numbers beyond 1e154 have no squares: found below.
    with np.errstate(over="ignore", invalid="ignore"):
        for block in blocks:
            if not len(block):
                continue
            if not count:
                means, squares = np.zeros(block.shape[1]), np.zeros(block.shape[1])
            # Around a number of the block: the mean of equal numbers is then exact.
            own_means = block[0] + (block - block[0]).mean(axis=0)
            total = count + len(block)
            step = own_means - means
            squares = squares + ((block - own_means) ** 2).sum(axis=0) + step**2 * (count * len(block) / total)
            means = own_means if not count else means + step * (len(block) / total)
            count = total
        deviations = np.sqrt(squares / max(count, 1))
    if not count:
        raise ValueError("found no nodes to learn the scales of attributes from")
    for column in np.flatnonzero(~(np.isfinite(means) & np.isfinite(deviations))):
        raise ValueError(
            f"the numbers of attribute {column + 1} are too large for a mean and a deviation; "
            'wanted numbers below 1e150, or attribute_scaling="asinh"'
        )
    return means, deviations
