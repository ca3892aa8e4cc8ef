"""Any graph people have, into rows or edges of numbers. One file a kind, none of their libraries imported."""

from ._registry import Adder, add_graph, is_graph, is_molecule
from ._sequence import Skipped, graph_count, graphs_of

__all__ = ["Adder", "Skipped", "add_graph", "graph_count", "graphs_of", "is_graph", "is_molecule"]
