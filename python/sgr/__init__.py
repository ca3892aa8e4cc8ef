"""Graphs in, vectors out: exact Laplacian spectra and what they tell.

>>> import sgr
>>> graphs, labels = sgr.read("examples/shapes.jsonl")
>>> sgr.embed(graphs).shape
(90, 256)

One-liners: :func:`embed`, :func:`spectrum`, :func:`heat_trace`, :func:`wave_trace`, :func:`distance`, :func:`saliency`,
:func:`info`, :func:`read`, :func:`read_tu`. Transformers for scikit-learn: :class:`SGR`, :class:`Spectrum`,
:class:`HeatTrace`, :class:`NetSimile`, :class:`FGSD`. Synthetic graphs: :mod:`sgr.generate`; pictures: :mod:`sgr.plot`;
drop-ins for NetLSD and karateclub: :mod:`sgr.compat`.
"""

from importlib.metadata import PackageNotFoundError, version

from . import compat, generate, plot
from ._collection import Collection, read, read_tu
from ._estimators import FGSD, SGR, HeatTrace, NetSimile, Spectrum
from ._functions import Info, SpectrumInfo, distance, embed, embed_blocks, heat_trace, info, spectrum, wave_trace
from ._reading import GraphWarning
from ._saliency import Saliency, saliency
from ._sgr import Graph, Model

try:
    __version__ = version("sgr")
except PackageNotFoundError:
    # Run from a checkout that was never installed.
    __version__ = "0"

__all__ = [
    "FGSD",
    "SGR",
    "Collection",
    "Graph",
    "GraphWarning",
    "HeatTrace",
    "Info",
    "Model",
    "NetSimile",
    "Saliency",
    "Spectrum",
    "SpectrumInfo",
    "compat",
    "distance",
    "embed",
    "embed_blocks",
    "generate",
    "heat_trace",
    "info",
    "plot",
    "read",
    "read_tu",
    "saliency",
    "spectrum",
    "wave_trace",
]
