"""Runs the tests of torch's objects on the real packages: python3 python/test_real_packages.py [arguments of pytest]

Installs torch, torch_geometric and, where there is a wheel, DGL in an environment of its own, target/python-real: six
gigabytes, so CI runs the same tests on stand-ins (python/tests/stand_ins.py). Run it after a change of
python/sgr/_conversion, and teach the stand-ins what it finds. Needs Python 3.11 or later; the settings of pip apply.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import venv

import test as ordinary

ENVIRONMENT = ordinary.ROOT / "target" / "python-real"
PACKAGES = ["torch", "torch_geometric", "matplotlib", "networkx", "numpy", "pandas", "psutil", "pytest"]
PACKAGES += ["requests", "scipy", "tqdm"]
#: The last version without libraries that are built for one version of torch each. Its dependencies are above.
DGL = "dgl==1.1.3"


def install(python: pathlib.Path, *wanted: str) -> bool:
    """Whether pip could install the packages."""
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
    return subprocess.run(command).returncode == 0


def main() -> int:
    python = ordinary.python_of(ENVIRONMENT)
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    if not install(python, *PACKAGES):
        return 1
    has_dgl = install(python, "--no-deps", "--only-binary", ":all:", DGL)
    if not has_dgl:
        print(f"there is no wheel of {DGL} for this Python: its tests do not run")
    ordinary.place(ordinary.build())
    # Without the name of its backend, DGL writes a file into the home folder.
    variables = {"SGR_REAL": "torch,dgl" if has_dgl else "torch", "DGLBACKEND": "pytorch"}
    versions = "import torch, torch_geometric; print('torch', torch.__version__, 'PyG', torch_geometric.__version__)"
    subprocess.run([python, "-W", "ignore", "-c", versions], check=True)
    return ordinary.run(python, ["python/tests/test_torch_objects.py", *sys.argv[1:]], {**os.environ, **variables})


if __name__ == "__main__":
    sys.exit(main())
