"""Fingerprints from Python: those of the program, sparse and dense."""

from __future__ import annotations

import pathlib
import pickle
import subprocess
import sys
from typing import Any

import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse
import sklearn
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

import sgr
from fire import run
from labelled_graphs import networkx_graph
from test_labels import ASKED

GRAPHS = [networkx_graph(), networkx_graph().subgraph(["n0", "n1", "n3"]).copy()]
FIELDS = {"node_label": "element", "edge_label": "bond", "attributes": "place"}
SETTINGS: list[dict[str, Any]] = [{}, {"dimensions": 100, "depth": 1}, {"values": "bits", "depth": 5}]


def counts(graphs: Any, **parameters: Any) -> Any:
    return sgr.Fingerprint(sparse_output=False, **parameters).fit_transform(graphs)


@pytest.mark.parametrize("options", ["", *ASKED])
@pytest.mark.parametrize("settings", SETTINGS)
def test_vectors_are_those_of_the_program(
    command_line: pathlib.Path, tmp_path: pathlib.Path, settings: dict[str, Any], options: str
) -> None:
    sgr.write(GRAPHS, tmp_path / "g.jsonl", **FIELDS)
    flags = [text for name, value in settings.items() for text in (f"--{name}", str(value))]
    for name in ("dense.npy", "sparse.npz"):
        command = [command_line, "embed", "g.jsonl", "-r", "fingerprint", "-o", name, *flags, *options.split()]
        subprocess.run(command, check=True, cwd=tmp_path)
    expected = np.load(tmp_path / "dense.npy")
    names = dict(zip(FIELDS, ASKED.get(options, (None, None, None))))
    found = sgr.Fingerprint(attribute_scaling="asinh", **settings, **names).fit_transform(GRAPHS)
    theirs = scipy.sparse.load_npz(tmp_path / "sparse.npz")
    assert isinstance(found, scipy.sparse.csr_matrix) and (found.shape, found.dtype) == (theirs.shape, np.float32)
    for part in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(found, part), getattr(theirs, part), part)
    for n_jobs in (1, 2):
        vectors = counts(GRAPHS, n_jobs=n_jobs, attribute_scaling="asinh", **settings, **names)
        assert vectors.tobytes() == expected.tobytes()
    if not settings:
        assert sgr.embed(GRAPHS, "fingerprint", **names).tobytes() == expected.tobytes()
        assert sgr.embed(GRAPHS[1], "fingerprint", **names).tobytes() == expected[1].tobytes()
        own = {name: field is not None for name, field in names.items()}
        assert sgr.embed(tmp_path / "g.jsonl", "fingerprint", **own).tobytes() == expected.tobytes()


def test_labels_are_inside() -> None:
    plain, labelled = counts(GRAPHS, depth=0), counts(GRAPHS, depth=0, node_label="element")
    assert plain.shape == labelled.shape == (2, 2048)
    for graph, row, shape in zip(GRAPHS, labelled, plain):
        elements = [element for _, element in graph.nodes(data="element")]
        assert sorted(row[row > 0].tolist()) == sorted(elements.count(element) for element in set(elements))
        assert shape[shape > 0].tolist() == [len(elements)]
    assert not np.array_equal(counts(GRAPHS), counts(GRAPHS, edge_label="bond"))
    assert sgr.Fingerprint(**FIELDS).get_feature_names_out()[2046:2050].tolist() == [
        "fingerprint_2046",
        "fingerprint_2047",
        "attribute_0",
        "attribute_1",
    ]


@pytest.mark.parametrize("dimensions", [7, 65536])
def test_sparse_is_dense_in_every_batch(dimensions: int) -> None:
    graphs = [nx.gnm_random_graph(9, 12, seed=seed) for seed in range(150)]
    estimator = sgr.Fingerprint(dimensions=dimensions)
    sparse, dense = estimator.fit_transform(iter(graphs)), counts(graphs, dimensions=dimensions)
    assert sparse.has_canonical_format and sparse.nnz == np.count_nonzero(dense)
    assert sparse.toarray().tobytes() == dense.tobytes()
    assert (dense.sum(axis=1) == 4 * 9).all(), "four rounds of nine colours"
    empty = estimator.transform([])
    assert (empty.shape, empty.dtype, empty.format) == ((0, dimensions), np.float32, "csr")


