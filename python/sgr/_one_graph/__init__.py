"""The spectrum of one graph whose edges are a table of Spark: no machine holds the graph, nor a vector over its nodes.

``_edge_table`` makes a numbered simple graph of the table, ``_components`` separates its components, ``_blocks`` cuts the
matrix into ranges of nodes and multiplies it with vectors, ``_extremes`` and ``_probes`` run the Krylov processes, and
``_density`` decides how many. The library turns what they found into a spectrum with its error.
"""

from ._result import GraphSpectrum

__all__ = ["GraphSpectrum"]
