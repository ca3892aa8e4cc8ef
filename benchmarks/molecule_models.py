"""Models of molecules on our vectors and on RDKit's fingerprints, on the same splits; and the time of both.

Usage: molecule_models.py FOLDER [--sets BBBP,BACE,ESOL] [--splits 5] [--seed 20] [--as-written] [--without-time] [-o PAGE]

FOLDER has bbbp, bace (classes) and esol (a number to predict) as .csv or .csv.gz with the columns id, smiles and label. Molecules
that RDKit or sgr refuses are left out; sgr reads the SMILES that RDKit writes anew, with --as-written those of the file. Each
set is divided --splits times at random, and --splits times by scaffold (Bemis & Murcko 1996): scaffolds in a random order,
those of more than a tenth of the molecules to learn from. A fifth is tested. Random forests have 200 trees, for numbers with
a third of the columns at each division; logistic and ridge regression have standardized columns and choose their strength by
cross-validation within the part that is learned from. A second table of each set has the differences to ECFP4 counts on the same
splits, with their standard errors. Prints Markdown; -o writes it into a page (docs/results/molecules.md). A quarter of an hour on two cores.
"""

import argparse
import collections
import csv
import gzip
import pathlib
import statistics
import time

import release_package

release_package.enter()

import numpy as np  # noqa: E402
import section  # noqa: E402
from rdkit import Chem, RDLogger  # noqa: E402
from rdkit.Chem import MACCSkeys, rdFingerprintGenerator  # noqa: E402
from rdkit.Chem.Scaffolds.MurckoScaffold import MurckoScaffoldSmiles  # noqa: E402
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor  # noqa: E402
from sklearn.linear_model import LogisticRegressionCV, RidgeCV  # noqa: E402
from sklearn.metrics import roc_auc_score, root_mean_squared_error  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402

import sgr  # noqa: E402

SETS = {"BBBP": "AUROC", "BACE": "AUROC", "ESOL": "RMSE"}
#: The description that others are compared with.
PEER = "ECFP4 counts"
#: Numbers of a fingerprint, ours and RDKit's.
LENGTH = 1024
#: Bonds from an atom to the border of its environment, ours and RDKit's.
RADIUS = 2
TEST_SHARE, LARGE_SCAFFOLD = 0.2, 0.1
TREES = 200
TIMED_ROUNDS = 5


def rows_of(folder, name):
    """SMILES and numbers of a set."""
    path = next(path for path in sorted(folder.iterdir()) if path.name.split(".")[0] == name.lower())
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        return [(row["smiles"], float(row["label"])) for row in csv.DictReader(file)]


def readable(rows, as_written=False):
    """What both read: SMILES, RDKit's molecules, graphs, graphs whose labels count hydrogens, numbers."""
    kept = []
    for smiles, number in rows:
        molecule = Chem.MolFromSmiles(smiles)
        if molecule is None:
            continue
        # In BBBP the classes come from sources that mark aromatic atoms or do not: as written, that would tell the class.
        written = smiles if as_written else Chem.MolToSmiles(molecule)
        try:
            graph, counted = (sgr.from_smiles([written], hydrogen_counts=counts)[0] for counts in (False, True))
        except ValueError:
            continue
        kept.append((smiles, molecule, graph, counted, number))
    return [list(column) for column in zip(*kept)]


def ecfp(molecules):
    """Counts of extended-connectivity fingerprints of radius 2."""
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=RADIUS, fpSize=LENGTH)
    return np.stack([generator.GetCountFingerprintAsNumPy(molecule) for molecule in molecules]).astype(np.float32)


def maccs(molecules):
    """The 166 public keys."""
    return np.array([list(MACCSkeys.GenMACCSKeys(molecule)) for molecule in molecules], np.float32)


def fingerprint(graphs, dimensions=LENGTH, depth=RADIUS, **settings):
    """Our fingerprint of atoms and bonds; unless told otherwise as long and as deep as RDKit's."""
    seen = {"node_label": True, "edge_label": True, "sparse_output": False}
    return sgr.Fingerprint(dimensions=dimensions, depth=depth, **seen, **settings).fit_transform(graphs)


def features(molecules, graphs, counted):
    """All descriptions of a set."""
    labelled, ours, theirs = sgr.embed(graphs), fingerprint(counted), ecfp(molecules)
    return {
        "sgr, structure alone": sgr.embed(graphs, node_label=False),
        "sgr, atoms and bonds": labelled,
        "sgr fingerprint": ours,
        "sgr fingerprint, depth 3": fingerprint(counted, depth=3),
        "sgr, atoms and bonds + 512 of sgr fingerprint": np.hstack([labelled, fingerprint(counted, LENGTH - 512)]),
        "sgr, atoms and bonds + sgr fingerprint": np.hstack([labelled, ours]),
        PEER: theirs,
        "MACCS keys": maccs(molecules),
        "sgr, atoms and bonds + ECFP4 counts": np.hstack([labelled, theirs]),
    }


