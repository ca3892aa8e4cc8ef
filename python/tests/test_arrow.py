"""Tables with Arrow's interface: the same vectors as of the same graphs, whatever the layout, package or kind of table."""

from __future__ import annotations

import pathlib
import subprocess
import threading
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sgr
import sgr.arrow
from conftest import ROOT

EDGES = [[(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 2), (2, 3)], [(0, 1)], []]
NODES = [3, 4, 3, 2]


def layouts() -> dict[str, pa.Table]:
    u, v = ([[edge[end] for edge in edges] for edges in EDGES] for end in (0, 1))
    count = pa.array(NODES, pa.int32())
    pairs = [[list(edge) for edge in edges] for edges in EDGES]
    return {
        "edge_index": pa.table({"edge_index": [list(ends) for ends in zip(u, v)], "num_nodes": count}),
        "edge_index of fixed length": pa.table(
            {"edge_index": pa.array([list(ends) for ends in zip(u, v)], pa.list_(pa.list_(pa.uint8()), 2)), "nodes": count}
        ),
        "pairs": pa.table({"edges": pa.array(pairs, pa.list_(pa.list_(pa.int16()))), "num_nodes": count}),
        "pairs of fixed length": pa.table({"any": pa.array(pairs, pa.list_(pa.list_(pa.int64(), 2))), "nodes": count}),
        "structures": pa.table(
            {
                "bonds": pa.array(
                    [[{"from": a, "to": b} for a, b in edges] for edges in EDGES],
                    pa.list_(pa.struct([("from", pa.int32()), ("to", pa.int32())])),
                ),
                "num_nodes": count,
            }
        ),
        "ends": pa.table({"src": pa.array(u, pa.large_list(pa.uint32())), "dst": pa.array(v, pa.list_(pa.int64())), "nodes": count}),
    }


def expected(representation: str = "sgr") -> np.ndarray[Any, Any]:
    return sgr.embed(list(zip(EDGES, NODES)), representation)


def vectors_of(table: pa.Table) -> np.ndarray[Any, Any]:
    return np.stack(table["vector"].to_numpy(zero_copy_only=False))


@pytest.mark.parametrize("name", layouts())
def test_layouts(name: str) -> None:
    found = sgr.arrow.embed(layouts()[name])
    assert found["problem"].to_pylist() == [None] * 4
    assert found["origin"].to_pylist() == ["exact"] * 4
    np.testing.assert_array_equal(vectors_of(found), expected())


def test_graph6() -> None:
    found = sgr.arrow.embed(pa.table({"graph6": ["Bw", "A_"]}), "spectrum")
    np.testing.assert_array_equal(vectors_of(found), sgr.embed([(EDGES[0], 3), (EDGES[2], 2)], "spectrum"))


def test_chunks_and_slices() -> None:
    table = layouts()["edge_index"]
    many = pa.concat_tables([table] * 3 + [table.slice(1, 2)])
    found = vectors_of(sgr.arrow.embed(many))
    np.testing.assert_array_equal(found, np.concatenate([expected()] * 3 + [expected()[1:3]]))


def test_kinds_of_tables() -> None:
    table = layouts()["ends"]
    batch = table.combine_chunks().to_batches()[0]
    kinds = {
        pa.Table: table,
        pa.RecordBatch: batch,
        pa.RecordBatchReader: pa.RecordBatchReader.from_batches(batch.schema, [batch, batch]),
        pl.DataFrame: pl.from_arrow(table),
        pd.DataFrame: table.to_pandas(types_mapper=pd.ArrowDtype),
        sgr.arrow.Table: duckdb.from_arrow(table),
    }
    for kind, given in kinds.items():
        found = sgr.arrow.embed(given)
        assert isinstance(found, kind), kind
        if kind is not pd.DataFrame:
            whole = found.read_all() if kind is pa.RecordBatchReader else pa.table(found)
            np.testing.assert_array_equal(vectors_of(whole)[:4], expected())


def test_schema_is_that_of_the_result() -> None:
    table = layouts()["pairs"]
    for settings in ({}, {"keep": []}, {"vector_type": "list"}, {"representation": "heat", "keep": ["num_nodes"]}):
        assert sgr.arrow.schema(table.schema, **settings) == sgr.arrow.embed(table, **settings).schema


