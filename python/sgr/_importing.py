"""Other packages, imported only when they are asked for."""

from __future__ import annotations

import importlib
from typing import Any


def imported(module: str, package: str, asking: str = "this") -> Any:
    """The module; without its package an error that says which call asks for it and how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{asking} needs {package}: pip install {package}") from error
