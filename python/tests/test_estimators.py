"""The estimators keep scikit-learn's conventions."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pandas
import pytest
import scipy.sparse
import sklearn
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator
from sklearn.utils.validation import validate_data

import sgr

ESTIMATORS = [sgr.SGR, sgr.Spectrum, sgr.HeatTrace, sgr.Fingerprint, sgr.NetSimile, sgr.FGSD]

#: Nothing of it applies: it wants arrays of other libraries on other devices, and an environment variable.
NOT_APPLICABLE = {"check_array_api_input"}


def graph_of_row(row: Any) -> tuple[Any, int]:
    """A star with one leaf a feature, and an edge between neighbouring leaves where the feature is positive."""
    leaves = np.arange(1, len(row) + 1)
    chain = leaves[:-1][np.asarray(row)[:-1] > 0]
    edges = np.concatenate([np.column_stack([0 * leaves, leaves]), np.column_stack([chain, chain + 1])])
    return edges, len(row) + 1


class OnArrays:
    """Makes an estimator of graphs one of arrays, so that all of scikit-learn's checks have something to hold on to."""

    def fit(self, X: Any, y: Any = None) -> Any:
        rows = validate_data(self, X)
        return super().fit([graph_of_row(row) for row in rows], y)  # type: ignore[misc]

    def transform(self, X: Any) -> Any:
        rows = validate_data(self, X, reset=False)
        return super().transform([graph_of_row(row) for row in rows])  # type: ignore[misc]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.two_d_array, tags.no_validation = True, False
        return tags


class SGROnArrays(OnArrays, sgr.SGR):
    pass


class SpectrumOnArrays(OnArrays, sgr.Spectrum):
    pass


class HeatTraceOnArrays(OnArrays, sgr.HeatTrace):
    pass


class FingerprintOnArrays(OnArrays, sgr.Fingerprint):
    pass


class DenseFingerprintOnArrays(OnArrays, sgr.Fingerprint):
    def __init__(self, *, sparse_output: bool = False) -> None:
        super().__init__(sparse_output=sparse_output)


class NetSimileOnArrays(OnArrays, sgr.NetSimile):
    pass


class FGSDOnArrays(OnArrays, sgr.FGSD):
    pass


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "estimator",
    [
        *ESTIMATORS,
        SGROnArrays,
        SpectrumOnArrays,
        HeatTraceOnArrays,
        FingerprintOnArrays,
        DenseFingerprintOnArrays,
        NetSimileOnArrays,
        FGSDOnArrays,
    ],
)
def test_scikit_learns_own_checks(estimator: Any) -> None:
    ran = 0
    for instance, check in estimator_checks_generator(estimator()):
        if check.func.__name__ not in NOT_APPLICABLE:
            check(instance)
            ran += 1
    assert ran >= (40 if issubclass(estimator, OnArrays) else 1)


@pytest.fixture(scope="module")
def shapes() -> Any:
    return sgr.read("examples/shapes.jsonl")


def dense(vectors: Any) -> Any:
    """Vectors as an array: those of a fingerprint are sparse."""
    return vectors.toarray() if scipy.sparse.issparse(vectors) else vectors


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_parameters_clones_and_pickles(estimator: Any, shapes: Any) -> None:
    first = estimator(n_jobs=1, random_state=3)
    vectors = dense(first.fit_transform(shapes.graphs[:9]))
    assert vectors.shape == (9, first.n_features_out_) and vectors.dtype == np.float32 and vectors.flags.c_contiguous
    for other in (clone(first), pickle.loads(pickle.dumps(first)), estimator(**first.get_params())):
        assert other.get_params() == first.get_params()
        assert dense(other.transform(shapes.graphs[:9])).tobytes() == vectors.tobytes()
    assert first.set_params(n_jobs=2) is first and first.n_jobs == 2
    assert repr(first) == f"{estimator.__name__}(n_jobs=2, random_state=3)"
    assert len(first.get_feature_names_out()) == vectors.shape[1] == len(set(first.get_feature_names_out()))


