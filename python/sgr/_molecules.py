"""Molecules: SMILES as graphs, and labels that vectors of molecules see without being asked."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from . import _sgr, _stream
from ._conversion import is_graph, is_molecule
from ._reading import Fields, OnError

#: Which hydrogens are nodes: the program's ``--hydrogens``.
Hydrogens = Literal["written", "added", "removed"]


def from_smiles(
    smiles: Iterable[str],
    ids: Iterable[Any] | None = None,
    *,
    hydrogens: Hydrogens = "written",
    hydrogen_counts: bool = False,
    on_error: OnError = "raise",
) -> list[_sgr.Graph]:
    """Make graphs of molecules: atoms are nodes, bonds are edges, both have labels.

    The label of an atom is its element, in small letters if it is aromatic, with its charge; that of a bond is its kind:
    docs/guide/molecules.md. :func:`sgr.embed` and others see these labels without being asked.

    Parameters
    ----------
    smiles : list, column or other iterable of str
        One SMILES each. One SMILES alone is a list of one: ``["CCO"]``.
    ids : iterable or None
        A name for each graph; by default the SMILES.
    hydrogens : {"written", "added", "removed"}
        Hydrogens that are nodes: those that are written as atoms, all of them, or none but isotopes, ions, bridges and H2.
    hydrogen_counts : bool
        Let the labels of atoms tell how many hydrogens they have.
    on_error : {"raise", "nan"}
        With "nan", what is no SMILES is left out, and a warning names it.

    Examples
    --------
    >>> import sgr
    >>> ethanol, acetate = sgr.from_smiles(["CCO", "CC(=O)[O-]"])
    >>> ethanol, acetate.node_labels(), acetate.edge_labels()
    (<Graph of 3 nodes and 2 edges>, ['C', 'C', 'O', 'O-'], ['single', 'double', 'single'])
    >>> sgr.embed([ethanol, acetate]).shape, sgr.embed([ethanol, acetate], node_label=False).shape
    ((2, 512), (2, 256))
    """
    if isinstance(smiles, (str, bytes)):
        raise TypeError(f"found the text {smiles!r}, wanted a list of SMILES: [{smiles!r}]")
    texts = list(smiles)
    names = [str(name) for name in texts] if ids is None else [str(name) for name in ids]
    if len(names) != len(texts):
        raise ValueError(f"found {len(names)} ids, wanted {len(texts)}, one for each SMILES")
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"found {text!r} at position {position}, wanted a SMILES as a text")
    return list(kept(texts, names, hydrogens, hydrogen_counts, on_error).values())


def kept(
    smiles: list[str], ids: list[str], hydrogens: Hydrogens, hydrogen_counts: bool, on_error: OnError
) -> dict[int, _sgr.Graph]:
    """The graphs of SMILES by their positions, without those that are left out."""
    graphs, skipped = dict[int, _sgr.Graph](), list[tuple[int, str]]()
    for position, item in enumerate(_sgr.graphs_of_smiles(smiles, ids, hydrogens, hydrogen_counts)):
        if not isinstance(item, str):
            graphs[position] = item
        elif on_error == "raise":
            raise ValueError(f"SMILES at position {position}: {item}")
        else:
            skipped.append((position, item))
    _stream.warn(skipped, len(smiles), "are left out")
    return graphs


def with_labels(
    graphs: Any, representation: str, node_label: Fields, edge_label: Fields
) -> tuple[Any, Fields, Fields]:
    """The graphs, and the labels that their vectors see: those asked for; by default those of molecules, if the first
    graph is one and the representation sees labels."""
    if node_label is not None or edge_label is not None or representation not in _sgr.representation_names():
        return graphs, node_label, edge_label
    graphs, first = _first(graphs)
    if _holds_molecules(first):
        return graphs, True, True
    return graphs, None, None


def with_kind(graphs: Any) -> tuple[Any, bool]:
    """The graphs, and whether the first of them is a molecule; a path is asked for its format."""
    graphs, first = _first(graphs)
    return graphs, _holds_molecules(first)


def _first(graphs: Any) -> tuple[Any, Any]:
    """The graphs, and the first of them; a path and a single graph stand for themselves."""
    if isinstance(graphs, (str, os.PathLike)) or is_graph(graphs):
        return graphs, graphs
    if isinstance(graphs, Sequence) or type(graphs).__name__ in ("ndarray", "Series"):
        return graphs, next(iter(graphs), None)
    if isinstance(graphs, Iterator):
        first = list(itertools.islice(graphs, 1))
        return itertools.chain(first, graphs), first[0] if first else None
    return graphs, None


def _holds_molecules(graph: Any) -> bool:
    if isinstance(graph, (str, os.PathLike)):
        return os.path.exists(graph) and _sgr.holds_molecules(os.fspath(graph))
    return graph is not None and is_molecule(graph)
