"""The text of a label."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._arrays import as_array


def text_of(value: Any) -> str:
    """Texts as they are, numbers in digits: values that are equal have one text, so 1.0 and True are "1".

    A row of several values is their texts with commas between them. Raises ValueError or TypeError that says what was
    wanted.
    """
    if isinstance(value, str):
        return _encodable(str(value))
    if isinstance(value, (int, np.integer, np.bool_)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise ValueError("wanted a text or a finite number")
        return str(int(value)) if value == int(value) else str(value)
    if isinstance(value, (list, tuple)):
        return joined(map(text_of, value))
    if isinstance(value, np.ndarray) or hasattr(value, "detach"):
        array = as_array(value)
        return text_of(array[()]) if array.ndim == 0 else joined(map(text_of, array))
    raise TypeError("wanted a text or a number")


def _encodable(text: str) -> str:
    """The text, if files could hold it: half of a surrogate pair is no character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("wanted a text that UTF-8 can hold") from None
    return text


def joined(texts: Iterable[str]) -> str:
    """Texts with commas between them; a comma of a text gets a backslash, so different texts stay different."""
    listed = list(texts)
    if len(listed) == 1:
        return listed[0]
    return ",".join(text.replace("\\", "\\\\").replace(",", "\\,") for text in listed)