def test_a_bad_row_costs_no_other() -> None:
    src = pa.array([[0, 1], [0, 9], None, [0], [-1], [0, 1]], pa.list_(pa.int64()))
    dst = pa.array([[1, 2], [1, 1], [1], [1, 2], [1], [1, 2]], pa.list_(pa.int64()))
    found = sgr.arrow.embed(pa.table({"src": src, "dst": dst, "num_nodes": [3, 3, 2, 3, 2, 3]}))
    assert found["problem"].to_pylist() == [
        None,
        'column "src": found node 9 at edge 1, wanted a number from 0 to 2',
        'column "src": found null, wanted a list of node numbers',
        'column "dst": found 2 node numbers, wanted 1, as in column "src"',
        'column "src": found node -1 at edge 0, wanted a number from 0 to 4294967294',
        None,
    ]
    assert [row is None for row in found["vector"].to_pylist()] == [False, True, True, True, True, False]
    assert found["vector"][0] == found["vector"][5]
    lists = sgr.arrow.embed(pa.table({"src": src, "dst": dst}), vector_type="list")
    assert lists["vector"].type == pa.list_(pa.field("item", pa.float32(), nullable=False))


def test_labels_weights_and_attributes() -> None:
    bonds = [[{"u": 0, "v": 1, "weight": 2.0, "label": "a"}, {"u": 1, "v": 2, "weight": 0.5, "label": "b"}]]
    table = pa.table({"edges": bonds, "node_labels": [["C", "O", "C"]], "attributes": [[[0.5], [1.0], [2.0]]]})
    graph = sgr.Graph(
        3, np.array([0, 1]), np.array([1, 2]), np.array([2.0, 0.5]), node_labels=["C", "O", "C"], edge_labels=["a", "b"],
        attributes=np.array([[0.5], [1.0], [2.0]]),
    )  # fmt: skip
    found = sgr.arrow.embed(table, weight=True, node_labels=True, edge_labels=True, attributes=True)
    wanted = sgr.embed([graph], weight=True, node_label=True, edge_label=True, attributes=True)
    np.testing.assert_array_equal(vectors_of(found), wanted)


