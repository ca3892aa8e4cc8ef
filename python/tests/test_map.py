"""`sgr.map`: the page and the table of a collection."""

from __future__ import annotations

import base64
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

import numpy as np
import pyarrow.parquet
import pytest

import sgr
from conftest import ROOT

SHAPES = ROOT / "examples" / "shapes.jsonl"


def test_the_same_page_every_time_and_on_any_number_of_threads() -> None:
    pages = [sgr.map(SHAPES, n_jobs=threads).to_html() for threads in (1, 2, 3)]
    assert pages[0] == pages[1] == pages[2]
    assert sgr.map(SHAPES, seed=1).to_html() != pages[0]


def test_own_coordinates_ids_and_labels(tmp_path: pathlib.Path) -> None:
    graphs, _ = sgr.read(SHAPES)
    places = np.arange(180.0).reshape(90, 2)
    made = sgr.map(graphs, ids=(f"g{at}" for at in range(90)), coordinates=places)
    assert made.points.tolist() == places.tolist()
    assert made.ids[89] == "g89" and len(made) == 90
    assert made.select(["g4", "g2"]) == made.selection == [2, 4]
    with pytest.raises(ValueError, match="found the id 'x', wanted ids of the map, such as 'g0'"):
        made.select(["x"])


def test_neighbours_stay_neighbours() -> None:
    """Three kinds of graphs make three groups: most of the nearest points are of the same kind."""
    _, labels = sgr.read(SHAPES)
    assert labels is not None
    points = sgr.map(SHAPES).points.astype(float)
    squares = ((points[:, None] - points[None]) ** 2).sum(2)
    np.fill_diagonal(squares, np.inf)
    nearest = np.argsort(squares, 1)[:, :5]
    assert (labels[nearest] == labels[:, None]).mean() > 0.95


def test_duplicates_are_found() -> None:
    path, turned, ring = ([(0, 1), (1, 2)], 3), ([(1, 0), (0, 2)], 3), ([(0, 1), (1, 2), (2, 0)], 3)
    assert sgr.map([path, ring, turned]).duplicates == [([0, 2], True)]


def test_the_table_is_what_embedding_atlas_reads(tmp_path: pathlib.Path) -> None:
    made = sgr.map(SHAPES, neighbours=4)
    made.save(tmp_path / "map.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "map.parquet")
    assert table.column_names[:5] == ["id", "label", "cluster", "x", "y"]
    assert table.column("id").to_pylist() == made.ids
    assert np.stack([table.column("x").to_numpy(), table.column("y").to_numpy()], 1).tolist() == made.points.tolist()
    graphs, labels = sgr.read(SHAPES)
    assert labels is not None and table.column("label").to_pylist() == labels.tolist()
    assert table.column("nodes").to_pylist() == [graph.node_count for graph in graphs]
    neighbours = table.column("neighbors").to_pylist()
    vectors = sgr.embed(graphs).astype(float)
    for at, row in enumerate(neighbours):
        distances = np.sqrt(((vectors - vectors[at]) ** 2).sum(1))
        assert np.allclose(row["distances"], distances[row["ids"]], rtol=1e-5)
        assert np.allclose(row["distances"], np.sort(np.delete(distances, at))[:4], rtol=1e-5)
    kind, _, text = table.column("drawing")[0].as_py().partition(",")
    assert kind == "data:image/svg+xml;base64"
    drawing = ElementTree.fromstring(base64.b64decode(text))
    assert len(drawing.findall("{http://www.w3.org/2000/svg}circle")) == graphs[0].node_count


def test_the_program_writes_the_same_page(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "map.html"
    subprocess.run([command_line, "map", str(SHAPES), "-o", str(out), "-q"], check=True)
    found = out.read_text(encoding="utf-8")
    ids = [f"{kind}-{at}" for at in range(30) for kind in ("ring", "tree", "communities")]
    assert found == sgr.map(SHAPES, ids=ids).to_html()


def test_bad_settings_are_named() -> None:
    graphs = [([(0, 1)], 2), ([(0, 1), (1, 2)], 3)]
    with pytest.raises(ValueError, match="found 1 ids, wanted 2, one for each graph"):
        sgr.map(graphs, ids=["a"])
    with pytest.raises(ValueError, match="found coordinates of shape \\(2, 3\\)"):
        sgr.map(graphs, coordinates=np.zeros((2, 3)))
    with pytest.raises(ValueError, match='graph "1": found the coordinates inf and 0, wanted finite numbers'):
        sgr.map(graphs, coordinates=[[0, 0], [np.inf, 0]])
    with pytest.raises(ValueError, match='found projection "umap", wanted one of tsne, pca'):
        sgr.map(graphs, projection="umap")
    with pytest.raises(ValueError, match="found 0 graphs, wanted 1 to 100000"):
        sgr.map([])
    with pytest.raises(ValueError, match="wanted one that ends in .html, .parquet"):
        sgr.map(graphs).save("map.png")
    with pytest.raises(ValueError, match="found a baseline, wanted a representation of the library"):
        sgr.map(graphs, representation="netsimile")


def test_a_notebook_gets_a_frame() -> None:
    made = sgr.map([([(0, 1)], 2), ([(0, 1), (1, 2)], 3)])
    frame = made._repr_html_()
    assert frame.startswith('<iframe title="Map of graphs" srcdoc="&lt;!DOCTYPE html&gt;')
    # The page is inside of an attribute: nothing of it ends the attribute.
    assert frame.count('"') == 6
    made._receive({"new": "1 0 7 x"})
    assert made.selection == [0, 1]
