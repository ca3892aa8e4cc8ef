"""`sgr evaluate` on the nine collections of the paper, for the scripts of this folder."""

import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: The collections, and the accuracy of SGR in the paper, table 2.
PAPER = {
    "DD": 76.12,
    "ENZYMES": 33.67,
    "MUTAG": 86.97,
    "PROTEINS": 73.83,
    "COLLAB": 71.98,
    "IMDB-BINARY": 70.38,
    "IMDB-MULTI": 47.97,
    "REDDIT-BINARY": 87.45,
    "REDDIT-MULTI-5K": 53.22,
}
NINE = list(PAPER)


def evaluate(sgr, data, names, arguments, cache=None):
    """The file that `sgr evaluate --json` writes for some collections; none of it from a cache, unless one is given."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "results.json"
        files = [data / f"{name}.zip" for name in names]
        kept = ["--cache", cache] if cache else ["--no-cache"]
        command = [sgr, "evaluate", *files, *arguments, *kept, "-q", "--json", out]
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
        return json.loads(out.read_text())


def release_build():
    """The program, built."""
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "sgr-graphs-cli"], cwd=ROOT, check=True)
    return ROOT / "target/release/sgr"
