"""Installs the Java that the tests of Spark need, unless there is one: python3 python/spark_setup.py

Uses Debian's packages, without questions. Spark 4 needs Java 17 or later. Called by python/test.py.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys

#: The oldest Java that Spark 4 runs on.
OLDEST = 17
#: Debian's name for the newest Java runtime of a release: without windows, 44 MB to load and 189 MB on the disk.
PACKAGE = "default-jre-headless"


def java_version(java: str) -> int | None:
    """The major version of a Java runtime, None if it does not run or does not say."""
    try:
        said = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60).stderr
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(found.group(1)) if found else None


def java() -> tuple[str, int | None] | None:
    """The Java that Spark would start, and its version: that of JAVA_HOME, otherwise the first of the path."""
    home = os.environ.get("JAVA_HOME")
    at = str(pathlib.Path(home, "bin", "java")) if home else shutil.which("java")
    return (at, java_version(at)) if at else None


def install() -> None:
    """Installs Debian's package, as root or with sudo."""
    if shutil.which("apt-get") is None:
        raise SystemExit(f"found no java and no apt-get, wanted Java {OLDEST} or later: install it and run this again")
    root: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            raise SystemExit(f"found no java, and neither root nor sudo to install it: run apt-get install {PACKAGE}")
        root = ["sudo", "--non-interactive"]
    variables = ["env", "DEBIAN_FRONTEND=noninteractive"]
    for step in (["update", "--quiet"], ["install", "--quiet", "--yes", "--no-install-recommends", PACKAGE]):
        command = [*root, *variables, "apt-get", *step]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            said = (done.stdout + done.stderr)[-2000:]
            raise SystemExit(f"found no java, and could not install it: {' '.join(command)} said\n{said}")


def main() -> None:
    """Ends with an error unless there is a Java that Spark runs on."""
    if java() is None:
        install()
    found = java()
    if found is None:
        raise SystemExit(f"found no java after apt-get install {PACKAGE}, wanted Java {OLDEST} or later")
    at, version = found
    if version is None or version < OLDEST:
        raise SystemExit(f"found Java {version} at {at}, wanted {OLDEST} or later: set JAVA_HOME to a newer one")


if __name__ == "__main__":
    sys.exit(main())
