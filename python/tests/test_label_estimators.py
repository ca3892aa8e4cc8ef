"""Estimators that see labels and attributes: scales learned by ``fit`` alone, and kept."""

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
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.utils.validation import check_is_fitted

import sgr
from sgr._estimators._scales import learned_scales
from test_estimators import OnArrays

SPECTRAL = [sgr.SGR, sgr.Spectrum, sgr.HeatTrace]


def graph(seed: int, shift: float = 0.0) -> nx.Graph:
    """A random tree whose nodes have a label and three numbers, one of them the same everywhere."""
    random = np.random.default_rng(seed)
    nodes = int(random.integers(4, 9))
    made = nx.Graph()
    for node in range(nodes):
        place = random.normal(shift, 3.0, 2).tolist()
        made.add_node(node, element=str(random.choice(["C", "N"])), place=place, constant=0.1)
        if node:
            made.add_edge(node, int(random.integers(0, node)), bond=int(random.integers(1, 3)))
    return made


GRAPHS = [graph(seed, shift=100.0 * (seed % 2)) for seed in range(40)]
CLASSES = np.arange(40) % 2
FIELDS: dict[str, Any] = {"node_label": "element", "edge_label": "bond", "attributes": ["place", "constant"]}


def numbers(graphs: list[nx.Graph]) -> Any:
    return np.array([[*data["place"], data["constant"]] for made in graphs for _, data in made.nodes(data=True)])


@pytest.mark.parametrize("estimator", SPECTRAL)
def test_columns_clones_and_pickles(estimator: Any) -> None:
    first = estimator(**FIELDS)
    names = first.get_feature_names_out().tolist()
    structure = estimator().get_feature_names_out().tolist()
    expected = [f"label_{at}" for at in range(192)] + [f"label_count_{at}" for at in range(64)]
    expected += [f"attribute_{at}" for at in range(128)]
    assert names == structure + expected and len(set(names)) == len(names)
    vectors = first.fit_transform(GRAPHS)
    assert first.n_features_out_ == vectors.shape[1] == len(names)
    assert vectors[:, : len(structure)].tobytes() == estimator().fit_transform(GRAPHS).tobytes()
    again = pickle.loads(pickle.dumps(first))
    assert again.transform(GRAPHS).tobytes() == vectors.tobytes(), "a pickle keeps the scales"
    copied = clone(first)
    assert copied.get_params() == first.get_params() and not hasattr(copied, "attribute_means_")
    assert copied.fit(GRAPHS).transform(iter(GRAPHS)).tobytes() == vectors.tobytes()
    assert estimator(**FIELDS).fit_transform(iter(GRAPHS)).tobytes() == vectors.tobytes(), "of a generator, too"
    frame = clone(first).set_output(transform="pandas").fit_transform(GRAPHS)
    assert list(frame.columns) == names and frame.to_numpy().tobytes() == vectors.tobytes()


def test_scales_are_those_of_the_learning_part() -> None:
    estimator = sgr.SGR(**FIELDS).fit(GRAPHS[:30])
    rows = numbers(GRAPHS[:30])
    assert np.allclose(estimator.attribute_means_, rows.mean(axis=0), rtol=1e-12)
    assert np.allclose(estimator.attribute_deviations_[:2], rows.std(axis=0)[:2], rtol=1e-12)
    assert estimator.attribute_deviations_[2] == 0, "one value has no deviation"
    scales = (estimator.attribute_means_, estimator.attribute_deviations_)
    expected = sgr.embed(GRAPHS[30:], attribute_scaling=scales, **FIELDS)
    assert estimator.transform(GRAPHS[30:]).tobytes() == expected.tobytes()
    other = GRAPHS[30].copy()
    for node in other:
        other.nodes[node]["constant"] = 7.0
    both = estimator.transform([GRAPHS[30], other])
    assert both[0].tobytes() == both[1].tobytes(), "an attribute with one value has no part in the vectors"
    before = estimator.attribute_means_.tolist()
    estimator.transform(GRAPHS[30:])
    assert estimator.attribute_means_.tolist() == before
    assert estimator.fit(GRAPHS[30:]).attribute_means_.tolist() != before, "a second fit starts anew"
    narrow = estimator.set_params(attributes="constant").fit(GRAPHS)
    assert len(narrow.attribute_means_) == 1


