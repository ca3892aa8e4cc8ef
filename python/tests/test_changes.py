"""`sgr.changes`: what was found, the same as the program's, and what is refused."""

from __future__ import annotations

import csv
import json
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import sgr


def days() -> list[sgr.Graph]:
    return [sgr.generate.erdos_renyi(50, 0.1 if day < 20 else 0.3, random_state=day) for day in range(40)]


def test_a_change_is_found_with_its_numbers() -> None:
    graphs = days()
    found = sgr.changes(graphs, (f"day {day}" for day in range(40)), window=1)
    (point,) = found.change_points
    assert (point.position, point.id, point.p_value) == (20, "day 20", 0.002)
    vectors = sgr.embed(graphs).astype(float)
    assert point.shift == pytest.approx(np.linalg.norm(vectors[:20].mean(0) - vectors[20:].mean(0)))
    assert found.distances[1:] == pytest.approx(np.linalg.norm(np.diff(vectors, axis=0), axis=1))
    past = found.distances[1:20]
    deviation = np.median(abs(past - np.median(past)))
    assert found.scores[20] == pytest.approx((found.distances[20] - np.median(past)) / (1.482602218505602 * deviation))
    assert np.isnan(found.distances[0]) and np.isnan(found.scores[:9]).all() and not np.isnan(found.scores[9:]).any()
    assert found.segments.tolist() == [0] * 20 + [1] * 20
    assert repr(found) == "<1 change point in 40 snapshots (5 % false alarms): day 20>"


def test_vectors_threads_and_seeds() -> None:
    vectors = np.random.default_rng(1).normal(size=(30, 4)).astype(np.float32)
    one, three = (sgr.changes(vectors, n_jobs=threads) for threads in (1, 3))
    assert one.to_svg() == three.to_svg() and one.next_p_value == three.next_p_value
    assert one.next_p_value != sgr.changes(vectors, seed=1).next_p_value
    assert one.change_points == [] and repr(one) == "<0 change points in 30 snapshots (5 % false alarms)>"


def test_a_graph_that_cannot_be_embedded_is_a_gap() -> None:
    graphs: list[object] = list(days())
    graphs.insert(9, ([], 0))
    with pytest.warns(sgr.GraphWarning):
        found = sgr.changes(graphs, on_error="nan")
    assert [point.position for point in found.change_points] == [21]
    assert np.isnan(found.distances[9]) and found.segments[9] == -1
    whole = sgr.changes(days())
    assert np.array_equal(np.delete(found.distances, 9), whole.distances, equal_nan=True)
    with pytest.raises(ValueError, match="position 9"):
        sgr.changes(graphs)


def test_the_same_as_the_program(tmp_path: pathlib.Path, command_line: pathlib.Path) -> None:
    sgr.write(days(), tmp_path / "days.jsonl", ids=[str(day) for day in range(40)])
    command = [command_line, "changes", tmp_path / "days.jsonl", "--json", "--plot", tmp_path / "program.svg"]
    output = subprocess.run(command, capture_output=True, check=True)
    wanted = json.loads(output.stdout)
    found = sgr.changes(days())
    assert [snapshot["distance"] for snapshot in wanted["snapshots"]][1:] == found.distances[1:].tolist()
    assert [snapshot["score"] for snapshot in wanted["snapshots"]][9:] == found.scores[9:].tolist()
    assert [(point["position"], point["p_value"], point["shift"]) for point in wanted["change_points"]] == [
        (point.position, point.p_value, point.shift) for point in found.change_points
    ]
    found.save(tmp_path / "package.svg")
    assert (tmp_path / "package.svg").read_text() == (tmp_path / "program.svg").read_text() == found.to_svg()
    ElementTree.fromstring(found.to_svg())
    found.save(tmp_path / "numbers.csv")
    with open(tmp_path / "numbers.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["position"] for row in rows if row["event"] == "1"] == ["20"]
    assert float(rows[5]["distance to the recent past"]) == found.distances[5]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"window": 0}, "found window=0, wanted 1"),
        ({"false_alarms": 1.0}, "found false_alarms=1, wanted a probability between 0 and 1"),
        ({"permutations": 10}, "found permutations=10, wanted at least 39 for false alarms of 0.05"),
        ({"min_segment": 0}, "found min_segment=0, wanted 1"),
        ({"ids": ["a"]}, "found 1 ids, wanted 12"),
        ({"max_memory": 1e-7}, "take 576 bytes of memory, wanted at most 100; pass max_memory="),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sgr.changes(np.zeros((12, 2)), **settings)  # type: ignore[arg-type]


def test_vectors_that_make_no_sense_are_refused() -> None:
    with pytest.raises(TypeError, match="found representation next to vectors"):
        sgr.changes(np.zeros((3, 2)), representation="heat")
    with pytest.raises(ValueError, match='snapshot "1": found inf in column 0'):
        sgr.changes(np.array([[0.0, 1.0], [np.inf, 2.0]]))