def rows():
    """What the rows of the tables are, as Markdown."""
    ours = "node_label=True, edge_label=True)` of molecules with `hydrogen_counts=True`"
    yield "| row | numbers | what it sees |"
    yield "|---|--:|---|"
    yield "| sgr, structure alone | 256 | `sgr.embed(molecules, node_label=False)` |"
    yield "| sgr, atoms and bonds | 512 | `sgr.embed(molecules)` |"
    yield f"| sgr fingerprint | {LENGTH} | `sgr.Fingerprint(dimensions={LENGTH}, depth={RADIUS}, {ours} |"
    yield f"| sgr fingerprint, depth 3 | {LENGTH} | the same with the default depth |"
    yield f"| sgr, atoms and bonds + 512 of sgr fingerprint | {LENGTH} | both joined: as many numbers as ECFP4 |"
    yield f"| {PEER} | {LENGTH} | RDKit, radius {RADIUS} |"
    yield "| MACCS keys | 167 | RDKit |"


def random_split(count, rng):
    """Rows to learn from, and rows to test on."""
    order = rng.permutation(count)
    tested = round(TEST_SHARE * count)
    return order[tested:], order[:tested]


def scaffold_split(scaffolds, rng):
    """The same, with no scaffold in both."""
    members = collections.defaultdict(list)
    for row, scaffold in enumerate(scaffolds):
        members[scaffold].append(row)
    groups = list(members.values())
    tested = []
    for at in rng.permutation(len(groups)):
        if len(groups[at]) <= LARGE_SCAFFOLD * len(scaffolds) and len(tested) + len(groups[at]) <= TEST_SHARE * len(scaffolds):
            tested += groups[at]
    return np.setdiff1d(np.arange(len(scaffolds)), tested), np.array(tested)


def splits_of(name, smiles, numbers, count, seed):
    """Splits of both kinds; a test that has one class only is drawn again."""
    scaffolds = [MurckoScaffoldSmiles(text) for text in smiles]
    rng = np.random.default_rng([seed, list(SETS).index(name)])
    for kind in ("random", "scaffold"):
        drawn = 0
        while drawn < count:
            learned, tested = random_split(len(smiles), rng) if kind == "random" else scaffold_split(scaffolds, rng)
            if SETS[name] == "AUROC" and len(set(numbers[tested])) < 2:
                continue
            drawn += 1
            yield kind, learned, tested


def score(name, model, vectors, numbers, learned, tested):
    """The error or the area of one model on one split."""
    is_class = SETS[name] == "AUROC"
    if model == "forest":
        kind = RandomForestClassifier if is_class else RandomForestRegressor
        found = kind(TREES, n_jobs=2, random_state=0, max_features="sqrt" if is_class else 1 / 3)
    elif is_class:
        strengths = {"Cs": (1e-3, 1e-2, 1e-1), "l1_ratios": (0,), "cv": 3, "scoring": "roc_auc"}
        found = LogisticRegressionCV(**strengths, max_iter=2000, use_legacy_attributes=False)
        found = make_pipeline(StandardScaler(), found)
    else:
        found = make_pipeline(StandardScaler(), RidgeCV(np.logspace(0, 5, 11)))
    found.fit(vectors[learned], numbers[learned])
    if is_class:
        return 100 * roc_auc_score(numbers[tested], found.predict_proba(vectors[tested])[:, 1])
    return root_mean_squared_error(numbers[tested], found.predict(vectors[tested]))


def measured(name, folder, count, seed, as_written):
    """Scores by description, kind of split and model; the number of molecules, and how many were left out."""
    rows = rows_of(folder, name)
    smiles, molecules, graphs, counted, numbers = readable(rows, as_written)
    numbers = np.array(numbers)
    described = features(molecules, graphs, counted)
    scores = {title: collections.defaultdict(list) for title in described}
    for kind, learned, tested in splits_of(name, smiles, numbers, count, seed):
        for title, vectors in described.items():
            for model in ("forest", "linear"):
                scores[title][kind, model].append(score(name, model, vectors, numbers, learned, tested))
    return scores, len(smiles), len(rows) - len(smiles)