def test_scales_of_many_batches_and_of_large_numbers() -> None:
    random = np.random.default_rng(5)
    blocks = [random.normal(1e9, 1e-3, (size, 2)) for size in (1, 70, 3, 500)]
    means, deviations = learned_scales(blocks)
    exact = np.concatenate(blocks).astype(np.longdouble)
    assert np.allclose(means, exact.mean(axis=0).astype(float), rtol=1e-15)
    # The numbers themselves are multiples of 1.2e-7.
    assert np.allclose(deviations, exact.std(axis=0).astype(float), rtol=1e-6)
    assert learned_scales([np.full((3, 1), 0.1), np.full((9, 1), 0.1)])[1].tolist() == [0.0]
    with pytest.raises(ValueError, match="numbers of attribute 2 are too large for a mean and a deviation"):
        learned_scales([np.array([[1.0, 1e200], [2.0, -1e200]])])
    with pytest.raises(ValueError, match="found no nodes to learn"):
        learned_scales([])
    many = [graph(seed) for seed in range(150)]
    found = sgr.Spectrum(attributes="place", samples=4).fit(many)
    assert np.allclose(found.attribute_means_, numbers(many)[:, :2].mean(axis=0), rtol=1e-12)


def test_only_attributes_to_be_scaled_need_a_fit() -> None:
    estimator = sgr.SGR(attributes="place")
    with pytest.raises(NotFittedError, match='call fit first, or pass attribute_scaling="asinh"'):
        estimator.transform(GRAPHS)
    with pytest.raises(NotFittedError):
        check_is_fitted(estimator)
    check_is_fitted(estimator.fit(GRAPHS))
    stateless = sgr.SGR(attributes="place", attribute_scaling="asinh")
    assert stateless.transform(GRAPHS[:3]).tobytes() == sgr.embed(GRAPHS[:3], attributes="place").tobytes()
    assert sgr.SGR(node_label="element").transform(GRAPHS[:1]).shape == (1, 512)
    program = (
        "import sgr, numpy as np\n"
        "none = np.empty(0, int)\n"
        "try: sgr.SGR(attributes=True).transform([sgr.Graph(1, none, none, attributes=np.ones((1, 1)))])\n"
        "except ValueError as error: print(error)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "call fit first" in found.stdout, "without scikit-learn, too"


def test_in_pipelines_and_searches() -> None:
    pipeline = make_pipeline(sgr.SGR(**FIELDS), LogisticRegression(solver="liblinear"))
    assert cross_val_score(pipeline, GRAPHS, CLASSES, cv=4).mean() > 0.9, "the classes differ in their numbers"
    shapes = make_pipeline(sgr.SGR(), LogisticRegression(solver="liblinear"))
    assert cross_val_score(shapes, GRAPHS, CLASSES, cv=4).mean() < 0.8
    grid = {"sgr__attribute_scaling": ["learned", "asinh"], "sgr__node_label": [None, "element", ["element"]]}
    search = GridSearchCV(pipeline, grid, cv=2).fit(GRAPHS, CLASSES)
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()
    again = pickle.loads(pickle.dumps(pipeline.fit(GRAPHS, CLASSES)))
    assert again.predict(GRAPHS).tolist() == pipeline.predict(GRAPHS).tolist()
    table = pandas.DataFrame({"graph": GRAPHS, "size": [len(made) for made in GRAPHS]})
    columns = ColumnTransformer(
        [("graphs", sgr.Spectrum(**FIELDS, samples=8), "graph"), ("rest", "passthrough", ["size"])]
    )
    made = columns.fit_transform(table)
    assert made.shape == (40, 8 + 256 + 128 + 1)
    names = columns.get_feature_names_out()
    assert [names[0], names[8], names[-2]] == ["graphs__lambda_0", "graphs__label_0", "graphs__attribute_127"]
    union = FeatureUnion([("labels", sgr.SGR(node_label="element")), ("heat", sgr.HeatTrace(attributes="place"))])
    assert union.fit_transform(GRAPHS).shape == (40, 512 + 250 + 128)


def test_a_model_file_keeps_the_scales(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "scaled.safetensors"
    estimator = sgr.SGR(**FIELDS)
    with pytest.raises(NotFittedError):
        estimator.save(path)
    vectors = estimator.fit_transform(GRAPHS)
    estimator.save(path)
    scales = estimator.model_.attribute_scales
    assert scales == (estimator.attribute_means_.tolist(), estimator.attribute_deviations_.tolist())
    read = sgr.SGR.from_file(path, **FIELDS)
    assert read.attribute_scaling == "model" and read.model == estimator.model_ != sgr.Model.open("default")
    assert read.transform(GRAPHS).tobytes() == vectors.tobytes(), "no fit is needed"
    assert sgr.embed(GRAPHS, model=path, **FIELDS).tobytes() == vectors.tobytes()
    sgr.write(GRAPHS, tmp_path / "g.jsonl", **FIELDS)
    arguments = ["embed", "g.jsonl", "-o", "v.npy", "--model", path, "--labels", "all", "--attributes"]
    subprocess.run([command_line, *arguments], check=True, cwd=tmp_path)
    assert np.load(tmp_path / "v.npy").tobytes() == vectors.tobytes(), "the program scales by the file, too"
    asinh = sgr.embed(GRAPHS, **FIELDS)
    assert sgr.embed(GRAPHS, model=path, attribute_scaling="asinh", **FIELDS).tobytes() == asinh.tobytes()
    assert sgr.SGR(model=path, attribute_scaling="asinh", **FIELDS).model_.attribute_scales is None
    with pytest.raises(ValueError, match="graph at position 0: each node has 2 attributes, wanted 3"):
        sgr.embed(GRAPHS, model=path, attributes="place")
    assert sgr.SGR.from_file(path).transform(GRAPHS).tobytes() == sgr.embed(GRAPHS).tobytes()
    assert sgr.SGR(node_label="element").model_ == sgr.Model.open("default") == sgr.SGR().model_


def test_graphs_that_fail_are_left_out_of_the_scales() -> None:
    bad = GRAPHS[0].copy()
    bad.nodes[1]["place"] = [float("nan"), 1.0]
    estimator = sgr.SGR(attributes="place", on_error="nan")
    lack = "1 of 3 graphs have no part in the scales of attributes: position 1: node 1 has .nan, 1.0. as its 'place'"
    with pytest.warns(sgr.GraphWarning, match=lack):
        estimator.fit([GRAPHS[1], bad, GRAPHS[2]])
    assert np.allclose(estimator.attribute_means_, numbers(GRAPHS[1:3])[:, :2].mean(axis=0))
    with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs have no vector: position 1"):
        vectors = estimator.transform([GRAPHS[1], bad, GRAPHS[2]])
    assert np.isnan(vectors[1]).all() and not np.isnan(vectors[[0, 2]]).any()
    with pytest.raises(ValueError, match="graph at position 1: node 1"):
        sgr.SGR(attributes="place").fit([GRAPHS[1], bad])


class LabelledOnArrays(OnArrays, sgr.SGR):
    """Rows as graphs of one node, whose attributes they are."""


@pytest.mark.parametrize("fields", [{"attributes": True}, {"attributes": True, "node_label": True}])
@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_own_checks_of_an_estimator_that_learns(fields: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from sklearn.utils.estimator_checks import estimator_checks_generator

    import test_estimators

    def graph_of_row(row: Any) -> sgr.Graph:
        ends = np.empty(0, int), np.empty(0, int)
        return sgr.Graph(1, *ends, node_labels=["a"], attributes=np.asarray(row, float)[None, :])

    monkeypatch.setattr(test_estimators, "graph_of_row", graph_of_row)
    ran = 0
    for instance, check in estimator_checks_generator(LabelledOnArrays(**fields)):
        if check.func.__name__ not in test_estimators.NOT_APPLICABLE:
            check(instance)
            ran += 1
    assert ran >= 40
