"""Installs the browser that the tests of the map drive, unless there is one: python3 python/browser_setup.py

Chromium and its driver, Debian's packages, without questions. Called by python/test.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

#: Names of programs, any of which will do, and Debian's package of the first.
WANTED = (
    (("chromium", "chromium-browser", "google-chrome", "chrome"), "chromium"),
    (("chromedriver",), "chromium-driver"),
)


def found(programs: tuple[str, ...]) -> str | None:
    """Where the first of these programs is that there is."""
    return next((path for path in map(shutil.which, programs) if path is not None), None)


def missing() -> list[str]:
    """The packages of the programs that are not there."""
    return [package for programs, package in WANTED if found(programs) is None]


def install(packages: list[str]) -> None:
    """Installs Debian's packages, as root or with sudo."""
    names = " and ".join(packages)
    root: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            raise SystemExit(f"found no {names}, and neither root nor sudo to install it: run apt-get install {names}")
        root = ["sudo", "--non-interactive"]
    variables = ["env", "DEBIAN_FRONTEND=noninteractive"]
    for step in (["update", "--quiet"], ["install", "--quiet", "--yes", "--no-install-recommends", *packages]):
        command = [*root, *variables, "apt-get", *step]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            said = (done.stdout + done.stderr)[-2000:]
            raise SystemExit(f"found no {names}, and could not install it: {' '.join(command)} said\n{said}")


def main() -> None:
    """Ends with an error unless there are a browser and its driver."""
    if shutil.which("apt-get") is None:
        # Elsewhere selenium finds the browser of the system, and loads the driver that fits it.
        return
    if packages := missing():
        install(packages)
    if packages := missing():
        raise SystemExit(f"found no {' and no '.join(packages)} after their installation, wanted both in the path")


if __name__ == "__main__":
    sys.exit(main())
