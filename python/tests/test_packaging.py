"""A source distribution holds all that its wheel is made of."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tarfile

from conftest import ROOT


def test_a_source_distribution_is_whole(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [archive] = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    package = ROOT / "python" / "sgr"
    wanted = {str(path.relative_to(ROOT)) for path in package.rglob("*") if path.suffix in (".py", ".pyi", ".typed")}
    for crate in ("core", "io", "lab", "sgr", "python"):
        folder = ROOT / "crates" / crate
        for source in (folder / "src").rglob("*.rs"):
            wanted.add(str(source.relative_to(ROOT)))
            # Files that are compiled in, relative to the crate.
            for included in re.findall(r'CARGO_MANIFEST_DIR"\), "/([^"]+)"', source.read_text(encoding="utf-8")):
                wanted.add(str((folder / included).resolve().relative_to(ROOT)))
    assert "crates/core/models/default.safetensors" in wanted and wanted <= held, sorted(wanted - held)
    assert not any("tests" in name for name in held if name.startswith("python/"))
