"""Dask, Daft, Polars and DuckDB give the vectors of ``sgr.arrow.embed``, by the lines of docs/guide/tables.md."""

from __future__ import annotations

import pathlib
from typing import Any

import daft
import dask
import dask.dataframe
import duckdb
import numpy as np
import polars
import pyarrow as pa
import pyarrow.parquet
import pytest

import sgr.arrow
from graph_tables import bad_rows, code_of_guide, sorted_rows, table_of_graphs

COUNT = 1000
ENGINES = ("Dask", "Daft", "Polars", "DuckDB")


@pytest.fixture(scope="module")
def table() -> pa.Table:
    return table_of_graphs(COUNT)


@pytest.fixture
def path(table: pa.Table, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The file of the guide, in several row groups, in the current folder."""
    monkeypatch.chdir(tmp_path)
    pyarrow.parquet.write_table(table, "graphs.parquet", row_group_size=300)
    return tmp_path / "graphs.parquet"


def same(found: Any, table: pa.Table) -> bool:
    """Whether an engine gives the rows of one call, with a problem in each bad row."""
    found = pa.table(found)
    assert found["problem"].null_count == COUNT - bad_rows(COUNT)
    return sorted_rows(found) == sorted_rows(sgr.arrow.embed(table))


def test_polars(path: pathlib.Path, table: pa.Table) -> None:
    found = sgr.arrow.embed(polars.read_parquet(path))
    assert isinstance(found, polars.DataFrame) and same(found, table)
    assert found.schema["vector"] == polars.Array(polars.Float32, 256)


def test_lazy_polars(path: pathlib.Path, table: pa.Table) -> None:
    graphs = polars.scan_parquet(path)
    schema = sgr.arrow.embed(graphs.head(0).collect()).schema
    assert same(graphs.map_batches(sgr.arrow.embed, schema=schema).collect(), table)


def test_duckdb(path: pathlib.Path, table: pa.Table) -> None:
    # DuckDB finds the table by the name of the variable.
    vectors = sgr.arrow.embed(duckdb.sql(f"from '{path}'"))  # noqa: F841
    found = duckdb.sql("from vectors")
    assert same(found.to_arrow_table(), table)
    assert str(found.types[found.columns.index("vector")]) == "FLOAT[256]"


def test_dask(path: pathlib.Path, table: pa.Table) -> None:
    graphs = dask.dataframe.read_parquet(path, dtype_backend="pyarrow").repartition(npartitions=3)
    with dask.config.set(scheduler="threads", num_workers=2):
        found = graphs.map_partitions(sgr.arrow.embed, n_jobs=1).compute()
    assert same(found, table)


def test_daft(path: pathlib.Path, table: pa.Table) -> None:
    assert same(sgr.arrow.embed(daft.read_parquet(str(path))), table)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_lines_of_the_guide(engine: str, path: pathlib.Path, table: pa.Table) -> None:
    """The code of the guide runs as it stands, and leaves a table ``vectors``."""
    names: dict[str, Any] = {}
    exec(code_of_guide(f"**{engine}**"), names)
    vectors = names["vectors"]
    vectors = vectors.compute() if engine == "Dask" else vectors.to_arrow() if engine == "Daft" else vectors
    assert same(vectors, table)


def test_tasks_that_take_the_same_time(path: pathlib.Path, table: pa.Table) -> None:
    """The code of the guide with tasks of a millisecond, not of a minute."""
    code = code_of_guide("**Ray**, **Dask**")
    assert "seconds.sum(), 60)" in code
    names: dict[str, Any] = {}
    exec(code.replace("seconds.sum(), 60)", "seconds.sum(), 1e-3)"), names)
    tasks, seconds = names["tasks"], names["seconds"]
    assert len(tasks) > 5 and pa.concat_tables(tasks).equals(table)
    ends = np.cumsum([len(task) for task in tasks])
    sums = [part.sum() for part in np.split(seconds, ends[:-1])]
    assert max(sums) <= 1e-3 + 2 * seconds.max() and min(sums[:-1]) >= 1e-3 - 2 * seconds.max()
