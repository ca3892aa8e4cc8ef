"""What the tests share."""

from __future__ import annotations

import os
import pathlib

import matplotlib
import pytest

matplotlib.use("Agg")

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that should have run and was skipped is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in tests and examples are relative to the repository."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def command_line() -> pathlib.Path:
    """The program, as ``cargo test`` built it."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    builds = [target / profile / "sgr" for profile in ("debug", "release")]
    built = [path for path in builds if path.exists()]
    assert built, f"no program in {target}: run cargo build -p sgr-graphs-cli"
    return max(built, key=lambda path: path.stat().st_mtime)
