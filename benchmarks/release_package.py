"""The package `sgr` with its release module, in the Python that the tests use, and the release program; for the scripts of this
folder that import the package."""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "target" / "release" / "package"
PROGRAM = ROOT / "target" / "release" / "sgr"
PYTHON = ROOT / "target" / "python" / "bin" / "python"
ENTERED = "SGR_RELEASE_PACKAGE"


def enter():
    """Builds program and module, makes the environment of the tests, and starts the calling script again in it."""
    if os.environ.get(ENTERED):
        return
    print("building the program and the module", flush=True)
    subprocess.run([sys.executable, ROOT / "python/test.py", "--only-environment"], check=True)
    # Both in one build: alone, each asks for other features of what they share.
    both = ["-p", "sgr-graphs-cli", "-p", "sgr-graphs-python"]
    subprocess.run(["cargo", "build", "--quiet", "--release", *both], cwd=ROOT, check=True)
    others = shutil.ignore_patterns("_sgr.*.so", "__pycache__")
    shutil.copytree(ROOT / "python/sgr", FOLDER / "sgr", ignore=others, dirs_exist_ok=True)
    # Another script may have the module open.
    copied = FOLDER / "sgr/_sgr.copied"
    shutil.copyfile(ROOT / "target/release/lib_sgr.so", copied)
    copied.replace(FOLDER / "sgr/_sgr.abi3.so")
    variables = {**os.environ, ENTERED: "1", "PYTHONPATH": str(FOLDER)}
    os.execve(PYTHON, [str(PYTHON), *sys.argv], variables)
