"""A bar for long work: tqdm's if it is there, a line of text otherwise."""

from __future__ import annotations

import sys
import time
from typing import Any

from ._sgr import Job

#: Seconds between two looks at a job: often enough for a bar, and for an interrupt.
_LOOK = 0.1


class _Line:
    """Counts on one line of stderr."""

    def __init__(self, total: int | None, unit: str) -> None:
        self.total, self.unit, self.n, self._shown = total, unit, 0, 0.0

    def refresh(self) -> None:
        if time.monotonic() - self._shown >= 2 * _LOOK:
            self._write()

    def close(self) -> None:
        self._write()
        sys.stderr.write("\n")

    def _write(self) -> None:
        self._shown = time.monotonic()
        of = f" of {self.total}" if self.total else ""
        sys.stderr.write(f"\r{self.n}{of} {self.unit}s")
        sys.stderr.flush()


class Bar:
    """Follows jobs, if somebody wants to see them; and ends with the ``with`` block."""

    def __init__(self, wanted: bool, total: int | None, unit: str = "graph") -> None:
        self._bar: Any = _make(total, unit) if wanted else None
        self._done_before = 0

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def result(self, job: Job, steps: int | None) -> Any:
        """Waits for a job of so many steps, None if only the job knows, and hands its result over."""
        if self._bar is not None:
            while not job.wait(_LOOK):
                self._show(self._done_before + job.done)
            self._done_before += job.done if steps is None else steps
            self._show(self._done_before)
        return job.result()

    def _show(self, done: int) -> None:
        self._bar.n = done
        self._bar.refresh()


def _make(total: int | None, unit: str) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(total, unit)
    return tqdm(total=total, unit=unit)
