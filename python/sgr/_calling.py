"""What callers wrote: keywords that are passed on, and the line of their code for warnings."""

from __future__ import annotations

import inspect
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warns at the innermost frame outside of the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def refuse_unknown(settings: Iterable[str], function: Callable[..., Any], without: Sequence[str] = ()) -> None:
    """Raises for a keyword that the function does not have, or that the caller fills himself."""
    known = [name for name in inspect.signature(function).parameters if name not in without]
    for name in settings:
        if name not in known:
            raise TypeError(f"found the keyword {name!r}, wanted one of {', '.join(known)}")
