"""How often changes are found, and how often where there are none: series of random graphs with a known change.

Usage: changes.py [--seeds 200] [--snapshots 60]

`sgr.changes` on default vectors, the same test on heat traces, and alarms where the heat trace of a snapshot is far from that
of the one before. Writes docs/results/changes.json and the tables of docs/results/changes.md.
"""

import argparse
import json
import pathlib

import release_package
import section

release_package.enter()

import numpy as np  # noqa: E402

import sgr  # noqa: E402

RESULTS = release_package.ROOT / "docs" / "results"
DEGREE, LEAST_NODES, MOST_NODES = 6.0, 95, 105
#: A change point is at its place if it is no further away.
NEAR = 3
RATE = 0.05
#: Snapshots that an alarm may be late: the alarm has the snapshots so far only.
LATE = 3

#: Each kind of change with its strengths, weak to strong.
CHANGES = {
    "nothing": [0],
    "density": [1.06, 1.1],
    "communities": [4, 8],
    "hub": [12, 20],
    "density for a while": [1.1, 1.2],
}
WORDS = {
    "nothing": "none",
    "density": "mean degree 6 → {degree:.1f}",
    "communities": "two communities, {strength} times denser inside",
    "hub": "one node with {strength} edges more",
    "density for a while": "mean degree 6 → {degree:.1f}, after a third of the time 6 again",
}

PAGE = """\
# Changes in series of graphs

How often [`sgr changes`](../guide/changes.md) finds a change that is there, and how often it finds one that is not.

Each row is {seeds} series (seeds from 0 on) of {snapshots} random graphs with 95 to 105 nodes and mean degree 6, Erdős–Rényi before the change. One
property changes after half of the series, or changes for the middle third and changes back. Where communities come or go, the mean degree stays the same.
All settings are the defaults: 5 % false alarms, 999 orders, parts of at least 3 snapshots.

| method | what it is |
|---|---|
| `sgr.changes` | the permutation test on the default vectors |
| the same test on heat traces | the test on NetLSD's 250 heat traces (`representation="heat"`) |
| heat trace, distance to the one before | the Euclidean distance of consecutive heat traces, as a robust z-score of the distances so far; an alarm above 3.5, or above the score that 5 % of the series without a change exceed ("calibrated", on the same series) |
| scores of `sgr.changes` | the column `score`, with the same two limits |

The alarms see a snapshot and those before it only; the tests see the whole series. `python3 benchmarks/changes.py` makes the tables and
[changes.json](changes.json).

"""


