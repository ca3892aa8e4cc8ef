"""A real local Ray gives the vectors of one machine to the byte, also after a death, on the cores of its tasks."""

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
import ray
import ray.data
from ray.data import Dataset

import sgr
import sgr.arrow
import sgr.ray
from graph_tables import bad_rows, code_of_guide, sorted_rows, table_of_graphs
from sgr._tasks import Task

COUNT = 3000
#: Tasks of one job, and graphs in one batch: several batches a task.
PARTS, BATCH = 6, 100


@pytest.fixture(scope="module", autouse=True)
def _cluster() -> Iterator[None]:
    """Ray on this machine, two tasks at a time."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def table() -> pa.Table:
    return table_of_graphs(COUNT)


@pytest.fixture
def graphs(table: pa.Table) -> Dataset:
    size = COUNT // PARTS
    return ray.data.from_arrow([table.slice(first, size) for first in range(0, COUNT, size)])


def collected(dataset: Dataset) -> pa.Table:
    """All rows of a dataset, in the order in which Ray gives them."""
    return pa.concat_tables(ray.get(dataset.to_arrow_refs()))


def test_ray_gives_the_vectors_of_one_machine(graphs: Dataset, table: pa.Table) -> None:
    found = collected(sgr.ray.embed(graphs, batch_size=BATCH))
    wanted = sgr.arrow.embed(table)
    assert sorted_rows(found) == sorted_rows(wanted)
    assert found.schema == wanted.schema == sgr.arrow.schema(table.schema)
    assert found["problem"].null_count == COUNT - bad_rows(COUNT) == COUNT - found["vector"].null_count
    # Other columns are carried along.
    by_name = found.sort_by("name").select(["name", "edge_index", "num_nodes"]).to_pylist()
    assert by_name == table.sort_by("name").to_pylist()


def test_no_row_is_lost_or_doubled_by_a_worker_that_dies(
    graphs: Dataset, table: pa.Table, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, batches = tmp_path / "dead", tmp_path / "batches"
    batches.mkdir()

    # A local class: it is sent to the workers by value.
    class DiesOnce(Task):
        def vectors(self, table: Any, cores: int) -> Any:
            (batches / uuid.uuid4().hex).touch()
            # The third batch of the second part.
            if table["name"][0].as_py() == f"graph {COUNT // PARTS + 2 * BATCH}" and not dead.exists():
                dead.write_text(str(os.getpid()))
                os.kill(os.getpid(), signal.SIGKILL)
            return super().vectors(table, cores)

    monkeypatch.setattr(sgr.ray, "Task", DiesOnce)
    found = collected(sgr.ray.embed(graphs, batch_size=BATCH))
    assert dead.exists()
    # At least the batch in which the worker died was begun twice.
    assert len(list(batches.iterdir())) > COUNT // BATCH
    assert sorted_rows(found) == sorted_rows(sgr.arrow.embed(table))


def test_a_model_file_is_read_by_the_caller(graphs: Dataset, table: pa.Table, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "paper.safetensors"
    sgr.Model.open("paper").save(str(path))
    lazy = sgr.ray.embed(graphs, model=path)
    path.unlink()
    assert sorted_rows(collected(lazy)) == sorted_rows(sgr.arrow.embed(table, model="paper"))


@pytest.mark.parametrize(
    ("settings", "threads"), [({}, 1), ({"num_cpus": 2}, 2), ({"num_cpus": 0.5}, 1), ({"n_jobs": 3}, 3)]
)
def test_a_task_has_the_threads_that_it_was_given(
    graphs: Dataset, tmp_path: pathlib.Path, settings: dict[str, Any], threads: int
) -> None:
    class Observed(Task):
        def vectors(self, table: Any, cores: int) -> Any:
            with mock.patch("sgr.arrow.embed", wraps=sgr.arrow.embed) as embed:
                found = super().vectors(table, cores)
            given = ray.get_runtime_context().get_assigned_resources()["CPU"]
            (tmp_path / uuid.uuid4().hex).write_text(f"{given} {embed.call_args.kwargs['n_jobs']}")
            return found

    with mock.patch("sgr.ray.Task", Observed):
        assert sgr.ray.embed(graphs, "heat", **settings).materialize().count() == COUNT
    seen = {path.read_text() for path in tmp_path.iterdir()}
    assert seen == {f"{float(settings.get('num_cpus', 1))} {threads}"}


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"modle": "paper"}, TypeError, "found the keyword 'modle', wanted one of model"),
        ({"n_jobs": -1}, ValueError, "found n_jobs=-1, wanted None for the cores of a task"),
        ({"num_cpus": 0}, ValueError, "found num_cpus=0, wanted a number above 0"),
        ({"representation": "head"}, ValueError, "found representation='head', wanted one of"),
        ({"model": "no/such/model"}, ValueError, "no/such/model: no such file"),
    ],
)
def test_wrong_settings_are_refused_before_a_task(
    graphs: Dataset, settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        sgr.ray.embed(graphs, **settings)


def test_tables_without_graphs_are_refused_before_a_task(table: pa.Table) -> None:
    with pytest.raises(ValueError, match="num_nodes"):
        sgr.ray.embed(ray.data.from_arrow(table.select(["name", "num_nodes"])))
    with pytest.raises(TypeError, match="found ds of type Table, wanted a ray.data.Dataset"):
        sgr.ray.embed(table)


def test_a_worker_with_another_version_is_refused(graphs: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Task.of
    monkeypatch.setattr(Task, "of", lambda *given, **fixed: replace(made(*given, **fixed), version="0.0.1"))
    with pytest.raises(Exception, match="on a worker, wanted 0.0.1, the version of the driver"):
        sgr.ray.embed(graphs.limit(10)).take_all()


def test_the_package_needs_no_ray_until_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    # The module sgr.ray and the package ray have the same last name.
    program = """
import sys, sgr.ray
assert not [name for name in sys.modules if name.partition(".")[0] == "ray"]
import ray
assert ray is not sgr.ray and ray.__version__
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    monkeypatch.setitem(sys.modules, "ray.data", None)
    with pytest.raises(ImportError, match=r"sgr.ray.embed needs ray\[data\]: pip install ray\[data\]"):
        sgr.ray.embed(None)


# The last of this file: it ends Ray.
def test_the_lines_of_the_guide(table: pa.Table, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pyarrow.parquet.write_table(table, "graphs.parquet")
    # Ray's workers are in another folder.
    code = re.sub(r'"(graphs\.parquet|vectors-of-ray)"', rf'"{tmp_path}/\1"', code_of_guide("## Ray"))
    exec(code, {})
    found = pyarrow.parquet.read_table("vectors-of-ray")
    assert found.column_names == ["name", "vector", "origin", "error", "problem"]
    assert sorted_rows(found) == sorted_rows(sgr.arrow.embed(table))