def test_set_output(shapes: Any) -> None:
    few = shapes.graphs[:3]
    estimator = sgr.NetSimile().set_output(transform="pandas")
    frame = estimator.fit_transform(few)
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns[:2]) == ["degree_median", "degree_mean"]
    assert np.array_equal(frame.to_numpy(), sgr.NetSimile().transform(few))
    assert isinstance(clone(estimator).transform(few), pandas.DataFrame)
    with sklearn.config_context(transform_output="pandas"):
        assert isinstance(sgr.Spectrum().transform(few), pandas.DataFrame)
        assert isinstance(sgr.Spectrum().set_output(transform="default").transform(few), np.ndarray)
    union = FeatureUnion([("heat", sgr.HeatTrace()), ("net", sgr.NetSimile())]).set_output(transform="pandas")
    assert union.fit_transform(few).shape == (3, 285)


def test_a_pipeline_learns_and_survives_a_pickle(shapes: Any) -> None:
    graphs, labels = shapes
    pipeline = make_pipeline(sgr.SGR(), StandardScaler(), LogisticRegression())
    assert cross_val_score(pipeline, graphs, labels, cv=3).mean() > 0.95
    again = pickle.loads(pickle.dumps(pipeline.fit(graphs, labels)))
    assert np.array_equal(again.predict(graphs), pipeline.predict(graphs))


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_grid_search_over_representations(shapes: Any, n_jobs: int | None) -> None:
    graphs, labels = shapes
    pipeline = Pipeline([("graphs", sgr.SGR()), ("classes", LogisticRegression(max_iter=500))])
    grid = {"graphs__representation": ["sgr", "spectrum", "heat"], "graphs__model": ["default", "paper"]}
    search = GridSearchCV(pipeline, grid, cv=2, n_jobs=n_jobs).fit(graphs, labels)
    assert len(search.cv_results_["params"]) == 6 and not np.isnan(search.cv_results_["mean_test_score"]).any()
    assert search.predict(graphs[:5]).tolist() == labels[:5].tolist()


def test_models_travel_with_estimators(tmp_path: Any) -> None:
    edge = [([(0, 1)], 2)]
    trained = sgr.SGR.train("paper", random_state=1, epochs=1, graphs=40, dimensions=8, weight=True)
    same = sgr.SGR.train("paper", random_state=1, epochs=1, graphs=40, dimensions=8)
    assert trained.weight is True and trained.model == same.model and trained.model.seed == 1
    assert trained.model != sgr.SGR.train("paper", random_state=2, epochs=1, graphs=40, dimensions=8).model
    assert pickle.loads(pickle.dumps(trained)).model == clone(trained).model == trained.model
    trained.save(tmp_path / "mine.safetensors")
    read = sgr.SGR.from_file(tmp_path / "mine.safetensors", n_jobs=1)
    (tmp_path / "mine.safetensors").unlink()
    assert read.n_jobs == 1 and read.transform(edge).tobytes() == same.transform(edge).tobytes()
    assert sgr.SGR().transform(edge).shape == (1, 256), "no fit is needed"


def test_baselines_by_hand() -> None:
    path = [([(0, 1), (1, 2)], 3)]
    harmonic = sgr.FGSD(bins=3, range=3.0, distance="harmonic").transform(path)
    assert harmonic.tolist() == [[3.0, 4.0, 2.0]]
    names = sgr.NetSimile().get_feature_names_out().tolist()
    assert np.isclose(sgr.NetSimile().transform(path)[0, names.index("degree_mean")], 4 / 3)
    assert sgr.Spectrum(samples=3).transform([([(0, 1)], 2)]).tolist() == [[-2.0, 0.0, 2.0]]
    for knots, samples in [
        ("literal", [-2.0, 0.0, 2.0]),
        ("stretched", [0.0, 1.0, 2.0]),
        ("zero-based", [0.0, 2.0, 4.0]),
        ("nontrivial", [2.0, 2.0, 2.0]),
    ]:
        assert sgr.Spectrum(samples=3, knots=knots).transform([([(0, 1)], 2)]).tolist() == [samples]


def test_only_numpy_is_imported() -> None:
    program = (
        "import sys, sgr; sgr.SGR().fit_transform([([(0, 1)], 2)]);"
        "others = {'sklearn', 'networkx', 'scipy', 'pandas', 'matplotlib', 'tqdm', 'torch'};"
        "print(sorted(others & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
