"""RDKit molecules: atoms are nodes, bonds are edges."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading


def add(batch: _sgr.GraphBatch, molecule: Any, reading: Reading) -> None:
    """Adds the graph, hydrogens as far as they are atoms of the molecule; with weights, a bond weighs its order."""
    if not hasattr(molecule, "GetBonds"):
        raise TypeError(f"found an RDKit {type(molecule).__name__}, wanted a Mol")
    bonds = list(molecule.GetBonds())
    sources = np.fromiter((bond.GetBeginAtomIdx() for bond in bonds), np.int64, len(bonds))
    targets = np.fromiter((bond.GetEndAtomIdx() for bond in bonds), np.int64, len(bonds))
    weights = None
    if reading.is_weighted:
        weights = np.fromiter((bond.GetBondTypeAsDouble() for bond in bonds), np.float64, len(bonds))
    batch.add_edges(molecule.GetNumAtoms(), sources, targets, weights)
