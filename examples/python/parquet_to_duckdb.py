"""Parquet to vectors to a query of DuckDB: which graphs are nearest to this one?

    python examples/python/parquet_to_duckdb.py [FOLDER]

Writes random graphs as Parquet, embeds them batch by batch, so that memory does not grow with the file, writes the
vectors as Parquet, and lets DuckDB find the nearest ones by SQL. Needs `pip install pyarrow duckdb`.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import sgr.arrow


def write_graphs(path: pathlib.Path, count: int) -> None:
    """Random trees with a few more edges, and one row whose edge leads to a node that is not there."""
    random = np.random.default_rng(0)
    rows = []
    for number in range(count):
        nodes = int(random.integers(10, 30))
        children = np.arange(1, nodes)
        parents = (children * random.random(nodes - 1)).astype(int)
        edges = np.concatenate([[children, parents], random.integers(0, nodes, (2, number % 8))], axis=1)
        rows.append({"name": f"graph-{number}", "edge_index": edges.tolist(), "num_nodes": nodes})
    rows[7]["num_nodes"] = 3
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=1000)


def write_vectors(graphs: pathlib.Path, vectors: pathlib.Path) -> None:
    """One batch of graphs in memory at a time."""
    source = pq.ParquetFile(graphs)
    batches = pa.RecordBatchReader.from_batches(source.schema_arrow, source.iter_batches(1000))
    # Before version 26, pyarrow cannot read null lists of fixed length from Parquet.
    result = sgr.arrow.embed(batches, keep=["name"], vector_type="list")
    with pq.ParquetWriter(vectors, result.schema) as writer:
        for batch in result:
            writer.write_batch(batch)


def main() -> None:
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    graphs, vectors = folder / "graphs.parquet", folder / "vectors.parquet"
    write_graphs(graphs, 5000)
    write_vectors(graphs, vectors)

    database = duckdb.connect()
    # The cast gives DuckDB its type for vectors, a list of fixed length.
    database.execute(f"create view vectors as select * replace (vector::float[256] as vector) from '{vectors}'")
    for name, problem in database.execute("select name, problem from vectors where problem is not null").fetchall():
        print(f"{name} has no vector: {problem}")
    query = """
        select other.name, array_distance(asked.vector, other.vector) as distance
        from vectors as asked, vectors as other
        where asked.name = ? and other.name <> asked.name and other.problem is null
        order by distance
        limit 5
    """
    nearest = database.execute(query, ["graph-0"]).fetchall()
    for name, distance in nearest:
        print(f"  {name:<12} distance {distance:6.2f}")
    print(f"most like graph-0: {nearest[0][0]}")


if __name__ == "__main__":
    main()
