"""Data sets by name: TU collections, and tables of molecules of MoleculeNet.

Files are kept in a cache that the program ``sgr fetch`` shares: ``SGR_CACHE``, or the folder ``sgr`` in the place for
caches. A download that was cut, interrupted or killed goes on where it was.
"""

from __future__ import annotations

import logging
import os
import pathlib
from collections.abc import Sequence
from typing import Any, Literal, overload

from . import _sgr
from ._collection import Collection, read
from ._molecule_table import MoleculeTable, read_molecule_table
from ._progress import Bar

__all__ = ["MoleculeTable", "fetch", "load", "names"]

_Path = str | os.PathLike[str]

#: The tables of molecules.
_Molecules = Literal["BBBP", "BACE", "ESOL", "FreeSolv", "Lipophilicity", "HIV", "Tox21", "SIDER"]


def names() -> list[str]:
    """The names of all data sets.

    >>> import sgr
    >>> sgr.datasets.names()[:3]
    ['MUTAG', 'ENZYMES', 'PROTEINS']
    """
    return [name for name, _ in _sgr.data_sets()]


def fetch(
    name: str,
    folder: _Path | None = None,
    *,
    mirror: _Path | Sequence[_Path] | None = None,
    checksum: str | None = None,
    timeout: float = 30.0,
    max_size: float = 4.0,
    cache: _Path | None = None,
    progress: bool = False,
) -> pathlib.Path:
    """Bring a file here, unless it is in the cache, and return its path.

    The publishers give no checksums: the SHA-256 of the first download is recorded, and every later one must have it.
    The logger ``sgr.datasets`` tells it (level INFO).

    Parameters
    ----------
    name : str
        One of :func:`names`, or an address that begins with ``http://`` or ``https://``.
    folder : str, path or None
        Where a copy goes; None: the path is that of the file in the cache.
    mirror : str, path, a list of them, or None
        Folders, or addresses that the names of files follow; asked first, before those of ``SGR_MIRROR``.
    checksum : str or None
        The SHA-256 that the file must have.
    timeout : float
        Seconds without a byte after which a connection counts as broken.
    max_size : float
        Gigabytes that the file may have.
    cache : str, path or None
        Another folder for the cache.
    progress : bool
        Show a bar.

    Raises
    ------
    ValueError
        For a name, an address or a setting that cannot be.
    OSError
        If no place gives the file; the message has the reason for each.

    Examples
    --------
    A folder as mirror needs no network:

    >>> import os, tempfile, sgr
    >>> graphs, _ = sgr.read("examples/shapes.jsonl")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sgr.write(graphs, os.path.join(folder, "MUTAG.zip"))
    ...     sgr.datasets.fetch("MUTAG", mirror=folder, cache=os.path.join(folder, "cache")).name
    'MUTAG.zip'
    """
    mirrors = [] if mirror is None else [mirror] if isinstance(mirror, (str, os.PathLike)) else list(mirror)
    places = [os.fspath(place) for place in mirrors]
    job = _sgr.start_fetch(name, folder, cache, places, checksum, timeout, max_size)
    with Bar(progress, None, "byte") as bar:
        path, shown, found, is_first = bar.result(job, None)
    if is_first:
        logging.getLogger(__name__).info("%s: first download: SHA-256 %s is recorded", shown, found)
    return pathlib.Path(path)


@overload
def load(
    name: _Molecules, *, mirror: _Path | Sequence[_Path] | None = None, cache: _Path | None = None, **reading: Any
) -> MoleculeTable: ...
@overload
def load(
    name: str, *, mirror: _Path | Sequence[_Path] | None = None, cache: _Path | None = None, **reading: Any
) -> Collection: ...
def load(
    name: str, *, mirror: _Path | Sequence[_Path] | None = None, cache: _Path | None = None, **reading: Any
) -> Collection | MoleculeTable:
    """Fetch a data set and read it: ``graphs, labels = sgr.datasets.load("MUTAG")``, or
    ``graphs, numbers, ids = sgr.datasets.load("ESOL")``.

    Of a table of molecules ``numbers`` has the columns of numbers by their names, one number a graph, NaN where a cell is
    empty; ``ids`` are the texts of its column of names.

    Parameters
    ----------
    name, mirror, cache
        As for :func:`fetch`.
    **reading
        As for :func:`sgr.read`: ``node_labels=True``, ``attributes=True``, …; for a table of molecules as for
        :func:`sgr.from_smiles`: ``hydrogens``, ``hydrogen_counts`` and ``on_error``.

    Examples
    --------
    >>> import os, tempfile, sgr
    >>> graphs, _ = sgr.read("examples/shapes.jsonl")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sgr.write(graphs, os.path.join(folder, "MUTAG.zip"))
    ...     graphs, labels = sgr.datasets.load("MUTAG", mirror=folder, cache=os.path.join(folder, "cache"))
    >>> len(graphs), sorted(set(labels.tolist()))
    (90, [1, 2, 3])
    """
    publishers = {known.lower(): publisher for known, publisher in _sgr.data_sets()}
    if publishers.get(name.lower()) == "MoleculeNet":
        return read_molecule_table(fetch(name, mirror=mirror, cache=cache), **reading)
    return read(fetch(name, mirror=mirror, cache=cache), **reading)
