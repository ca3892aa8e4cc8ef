"""A real local Spark gives the vectors of one machine to the byte, also after a death, on the cores of its tasks."""

from __future__ import annotations

import os
import pathlib
import re
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet
import pytest
from pyspark.sql import DataFrame, SparkSession

import sgr
import sgr.arrow
import sgr.spark
from graph_tables import bad_rows, code_of_guide, sorted_rows, table_of_graphs
from sgr._tasks import Task

COUNT = 3000
#: Tasks of one job, and graphs in one batch: several batches a task.
PARTS, BATCH = 6, 100


def session(master: str, **settings: str) -> SparkSession:
    """Spark in this process, and Python workers of this interpreter."""
    # Without these, workers are the first python3 of the path, and Spark looks for an address of the machine.
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    builder = SparkSession.builder.master(master)
    always = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.default.parallelism": str(PARTS),
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(BATCH),
    }
    for name, value in {**always, **settings}.items():
        builder = builder.config(name, value)
    started = builder.getOrCreate()
    started.sparkContext.setLogLevel("OFF")
    return started


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """Two tasks at a time. A task may fail four times: the default of local mode is one."""
    started = session("local[2,4]")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def table() -> pa.Table:
    return table_of_graphs(COUNT)


@pytest.fixture
def graphs(spark: SparkSession, table: pa.Table) -> DataFrame:
    return spark.createDataFrame(table)


def test_spark_gives_the_vectors_of_one_machine(graphs: DataFrame, table: pa.Table) -> None:
    found = sgr.spark.embed(graphs).toArrow()
    wanted = sorted_rows(sgr.arrow.embed(table))
    assert sorted_rows(found) == wanted
    assert found["problem"].null_count == COUNT - bad_rows(COUNT) == COUNT - found["vector"].null_count
    # Other columns are carried along.
    by_name = found.sort_by("name").select(["name", "edge_index", "num_nodes"]).to_pylist()
    assert by_name == table.sort_by("name").to_pylist()


