"""The commands that write, their undisturbed results, and the inputs, which no accident may change."""

from __future__ import annotations

import hashlib
import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tally import Tally

CURRICULUM = """
channels = ["spectrum", "size"]
samples = 32
[[graphs]]
families = ["erdos-renyi", "ring-tree"]
count = 100
nodes = [8, 40]
[training]
epochs = 200
patience = 200
dimensions = 16
"""

# Results hold the seconds that they took, which differ from run to run.
SECONDS = ("seconds", "describing_seconds")


def content(path: Path) -> object:
    """What a file or folder holds, for comparisons; None if it is not there."""
    if path.is_dir():
        return {entry.name: entry.read_bytes() for entry in sorted(path.iterdir())}
    return path.read_bytes() if path.exists() else None


def whole_json(bytes_: object) -> object:
    """A results file without its seconds."""
    results = json.loads(bytes_)["results"]
    return [{key: value for key, value in cell.items() if key not in SECONDS} for cell in results]


def whole_page(bytes_: object) -> object:
    """Whether a page is whole: seconds and the picture's numbers apart, its last tag tells."""
    return bytes(bytes_).rstrip().endswith(b"</html>")


def whole_text(bytes_: object) -> object:
    """Whether a text ends with its last line: the seconds in it differ from run to run."""
    return bytes(bytes_).endswith(b"\n") and b"## " in bytes(bytes_)


def whole_model(bytes_: object) -> object:
    """The shapes of the tensors of a model file, if it ends where its header says.

    An interrupted training keeps the best weights so far, and a shorter history in the header.
    """
    content = bytes(bytes_)
    start = 8 + int.from_bytes(content[:8], "little")
    try:
        tensors = {name: value for name, value in json.loads(content[8:start]).items() if name != "__metadata__"}
    except ValueError:
        return "no header"
    end = start + max(value["data_offsets"][1] for value in tensors.values())
    return {name: value["shape"] for name, value in tensors.items()} if end == len(content) else "not whole"


@dataclass
class Command:
    """A command line; `{out}` stands for the folder of the outputs."""

    name: str
    arguments: list[str]
    outputs: list[str]
    # What of an output is the same in every undisturbed run.
    view: dict[str, Callable[[object], object]] = field(default_factory=dict)
    # A first interrupt ends the training and keeps the model.
    ends_itself: bool = False
    seconds: float = 0.0
    whole: dict[str, object] = field(default_factory=dict)
    size: int = 0

    def line(self, program: Path, out: Path) -> list[str]:
        return [str(program), *[part.replace("{out}", str(out)) for part in self.arguments]]

    def seen(self, output: str, value: object) -> object:
        """The comparable part of an output, or the reason why it is not whole."""
        if value is None or output not in self.view:
            return value
        try:
            return self.view[output](value)
        except (ValueError, KeyError) as error:
            return f"not whole: {error}"


class Bench:
    """A folder with inputs, and every command run once without an accident."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder, self.folders = program, folder, 0
        self.inputs = folder / "inputs"
        self.inputs.mkdir()
        self.graphs = str(self.inputs / "graphs.jsonl")
        self.curriculum = str(self.inputs / "curriculum.toml")
        Path(self.curriculum).write_text(CURRICULUM)
        families = ["block-model", "ring-tree", "hub-tree"]
        # Some hundred milliseconds of work for most commands: long enough that accidents meet all of its stages.
        self.finish(["generate", *families, "-n", "400", "--nodes", "10..80", "-o", self.graphs])
        self.inputs_before = self.digests()

    def finish(self, arguments: list[str]) -> subprocess.CompletedProcess[bytes]:
        """Runs the program undisturbed and wants success."""
        done = subprocess.run([str(self.program), *arguments], capture_output=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"sgr {' '.join(arguments)}: code {done.returncode}: {done.stderr.decode()}")
        return done

    def commands(self) -> list[Command]:
        """All commands that write, with their undisturbed results."""
        every = self.unmeasured()
        for command in every:
            self.measure(command)
        return every

    def unmeasured(self) -> list[Command]:
        graphs = self.graphs
        embed = [
            Command(f"embed .{to}", ["embed", graphs, "-o", f"{{out}}/v.{to}"], [f"v.{to}"])
            for to in ("npz", "csv", "parquet", "jsonl")
        ]
        generate = ["generate", "block-model", "grid", "-n", "1500", "-o"]
        evaluate = ["evaluate", graphs, "--method", "spectrum,heat,wl", "--runs", "5", "--cache", "{out}/cache.jsonl"]
        evaluate += ["--json", "{out}/r.json", "--markdown", "{out}/r.md", "--html", "{out}/r.html"]
        saliency = ["saliency", "-n", "150", "-o", "{out}/s.svg", "-o", "{out}/s.png", "-o", "{out}/s.csv"]
        heat = ["heat-kernel", graphs, "--times", "0.1,1", "-o", "{out}/h.jsonl"]
        train = ["train", "--curriculum", self.curriculum, "--score", "0", "-o", "{out}/m.safetensors"]
        return [
            *embed,
            Command("embed .npy", ["embed", graphs, "-o", "{out}/v.npy"], ["v.npy", "v.npy.ids.csv"]),
            Command("spectrum", ["spectrum", graphs, "-o", "{out}/s.jsonl"], ["s.jsonl"]),
            Command("heat-kernel", heat, ["h.jsonl"]),
            Command("generate .jsonl", [*generate, "{out}/g.jsonl"], ["g.jsonl"]),
            Command("generate .zip", [*generate, "{out}/G.zip"], ["G.zip"]),
            Command("generate folder", [*generate, "{out}/G"], ["G"]),
            Command("train", train, ["m.safetensors"], {"m.safetensors": whole_model}, ends_itself=True),
            Command("gram", ["gram", graphs, "--method", "wl", "-o", "{out}/k.npy"], ["k.npy", "k.npy.ids.csv"]),
            Command("cluster", ["cluster", graphs, "--k", "3", "-o", "{out}/c.csv"], ["c.csv"]),
            Command("saliency", saliency, ["s.svg", "s.png", "s.csv"]),
            Command(
                "evaluate",
                evaluate,
                ["r.json", "r.md", "r.html"],
                {"r.json": whole_json, "r.md": whole_text, "r.html": whole_page},
            ),
        ]

    def commands_to_stdout(self) -> list[list[str]]:
        """Commands that write to standard output."""
        graphs = self.graphs
        return [
            ["embed", graphs, "-o", "-", "--to", "csv"],
            ["embed", graphs, "-o", "-", "--to", "npy"],
            ["spectrum", graphs],
            ["cluster", graphs, "--k", "3"],
            ["heat-kernel", graphs, "--times", "1"],
            ["info", graphs],
        ]

    def measure(self, command: Command) -> None:
        out = self.new_folder()
        start = time.monotonic()
        self.finish(command.line(self.program, out)[1:])
        command.seconds = time.monotonic() - start
        command.whole = {output: command.seen(output, content(out / output)) for output in command.outputs}
        files = [path for path in out.rglob("*") if path.is_file()]
        command.size = sum(path.stat().st_size for path in files)

    def new_folder(self) -> Path:
        """An empty folder for outputs."""
        self.folders += 1
        out = self.folder / f"out{self.folders}"
        out.mkdir()
        return out

    def digests(self) -> dict[str, str]:
        """The names and contents of the inputs."""
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.inputs.iterdir()}

    def check_inputs(self, tally: Tally) -> None:
        """No accident has changed the inputs, or left anything next to them."""
        tally.expect(self.digests() == self.inputs_before, "the inputs have changed")
