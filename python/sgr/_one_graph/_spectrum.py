"""From an edge table to a spectrum: on the driver if the graph is small, otherwise on the cluster."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _sgr
from .._certainty import Certainties
from ._components import SMALL_NODES, parts
from ._cutting import matrix_of
from ._density import Aim, Effort, density
from ._edge_table import EdgeTable, edge_table
from ._result import GraphSpectrum


def spectrum_of(
    edges: Any, nodes: Any, weight: str | None, aim: Aim, blocks: int | None, local_edges: int
) -> GraphSpectrum:
    """The spectrum of the graph of a table."""
    table = edge_table(edges, nodes, weight)
    if not table.size + table.isolated:
        raise ValueError("found no nodes, wanted at least one: the graph has no spectrum")
    if table.edge_count <= local_edges or table.size <= SMALL_NODES:
        return _on_driver(table, aim)
    pieces = parts(table)
    known = np.concatenate([np.zeros(table.isolated), pieces.eigenvalues])
    if not pieces.large:
        solved = _sgr.start_density(0, known, ([], []), (0.0, 0.0), [], [], samples=aim.samples, knots=aim.knots).result()
        return _result(table, solved, Effort(0, 0, 0), aim)
    solved, effort = density(matrix_of(pieces, blocks), known, aim)
    return _result(table, solved, effort, aim)


def _on_driver(table: EdgeTable, aim: Aim) -> GraphSpectrum:
    """The spectrum of a small graph, as :func:`sgr.spectrum_samples` finds it."""
    rows = table.edges.toArrow()
    u, v = rows["u"].to_numpy(), rows["v"].to_numpy()
    weights = rows["weight"].to_numpy() if table.is_weighted else None
    batch = _sgr.GraphBatch()
    batch.add_graph(_sgr.Graph(table.size + table.isolated, u, v, weights))
    settings = _sgr.SpectrumSettings(max_error=aim.max_error, seed=aim.seed)
    solved = _sgr.start_spectrum(batch, settings, aim.samples, aim.knots).result()
    return _result(table, solved, Effort(0, 0, 0), aim)


def _result(table: EdgeTable, solved: _sgr.SolvedSpectrum, effort: Effort, aim: Aim) -> GraphSpectrum:
    """The result, with a warning if its error is larger than the one that was asked for."""
    certainties = Certainties(aim.max_error)
    certainties.add(solved.origin, solved.error)
    certainties.warn()
    samples = solved.numbers("samples", samples=aim.samples, knots=aim.knots)
    assert samples is not None
    return GraphSpectrum(
        samples,
        solved.origin,
        solved.error,
        table.size + table.isolated,
        table.edge_count,
        table.self_loops_dropped,
        *effort,
        solved,
    )
