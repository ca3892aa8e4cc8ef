"""RDKit molecules: atoms are nodes, bonds are edges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .. import _sgr
from .._reading import Reading
from ._fields import Owners, carried


def _label(atom: Any) -> str:
    """The label that readers of files give to the atom: element, in small letters if aromatic, and charge."""
    symbol, charge = atom.GetSymbol(), atom.GetFormalCharge()
    sign = {0: "", 1: "+", -1: "-"}.get(charge, f"{charge:+d}")
    return f"{symbol.lower() if atom.GetIsAromatic() else symbol}{sign}"


def _kind(bond: Any) -> str:
    """The label that readers of files give to the bond: its kind."""
    kind = str(bond.GetBondType()).lower()
    return "any" if kind == "unspecified" else kind


#: Fields of atoms; any other name is a property of the atoms.
_ATOMS: Mapping[str, Callable[[Any], Any]] = {
    "atom": _label,
    "element": lambda atom: atom.GetSymbol(),
    "number": lambda atom: atom.GetAtomicNum(),
    "charge": lambda atom: atom.GetFormalCharge(),
    "aromatic": lambda atom: atom.GetIsAromatic(),
    "ring": lambda atom: atom.IsInRing(),
    "hydrogens": lambda atom: atom.GetTotalNumHs(),
    "isotope": lambda atom: atom.GetIsotope(),
    "mass": lambda atom: atom.GetMass(),
    "hybridization": lambda atom: str(atom.GetHybridization()),
    "chirality": lambda atom: str(atom.GetChiralTag()),
}

#: Fields of bonds; any other name is a property of the bonds.
_BONDS: Mapping[str, Callable[[Any], Any]] = {
    "kind": _kind,
    "bond": lambda bond: str(bond.GetBondType()),
    "order": lambda bond: bond.GetBondTypeAsDouble(),
    "aromatic": lambda bond: bond.GetIsAromatic(),
    "conjugated": lambda bond: bond.GetIsConjugated(),
    "ring": lambda bond: bond.IsInRing(),
    "stereo": lambda bond: str(bond.GetStereo()),
}


def add(batch: _sgr.GraphBatch, molecule: Any, reading: Reading) -> None:
    """Adds the graph, hydrogens as far as they are atoms of the molecule; with weights, a bond weighs its order."""
    if not hasattr(molecule, "GetBonds"):
        raise TypeError(f"found an RDKit {type(molecule).__name__}, wanted a Mol")
    bonds = list(molecule.GetBonds())
    sources = np.fromiter((bond.GetBeginAtomIdx() for bond in bonds), np.int64, len(bonds))
    targets = np.fromiter((bond.GetEndAtomIdx() for bond in bonds), np.int64, len(bonds))
    weights = fields = None
    if reading.is_weighted:
        weights = np.fromiter((bond.GetBondTypeAsDouble() for bond in bonds), np.float64, len(bonds))
    if reading.has_fields:
        atoms = list(molecule.GetAtoms())
        nodes = Owners("node", len(atoms), lambda name: _column(atoms, name, _ATOMS), own_label="atom")
        edges = Owners(
            "edge",
            len(bonds),
            lambda name: _column(bonds, name, _BONDS),
            lambda at: f"({sources[at]}, {targets[at]})",
            "kind",
        )
        fields = carried(reading, nodes, edges)
    batch.add_edges(molecule.GetNumAtoms(), sources, targets, weights, False, fields)


def _column(parts: list[Any], name: str, known: Mapping[str, Callable[[Any], Any]]) -> list[Any]:
    if name in known:
        return [known[name](part) for part in parts]
    return [part.GetPropsAsDict(True, True).get(name) for part in parts]
