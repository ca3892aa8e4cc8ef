"""Builds the extension module and runs all Python tests: python3 python/test.py [--only-environment | arguments of pytest]

Makes a virtual environment in target/python for what the tests compare with (pyproject.toml, extra `test`). The module
is built by cargo, in the same build as `cargo test --workspace`, so that nothing is compiled twice; what users get, a
release wheel, is made by `pip install .`. Needs Python 3.11 or later. Installs a Java for Spark if there is none
(python/spark_setup.py), and Chromium for the page of a map (python/browser_setup.py).
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import venv

import tomllib

import browser_setup
import spark_setup

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / "target" / "python"


def python_of(environment: pathlib.Path) -> pathlib.Path:
    """The Python of a virtual environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environment() -> pathlib.Path:
    """A Python with all that the tests compare with."""
    python = python_of(ENVIRONMENT)
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    # Python compiles a module when it is imported first. Compiling all 12,000 of them takes a third of the installation.
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*pip, *wanted], check=True)
    return python


def build() -> pathlib.Path:
    """The extension module, and the program that vectors are compared with."""
    command = [
        "cargo",
        "build",
        "--workspace",
        "--lib",
        "--bins",
        "--tests",
        "--message-format=json-render-diagnostics",
    ]
    out = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    messages = [json.loads(line) for line in out.splitlines()]
    built = [
        message for message in messages if message.get("target", {}).get("name") == "_sgr" and message.get("filenames")
    ]
    return pathlib.Path(next(name for name in built[-1]["filenames"] if name.endswith((".so", ".dylib", ".dll"))))


def place(module: pathlib.Path) -> None:
    """Puts the extension module where the package imports it."""
    shutil.copyfile(module, ROOT / "python" / "sgr" / ("_sgr.pyd" if os.name == "nt" else "_sgr.abi3.so"))


def run(python: pathlib.Path, arguments: list[str], variables: dict[str, str]) -> int:
    """Runs pytest on the package as it lies here."""
    variables = {**variables, "PYTHONPATH": str(ROOT / "python")}
    return subprocess.run([python, "-m", "pytest", "--quiet", *arguments], cwd=ROOT, env=variables).returncode


def main() -> int:
    python = environment()
    spark_setup.main()
    browser_setup.main()
    if sys.argv[1:] == ["--only-environment"]:
        return 0
    place(build())
    return run(python, sys.argv[1:], dict(os.environ))


if __name__ == "__main__":
    sys.exit(main())
