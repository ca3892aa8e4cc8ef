"""Everything that documents show is run: docstrings, README, pages, gallery, types."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
from typing import Any

import pytest

import sgr
from conftest import ROOT
from sgr._descriptions import REPRESENTATIONS
from sgr._sgr import method_names

MODULES = ["sgr", *(module.name for module in pkgutil.walk_packages(sgr.__path__, "sgr.") if module.name != "sgr._sgr")]


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS).failed == 0


def test_every_public_name_has_an_example() -> None:
    public = {**vars(sgr), **{f"generate.{name}": getattr(sgr.generate, name) for name in sgr.generate.__all__}}
    public |= {f"datasets.{name}": getattr(sgr.datasets, name) for name in sgr.datasets.__all__}
    public |= {f"plot.{name}": getattr(sgr.plot, name) for name in sgr.plot.__all__}
    callables = [name for name in [*sgr.__all__, *public] if "." in name or name in sgr.__all__]
    without_need = {
        "AccuracyWarning",
        "ApproximateSpectrumError",
        "ChangePoint",
        "ClusterScore",
        "Collection",
        "EvaluationResult",
        "Graph",
        "GraphWarning",
        "Hit",
        "Info",
        "Model",
        "datasets.MoleculeTable",
        "Saliency",
        "SpectraInfo",
        "SpectrumInfo",
        "generate.FAMILIES",
    }
    for name in callables:
        if callable(public[name]) and name not in without_need:
            assert ">>>" in (public[name].__doc__ or ""), f"{name} has no example"


@pytest.mark.parametrize(
    ("documented", "parameter", "names"),
    [
        (sgr.embed, "representation", REPRESENTATIONS),
        (sgr.SGR, "representation", REPRESENTATIONS),
        (sgr.gram, "method", [name for name, is_kernel, _ in method_names() if is_kernel]),
        (sgr.cluster, "by", [name for name, _, is_network in method_names() if not is_network]),
        (sgr.cluster, "method", ["kmeans", "hdbscan"]),
        (sgr.cluster, "criterion", ["silhouette", "gap", "stability"]),
        (sgr.evaluate, "methods", [*(name for name, *_ in method_names()), "all"]),
    ],
)
def test_docstrings_list_every_name(documented: Any, parameter: str, names: list[str]) -> None:
    lines = inspect.getdoc(documented).split(f"\n{parameter} : ")[1].splitlines()
    # The line of the parameter, or the first sentence below it.
    sentence = " ".join(lines[1:]).split(".")[0]
    listed = re.findall(r'"(\w+)"', lines[0]) or re.findall(r'"(\w+)"', sentence)
    assert sorted(listed) == sorted(names)


#: Pages whose examples are run.
GUIDES = ["program", "python", "molecules", "map", "clusters", "search", "changes", "data-sets", "migration"]


@pytest.mark.parametrize("page", ["README.md", *(f"docs/guide/{name}.md" for name in GUIDES)])
def test_pages(page: str, command_line: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    # Files that a page writes stay out of the repository; those it reads are there.
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    embed = [command_line, "embed", "examples/shapes.jsonl"]
    subprocess.run([*embed, "-o", "shapes.npz"], check=True)
    subprocess.run([*embed, "-r", "fingerprint", "-o", "colours.npz"], check=True)
    blocks = re.findall(r"^( *)```python\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    assert blocks, f"{page} has no Python"
    names: dict[str, object] = {}
    for _, block in blocks:
        if ">>>" not in block:
            exec(block, names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, clear_globs=False)
        assert runner.summarize().failed == 0
        names = test.globs


@pytest.mark.parametrize(
    ("script", "arguments", "last"),
    [
        ("classify_collection.py", [], r"best: \w+"),
        ("most_similar_graphs.py", [], "most like a ring of 30 nodes: ring-"),
        ("molecules_to_model.py", ["--map", "{folder}/map.html"], "predicted for ethylene glycol: "),
        ("parquet_to_duckdb.py", [], "most like graph-0: "),
        ("ray_vectors.py", [], "vectors: 3000"),
        ("spark_vectors.py", [], "most like graph-0: "),
        ("road_map_and_social_network.py", ["--figure", "{folder}/spectra.png"], "figure: "),
    ],
)
def test_gallery(script: str, arguments: list[str], last: str, tmp_path: pathlib.Path) -> None:
    filled = [argument.format(folder=tmp_path) for argument in arguments]
    command = [sys.executable, f"examples/python/{script}", *filled]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    assert re.match(last, done.stdout.splitlines()[-1]), done.stdout


def test_page_of_capacity() -> None:
    done = subprocess.run([sys.executable, "benchmarks/capacity_page.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_stubs_and_types() -> None:
    settings = ROOT / "pyproject.toml"
    for command in (
        ["mypy.stubtest", "--mypy-config-file", settings, "sgr._sgr"],
        ["mypy", "--config-file", settings, "-p", "sgr"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *map(str, command)], capture_output=True, text=True, cwd=ROOT / "python"
        )
        assert done.returncode == 0, done.stdout + done.stderr
