"""From a table of edges to a simple graph with numbered nodes, by joins and aggregates of Spark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .._importing import imported

#: Integers of all widths become 64 bits; texts stay.
_INTEGERS = ("tinyint", "smallint", "int", "bigint")

#: The bits of `monotonically_increasing_id` that count rows of a partition; those above are its number.
_ROW_BITS = 33


@dataclass(frozen=True)
class EdgeTable:
    """A simple graph: each edge once, with numbers of nodes from 0, and without isolated nodes."""

    #: Columns ``u`` < ``v``, and ``weight`` if weights were asked for.
    edges: Any
    is_weighted: bool
    #: Nodes with edges.
    size: int
    #: Nodes without edges.
    isolated: int
    edge_count: int
    self_loops_dropped: int


def sql_functions() -> Any:
    """Spark's functions on columns."""
    return imported("pyspark.sql.functions", "pyspark")


def cut(frame: Any) -> Any:
    """The table, computed once, without the plan that led to it. A plan that grew with each step would take longer to
    optimize than to run."""
    has_folder = frame.sparkSession.sparkContext.getCheckpointDir() is not None
    return frame.checkpoint() if has_folder else frame.localCheckpoint()


def edge_table(edges: Any, nodes: Any, weight: str | None) -> EdgeTable:
    """Checks a table of edges and makes a simple graph of it: the two directions and repeats of an edge are one edge.

    Raises ValueError for nulls, weights that are negative or not finite, and repeats with another weight.
    """
    F = sql_functions()
    chosen = _columns(edges, weight)
    counts = _checked(chosen, weight is not None)
    ends = chosen.where("src <> dst")
    pairs = ends.select(F.least("src", "dst").alias("a"), F.greatest("src", "dst").alias("b"), *ends.columns[2:])
    if weight is None:
        simple = cut(pairs.distinct())
    else:
        both = cut(pairs.groupBy("a", "b").agg(F.min("weight").alias("weight"), F.max("weight").alias("other")))
        _refuse_conflicts(both)
        # A zero and another weight are a conflict; a zero alone is no edge.
        simple = both.where("weight <> 0").drop("other")
    with_edges = simple.select(F.col("a").alias("id")).union(simple.select("b")).distinct()
    every = chosen.select(F.col("src").alias("id")).union(chosen.select("dst"))
    if nodes is not None:
        every = every.union(_ids(nodes, chosen))
    everyone = every.distinct().count()
    numbers, size = numbered(with_edges, "id")
    return EdgeTable(
        _renamed(simple, numbers), weight is not None, size, everyone - size, simple.count(), counts["loops"] or 0
    )


def numbered(frame: Any, key: str) -> tuple[Any, int]:
    """The table with a column ``number``: the rank of each row by its key, from 0; and the number of rows.

    Neighbours in the order of their ids, such as pages of one site, often share neighbours, so that ranges of ids need
    fewer entries of each other than random ranges would.
    """
    F = sql_functions()
    ranked = cut(frame.orderBy(key).withColumn("place", F.monotonically_increasing_id()))
    part = F.shiftright("place", _ROW_BITS).alias("part")
    sizes = ranked.groupBy(part).count().orderBy("part").collect()
    starts, total = [], 0
    for row in sizes:
        starts.append((row["part"], total - (row["part"] << _ROW_BITS)))
        total += row["count"]
    if not starts:
        return ranked.withColumnRenamed("place", "number"), 0
    # As many rows as parts: every task gets all of them.
    shifts = F.broadcast(frame.sparkSession.createDataFrame(starts, "part long, shift long"))
    joined = ranked.withColumn("part", part).join(shifts, "part")
    return joined.withColumn("number", F.col("place") + F.col("shift")).drop("part", "place", "shift"), total


def _columns(edges: Any, weight: str | None) -> Any:
    """The columns ``src``, ``dst`` and perhaps ``weight`` of the table, in types that can be compared."""
    F = sql_functions()
    types = dict(edges.dtypes)
    for name in ("src", "dst", *([] if weight is None else [weight])):
        if name not in types:
            raise ValueError(f"found the columns {', '.join(types)}, wanted {name!r} among them")
    kinds = {name: "bigint" if types[name] in _INTEGERS else types[name] for name in ("src", "dst")}
    for name, kind in kinds.items():
        if kind not in ("bigint", "string"):
            raise TypeError(f"found the column {name!r} of type {kind}, wanted integers or strings")
    if kinds["src"] != kinds["dst"]:
        raise TypeError(f"found src of type {types['src']} and dst of type {types['dst']}, wanted one type")
    chosen = [F.col(name).cast(kind).alias(name) for name, kind in kinds.items()]
    if weight is not None:
        if types[weight] not in (*_INTEGERS, "float", "double"):
            raise TypeError(f"found the column {weight!r} of type {types[weight]}, wanted numbers")
        chosen.append(F.col(weight).cast("double").alias("weight"))
    return edges.select(*chosen)


def _ids(nodes: Any, chosen: Any) -> Any:
    """The column ``id`` of the table of nodes, in the type of the ends."""
    F = sql_functions()
    types, wanted = dict(nodes.dtypes), chosen.dtypes[0][1]
    if "id" not in types:
        raise ValueError(f"found the columns {', '.join(types)} of nodes, wanted 'id' among them")
    if ("bigint" if types["id"] in _INTEGERS else types["id"]) != wanted:
        raise TypeError(f"found id of type {types['id']} and src of type {wanted}, wanted one type")
    nulls = nodes.where("id is null").count()
    if nulls:
        raise ValueError(f"found {nulls} nodes with a null id, wanted an id in every row")
    return nodes.select(F.col("id").cast(wanted).alias("id"))


def _checked(chosen: Any, is_weighted: bool) -> Any:
    """Counts of the rows; an error if one of them is no edge."""
    F = sql_functions()
    is_null = F.col("src").isNull() | F.col("dst").isNull()
    totals = [
        F.count_if(is_null).alias("nulls"),
        F.count_if(F.col("src") == F.col("dst")).alias("loops"),
        F.min(F.when(is_null, F.struct("src", "dst"))).alias("null"),
    ]
    if is_weighted:
        weight = F.col("weight")
        is_bad = weight.isNull() | F.isnan(weight) | (weight < 0) | (weight == float("inf"))
        totals.append(F.min(F.when(is_bad & ~is_null, F.struct("src", "dst", "weight"))).alias("bad"))
    counts = chosen.agg(*totals).first()
    if counts["nulls"]:
        src, dst = counts["null"]
        raise ValueError(f"found {counts['nulls']} edges with a null end, such as {src!r} – {dst!r}, wanted two nodes")
    if is_weighted and counts["bad"] is not None:
        src, dst, found = counts["bad"]
        raise ValueError(f"found the weight {found} of the edge {src!r} – {dst!r}, wanted a finite number of at least 0")
    return counts


def _refuse_conflicts(pairs: Any) -> None:
    conflicts = pairs.where("weight <> other").orderBy("a", "b").limit(1).collect()
    for a, b, weight, other in conflicts:
        raise ValueError(f"found the edge {a!r} – {b!r} with the weights {weight} and {other}, wanted one weight")


def _renamed(pairs: Any, numbers: Any) -> Any:
    """The edges with numbers of nodes instead of ids."""
    F = sql_functions()
    first = numbers.select(F.col("id").alias("a"), F.col("number").alias("u"))
    second = numbers.select(F.col("id").alias("b"), F.col("number").alias("v"))
    return cut(pairs.join(first, "a").join(second, "b").drop("a", "b").select("u", "v", *pairs.columns[2:]))
