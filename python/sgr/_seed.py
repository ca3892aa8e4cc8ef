"""scikit-learn's ``random_state`` as a seed of the library."""

from __future__ import annotations

from numbers import Integral

import numpy as np


def seed_of(
    random_state: int | np.random.Generator | np.random.RandomState | None, parameter: str = "random_state"
) -> int:
    """A whole number is the seed; a generator draws one; None is another one every time."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    if isinstance(random_state, Integral) and not isinstance(random_state, bool):
        if not 0 <= int(random_state) < 2**64:
            raise ValueError(f"found {parameter}={random_state}, wanted 0 to 2**64 - 1")
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    raise TypeError(f"found {parameter}={random_state!r}, wanted a whole number, a NumPy generator or None")
