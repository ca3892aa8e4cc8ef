"""Forks of the process, which may happen at any time, also while other threads are in calls of this package."""

from __future__ import annotations

import os

from . import _sgr


def register() -> None:
    """Has locks free in every child, where the system can fork at all."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=_sgr.before_fork,
            after_in_parent=lambda: _sgr.after_fork(False),
            after_in_child=lambda: _sgr.after_fork(True),
        )
