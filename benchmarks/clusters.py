"""What chooses the number of clusters best, and how well clusters agree with what is known: docs/results/clusters.md.

Usage: clusters.py DATA [--seeds 10] [--only PART…] [--check]

DATA is the folder with the nine TU collections. Measured are made collections with a known number of kinds (part `made`), the
nine collections (`real`), and agreement and speed next to scikit-learn (`peer`). Each part is written to
docs/results/clusters.json when it is done, and the tables of the page are renewed; --check ends with code 1 if a table of the page
is not the one that the .json gives.
"""

import argparse
import json
import pathlib
import re
import statistics
import sys
import time

import release_package

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEASURED, PAGE = ROOT / "docs/results/clusters.json", ROOT / "docs/results/clusters.md"
BLOCK = re.compile(r"(<!-- clusters\.json ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
COLLECTIONS = [
    "MUTAG", "ENZYMES", "PROTEINS", "DD", "IMDB-BINARY", "IMDB-MULTI", "COLLAB", "REDDIT-BINARY", "REDDIT-MULTI-5K",
]  # fmt: skip
CRITERIA = ["silhouette", "gap", "stability"]
KINDS = [1, 2, 3, 5, 8]
#: Graphs of a made collection.
GRAPHS = 300


def made_collection(kinds, is_even, seed):
    """Vectors of graphs of so many kinds, and the kind of each.

    A kind is a family with one mean degree (log-uniform, 2.5 to 7.5) and sizes within a quarter of one (log-uniform, 15 to 120
    nodes). Uneven kinds have sizes in the ratio 0.6 from one to the next.
    """
    import numpy as np

    import sgr

    random = np.random.default_rng([seed, kinds, is_even])
    families = random.permutation(list(sgr.generate.FAMILIES))[:kinds]
    parts = np.full(kinds, 1.0) if is_even else 0.6 ** np.arange(kinds)
    graphs, truth = [], []
    for kind, (family, part) in enumerate(zip(families, parts / parts.sum(), strict=True)):
        size, degree = 15 * 8 ** random.random(), 2.5 * 3 ** random.random()
        drawn, _ = sgr.generate.collection(
            str(family), max(5, round(GRAPHS * part)), nodes=(int(size * 0.8), int(size * 1.25)), degree=(degree, degree),
            random_state=seed,
        )  # fmt: skip
        graphs += drawn
        truth += [kind] * len(drawn)
    return sgr.embed(graphs), truth


def measure_made(seeds):
    from sklearn.metrics import adjusted_rand_score

    import sgr

    rows = []
    for kinds in KINDS:
        for is_even in (True, False) if kinds > 1 else (True,):
            for seed in seeds:
                vectors, truth = made_collection(kinds, is_even, seed)
                row = {"kinds": kinds, "even": is_even, "seed": seed}
                for criterion in CRITERIA:
                    found = sgr.cluster(vectors, criterion=criterion)
                    row[criterion] = [found.n_clusters, adjusted_rand_score(truth, found.labels)]
                row["known"] = [kinds, adjusted_rand_score(truth, sgr.cluster(vectors, kinds).labels)]
                dense = sgr.cluster(vectors, method="hdbscan")
                row["hdbscan"] = [dense.n_clusters, adjusted_rand_score(truth, dense.labels)]
                rows.append(row)
        print(f"{kinds} kinds", flush=True)
    return {"seeds": list(seeds), "rows": rows}


def measure_real(data):
    from sklearn.metrics import adjusted_rand_score

    import sgr

    rows = []
    for name in COLLECTIONS:
        graphs, labels = sgr.read(data / f"{name}.zip")
        vectors = sgr.embed(graphs)
        row = {"collection": name, "graphs": len(graphs), "classes": len(set(labels.tolist()))}
        for criterion in CRITERIA:
            start = time.perf_counter()
            found = sgr.cluster(vectors, criterion=criterion)
            seconds = time.perf_counter() - start
            row[criterion] = [found.n_clusters, adjusted_rand_score(labels, found.labels), seconds]
        row["known"] = [row["classes"], adjusted_rand_score(labels, sgr.cluster(vectors, row["classes"]).labels)]
        start = time.perf_counter()
        dense = sgr.cluster(vectors, method="hdbscan")
        seconds = time.perf_counter() - start
        row["hdbscan"] = [
            dense.n_clusters,
            adjusted_rand_score(labels, dense.labels),
            seconds,
            dense.noise / len(graphs),
        ]
        rows.append(row)
        print(name, flush=True)
    return {"rows": rows}


def measure_peer():
    import numpy as np
    import sklearn
    from sklearn.cluster import HDBSCAN, KMeans
    from sklearn.datasets import make_blobs
    from sklearn.metrics import adjusted_rand_score

    import sgr

    def squares(vectors, labels):
        """The sum of the squared distances to the means of the clusters."""
        groups = [vectors[labels == label] for label in set(labels.tolist())]
        return sum(float(((group - group.mean(axis=0)) ** 2).sum()) for group in groups)

    pairs = {
        "hdbscan": (
            lambda vectors: sgr.cluster(vectors, method="hdbscan").labels,
            lambda vectors: HDBSCAN(min_cluster_size=len(vectors) // 100, n_jobs=2, copy=True).fit_predict(vectors),
        ),
        "kmeans -k 12": (
            lambda vectors: sgr.cluster(vectors, 12).labels,
            lambda vectors: KMeans(12, n_init=10, random_state=1).fit_predict(vectors),
        ),
        "kmeans": (lambda vectors: sgr.cluster(vectors).labels, None),
    }
    rows = []
    for points in (5_000, 20_000):
        vectors, _ = make_blobs(points, 256, centers=12, cluster_std=4.0, random_state=1)
        vectors = vectors.astype(np.float32)
        # A tenth of the points is anywhere.
        anywhere = np.random.default_rng(1).uniform(-40, 40, (points // 10, 256)).astype(np.float32)
        vectors[: len(anywhere)] = anywhere
        for method, (ours, theirs) in pairs.items():
            row = {"points": points, "method": method}
            start = time.perf_counter()
            labels = ours(vectors)
            row["seconds"] = time.perf_counter() - start
            # Beyond, its HDBSCAN takes many minutes.
            if theirs and points <= 5_000:
                start = time.perf_counter()
                their_labels = theirs(vectors)
                row["their_seconds"] = time.perf_counter() - start
                row["agreement"] = adjusted_rand_score(their_labels, labels)
                row["squares"] = squares(vectors, labels) / squares(vectors, their_labels)
            rows.append(row)
            print(row, flush=True)
    return {"version": sklearn.__version__, "rows": rows}


def mean(values):
    return f"{statistics.mean(values):.2f}"


def table_of_made(found):
    columns = [*CRITERIA, "hdbscan", "known"]
    yield "| kinds | sizes | " + " | ".join([*CRITERIA, "`hdbscan`", "k known"]) + " |"
    yield "|--:|---|" + "---|" * len(columns)
    groups = sorted({(row["kinds"], not row["even"]) for row in found["rows"]})
    total = {column: [] for column in columns}

    def cell(rows, column):
        right = [row[column][0] == row["kinds"] for row in rows]
        return f"{sum(right)} of {len(rows)}, {mean(row[column][1] for row in rows)}"

    for kinds, is_uneven in groups:
        rows = [row for row in found["rows"] if (row["kinds"], not row["even"]) == (kinds, is_uneven)]
        yield (
            f"| {kinds} | {'uneven' if is_uneven else 'even'} | "
            + " | ".join(cell(rows, each) for each in columns)
            + " |"
        )
        for column in columns:
            total[column] += rows
    yield "| all | | " + " | ".join(cell(total[each], each) for each in columns) + " |"


def table_of_real(found):
    yield (
        "| collection | graphs | classes | "
        + " | ".join([*CRITERIA, "k = classes", "`hdbscan`", "noise", "seconds"])
        + " |"
    )
    yield "|---|--:|--:|" + "---|" * 4 + "---|--:|--:|"
    for row in found["rows"]:
        cells = [f"{row[each][0]}, {row[each][1]:.3f}" for each in CRITERIA]
        clusters, rand, seconds, noise = row["hdbscan"]
        cells += [f"{row['known'][1]:.3f}", f"{clusters}, {rand:.3f}", f"{100 * noise:.0f} %"]
        cells += [f"{row['silhouette'][2]:.1f}, {seconds:.1f}"]
        yield f"| {row['collection']} | {row['graphs']:,} | {row['classes']} | " + " | ".join(cells) + " |"


def table_of_peer(found):
    yield f"| points | | seconds | scikit-learn {found['version']} | adjusted Rand index to it | sum of squares, ours by its |"
    yield "|--:|---|--:|--:|--:|--:|"
    for row in found["rows"]:
        cells = [""] * 3
        if "agreement" in row:
            cells = [
                f"{row['their_seconds']:.1f}",
                f"{row['agreement']:.4f}",
                f"{row['squares']:.4f}" if "squares" in row else "",
            ]
        yield f"| {row['points']:,} | `{row['method']}` | {row['seconds']:.1f} | " + " | ".join(cells) + " |"


TABLES = {"made": table_of_made, "real": table_of_real, "peer": table_of_peer}


def rendered(page, measured):
    """The page with the tables of what was measured."""

    def block(match):
        if match[2] not in measured:
            return match[0]
        return match[1] + "\n".join(TABLES[match[2]](measured[match[2]])) + "\n" + match[3]

    return BLOCK.sub(block, page)


def read():
    return json.loads(MEASURED.read_text()) if MEASURED.exists() else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, nargs="?")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--only", nargs="+", choices=list(TABLES), default=list(TABLES))
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    if wanted.check:
        page = PAGE.read_text()
        sys.exit(int(rendered(page, read()) != page))
    release_package.enter()
    parts = {
        "made": lambda: measure_made(range(wanted.seeds)),
        "real": lambda: measure_real(wanted.data),
        "peer": measure_peer,
    }
    for part in wanted.only:
        MEASURED.write_text(json.dumps({**read(), part: parts[part]()}, indent=1) + "\n")
        PAGE.write_text(rendered(PAGE.read_text(), read()))


if __name__ == "__main__":
    main()
