"""Checks that the same graphs, models and seeds give the same bytes: checksums of the program's output, in a file.

    cargo build --release -p sgr-graphs-cli
    python3 benchmarks/checksums.py --program target/release/sgr            # compares with checksums.txt
    python3 benchmarks/checksums.py --program target/release/sgr --write    # writes checksums.txt anew

Run it from the root of the repository; it needs only Python, and half a minute on two cores. The cases:
- twelve synthetic graphs of each family, and one of 3000 nodes: the files that `sgr generate` writes;
- these collections and `examples/shapes.jsonl`: vectors of every representation, spectra, two Gram matrices;
- a small graph with weights: vectors and spectrum;
- the graph of 3000 nodes: vectors, with each method for the spectrum of a large graph.

Each case runs with one thread and again with two; both must agree, and one line of the file stands for both. The
checksum of vectors and matrices covers the bytes of their .npy files; the checksum of spectra covers their values, so
that the order of JSON fields is free.

The bytes are promised for one instruction set, and checksums.txt was made with AVX-512: a machine without it compares
nothing, unless --force is given. The exit code is 1 if a checksum differs, is missing or is new, or a command fails.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

STORED = pathlib.Path(__file__).resolve().with_name("checksums.txt")
TITLE = "# SHA-256 of what sgr writes, made with AVX-512 by benchmarks/checksums.py: other instruction sets may differ"
FAMILIES = (
    "erdos-renyi block-model degree-corrected barabasi-albert watts-strogatz geometric regular hub-tree clique-ego "
    "ring-tree proximity-chain triad-formation neighbor-chain random-tree grid duplication"
)
REPRESENTATIONS = {
    "sgr/default": ["-r", "sgr", "--model", "default"],
    "sgr/paper": ["-r", "sgr", "--model", "paper"],
    "spectrum": ["-r", "spectrum"],
    "heat": ["-r", "heat"],
    "wave": ["-r", "wave"],
}
KERNELS = ("wl", "sp")
WAYS = ("exact", "slicing", "density", "single", "ends")
FIELDS = ("id", "nodes", "edges", "origin", "error", "eigenvalues", "samples")  # of a spectrum: none is a time


def weighted_edges() -> str:
    """A ring of 80 nodes with chords; the weights run from 0.1 to 2.3."""
    pairs = {(min(u, v), max(u, v)) for u in range(80) for v in ((u + 1) % 80, (u * u + 3) % 80) if u != v}
    return "".join(f"{u} {v} {(7 * u + 5 * v) % 23 / 10 + 0.1:.1f}\n" for u, v in sorted(pairs))


def spectra(content: bytes) -> bytes:
    """The fields that count of each line of `sgr spectrum`."""
    lines = [json.loads(line) for line in content.splitlines()]
    return json.dumps([{field: line[field] for field in FIELDS if field in line} for line in lines]).encode()


class Checker:
    """Runs the program and takes the sums."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path) -> None:
        self.program, self.folder = program, folder
        self.problems: dict[str, str] = {}

    def sum(self, command: list[str], name: str, out: str, view: Callable[[bytes], bytes] = bytes) -> tuple[str, str]:
        """Name and checksum of the file that a command writes, whatever the threads."""
        sums = []
        for threads in ("1", "2"):
            path = self.folder / out
            path.unlink(missing_ok=True)
            full = [str(self.program), *command, "-q", "--threads", threads, "-o", str(path)]
            done = subprocess.run(full, capture_output=True, text=True)
            if done.returncode != 0:
                self.problems[name] = f"exit code {done.returncode}: {done.stderr.strip()}"
                return name, "failed"
            sums.append(hashlib.sha256(view(path.read_bytes())).hexdigest())
        if sums[0] != sums[1]:
            self.problems[name] = f"{sums[0]} with one thread, {sums[1]} with two"
        return name, sums[0]

    def vectors(self, collection: str, path: pathlib.Path, options: list[str]) -> Iterator[tuple[str, str]]:
        """Every representation, and the spectra that they are made of."""
        for name, representation in REPRESENTATIONS.items():
            yield self.sum(["embed", str(path), *representation, *options], f"embed {name} {collection}", "out.npy")
        yield self.sum(["spectrum", str(path), *options], f"spectrum {collection}", "out.jsonl", spectra)

    def all(self) -> Iterator[tuple[str, str]]:
        """Every case."""
        collections = {"shapes": pathlib.Path("examples/shapes.jsonl")}
        for family in FAMILIES.split():
            command = ["generate", family, "-n", "12", "--seed", "3"]
            yield self.sum(command, f"generate {family}", f"{family}.jsonl")
            collections[family] = self.folder / f"{family}.jsonl"
        for collection, path in collections.items():
            yield from self.vectors(collection, path, [])
            for kernel in KERNELS:
                yield self.sum(["gram", str(path), "--method", kernel], f"gram {kernel} {collection}", "out.npy")
        weighted = self.folder / "weighted.txt"
        weighted.write_text(weighted_edges())
        yield from self.vectors("weighted", weighted, ["--weights"])
        command = ["generate", "barabasi-albert", "-n", "1", "--seed", "3", "--nodes", "3000", "--degree", "8"]
        yield self.sum(command, "generate large", "large.txt")
        for way in WAYS:
            for name in ("spectrum", "sgr/default"):
                options = [*REPRESENTATIONS[name], "--spectrum", way, "--max-error", "0.01"]
                command = ["embed", str(self.folder / "large.txt"), *options]
                yield self.sum(command, f"embed {name} large --spectrum {way}", "out.npy")


def has_avx512() -> bool:
    """Whether this machine computes as the one did that the file is from."""
    try:
        return "avx512f" in pathlib.Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--program", type=pathlib.Path, required=True, help="the program, built for release")
    parser.add_argument("--write", action="store_true", help="write the file instead of comparing with it")
    parser.add_argument("--force", action="store_true", help="compare even without AVX-512")
    options = parser.parse_args()
    if not has_avx512() and (options.write or not options.force):
        print(f"no AVX-512 here, by which {STORED.name} was made: nothing {'written' if options.write else 'compared'}")
        sys.exit(1 if options.write else 0)
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.program.resolve(), pathlib.Path(folder))
        sums = dict(checker.all())
    problems = checker.problems
    if not options.write:
        lines = [line.split("  ", 1) for line in STORED.read_text().splitlines() if not line.startswith("#")]
        stored = {name: checksum for checksum, name in lines}
        for name in stored | sums:
            on_file, now = stored.get(name, "missing"), sums.get(name, "missing")
            if on_file != now:
                problems.setdefault(name, f"{on_file} on file, {now} now")
    if problems:
        print(*(f"{name}: {problem}" for name, problem in problems.items()), sep="\n")
        print(f"{len(problems)} problems among {len(sums)} checksums")
        sys.exit(1)
    if options.write:
        STORED.write_text("\n".join([TITLE, *(f"{sums[name]}  {name}" for name in sums), ""]))
    print(f"{len(sums)} checksums {'written' if options.write else 'agree'}")


if __name__ == "__main__":
    main()
