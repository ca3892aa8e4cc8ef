"""Tables of graphs in, the same tables with vectors out: pyarrow, Polars, DuckDB, pandas, anything that speaks Arrow.

>>> import pyarrow as pa
>>> import sgr.arrow
>>> table = pa.table({"name": ["triangle", "path"], "edges": [[[0, 1], [1, 2], [2, 0]], [[0, 1], [1, 2]]]})
>>> sgr.arrow.embed(table).column_names
['name', 'edges', 'vector', 'origin', 'error', 'problem']

A graph is a row. These columns hold graphs, by their names or their types:

========================  ==============================================================================
``edge_index``            two lists of node numbers: ``list<list<int>>`` or ``fixed_size_list<list<int>, 2>``
``edges``                 ``list<struct<u, v[, weight, label]>>`` or a list of pairs
``src`` and ``dst``       a list of node numbers each
``graph6``                text
``smiles``                text, of molecules
========================  ==============================================================================

``num_nodes`` tells the number of nodes; without it, the largest node number does. Nodes are numbered from 0.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _sgr
from ._calling import refuse_unknown
from ._descriptions import description_of
from ._progress import Bar
from ._reading import Reading, Settings, SpectrumMethod
from ._sgr import ArrowTable as Table

__all__ = ["FilesInfo", "Table", "embed", "embed_file", "predicted_seconds", "schema"]

#: "fixed": fixed_size_list<float32>. "list": list<float32>, for engines without lists of fixed length, such as Spark.
VectorType = Literal["fixed", "list"]


class _Plan:
    """All that the work on tables depends on, checked once."""

    def __init__(
        self,
        representation: str,
        model: Any,
        columns: Mapping[str, str] | None,
        keep: Sequence[str] | None,
        parts: tuple[bool, bool | None, bool | None, bool],
        vector_type: VectorType,
        settings: Settings,
    ) -> None:
        if vector_type not in ("fixed", "list"):
            raise ValueError(f'found vector_type={vector_type!r}, wanted "fixed" or "list"')
        if isinstance(keep, str):
            raise TypeError(f"found keep={keep!r}, wanted a list of names of columns")
        if columns is not None and not isinstance(columns, Mapping):
            raise TypeError(f"found columns={columns!r}, wanted a dictionary of roles and names of columns")
        weight, node_labels, edge_labels, attributes = parts
        # Molecules have their labels unless it is said what is seen.
        is_open = node_labels is None and edge_labels is None
        node_labels, edge_labels = bool(node_labels), bool(edge_labels)
        reading = Reading(node_label=node_labels, edge_label=edge_labels, attributes=attributes)
        structure = description_of(representation, model)
        of_molecules = structure.with_parts("all", False, None) if is_open and representation in _sgr.representation_names() else None
        self.description = (
            structure.with_parts(reading.labels, attributes, None) if reading.has_fields else structure
        )
        kept = None if keep is None else list(keep)
        as_lists = vector_type == "list"
        self.reading = _sgr.TableReading(
            dict(columns or {}),
            weight,
            node_labels,
            edge_labels,
            attributes,
            kept,
            as_lists,
            settings.max_memory,
            of_molecules,
        )
        self.settings = settings

    def schema(self, of: Any) -> Table:
        """The schema of the result, as a table without rows."""
        return _sgr.output_schema(of, self.description, self.reading)

    def embed(self, table: Any) -> Table:
        """The table with its vectors."""
        job = _sgr.start_table(table, self.description, self.reading, self.settings.spectrum, self.settings.threads)
        with Bar(False, None) as bar:
            found: Table = bar.result(job, 0)
        return found


def _plan(
    representation: str,
    model: Any,
    columns: Mapping[str, str] | None,
    keep: Sequence[str] | None,
    weight: bool,
    node_labels: bool | None,
    edge_labels: bool | None,
    attributes: bool,
    vector_type: VectorType,
    n_jobs: int | None,
    max_error: float,
    method: SpectrumMethod,
    max_memory: float,
    max_seconds: float | None,
    seed: int,
) -> _Plan:
    settings = Settings(Reading(), "raise", n_jobs, False, max_error, method, max_memory, seed, max_seconds)
    parts = (bool(weight), node_labels, edge_labels, bool(attributes))
    return _Plan(representation, model, columns, keep, parts, vector_type, settings)


def embed(
    table: Any,
    representation: str = "sgr",
    *,
    model: Any = "default",
    columns: Mapping[str, str] | None = None,
    keep: Sequence[str] | None = None,
    weight: bool = False,
    node_labels: bool | None = None,
    edge_labels: bool | None = None,
    attributes: bool = False,
    vector_type: VectorType = "fixed",
    n_jobs: int | None = None,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
) -> Any:
    """Turn each row's graph into a vector: the same table with four more columns.

    The columns are ``vector``; ``origin`` and ``error``, how its spectrum was found and how far off it may be; and
    ``problem``, null, or why this row has no vector. Rows keep their number and their order. Edges are read where they
    lie, and the interpreter is free meanwhile.

    Parameters
    ----------
    table : table of pyarrow, Polars, DuckDB, pandas, or any object with Arrow's PyCapsule interface
        A graph is a row; see the module for its columns.
    representation, model
        The vector, as for :func:`sgr.embed`.
    columns : dict or None
        Names of columns for roles, where they are not the usual ones: ``{"edges": "bonds", "num_nodes": "atoms"}``.
        Roles: edge_index, edges, src, dst, graph6, smiles, num_nodes, weight, node_labels, edge_labels, attributes.
    keep : list of str or None
        Columns of the table that stay in the result; None for all.
    weight : bool
        Use the weights of edges.
    node_labels, edge_labels, attributes : bool
        Let the vectors see them, as for :func:`sgr.embed`. With None for both, labels are seen if the table holds SMILES.
    vector_type : {"fixed", "list"}
        ``fixed_size_list<float32>``, or ``list<float32>`` for engines without lists of fixed length.
    n_jobs, max_error, method, max_memory, max_seconds, seed
        As for :func:`sgr.embed`.

    Returns
    -------
    table
        Of the kind that was given: a RecordBatch, Table or RecordBatchReader of pyarrow, a DataFrame of Polars or
        pandas. A RecordBatchReader is read as the result is. For other kinds a :class:`Table`, which every package with
        Arrow's interface takes over without a copy: ``pyarrow.table(result)``, ``polars.DataFrame(result)``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import sgr.arrow
    >>> table = pa.table({"src": [[0, 1], [0, 7]], "dst": [[1, 2], [1, 1]], "num_nodes": [3, 3]})
    >>> found = sgr.arrow.embed(table, "heat", keep=[])
    >>> found["vector"].null_count, found["problem"].to_pylist()[1]
    (1, 'column "src": found node 7 at edge 1, wanted a number from 0 to 2')
    """
    plan = _plan(
        representation, model, columns, keep, weight, node_labels, edge_labels, attributes, vector_type, n_jobs,
        max_error, method, max_memory, max_seconds, seed,
    )  # fmt: skip
    return _of_its_kind(table, plan)


def schema(of: Any, representation: str = "sgr", **settings: Any) -> Any:
    """The schema of :func:`embed`'s result for tables with the schema ``of``; nothing is computed.

    Takes a ``pyarrow.Schema``, or any object with Arrow's interface for schemas, and the keywords of :func:`embed`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import sgr.arrow
    >>> sgr.arrow.schema(pa.schema({"graph6": pa.string()}), "heat", keep=[]).names
    ['vector', 'origin', 'error', 'problem']
    """
    import pyarrow

    refuse_unknown(settings, embed, without=("table", "representation"))
    defaults = {name: parameter.default for name, parameter in inspect.signature(embed).parameters.items()}
    keywords = {name: defaults[name] for name in defaults if name not in ("table", "representation")}
    return pyarrow.schema(_plan(representation, **{**keywords, **settings}).schema(of))


def predicted_seconds(
    table: Any,
    *,
    columns: Mapping[str, str] | None = None,
    weight: bool = False,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
) -> NDArray[np.float64]:
    """Predicted seconds of one core for each row of a table: to split a table into parts that take the same time.

    The seconds of :func:`embed` with the representation "sgr", as the planner predicts them on a core of 2.8 GHz; other
    cores take proportionally longer or shorter. The prediction runs on one thread and takes 3 to 45 % of
    them, the more the smaller the graphs.
    ``docs/guide/tables.md`` splits tables for Spark and Ray by it.

    Parameters
    ----------
    table, columns, weight, max_error, method, max_memory, max_seconds
        As for :func:`embed`.

    Returns
    -------
    numpy.ndarray of float64
        As many as the table has rows; 0 for a row that will have no vector.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import sgr.arrow
    >>> grid = [(at, at + step) for at in range(1000) for step in (1, 30)]
    >>> seconds = sgr.arrow.predicted_seconds(pa.table({"edges": [[(0, 1), (1, 2)], grid]}))
    >>> bool(seconds[1] > 100 * seconds[0])
    True
    """
    plan = _plan(
        "sgr", "default", columns, [], weight, False, False, False, "fixed", 1, max_error, method, max_memory,
        max_seconds, 0,
    )  # fmt: skip
    job = _sgr.start_predictions(table, plan.reading, plan.settings.spectrum)
    with Bar(False, None) as bar:
        found: NDArray[np.float64] = bar.result(job, 0)
    return found


class FilesInfo(NamedTuple):
    """What became of the graphs of a file."""

    #: Graphs that have a vector.
    graphs: int
    #: Graphs that have none.
    skipped: int
    #: Why, for the first 10,000 of them: file, row and reason.
    reasons: list[str]


def embed_file(
    input: str | os.PathLike[str],
    output: str | os.PathLike[str],
    representation: str = "sgr",
    *,
    model: Any = "default",
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    keep: Sequence[str] = (),
    weight: bool = False,
    node_labels: bool | None = None,
    edge_labels: bool | None = None,
    attributes: bool = False,
    resume: bool = False,
    n_jobs: int | None = None,
    max_error: float = 1e-3,
    method: SpectrumMethod = "auto",
    max_memory: float = 8.0,
    max_seconds: float | None = None,
    seed: int = 0,
) -> FilesInfo:
    """Turn a file of graphs into a file of vectors, in memory that does not grow with the number of graphs.

    The program's ``sgr embed INPUT -o OUTPUT --keep … --resume``, with the same bytes.

    Parameters
    ----------
    input : path
        A file of graphs of any format, or a folder with the parts of a table.
    format : str or None
        Read the input as this format, whatever its name says: ``"csv"``, ``"tsv"`` and ``"json-rows"`` are told by no name.
    output : path
        ``.parquet``, ``.npz``, ``.npy``, ``.csv`` or ``.jsonl``. The file appears whole or not at all.
    keep : list of str
        Columns of an input table that go to the output as they are.
    resume : bool
        Write ``OUTPUT.parquet`` in parts, in the folder ``OUTPUT.parquet.parts`` until all are there. After a kill at
        any moment the next call with the same settings goes on, and the result is the same to the byte. Input that
        changed in between is refused.
    representation, model, columns, weight, node_labels, edge_labels, attributes
        As for :func:`embed`.
    n_jobs, max_error, method, max_memory, max_seconds, seed
        As for :func:`sgr.embed`.

    Returns
    -------
    FilesInfo
        Graphs with a vector, graphs without, and why.

    Examples
    --------
    >>> import os, tempfile
    >>> import sgr.arrow
    >>> output = os.path.join(tempfile.mkdtemp(), "vectors.parquet")
    >>> sgr.arrow.embed_file("examples/shapes.jsonl", output, resume=True)
    FilesInfo(graphs=90, skipped=0, reasons=[])
    """
    plan = _plan(
        representation, model, columns, list(keep), weight, node_labels, edge_labels, attributes, "fixed", n_jobs,
        max_error, method, max_memory, max_seconds, seed,
    )  # fmt: skip
    work = {
        "representation": representation,
        "model": _model_state(model),
        "format": format,
        "columns": sorted((columns or {}).items()),
        "keep": list(keep),
        "parts": [bool(weight), node_labels, edge_labels, bool(attributes)],
        "max_error": max_error,
        "method": method,
        "max_seconds": max_seconds,
        "seed": seed,
    }
    started = _sgr.start_files(
        (os.fspath(input), format), os.fspath(output), plan.description, plan.reading, plan.settings.spectrum,
        json.dumps(work) if resume else None, plan.settings.threads,
    )  # fmt: skip
    with Bar(False, None) as bar:
        return FilesInfo(*bar.result(started, 0))


def _model_state(model: Any) -> Any:
    """What tells one model from another: its name, or its file's path, length and time of change."""
    if isinstance(model, _sgr.Model):
        return repr(model)
    name = os.fspath(model)
    if name in _sgr.Model.built_in_names():
        return name
    state = os.stat(name)
    return [name, state.st_size, state.st_mtime_ns]


def _of_its_kind(table: Any, plan: _Plan) -> Any:
    """The result as the kind of table that was given."""
    package, kind = type(table).__module__.partition(".")[0], type(table).__name__
    if package == "pyarrow":
        import pyarrow

        if kind == "RecordBatchReader":
            found = pyarrow.schema(plan.schema(table.schema))
            return pyarrow.RecordBatchReader.from_batches(found, _batches(table, plan))
        result = pyarrow.table(plan.embed(table))
        if kind != "RecordBatch":
            return result
        batches = result.combine_chunks().to_batches()
        return batches[0] if batches else pyarrow.RecordBatch.from_pylist([], schema=result.schema)
    if package == "polars":
        import polars

        return polars.DataFrame(plan.embed(table))
    if package == "pandas":
        import pandas
        import pyarrow

        return pyarrow.table(plan.embed(table)).to_pandas(types_mapper=pandas.ArrowDtype)
    return plan.embed(table)


def _batches(reader: Any, plan: _Plan) -> Iterator[Any]:
    """The batches of a reader, each with its vectors."""
    import pyarrow

    for batch in reader:
        yield from pyarrow.table(plan.embed(batch)).to_batches()
