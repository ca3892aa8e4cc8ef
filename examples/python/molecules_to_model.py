"""SMILES to a map and to a model of solubility.

    python examples/python/molecules_to_model.py [--table FILE.csv COLUMN] [--map molecules.html]

FILE has a column `smiles`, and COLUMN the numbers to predict: `sgr fetch ESOL -o .` brings measured solubilities. Without a
table the molecules are those of examples/molecules.smi, and the numbers a rule of thumb: polar atoms dissolve, carbon does
not. Needs `pip install scikit-learn`.
"""

from __future__ import annotations

import argparse
import csv

import numpy as np
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import sgr


def rule_of_thumb(molecule: sgr.Graph) -> float:
    """Twice the number of oxygen and nitrogen atoms, less that of carbon atoms."""
    labels = [label.rstrip("+-").upper() for label in molecule.node_labels() or []]
    return 2.0 * sum(label in ("N", "O") for label in labels) - labels.count("C")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", nargs=2, metavar=("FILE", "COLUMN"))
    parser.add_argument("--map", default="molecules.html")
    arguments = parser.parse_args()
    if arguments.table:
        path, column = arguments.table
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        # Atoms and bonds become labels, which the vectors see without being asked.
        molecules = sgr.from_smiles([row["smiles"] for row in rows])
        numbers = np.array([float(row[column]) for row in rows])
    else:
        molecules, _ = sgr.read("examples/molecules.smi")
        numbers = np.array([rule_of_thumb(molecule) for molecule in molecules])

    sgr.map(molecules).save(arguments.map)
    print(f"map: {arguments.map}, {len(molecules)} molecules; click one to see it and those most like it")

    vectors = sgr.embed(molecules)
    model = make_pipeline(StandardScaler(), RidgeCV(np.logspace(0, 5, 11)))
    predicted = cross_val_predict(model, vectors, numbers, cv=5)
    missed = np.sqrt(np.mean((predicted - numbers) ** 2))
    print(f"root mean squared error, five folds: {missed:.2f}; of the mean alone {numbers.std():.2f}")

    # A molecule that was not in the file needs its SMILES only.
    glycol = sgr.from_smiles(["OCCO"])
    print(f"predicted for ethylene glycol: {model.fit(vectors, numbers).predict(sgr.embed(glycol))[0]:.2f}")


if __name__ == "__main__":
    main()
