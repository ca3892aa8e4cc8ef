"""Places for the nodes of a graph in the plane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Steps of the simulation: pictures of up to a few hundred nodes hardly change after that many.
_STEPS = 200


def spring_layout(nodes: int, edges: NDArray[np.int64], seed: int = 0) -> NDArray[np.float64]:
    """Fruchterman & Reingold 1991: edges pull, all pairs push, and the temperature falls; the same for the same seed.

    O(n²) time a step, so meant for graphs of a few hundred nodes.
    """
    places = np.random.default_rng(seed).uniform(-1, 1, (nodes, 2))
    # Distance at which pull and push of an edge cancel, in a square of area 4.
    ideal = 2 / np.sqrt(max(nodes, 1))
    for step in range(_STEPS):
        gaps = places[:, None, :] - places[None, :, :]
        # Two nodes at one place would push each other without a limit.
        lengths = np.maximum(np.linalg.norm(gaps, axis=2), 1e-3)
        moves = (gaps * (ideal**2 / lengths**2)[:, :, None]).sum(axis=1)
        if len(edges):
            spans = places[edges[:, 0]] - places[edges[:, 1]]
            pulls = spans * np.linalg.norm(spans, axis=1, keepdims=True) / ideal
            np.add.at(moves, edges[:, 0], -pulls)
            np.add.at(moves, edges[:, 1], pulls)
        # A weak pull to the centre keeps components together.
        moves -= 0.5 * places
        size = np.maximum(np.linalg.norm(moves, axis=1, keepdims=True), 1e-9)
        places += moves / size * np.minimum(size, 0.2 * (1 - step / _STEPS))
    return places