@pytest.mark.parametrize(
    ("table", "settings", "message"),
    [
        ({"edge_index": ["a"]}, {}, 'column "edge_index" (edge_index): found Utf8, wanted two lists of integers'),
        ({"a": [1]}, {}, "found columns a: Int64, wanted columns that hold graphs"),
        ({"src": [[0]], "dst": [[1]]}, {"columns": {"edges": "bonds"}}, 'column "bonds" is missing'),
        ({"src": [[0]], "dst": [[1]]}, {"columns": {"bonds": "src"}}, "wanted one of edge_index, edges"),
        ({"src": [[0]], "dst": [[1]]}, {"keep": ["x"]}, 'column "x" is missing; found columns src'),
        ({"src": [[0]], "dst": [[1]]}, {"weight": True}, 'column "weight" is missing'),
        ({"src": [[0]], "dst": [[1]], "vector": [1]}, {}, 'found a column "vector" in the table'),
        ({"src": [[0]], "dst": [[1]]}, {"vector_type": "tuple"}, "found vector_type='tuple'"),
        ({"src": [[0]], "dst": [[1]]}, {"representation": "fgsd"}, "found a baseline"),
    ],
)
def test_refusals(table: dict[str, Any], settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        sgr.arrow.embed(pa.table(table), **settings)
    assert message in str(caught.value)


def test_no_table_is_refused() -> None:
    with pytest.raises(TypeError, match="found an object of type int, wanted a table with Arrow's interface"):
        sgr.arrow.embed(3)


def test_a_failing_stream_is_an_error() -> None:
    table = layouts()["ends"]
    good = table.to_batches()[0]

    def batches() -> Any:
        yield good
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(good.schema, batches())
    relation = type("Stream", (), {"__arrow_c_stream__": reader.__arrow_c_stream__})()
    with pytest.raises(ValueError, match="the table could not be read: .*the disk is gone"):
        sgr.arrow.embed(relation)


def test_the_interpreter_is_free_meanwhile() -> None:
    table = pa.concat_tables([layouts()["edge_index"]] * 5000).combine_chunks()
    ticks, ended = [0], threading.Event()

    def tick() -> None:
        while not ended.wait(0.001):
            ticks[0] += 1

    thread = threading.Thread(target=tick)
    thread.start()
    sgr.arrow.embed(table, "heat", n_jobs=1)
    ended.set()
    thread.join()
    assert ticks[0] > 3


def test_files_like_the_program(tmp_path: pathlib.Path) -> None:
    table = pa.concat_tables([layouts()["edge_index"]] * 50)
    table = table.append_column("name", pa.array([f"g{i}" for i in range(len(table))]))
    pq.write_table(table, tmp_path / "graphs.parquet", row_group_size=30)
    program = ROOT / "target/debug/sgr"
    command = [program, "embed", tmp_path / "graphs.parquet", "-o", tmp_path / "program.parquet", "--keep", "name"]
    subprocess.run(command, check=True)
    for resume in (False, True):
        info = sgr.arrow.embed_file(tmp_path / "graphs.parquet", tmp_path / "python.parquet", keep=["name"], resume=resume)
        assert info == (200, 0, [])
        assert (tmp_path / "python.parquet").read_bytes() == (tmp_path / "program.parquet").read_bytes()
        assert not (tmp_path / "python.parquet.parts").exists()


def test_changed_input_is_refused(tmp_path: pathlib.Path) -> None:
    graphs, output = tmp_path / "graphs.parquet", tmp_path / "out.parquet"
    table = pa.concat_tables([layouts()["edge_index"]] * 50)
    pq.write_table(table, graphs, row_group_size=100)
    whole = graphs.read_bytes()
    damaged = bytearray(whole)
    metadata = pq.read_metadata(graphs)
    last = metadata.row_group(1).column(0)
    damaged[last.dictionary_page_offset or last.data_page_offset] ^= 0xFF
    graphs.write_bytes(bytes(damaged))
    with pytest.raises(ValueError, match="row group 1.*damaged parquet file"):
        sgr.arrow.embed_file(graphs, output, resume=True)
    assert (tmp_path / "out.parquet.parts").exists() and not output.exists()
    graphs.write_bytes(whole)
    with pytest.raises(ValueError, match=r"found parts of other work: inputs\[0\].modified was"):
        sgr.arrow.embed_file(graphs, output, resume=True)
    with pytest.raises(ValueError, match="found format csv, wanted .parquet with resume=True"):
        sgr.arrow.embed_file(graphs, tmp_path / "out.csv", resume=True)


def test_predicted_seconds() -> None:
    ring = [[node, (node + 1) % 300] for node in range(300)]
    chords = [[node, (7 * node + 3) % 300] for node in range(300) if 6 * node % 300 != 297]
    table = pa.table({"edges": [[[0, 1]], ring + chords, [[0, -1]], None, [[0, 1], [1, 2], [0, 2], [2, 3]]]})
    found = sgr.arrow.predicted_seconds(table)
    assert found.dtype == np.float64 and found.shape == (5,)
    assert (found[[2, 3]] == 0).all() and (found[[0, 1, 4]] > 0).all()
    # A ring with chords has no formula; three nodes have little else than the constants.
    assert found[1] > 100 * found[0]
    chunks = pa.concat_tables([table.slice(3), table.slice(0, 3)])
    np.testing.assert_array_equal(sgr.arrow.predicted_seconds(chunks), found[[3, 4, 0, 1, 2]])
    renamed = pl.DataFrame(table.rename_columns(["bonds"]))
    np.testing.assert_array_equal(sgr.arrow.predicted_seconds(renamed, columns={"edges": "bonds"}), found)
    with pytest.raises(ValueError, match="found method='slow'|slow"):
        sgr.arrow.predicted_seconds(table, method="slow")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="column"):
        sgr.arrow.predicted_seconds(pa.table({"name": ["no graph"]}))
