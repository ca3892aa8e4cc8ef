"""One accident each: a kill, a signal, a full disk, a full standard output."""

from __future__ import annotations

import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from commands import Bench, Command, content
from tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

PREVIOUS = b"the previous file\n"
# Above any command here: a run that takes longer has hung.
LONGEST_RUN = 120


class Accident:
    """A run of a command that something happens to."""

    column = ""

    def __init__(self, bench: Bench, command: Command, chance: random.Random) -> None:
        self.bench, self.command, self.chance = bench, command, chance

    @property
    def name(self) -> str:
        return f"{self.column}, {self.command.name}"

    def prepare(self, out: Path) -> dict[str, object]:
        """Puts previous files in half of the places; a folder is never replaced, so there is none."""
        for output in self.command.outputs:
            if "." in output and self.chance.random() < 0.5:
                (out / output).write_bytes(PREVIOUS)
        return {output: content(out / output) for output in self.command.outputs}

    def check_outputs(self, out: Path, before: dict[str, object], tally: Tally) -> dict[str, bool]:
        """Every output is untouched or whole; says which are new."""
        new = {}
        for output, old in before.items():
            now = content(out / output)
            new[output] = now != old
            is_whole = self.command.seen(output, now) == self.command.whole[output]
            tally.expect(now == old or is_whole, f"{self.name}: {output} is neither untouched nor whole")
        if "v.npy.ids.csv" in new:
            tally.expect(not new["v.npy"] or new["v.npy.ids.csv"], f"{self.name}: a new array with previous ids")
        return new

    def leftovers(self, out: Path) -> list[str]:
        """What a run left besides outputs and cache."""
        known = {*self.command.outputs, "cache.jsonl"}
        return sorted(entry.name for entry in out.iterdir() if entry.name not in known)

    def check_next_run(self, out: Path, tally: Tally) -> None:
        """The same command works afterwards in the same folder, gives whole outputs, and the cache keeps its cells."""
        for output in self.command.outputs:
            if (out / output).is_dir():
                shutil.rmtree(out / output)
        cells = kept_cells(out / "cache.jsonl")
        line = self.command.line(self.bench.program, out)
        done = subprocess.run(line, capture_output=True, check=False, timeout=LONGEST_RUN)
        tally.expect(done.returncode == 0, f"{self.name}: the next run failed: {done.stderr.decode()[-500:]}")
        for output, whole in self.command.whole.items():
            now = self.command.seen(output, content(out / output))
            tally.expect(now == whole, f"{self.name}: after the next run, {output} is not whole")
        after = kept_cells(out / "cache.jsonl")
        tally.expect(after[: len(cells)] == cells, f"{self.name}: the cache lost finished cells")


def kept_cells(cache: Path) -> list[bytes]:
    """Whole lines of a cache."""
    lines = cache.read_bytes().split(b"\n") if cache.exists() else []
    return [line for line in lines if line.startswith(b"{") and line.endswith(b"}")]


class Kill(Accident):
    """SIGKILL leaves no time: the outputs hold nevertheless, and a hidden temporary may stay."""

    column = "kills"
    signals = (signal.SIGKILL,)

    def run(self, tally: Tally) -> None:
        out = self.bench.new_folder()
        before = self.prepare(out)
        sent = self.chance.choice(self.signals)
        code, said = self.disturbed(out, sent)
        new = self.check_outputs(out, before, tally)
        left = self.leftovers(out)
        self.check_code(sent, code, said, new, tally)
        self.check_leftovers(left, tally)
        finished = ["finished before"] if code == 0 else []
        tally.count(self.command.name, self.column, *finished, "whole new" if all(new.values()) else "untouched")
        tally.count(self.command.name, *["hidden temporaries"] * len(left))
        self.check_next_run(out, tally)
        shutil.rmtree(out)

    def disturbed(self, out: Path, sent: signal.Signals) -> tuple[int, str]:
        """Runs the command and sends the signal at a random moment; gives its code and stderr."""
        line = self.command.line(self.bench.program, out)
        with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            time.sleep(self.chance.uniform(0, self.command.seconds))
            process.send_signal(sent)
            _, said = process.communicate(timeout=LONGEST_RUN)
        return process.returncode, said.decode(errors="replace")

    def check_code(self, sent: int, code: int, said: str, new: dict[str, bool], tally: Tally) -> None:
        tally.expect(code in (0, -sent), f"{self.name}: code {code}: {said[-300:]}")

    def check_leftovers(self, left: list[str], tally: Tally) -> None:
        hidden = [name for name in left if name.startswith(".sgr-") and name.endswith(".tmp")]
        tally.expect(left == hidden, f"{self.name}: left {left}")


