"""How graphs are to be read: the settings that every function shares, checked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from . import _sgr
from ._seed import seed_of
from ._whole import whole

OnError = Literal["raise", "nan"]

#: Labels or attributes: None or False, not seen. A text or a list of texts: the fields of these names. True: those that
#: a graph has of its own.
Fields = str | Sequence[str] | bool | None

#: How the spectrum of a large graph is found: the program's ``--spectrum``.
SpectrumMethod = Literal["auto", "exact", "slicing", "density", "single", "ends"]


#: As for the program's ``--threads``.
_MOST_THREADS = 2**16 - 1


class GraphWarning(UserWarning):
    """Some graphs have no vector, and ``on_error="nan"`` asked to go on without them."""


@dataclass(frozen=True)
class Reading:
    """What of a graph is looked at."""

    #: None: no weights. A text: the edge attribute of that name. True: the weights where the kind of graph has its own.
    weight: str | bool | None = None
    #: ``"undirected"``: directed graphs are taken without their directions. None: they are refused.
    directed_as: str | None = None
    #: Gigabytes that reading a file may take.
    max_memory: float = 8.0
    #: Checked: False, True or a tuple of names.
    node_label: Fields = None
    edge_label: Fields = None
    attributes: Fields = None
    #: How many attributes each node must have, where that is known before the first graph.
    attribute_width: int | None = None
    #: Whether weights are asked for, and whether labels or attributes are: looked at for each graph, so computed once.
    is_weighted: bool = field(init=False)
    has_fields: bool = field(init=False)

    def __post_init__(self) -> None:
        for parameter in ("node_label", "edge_label", "attributes"):
            object.__setattr__(self, parameter, _fields(getattr(self, parameter), parameter))
        object.__setattr__(self, "is_weighted", self.weight is not None and self.weight is not False)
        object.__setattr__(self, "has_fields", bool(self.node_label or self.edge_label or self.attributes))
        if self.directed_as not in (None, "undirected"):
            raise ValueError(f'found directed_as={self.directed_as!r}, wanted None or "undirected"')
        if not (self.weight is None or isinstance(self.weight, (bool, str))):
            raise TypeError(f"found weight={self.weight!r}, wanted None, True or the name of an edge attribute")

    @property
    def keeps_directions(self) -> bool:
        """Whether an edge must be there in both directions where the kind of graph lists both."""
        return self.directed_as is None

    @property
    def labels(self) -> str | None:
        """The library's name for the labels that are asked for."""
        names = {(True, True): "all", (True, False): "nodes", (False, True): "edges"}
        return names.get((bool(self.node_label), bool(self.edge_label)))

    def name(self, usual: str) -> str:
        """The attribute that holds weights, where ``usual`` is what this kind of graph calls it."""
        return self.weight if isinstance(self.weight, str) else usual

    def refuse_directed(self, kind: str) -> None:
        """Raises unless directions may be forgotten."""
        if self.keeps_directions:
            raise ValueError(
                f'a {kind} is directed, and spectra are of undirected graphs; pass directed_as="undirected" to forget '
                "the directions"
            )


def _fields(given: Any, parameter: str) -> bool | tuple[str, ...]:
    """True, False, or names of fields."""
    if given is None or isinstance(given, bool):
        return bool(given)
    names = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Sequence) else ()
    if names and all(isinstance(name, str) for name in names):
        return names
    raise TypeError(f"found {parameter}={given!r}, wanted None, True, the name of a field or a list of names")


@dataclass(frozen=True)
class Settings:
    """All that the work on many graphs depends on."""

    reading: Reading
    on_error: OnError = "raise"
    n_jobs: int | None = None
    progress: bool = False
    max_error: float = 1e-3
    method: SpectrumMethod = "auto"
    #: Gigabytes.
    max_memory: float = 8.0
    seed: int = 0
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.on_error not in ("raise", "nan"):
            raise ValueError(f'found on_error={self.on_error!r}, wanted "raise" or "nan"')
        threads(self.n_jobs)
        _ = self.spectrum
        # One limit for reading and for solving.
        object.__setattr__(self, "reading", replace(self.reading, max_memory=self.max_memory))

    @cached_property
    def spectrum(self) -> _sgr.SpectrumSettings:
        """The settings of the spectrum solver, checked."""
        seed = seed_of(self.seed, "seed")
        return _sgr.SpectrumSettings(self.method, self.max_error, self.max_memory, seed, self.max_seconds)

    @property
    def threads(self) -> int | None:
        """The number of threads; None for one on each core."""
        return threads(self.n_jobs)


def threads(n_jobs: int | None) -> int | None:
    """joblib's way of counting, but for None, which means all cores here: those that this process may use."""
    if n_jobs is None:
        return None
    if isinstance(n_jobs, bool):
        raise TypeError(f"found n_jobs={n_jobs!r}, wanted a whole number or None")
    found = whole(n_jobs, "n_jobs", -_MOST_THREADS, _MOST_THREADS)
    if found == 0:
        raise ValueError("found n_jobs=0, wanted at least 1, or -1 or None for all cores")
    if found == -1:
        return None
    return max(1, _sgr.default_threads() + 1 + found) if found < 0 else found
