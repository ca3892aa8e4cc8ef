"""Tables of molecules: graphs, numbers and ids."""

from __future__ import annotations

import csv
import gzip
import math
import os
import pathlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr
from ._molecules import Hydrogens, kept
from ._reading import OnError

#: Names of columns of SMILES, in small letters; that of BACE is the second.
_SMILES = ("smiles", "mol")

#: Names of columns of ids, in small letters, as the tables of MoleculeNet have them; the first of these is taken.
_IDS = ("id", "mol_id", "name", "compound id", "iupac", "cmpd_chemblid", "cid")


class MoleculeTable(NamedTuple):
    """The molecules of a table: ``graphs, numbers, ids = sgr.datasets.load("ESOL")``."""

    graphs: list[_sgr.Graph]
    #: The columns of numbers by their names, one number a graph; NaN where a cell is empty.
    numbers: dict[str, NDArray[np.float64]]
    ids: list[str]


def read_molecule_table(
    path: str | os.PathLike[str],
    *,
    hydrogens: Hydrogens = "written",
    hydrogen_counts: bool = False,
    on_error: OnError = "raise",
) -> MoleculeTable:
    """The molecules of a .csv or .csv.gz with a line of column names."""
    header, rows = _rows(pathlib.Path(path))
    lowered = [name.strip().lower() for name in header]
    at = next((lowered.index(name) for name in _SMILES if name in lowered), None)
    if at is None:
        wanted = f"one of SMILES: {' or '.join(_SMILES)}"
        raise ValueError(f"{os.fspath(path)}: found the columns {', '.join(header)}, wanted {wanted}")
    id_at = next((lowered.index(name) for name in _IDS if name in lowered), None)
    ids = [str(number) for number in range(len(rows))] if id_at is None else [row[id_at] for row in rows]
    graphs = kept([row[at].strip() for row in rows], ids, hydrogens, hydrogen_counts, on_error)
    numbers = dict[str, NDArray[np.float64]]()
    for place, name in enumerate(header):
        column = None if place in (at, id_at) else _numbers([rows[row][place] for row in graphs])
        if column is not None:
            numbers[name] = column
    return MoleculeTable(list(graphs.values()), numbers, [ids[row] for row in graphs])


def _rows(path: pathlib.Path) -> tuple[list[str], list[list[str]]]:
    """The names of the columns, and the rows; a row of another length is an error."""
    opened = gzip.open(path, "rt", encoding="utf-8-sig") if path.suffix == ".gz" else open(path, encoding="utf-8-sig")
    with opened as file:
        reader = csv.reader(file)
        header, rows = next(reader, []), list[list[str]]()
        for row in reader:
            if row and len(row) != len(header):
                raise ValueError(f"{path}:{reader.line_num}: found {len(row)} cells, wanted {len(header)}")
            if row:
                rows.append(row)
    return header, rows


def _numbers(cells: list[str]) -> NDArray[np.float64] | None:
    """The numbers of a column; None if a cell is something else, or all are empty."""
    try:
        numbers = [float(cell) if cell.strip() else math.nan for cell in cells]
    except ValueError:
        return None
    return None if all(map(math.isnan, numbers)) else np.array(numbers)
