"""Large graphs: settings of the spectrum arrive, errors come back, no interpolated number is called an eigenvalue."""

from __future__ import annotations

import warnings
from typing import Any

import networkx as nx
import numpy as np
import pytest

import sgr


def holed_grid(side: int = 24) -> Any:
    """A grid with holes: no closed form, no twins, and large enough for every method."""
    grid = nx.grid_2d_graph(side, side)
    grid.remove_nodes_from(list(grid)[::17])
    return grid


@pytest.fixture(scope="module")
def grid() -> Any:
    return holed_grid()


@pytest.fixture(scope="module")
def exact(grid: Any) -> Any:
    return sgr.spectrum_samples(grid, method="exact")


def test_the_method_and_its_error_come_back(grid: Any, exact: Any) -> None:
    triangle = nx.complete_graph(3)
    for method, largest in (("exact", 1e-10), ("single", 1e-4), ("slicing", 1e-2)):
        vectors, info = sgr.embed([triangle, grid], "spectrum", method=method, max_error=1e-2, return_info=True)
        assert info.origin.tolist() == ["exact", method] and 0 < info.error[0] < info.error[1] <= largest
        assert np.abs(vectors[1] - exact).max() <= info.error[1] + 1e-6
        assert list(info)[1] == info[1] == sgr.SpectrumInfo(method, float(info.error[1])) and len(info) == 2
        vector, one = sgr.embed(grid, "spectrum", method=method, max_error=1e-2, return_info=True)
        assert vector.tobytes() == vectors[1].tobytes() and one == info[1]
        samples, one = sgr.spectrum_samples(grid, method=method, max_error=1e-2, return_info=True)
        assert one == info[1] and np.array_equal(samples.astype(np.float32), vector)
        for trace in (sgr.heat_trace, sgr.wave_trace):
            rows, infos = trace([grid], [0.5, 2.0], method=method, max_error=1e-2, return_info=True)
            assert infos[0] == info[1] and rows.shape == (1, 2)
            assert np.abs(rows - trace([grid], [0.5, 2.0], method="exact")).max() < 1e-2


def test_eigenvalues_are_computed_or_refused(grid: Any) -> None:
    eigenvalues = sgr.spectrum(grid, method="exact")
    single, info = sgr.spectrum(grid, method="single", return_info=True)
    assert info.origin == "single" and 0 < np.abs(single - eigenvalues).max() <= info.error
    with pytest.raises(sgr.ApproximateSpectrumError, match=r'^the spectrum is approximate .*method="exact".*samples'):
        sgr.spectrum(grid, method="slicing")
    with pytest.raises(ValueError, match="graph at position 1: the spectrum is approximate"):
        sgr.spectrum([nx.path_graph(3), grid], method="slicing")
    with pytest.warns(sgr.GraphWarning, match="position 1: the spectrum is approximate"):
        found, infos = sgr.spectrum([nx.path_graph(3), grid], method="slicing", on_error="nan", return_info=True)
    assert len(found[0]) == 3 and found[1] is None and infos.origin.tolist() == ["exact", "slicing"]
    axes = sgr.plot.spectrum(grid, method="slicing")
    assert len(axes.lines[0].get_ydata()) == 256


def test_a_missed_error_is_a_warning_at_the_callers_line(grid: Any) -> None:
    with pytest.warns(sgr.AccuracyWarning) as caught:
        _, info = sgr.embed([nx.path_graph(4), grid], "heat", method="ends", max_error=1e-2, return_info=True)
    [warning] = caught
    assert warning.filename == __file__ and info.error[1] > 1e-2
    expected = f"1 of 2 graphs may be farther off than max_error=0.01: position 1: {info.error[1]:.1e} (ends)"
    assert expected in str(warning.message)
    for call in (
        lambda: sgr.HeatTrace(method="ends", max_error=1e-2).transform([grid]),
        lambda: sgr.distance(grid, nx.path_graph(4), "bound", method="ends"),
        lambda: list(sgr.embed_blocks([grid], method="ends")),
    ):
        with pytest.warns(sgr.AccuracyWarning, match="position 0"):
            call()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sgr.embed([grid], method="slicing", max_error=1e-2)


def test_the_seed_decides_random_spectra(grid: Any) -> None:
    def estimated(**settings: Any) -> bytes:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sgr.AccuracyWarning)
            return sgr.Spectrum(method="density", max_error=0.2, **settings).transform([grid]).tobytes()

    assert estimated() == estimated(seed=0) != estimated(seed=1)
    assert estimated(random_state=1) == estimated(seed=1) == estimated(seed=5, random_state=1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "guess"}, 'found method "guess", wanted one of auto, exact'),
        ({"max_error": 0}, "found max_error 0, wanted a number from 1e-6 to 1"),
        ({"max_memory": -1}, "found max_memory -1, wanted a positive number of gigabytes"),
        ({"max_seconds": 0}, "found max_seconds 0, wanted a positive number of seconds"),
        ({"max_seconds": float("nan")}, "found max_seconds NaN, wanted a positive number of seconds"),
        ({"seed": -1}, "found seed=-1, wanted 0 to"),
    ],
)
def test_settings_are_checked(settings: Any, message: str) -> None:
    edge = ([(0, 1)], 2)
    calls = [
        lambda: sgr.embed(edge, **settings),
        lambda: sgr.spectrum(edge, **settings),
        lambda: sgr.spectrum_samples(edge, **settings),
        lambda: sgr.heat_trace(edge, **settings),
        lambda: sgr.distance(edge, edge, **settings),
        lambda: sgr.SGR(**settings).fit([edge]),
        lambda: sgr.Spectrum(**settings).transform([edge]),
        lambda: sgr.HeatTrace(**settings).transform([edge]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call()


def test_memory_is_limited(grid: Any) -> None:
    with pytest.raises(ValueError, match="the limit is"):
        sgr.spectrum(grid, method="exact", max_memory=1e-5)
    with pytest.warns(sgr.GraphWarning):
        vectors, info = sgr.embed([grid], method="exact", max_memory=1e-5, on_error="nan", return_info=True)
    assert np.isnan(vectors).all() and info.origin.tolist() == [""] and np.isnan(info.error).all()


def test_samples_are_the_resampled_spectrum() -> None:
    graphs = [nx.path_graph(5), nx.star_graph(7)]
    samples = sgr.spectrum_samples(graphs, 32, "stretched")
    assert samples.dtype == np.float64
    assert np.array_equal(samples.astype(np.float32), sgr.Spectrum(samples=32, knots="stretched").transform(graphs))
    with pytest.raises(ValueError, match="found samples 1, wanted 2 to 65536"):
        sgr.spectrum_samples(graphs, 1)
    assert sgr.spectrum_samples([]).shape == (0, 256)
