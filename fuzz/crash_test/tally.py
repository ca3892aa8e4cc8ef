"""What the accidents did, as a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

COLUMNS = ("kills", "signals", "full disks", "finished before", "untouched", "whole new", "hidden temporaries")


@dataclass
class Tally:
    """Counts for each command, and the promises that were broken."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def count(self, command: str, *columns: str) -> None:
        self.counts.setdefault(command, Counter()).update(columns)

    def expect(self, holds: bool, promise: str) -> None:
        if not holds:
            self.broken.append(promise)

    def table(self) -> str:
        """All counts, in Markdown."""
        total = Counter[str]()
        for counts in self.counts.values():
            total.update(counts)
        lines = [f"| command | {' | '.join(COLUMNS)} |", "|---|" + "---:|" * len(COLUMNS)]
        for name, counts in [*self.counts.items(), ("all", total)]:
            lines.append(f"| {name} | {' | '.join(str(counts[column]) for column in COLUMNS)} |")
        return "\n".join([*lines, "", f"{len(self.broken)} broken promises"])