def test_no_row_is_lost_or_doubled_by_a_worker_that_dies(
    graphs: DataFrame, table: pa.Table, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, attempts = tmp_path / "dead", tmp_path / "attempts"
    attempts.mkdir()

    # A local class: it is sent to the workers by value.
    class DiesOnce(Task):
        def vectors(self, table: Any, cores: int) -> Any:
            from pyspark import TaskContext

            context = TaskContext.get()
            attempt = attempts / f"{context.partitionId()}-{context.attemptNumber()}"
            with attempt.open("a") as file:
                file.write("x")
            # In its third batch, when Spark has vectors of the task already.
            if context.partitionId() == 1 and attempt.stat().st_size == 3 and not dead.exists():
                dead.write_text(str(os.getpid()))
                os.kill(os.getpid(), signal.SIGKILL)
            return super().vectors(table, cores)

    monkeypatch.setattr(sgr.spark, "Task", DiesOnce)
    found = sgr.spark.embed(graphs).toArrow()
    assert dead.exists() and len(list(attempts.iterdir())) == PARTS + 1, sorted(attempts.iterdir())
    assert (attempts / "1-1").exists()
    assert sorted_rows(found) == sorted_rows(sgr.arrow.embed(table))


def test_the_schema_is_known_before_a_task_runs(graphs: DataFrame) -> None:
    context = graphs.sparkSession.sparkContext
    context.setJobGroup("schema", "")
    found = sgr.spark.embed(graphs, "heat", keep=["num_nodes", "name"])
    jobs = context.statusTracker().getJobIdsForGroup("schema")
    stages = [stage for job in jobs for stage in context.statusTracker().getJobInfo(job).stageIds]
    context.setLocalProperty("spark.jobGroup.id", None)
    assert stages == []
    assert found.dtypes[-4:] == [
        ("vector", "array<float>"),
        ("origin", "string"),
        ("error", "double"),
        ("problem", "string"),
    ]
    assert sorted(found.columns[:-4]) == ["name", "num_nodes"]
    assert {len(row.vector) for row in found.where("problem is null").limit(5).collect()} == {250}


def test_a_model_file_is_read_on_the_driver(graphs: DataFrame, table: pa.Table, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "paper.safetensors"
    sgr.Model.open("paper").save(str(path))
    lazy = sgr.spark.embed(graphs, model=path)
    path.unlink()
    assert sorted_rows(lazy.toArrow()) == sorted_rows(sgr.arrow.embed(table, model="paper"))


def threads_of_tasks(graphs: DataFrame, folder: pathlib.Path, **settings: Any) -> set[int]:
    """The numbers of threads that the tasks of a job asked for."""
    folder.mkdir()

    class Observed(Task):
        def vectors(self, table: Any, cores: int) -> Any:
            with mock.patch("sgr.arrow.embed", wraps=sgr.arrow.embed) as embed:
                found = super().vectors(table, cores)
            (folder / uuid.uuid4().hex).write_text(str(embed.call_args.kwargs["n_jobs"]))
            return found

    with mock.patch("sgr.spark.Task", Observed):
        assert sgr.spark.embed(graphs, "heat", **settings).count() == graphs.count()
    return {int(path.read_text()) for path in folder.iterdir()}


def test_a_task_has_the_threads_that_it_was_given(graphs: DataFrame, table: pa.Table, tmp_path: pathlib.Path) -> None:
    assert threads_of_tasks(graphs, tmp_path / "default") == {1}
    assert threads_of_tasks(graphs, tmp_path / "asked for", n_jobs=3) == {3}


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"vector_type": "fixed"}, TypeError, "found the keyword 'vector_type', wanted one of model, columns, keep"),
        ({"modle": "paper"}, TypeError, "found the keyword 'modle', wanted one of model"),
        ({"n_jobs": -1}, ValueError, "found n_jobs=-1, wanted None for the cores of a task"),
        ({"representation": "head"}, ValueError, "found representation='head', wanted one of"),
        ({"model": "no/such/model"}, ValueError, "no/such/model: no such file"),
    ],
)
def test_wrong_settings_are_refused_before_a_job(
    graphs: DataFrame, settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        sgr.spark.embed(graphs, **settings)


def test_tables_without_graphs_are_refused_before_a_job(graphs: DataFrame, table: pa.Table) -> None:
    with pytest.raises(ValueError, match="num_nodes"):
        sgr.spark.embed(graphs.select("name", "num_nodes"))
    with pytest.raises(TypeError, match="found df of type Table, wanted a pyspark.sql.DataFrame"):
        sgr.spark.embed(table)


def test_a_worker_with_another_version_is_refused(graphs: DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Task.of
    monkeypatch.setattr(Task, "of", lambda *given, **fixed: replace(made(*given, **fixed), version="0.0.1"))
    with pytest.raises(Exception, match="on a worker, wanted 0.0.1, the version of the driver"):
        sgr.spark.embed(graphs.limit(10)).collect()


def test_the_package_needs_no_spark_until_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import sgr, sgr.spark, sys; assert not [name for name in sys.modules if name.startswith('pyspark')]"
    subprocess.run([sys.executable, "-c", program], check=True)
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(ImportError, match="sgr.spark.embed needs pyspark: pip install pyspark"):
        sgr.spark.embed(None)


# The last of this file: they end the session of the others.
def test_a_task_with_two_cores_has_two_threads(spark: SparkSession, tmp_path: pathlib.Path, table: pa.Table) -> None:
    spark.stop()
    wide = session("local[2,4]", **{"spark.task.cpus": "2"})
    try:
        assert threads_of_tasks(wide.createDataFrame(table.slice(0, 300)), tmp_path / "two") == {2}
    finally:
        wide.stop()


@pytest.mark.parametrize(("start", "kept"), [("## Spark", ["name"]), ("**Spark**", ["name", "seconds"])])
def test_the_lines_of_the_guide(
    start: str,
    kept: list[str],
    spark: SparkSession,
    table: pa.Table,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spark.stop()
    monkeypatch.chdir(tmp_path)
    pyarrow.parquet.write_table(table, "graphs.parquet")
    # The Java process began in another folder, and Spark would look there.
    code = re.sub(r'"(graphs\.parquet|vectors-of-spark)"', rf'"{tmp_path}/\1"', code_of_guide(start))
    exec(code, {})
    found = pyarrow.parquet.read_table("vectors-of-spark")
    assert found.column_names == [*kept, "vector", "origin", "error", "problem"]
    assert sorted_rows(found) == sorted_rows(sgr.arrow.embed(table))
