"""Graphs in, vectors out: Laplacian spectra, exact where that is affordable, as learned vectors.

>>> import sgr
>>> graphs, labels = sgr.read("examples/shapes.jsonl")
>>> sgr.embed(graphs).shape
(90, 256)

One-liners: :func:`embed`, :func:`spectrum`, :func:`spectrum_samples`, :func:`heat_trace`, :func:`wave_trace`,
:func:`distance`, :func:`saliency`, :func:`info`, :func:`read`, :func:`read_tu`, :func:`from_smiles`, :func:`write`, :func:`heat_kernel`.
Nearest graphs: :class:`Index`. Graphs in order: :func:`changes`. Collections: :func:`gram`, :func:`cluster`, :func:`evaluate`, :func:`map`. Transformers for scikit-learn: :class:`SGR`,
:class:`Spectrum`, :class:`HeatTrace`, :class:`Fingerprint`, :class:`NetSimile`, :class:`FGSD`. Synthetic graphs:
:mod:`sgr.generate`; data sets by name: :mod:`sgr.datasets`; pictures: :mod:`sgr.plot`; drop-ins for NetLSD and karateclub: :mod:`sgr.compat`.
"""

from . import _fork, compat, datasets, generate, plot
from ._certainty import AccuracyWarning, ApproximateSpectrumError, SpectraInfo, SpectrumInfo
from ._changes import ChangePoint, Changes, changes
from ._clusters import Clusters, cluster
from ._collection import Collection, read, read_tu
from ._comparison import distance
from ._counting import Info, info
from ._embedding import embed, embed_blocks
from ._estimators import FGSD, SGR, Fingerprint, HeatTrace, NetSimile, Spectrum
from ._index import Hit, Hits, Index
from ._map import Map, map
from ._molecules import from_smiles
from ._reading import GraphWarning
from ._saliency import Saliency, saliency
from ._sgr import Graph, Model, __version__
from ._spectra import heat_kernel, heat_trace, spectrum, spectrum_samples, wave_trace
from ._whole_collections import ClusterScore, EvaluationResult, evaluate, gram
from ._writing import write

_fork.register()

__all__ = [
    "FGSD",
    "SGR",
    "AccuracyWarning",
    "ApproximateSpectrumError",
    "ChangePoint",
    "Changes",
    "ClusterScore",
    "Clusters",
    "Collection",
    "EvaluationResult",
    "Fingerprint",
    "Graph",
    "GraphWarning",
    "HeatTrace",
    "Hit",
    "Hits",
    "Index",
    "Info",
    "Map",
    "Model",
    "NetSimile",
    "Saliency",
    "SpectraInfo",
    "Spectrum",
    "SpectrumInfo",
    "__version__",
    "changes",
    "cluster",
    "compat",
    "datasets",
    "distance",
    "embed",
    "embed_blocks",
    "evaluate",
    "from_smiles",
    "generate",
    "gram",
    "heat_kernel",
    "heat_trace",
    "info",
    "map",
    "plot",
    "read",
    "read_tu",
    "saliency",
    "spectrum",
    "spectrum_samples",
    "wave_trace",
    "write",
]
