"""Vectors, eigenvalues, distances, models and synthetic graphs are the program's, to the byte."""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import Any

import networkx as nx
import numpy as np
import pytest

import sgr

SHAPES = "examples/shapes.jsonl"


def run(program: pathlib.Path, *arguments: Any) -> str:
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("representation", ["sgr", "spectrum", "heat", "wave"])
def test_vectors(command_line: pathlib.Path, tmp_path: pathlib.Path, representation: str) -> None:
    run(command_line, "embed", SHAPES, "-o", tmp_path / "v.npz", "--representation", representation)
    theirs = np.load(tmp_path / "v.npz")
    graphs, labels = sgr.read(SHAPES)
    assert theirs["labels"].tolist() == labels.tolist()
    assert theirs["ids"].tolist() == [graph.id for graph in graphs]
    expected = theirs["vectors"].tobytes()
    as_networkx = [nx.Graph() for _ in graphs]
    for theirs_, ours in zip(graphs, as_networkx):
        ours.add_nodes_from(range(theirs_.node_count))
        ours.add_edges_from(theirs_.edges().tolist())
    for given in (graphs, SHAPES, as_networkx):
        for n_jobs in (1, 2):
            assert sgr.embed(given, representation, n_jobs=n_jobs).tobytes() == expected
    assert sgr.SGR(representation).fit_transform(graphs).tobytes() == expected


def test_the_papers_model(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    run(command_line, "embed", SHAPES, "-o", tmp_path / "v.npy", "--model", "paper")
    assert np.load(tmp_path / "v.npy").tobytes() == sgr.embed(SHAPES, model="paper").tobytes()


def test_eigenvalues(command_line: pathlib.Path) -> None:
    lines = [json.loads(line) for line in run(command_line, "spectrum", SHAPES).splitlines()]
    spectra, infos = sgr.spectrum(SHAPES, return_info=True)
    assert [line["eigenvalues"] for line in lines] == [eigenvalues.tolist() for eigenvalues in spectra]
    assert [(line["origin"], line["error"]) for line in lines] == list(infos)


def test_distances(command_line: pathlib.Path) -> None:
    graphs, _ = sgr.read(SHAPES)
    by_id = {graph.id: graph for graph in graphs}
    names = ("ring-3", "tree-3")
    found = json.loads(run(command_line, "distance", *(f"{SHAPES}#{name}" for name in names), "--json"))
    a, b = (by_id[name] for name in names)
    assert (sgr.distance(a, b), sgr.distance(a, b, "bound")) == (found["euclidean"], found["bound"])


def test_synthetic_graphs_and_trained_models(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    run(command_line, "generate", "block-model", "grid", "-n", 5, "--seed", 3, "-o", tmp_path / "g.jsonl")
    theirs, labels = sgr.read(tmp_path / "g.jsonl")
    ours, ours_labels = sgr.generate.collection(["block-model", "grid"], 5, random_state=3)
    assert theirs == ours and labels.tolist() == ours_labels.tolist()

    curriculum = tmp_path / "short.toml"
    curriculum.write_text(
        "[[graphs]]\ncount = 60\nnodes = [10, 30]\n[training]\nepochs = 2\ndimensions = 8\nseed = 5\n"
    )
    run(command_line, "train", "--curriculum", curriculum, "-o", tmp_path / "m.safetensors", "--score", 0)
    trained = sgr.SGR.train(curriculum)
    trained.save(tmp_path / "ours.safetensors")
    assert (tmp_path / "ours.safetensors").read_bytes() == (tmp_path / "m.safetensors").read_bytes()
    vectors = trained.transform(theirs)
    assert sgr.SGR.from_file(tmp_path / "m.safetensors").transform(theirs).tobytes() == vectors.tobytes()
    assert sgr.SGR(model=tmp_path / "m.safetensors").transform(theirs).tobytes() == vectors.tobytes()


def test_saliency(command_line: pathlib.Path) -> None:
    strips = json.loads(run(command_line, "saliency", "-n", 30, "--json"))["strips"]
    found = sgr.saliency(count=30)
    assert [strip["family"] for strip in strips] == found.families
    assert np.array_equal([strip["magnitudes"] for strip in strips], found.magnitudes)
    assert np.allclose([strip["strip"] for strip in strips], found.strips, rtol=0, atol=1e-9)
    strips = json.loads(run(command_line, "saliency", "--input", SHAPES, "--model", "default", "--json"))["strips"]
    found = sgr.saliency(SHAPES, model="default")
    assert [(strip["family"], strip["graphs"]) for strip in strips] == list(zip(found.families, found.graphs))
    assert np.array_equal([strip["magnitudes"] for strip in strips], found.magnitudes)