def table(name, scores):
    """The scores of a set, as Markdown."""
    places = 1 if SETS[name] == "AUROC" else 3
    columns = [(kind, model) for kind in ("random", "scaffold") for model in ("forest", "linear")]
    linear = "logistic" if SETS[name] == "AUROC" else "ridge"
    best = {column: (max if places == 1 else min)(np.mean(of[column]) for of in scores.values()) for column in columns}
    yield "| | " + " | ".join(f"{kind}, {linear if model == 'linear' else model}" for kind, model in columns) + " |"
    yield "|---|" + "--:|" * len(columns)
    for title, of in scores.items():
        cells = []
        for column in columns:
            cell = f"{np.mean(of[column]):.{places}f} ± {np.std(of[column], ddof=1):.{places}f}"
            cells.append(f"**{cell}**" if np.mean(of[column]) == best[column] else cell)
        yield f"| {title} | " + " | ".join(cells) + " |"


def differences(name, scores):
    """How much more accurate each description is than the peer on the same splits, as Markdown."""
    sign, places = (1, 1) if SETS[name] == "AUROC" else (-1, 3)
    yield f"More accurate than {PEER} by (less accurate below 0), mean and standard error over the same splits:"
    yield ""
    yield "| | random, forest | random, linear | scaffold, forest | scaffold, linear |"
    yield "|---|--:|--:|--:|--:|"
    for title, of in scores.items():
        cells = []
        for column in [(kind, model) for kind in ("random", "scaffold") for model in ("forest", "linear")]:
            gained = sign * (np.array(of[column]) - np.array(scores[PEER][column]))
            error = np.std(gained, ddof=1) / len(gained) ** 0.5
            cells.append(f"{np.mean(gained):+.{places}f} ± {error:.{places}f}")
        if title != PEER:
            yield f"| {title} | " + " | ".join(cells) + " |"


def microseconds(work, count):
    """Of the clock, for one of so many molecules."""
    start = time.perf_counter()
    work()
    return 1e6 * (time.perf_counter() - start) / count


def times(folder):
    """Time for a molecule of all three sets, as Markdown."""
    smiles = [text for name in SETS for text in readable(rows_of(folder, name))[0]]
    graphs, molecules = sgr.from_smiles(smiles), [Chem.MolFromSmiles(text) for text in smiles]
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=RADIUS, fpSize=LENGTH)
    works = {
        "`sgr.from_smiles`": lambda: sgr.from_smiles(smiles),
        "`sgr.embed`, atoms and bonds, one thread": lambda: sgr.embed(graphs, n_jobs=1),
        "`sgr.embed`, atoms and bonds, two threads": lambda: sgr.embed(graphs, n_jobs=2),
        "`sgr.Fingerprint`, atoms and bonds, one thread": lambda: fingerprint(graphs, n_jobs=1),
        "RDKit, `MolFromSmiles`": lambda: [Chem.MolFromSmiles(text) for text in smiles],
        "RDKit, ECFP4 counts, one thread": lambda: [generator.GetCountFingerprintAsNumPy(molecule) for molecule in molecules],
        "RDKit, ECFP4 counts, two threads": lambda: generator.GetCountFingerprints(molecules, numThreads=2),
    }
    found = collections.defaultdict(list)
    for _ in range(TIMED_ROUNDS):
        for title, work in works.items():
            found[title].append(microseconds(work, len(smiles)))
    yield f"Microseconds of the clock for a molecule: medians of {TIMED_ROUNDS} rounds in turn over the {len(smiles)} molecules of the three sets."
    yield ""
    yield "| | µs |"
    yield "|---|--:|"
    for title, rounds in found.items():
        yield f"| {title} | {statistics.median(rounds):.1f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--as-written", action="store_true")
    parser.add_argument("--without-time", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    arguments = parser.parse_args()
    RDLogger.DisableLog("rdApp.*")
    report("Rows", list(rows()), arguments.output)
    if not arguments.without_time:
        report("Time", list(times(arguments.folder)), arguments.output)
    for name in arguments.sets.split(","):
        measure = SETS[name]
        scores, count, left_out = measured(name, arguments.folder, arguments.splits, arguments.seed, arguments.as_written)
        words = "area under the ROC curve in per cent, more is better" if measure == "AUROC" else "root mean squared error, less is better"
        head = f"{count} molecules ({left_out} left out); {words}; mean and standard deviation over {arguments.splits} splits, seed {arguments.seed}."
        report(name, [head, "", *table(name, scores), "", *differences(name, scores)], arguments.output)


def report(title, lines, page):
    """Prints a section, and writes it into a page if there is one."""
    print("\n".join([f"## {title}", "", *lines, ""]), flush=True)
    if page:
        section.write(page, title, lines)


if __name__ == "__main__":
    main()
