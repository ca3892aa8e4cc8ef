"""Whole numbers that callers give: checked here, where the name of the parameter is known."""

from __future__ import annotations

import operator
from typing import Any


def whole(number: Any, parameter: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """The number, if it is whole and in its range."""
    try:
        found = operator.index(number)
    except TypeError:
        raise TypeError(f"found {parameter}={number!r}, wanted a whole number") from None
    if not least <= found <= most:
        raise ValueError(f"found {parameter}={found}, wanted {least} to {most}")
    return found