def test_graphs_that_fail_have_rows_of_nan() -> None:
    estimator = sgr.Fingerprint(dimensions=16, on_error="nan")
    with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs have no vector: position 1"):
        rows = estimator.transform([GRAPHS[0], nx.DiGraph([(0, 1)]), GRAPHS[1]]).toarray()
    assert np.isnan(rows[1]).all() and np.array_equal(rows[[0, 2]], counts(GRAPHS, dimensions=16))


def test_pipelines_clones_and_pickles() -> None:
    graphs, labels = sgr.read("examples/shapes.jsonl")
    pipeline = make_pipeline(sgr.Fingerprint(), MaxAbsScaler(), LogisticRegression())
    assert cross_val_score(pipeline, graphs, labels, cv=3).mean() > 0.95
    again = pickle.loads(pickle.dumps(pipeline.fit(graphs, labels)))
    assert again.predict(graphs).tolist() == pipeline.predict(graphs).tolist()
    learned = sgr.Fingerprint(**FIELDS).fit(GRAPHS)
    expected = learned.transform(GRAPHS)
    kept = pickle.loads(pickle.dumps(learned))
    assert (kept.transform(GRAPHS) != expected).nnz == 0, "a pickle keeps the scales of attributes"
    with pytest.raises(sklearn.exceptions.NotFittedError, match="call fit first"):
        clone(learned).transform(GRAPHS)
    scales = (learned.attribute_means_, learned.attribute_deviations_)
    dense = sgr.embed(GRAPHS, "fingerprint", attribute_scaling=scales, **FIELDS)
    assert expected.toarray().tobytes() == dense.tobytes()


def test_data_frames_are_dense() -> None:
    estimator = sgr.Fingerprint(dimensions=8).set_output(transform="pandas")
    refused = "Pandas output does not support sparse data. Found sparse_output=True, wanted sparse_output=False"
    with pytest.raises(ValueError, match=refused):
        estimator.transform(GRAPHS)
    frame = estimator.set_params(sparse_output=False).transform(GRAPHS)
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == [f"fingerprint_{at}" for at in range(8)]
    assert frame.to_numpy().tobytes() == counts(GRAPHS, dimensions=8).tobytes()
    with sklearn.config_context(transform_output="pandas"), pytest.raises(ValueError, match="sparse data"):
        sgr.Fingerprint().transform(GRAPHS)
    assert scipy.sparse.issparse(sgr.Fingerprint().set_output(transform="default").transform(GRAPHS))


def test_without_scipy() -> None:
    program = """
        import sys
        sys.modules["scipy"] = None
        import sgr
        edge = [([(0, 1)], 2)]
        print(sgr.Fingerprint(dimensions=1, sparse_output=False).transform(edge), sgr.embed(edge, "fingerprint").sum())
        try:
            sgr.Fingerprint().transform(edge)
        except ImportError as error:
            print(error)
    """
    assert run(program).splitlines() == ["[[8.]] 8.0", "sparse_output=True needs scipy: pip install scipy"]


@pytest.mark.skipif(sys.platform != "linux", reason="the largest size of the process is read from /proc")
def test_sparse_vectors_do_not_take_the_memory_of_dense_ones() -> None:
    program = """
        import scipy.sparse, sgr

        def most():
            [line] = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
            return int(line.split()[1]) // 1000

        graphs = [([(0, 1)], 2)] * 3000
        sgr.Fingerprint(dimensions=65536).transform(graphs[:200])
        before = most()
        found = sgr.Fingerprint(dimensions=65536).transform(graphs)
        print(most() - before, found.nnz)
    """
    # glibc keeps freed memory for each thread that ended, 200 MB more or less.
    grown, entries = map(int, run(program, MALLOC_ARENA_MAX="1").split())
    # All dense vectors are 786 MB, those of 2048 graphs 537 MB; a batch has 17 MB, and a few of them are in memory.
    assert entries == 3000 * 4 and grown < 150, f"{grown} MB"
