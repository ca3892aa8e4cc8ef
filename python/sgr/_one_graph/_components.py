"""Connected components of an edge table, and the spectra of the small ones, which are solved whole in the tasks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _sgr
from .._importing import imported
from .._spectra import spectrum
from ._edge_table import EdgeTable, cut, numbered, sql_functions

#: Nodes of the largest component that is solved exactly in a task: a fraction of a second. Graphs of people and pages have
#: millions of components of a few nodes, whose zeros and small gaps random vectors cannot resolve.
SMALL_NODES = 1000

#: Rounds of the search for components: it takes about the logarithm of the number of nodes, and 40 would be
#: enough for 10^12.
_MOST_ROUNDS = 60


class Parts(NamedTuple):
    """A graph without its small components."""

    #: Columns ``u`` < ``v``, and ``weight`` if there are weights; numbers of nodes from 0.
    edges: Any
    size: int
    #: Columns ``number`` and ``component`` of all nodes; None if there is only one component.
    membership: Any
    #: Number of components of these edges, and of those that were solved exactly, with their eigenvalues.
    large: int
    small: int
    eigenvalues: NDArray[np.float64]


def parts(table: EdgeTable) -> Parts:
    """Finds the components and solves the small ones."""
    F = sql_functions()
    nothing = np.empty(0)
    members = component_of_nodes(table.edges)
    sizes = members.groupBy("component").agg(F.count("*").alias("nodes"))
    large = [row["component"] for row in sizes.where(F.col("nodes") > SMALL_NODES).orderBy("component").collect()]
    small = sizes.where(F.col("nodes") <= SMALL_NODES)
    small_count = small.count()
    if not small_count and len(large) == 1:
        return Parts(table.edges, table.size, None, 1, 0, nothing)
    # The place of a component among the large ones.
    indices = F.broadcast(
        table.edges.sparkSession.createDataFrame(list(enumerate(large)), "place int, component long")
    )
    kept = members.join(indices, "component").select("node", F.col("place").alias("component"))
    membership, size = numbered(kept, "node")
    edges = table.edges if not small_count else _of_nodes(table.edges, membership)
    eigenvalues = _solved(table.edges.join(members.join(small, "component"), F.col("u") == F.col("node")))
    return Parts(edges, size, membership.select("number", "component"), len(large), small_count, eigenvalues)


def component_of_nodes(edges: Any) -> Any:
    """The columns ``node`` and ``component``, the smallest node of its component.

    Large stars and small stars in turn (Kiveris et al. 2014, "Connected Components in MapReduce and Beyond"): each node
    tells its larger neighbours, then its smaller ones, of the smallest neighbour. The number of edges never grows, and
    the rounds are about as many as the logarithm of the nodes, also on a road map of any diameter.
    """
    F = sql_functions()
    stars, before = edges.select("u", "v"), None
    for _ in range(_MOST_ROUNDS):
        # From here on `u` is the larger end.
        stars = cut(_small_stars(_large_stars(stars)))
        total = stars.agg(F.count("*"), F.sum("v"), F.sum(F.xxhash64("u", "v").cast("decimal(38,0)"))).first()
        if total == before:
            break
        before = total
    centres = stars.select(F.col("v").alias("node"), F.col("v").alias("component")).distinct()
    return cut(stars.select(F.col("u").alias("node"), F.col("v").alias("component")).union(centres))


def _large_stars(stars: Any) -> Any:
    """Every node links its larger neighbours to the smallest node that it knows."""
    F = sql_functions()
    both = stars.select("u", "v").union(stars.select("v", "u"))
    least = both.groupBy("u").agg(F.min("v").alias("m")).select("u", F.least("u", "m").alias("m"))
    larger = both.join(least, "u").where("v > u")
    return larger.select(F.col("v").alias("u"), F.col("m").alias("v")).distinct()


def _small_stars(stars: Any) -> Any:
    """Every node links its smaller neighbours, and itself, to the smallest of them."""
    F = sql_functions()
    least = stars.groupBy("u").agg(F.min("v").alias("m"))
    others = stars.join(least, "u").where("v <> m").select(F.col("v").alias("u"), F.col("m").alias("v"))
    return others.union(least).distinct()


def _of_nodes(edges: Any, membership: Any) -> Any:
    """The edges between these nodes, with their new numbers."""
    F = sql_functions()
    first = membership.select(F.col("node").alias("u"), F.col("number").alias("nu"))
    second = membership.select(F.col("node").alias("v"), F.col("number").alias("nv"))
    joined = edges.join(first, "u").join(second, "v").drop("u", "v")
    return cut(joined.select(F.col("nu").alias("u"), F.col("nv").alias("v"), *edges.columns[2:]))


def _solved(edges: Any) -> NDArray[np.float64]:
    """The eigenvalues of all components of a table with a column ``component``, ascending."""
    chosen = edges.select("component", "u", "v", *(["weight"] if "weight" in edges.columns else []))
    found = chosen.repartition("component").mapInArrow(_solve_components, "eigenvalue double, times long")
    rows = found.groupBy("eigenvalue").sum("times").collect()
    values = np.array([row[0] for row in rows])
    return np.sort(np.repeat(values, np.array([row[1] for row in rows], np.int64)))


def _solve_components(batches: Iterator[Any]) -> Iterator[Any]:
    """The eigenvalues of the components of one partition, with their multiplicities."""
    arrow = imported("pyarrow", "pyarrow")
    table = arrow.Table.from_batches(list(batches))
    if not len(table):
        return
    columns = {name: table[name].to_numpy() for name in table.column_names}
    order = np.lexsort((columns["v"], columns["u"], columns["component"]))
    component = columns["component"][order]
    starts = np.flatnonzero(np.r_[True, component[1:] != component[:-1]])
    graphs = []
    for first, end in zip(starts, np.r_[starts[1:], len(component)]):
        chosen = order[first:end]
        nodes, ends = np.unique(np.stack([columns["u"][chosen], columns["v"][chosen]]), return_inverse=True)
        ends = ends.reshape(2, -1)
        weights = columns["weight"][chosen] if "weight" in columns else None
        graphs.append(_sgr.Graph(len(nodes), np.ascontiguousarray(ends[0]), np.ascontiguousarray(ends[1]), weights))
    spectra = spectrum(graphs, weight=True if "weight" in columns else None, method="exact", n_jobs=1)
    values, times = np.unique(np.concatenate(spectra), return_counts=True)
    yield arrow.RecordBatch.from_pydict({"eigenvalue": values, "times": times})
