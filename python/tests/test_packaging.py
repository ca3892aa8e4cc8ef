"""A source distribution holds all files that its wheel is made of; the metadata is what the index accepts."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tarfile

import pytest

import sgr
from conftest import ROOT

CRATES = ("core", "io", "fetch", "search", "lab", "sgr", "python")
# Files that a crate compiles in: next to the source file, or below the crate's folder.
NEXT_TO = re.compile(r'include_(?:str|bytes)!\("([^"]+)"')
BELOW = re.compile(r'CARGO_MANIFEST_DIR"\), "/([^"]+)"')


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [archive] = folder.glob("*.tar.gz")
    return archive


def sources(crate: pathlib.Path) -> set[pathlib.Path]:
    """Sources of a crate, and the files compiled into them."""
    wanted = {crate / "Cargo.toml"}
    for source in (crate / "src").rglob("*.rs"):
        text = source.read_text(encoding="utf-8")
        wanted |= {source, *((source.parent / name).resolve() for name in NEXT_TO.findall(text))}
        wanted |= {crate / name for name in BELOW.findall(text)}
    return wanted


def workspace_version() -> str:
    [version] = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)
    return str(version)


def test_the_package_knows_its_version() -> None:
    assert sgr.__version__ == workspace_version()


def test_a_source_distribution_is_whole(archive: pathlib.Path) -> None:
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    package = ROOT / "python" / "sgr"
    wanted = {path for path in package.rglob("*") if path.suffix in (".py", ".pyi", ".typed")}
    wanted |= {ROOT / name for name in ("Cargo.toml", "Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT", "README.md")}
    for crate in CRATES:
        wanted |= sources(ROOT / "crates" / crate)
    names = {path.relative_to(ROOT).as_posix() for path in wanted}
    assert {"crates/core/models/default.safetensors", "crates/lab/curricula/paper.toml"} <= names
    assert names <= held, sorted(names - held)
    assert not any("tests" in name for name in held if name.startswith("python/"))
    assert not any(name.startswith("crates/cli/") for name in held)


def test_the_index_learns_name_version_and_licences(archive: pathlib.Path) -> None:
    with tarfile.open(archive) as file:
        [name] = [name for name in file.getnames() if re.fullmatch(r"[^/]+/PKG-INFO", name)]
        content = file.extractfile(name)
        assert content is not None
        lines = content.read().decode().split("\n\n")[0].splitlines()
    version = workspace_version()
    for wanted in (
        "Name: sgr-graphs",
        f"Version: {version}",
        "License-Expression: MIT OR Apache-2.0",
        "License-File: LICENSE-APACHE",
        "License-File: LICENSE-MIT",
    ):
        assert wanted in lines, lines