class Signal(Kill):
    """Signals that a program can handle: no temporary stays, and the exit code says what happened."""

    column = "signals"
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)

    def check_code(self, sent: int, code: int, said: str, new: dict[str, bool], tally: Tally) -> None:
        # Code 0: it was done before, or a pipe's signal, which is ignored, or a training that ended itself. Code of the
        # signal: it came before `main`, which has then written nothing.
        allowed = {0, -sent} if sent == signal.SIGPIPE else {0, 130, -sent}
        if self.command.ends_itself and not any(new.values()):
            # A training that has not learned anything yet fails and writes nothing.
            allowed.add(2)
        tally.expect(code in allowed, f"{self.name}: signal {sent}, code {code}: {said[-300:]}")
        # Several outputs get their names one after another.
        tally.expect(code >= 0 or not any(new.values()), f"{self.name}: ended by signal {sent} with a new output")
        tally.expect(code != 0 or all(new.values()), f"{self.name}: code 0 without the outputs")

    def check_leftovers(self, left: list[str], tally: Tally) -> None:
        tally.expect(not left, f"{self.name}: left {left}")


class FullDisk(Accident):
    """A disk without room for the outputs: code 2, and nothing new."""

    column = "full disks"

    def run(self, tally: Tally) -> None:
        room = self.chance.randrange(4096, max(8192, self.command.size))
        with small_disk(self.bench.new_folder(), room) as (out, limit):
            before = self.prepare(out)
            line = self.command.line(self.bench.program, out)
            # Python ignores SIGXFSZ, the signal of the limit, and its children do if nothing restores it.
            done = subprocess.run(
                line, capture_output=True, check=False, timeout=LONGEST_RUN, preexec_fn=limit, restore_signals=False
            )
            new = self.check_outputs(out, before, tally)
            left, code, said = self.leftovers(out), done.returncode, done.stderr.decode(errors="replace")
            tally.expect(code in (0, 2) and bool(said) == (code == 2), f"{self.name}: code {code}: {said[-300:]}")
            tally.expect(code != 0 or all(new.values()), f"{self.name}: code 0 without the outputs")
            tally.expect(not left, f"{self.name}: left {left}")
        finished = ["finished before"] if code == 0 else []
        tally.count(self.command.name, self.column, *finished, "whole new" if all(new.values()) else "untouched")


@contextmanager
def small_disk(folder: Path, room: int) -> Iterator[tuple[Path, object]]:
    """A folder with room for so many bytes, and what a child must call before it starts."""
    options = ["-t", "tmpfs", "-o", f"size={room}", "tmpfs", str(folder)]
    mount = ["mount", *options]
    if sys.platform == "linux" and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            yield folder, None
        finally:
            subprocess.run(["umount", str(folder)], check=True)
    else:
        yield folder, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))


class FullStdout(Accident):
    """Standard output on a full disk: code 2 and a message."""

    column = "full disks"

    def __init__(self, bench: Bench, arguments: list[str], chance: random.Random) -> None:
        super().__init__(bench, Command(f"{arguments[0]} to stdout", arguments, []), chance)

    def run(self, tally: Tally) -> None:
        if not Path("/dev/full").exists():
            return
        with Path("/dev/full").open("wb") as full:
            line = self.command.line(self.bench.program, self.bench.folder)
            done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, check=False, timeout=LONGEST_RUN)
        code, said = done.returncode, done.stderr
        tally.expect(code == 2 and bool(said), f"{self.name}: code {code}: {said!r}")
        tally.count(self.command.name, self.column, "untouched")