def graph(random, kind, strength):
    """A random graph of about 100 nodes and mean degree 6, changed."""
    nodes, seed = int(random.integers(LEAST_NODES, MOST_NODES + 1)), int(random.integers(2**63))
    density = DEGREE / (nodes - 1)
    if kind == "communities":
        # The density inside and outside, such that the mean degree stays.
        outside = 2 * density / (1 + strength)
        sizes = [nodes // 2, nodes - nodes // 2]
        return sgr.generate.sbm(sizes, [[strength * outside, outside], [outside, strength * outside]], random_state=seed)
    drawn = sgr.generate.erdos_renyi(nodes, density * (strength if kind.startswith("density") else 1), random_state=seed)
    if kind != "hub":
        return drawn
    edges = drawn.edges()
    others = random.choice(np.arange(1, nodes), strength, replace=False)
    return np.concatenate([edges, np.stack([np.zeros_like(others), others], 1)]).tolist(), nodes


def places(kind, snapshots):
    """Where the series changes."""
    third = snapshots // 3
    return {"nothing": [], "density for a while": [third, 2 * third]}.get(kind, [snapshots // 2])


def series(kind, strength, seed, snapshots):
    random = np.random.default_rng([seed, list(CHANGES).index(kind), round(1000 * strength)])
    borders = [0, *places(kind, snapshots), snapshots]
    is_changed = np.repeat([at % 2 == 1 for at in range(len(borders) - 1)], np.diff(borders))
    return [graph(random, kind if changed else "nothing", strength) for changed in is_changed]


def robust_scores(distances):
    """Scores of distances after those before, as `sgr.changes` defines them."""
    scores = np.full(len(distances), np.nan)
    for at in range(9, len(distances)):
        past = distances[1:at]
        middle = np.median(past)
        scores[at] = (distances[at] - middle) / (1.482602218505602 * np.median(abs(past - middle)))
    return scores


def points_of(vectors):
    return [point.position for point in sgr.changes(vectors, false_alarms=RATE, n_jobs=1).change_points]


def judged(found, wanted, near):
    """Whether each change was found at its place, and whether anything was found at another."""
    is_near = [any(-near[0] <= point - place <= near[1] for point in found) for place in wanted]
    other = any(all(not -near[0] <= point - place <= near[1] for place in wanted) for point in found)
    return all(is_near) and bool(wanted), other


def judge(kind, strength, wanted):
    """Rates of each method over all seeds."""
    graphs = [graph for seed in range(wanted.seeds) for graph in series(kind, strength, seed, wanted.snapshots)]
    shape = (wanted.seeds, wanted.snapshots, -1)
    vectors, traces = (sgr.embed(graphs, name).reshape(shape) for name in ("sgr", "heat"))
    steps = np.linalg.norm(np.diff(traces.astype(float), axis=1), axis=2)
    steps = np.concatenate([np.full((wanted.seeds, 1), np.nan), steps], 1)
    scores = {
        "heat trace, distance to the one before": [robust_scores(row) for row in steps],
        "scores of sgr.changes": [sgr.changes(row, permutations=39, n_jobs=1).scores for row in vectors],
    }
    points = {"sgr.changes": [points_of(row) for row in vectors], "the same test on heat traces": [points_of(row) for row in traces]}
    return points, scores


def rates(found, places, near):
    right = [judged(points, places, near) for points in found]
    return {"found": float(np.mean([each[0] for each in right])), "other": float(np.mean([each[1] for each in right]))}


def limit_of(scores):
    """The score that is exceeded in as many series as the rate allows."""
    return float(np.quantile([np.nanmax(row) for row in scores], 1 - RATE, method="higher"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--snapshots", type=int, default=60)
    return parser.parse_args()


def main():
    wanted = arguments()
    limits, results = {}, []
    for kind, strengths in CHANGES.items():
        for strength in strengths:
            points, scores = judge(kind, strength, wanted)
            where = places(kind, wanted.snapshots)
            found = {method: rates(points[method], where, (NEAR, NEAR)) for method in points}
            for method, rows in scores.items():
                # The first kind is nothing.
                limit = limits.setdefault(method, limit_of(rows))
                for name, threshold in ((f"{method}, above 3.5", 3.5), (f"{method}, calibrated", limit)):
                    alarms = [np.flatnonzero(row > threshold).tolist() for row in rows]
                    found[name] = rates(alarms, where, (0, LATE))
            words = WORDS[kind].format(strength=strength, degree=DEGREE * strength)
            results.append({"change": kind, "strength": strength, "words": words, "methods": found})
            print(words, found, flush=True)
    record = {"seeds": wanted.seeds, "snapshots": wanted.snapshots, "rate": RATE, "limits": limits, "results": results}
    (RESULTS / "changes.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write_page(record)


def write_page(record):
    methods = list(record["results"][0]["methods"])
    percent = "{:.0f} %".format
    columns = ["| change | " + " | ".join(f"`{name}`" if name == "sgr.changes" else name for name in methods) + " |"]
    columns.append("|---|" + "--:|" * len(methods))

    def rows(rate, of_nothing):
        chosen = [each for each in record["results"] if of_nothing or each["change"] != "nothing"]
        for each in chosen:
            numbers = " | ".join(percent(100 * each["methods"][name][rate]) for name in methods)
            yield f"| {each['words']} | {numbers} |"

    page = RESULTS / "changes.md"
    page.write_text(PAGE.format(**record), encoding="utf-8")
    section.write(page, "Changes that are found", [*columns, *rows("found", False)])
    section.write(page, "Change points elsewhere", [*columns, *rows("other", True)])


if __name__ == "__main__":
    main()
