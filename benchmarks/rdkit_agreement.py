"""SMILES read by sgr and by RDKit: the same graph, or both refuse.

Usage: rdkit_agreement.py FILE... [--mutations 100000] [--seed 1]

FILE is a .csv, plain or .gz, with a column `smiles`, or a list of SMILES. Every SMILES of the files and seeded mutations of them are read by
`sgr.from_smiles` and by RDKit without sanitization. Compared are atoms (element, aromatic as written, charge), bonds with
their kinds, and so components. Molecules that RDKit sanitizes are also compared after it wrote them: as canonical SMILES, as V2000 and V3000
with aromatic bonds, and with all hydrogens added. Exits with 1 if a difference is found that `KNOWN` does not explain.

Needs RDKit and the package (python3 python/test.py --only-environment makes an environment with the first; PYTHONPATH=python
has the second). Takes half a minute.
"""

import argparse
import collections
import pathlib
import random
import re
import tempfile

import sgr
from molecules import smiles_of
from rdkit import Chem, RDLogger

#: Pieces that mutations put in.
PIECES = [
    *"CNOSPFIBcnosbp[]()=#-:/\\$~.@+%0123456789H*", "Cl", "Br", "[nH]", "[C@@H]", "[N+]", "[O-]", "%10", "%(12)", "++", "--", "->", "<-", "[#6]",
    "[13C]", "[se]", "[Fe+2]", "(=O)", "c1ccccc1", "[H]", "[2H]", "[*:1]", "Si", "Se", "[Na+].[Cl-]",
]  # fmt: skip

#: Differences by their form (docs/guide/molecules.md has the reasons): words of our message, or what stands in the SMILES.
KNOWN = {
    "kinds that contradict each other at a ring closure": lambda smiles, reason: " closed as " in reason,
    "~ at a ring closure": lambda smiles, reason: not reason and re.search(r"~(\d|%)", smiles),
    "ring closure %0n": lambda smiles, reason: not reason and re.search(r"%0\d", smiles),
    "numbers too large": lambda smiles, reason: re.search(r"wanted (a charge|an isotope|a number of hydrogens) from", reason),
    "chirality of hydrogen": lambda smiles, reason: not reason and re.search(r"\[\d*H@", smiles),
    "former names of elements": lambda smiles, reason: re.search(r"\[\d*Uu[a-z]", smiles),
}


def mutation(source, known):
    """A SMILES with one to three changes: pieces put in, cut out, doubled, exchanged, or taken from another one."""
    text = list(source.choice(known))
    for _ in range(source.randint(1, 3)):
        kind, at = source.randrange(6), source.randrange(len(text) + 1)
        end = min(len(text), at + source.randint(1, 6))
        if kind == 0:
            text[at:at] = source.choice(PIECES)
        elif kind == 1:
            del text[at:end]
        elif kind == 2:
            text[at : at + 1] = source.choice(PIECES)
        elif kind == 3:
            target = source.randrange(len(text) + 1)
            text[target:target] = text[at:end]
        elif kind == 4 and len(text) > 1:
            at = source.randrange(len(text) - 1)
            text[at], text[at + 1] = text[at + 1], text[at]
        elif kind == 5:
            other = source.choice(known)
            start = source.randrange(len(other))
            text[at:at] = other[start : start + source.randint(1, 8)]
    return "".join(text)


def is_bridge(bonds, skipped):
    """Whether the ends of a bond are parted without it."""
    near = collections.defaultdict(list)
    for at, (u, v) in enumerate(bonds):
        if at != skipped:
            near[u].append(v)
            near[v].append(u)
    start, end = bonds[skipped]
    seen, waiting = {start}, [start]
    while waiting:
        new = [atom for atom in near[waiting.pop()] if atom not in seen]
        seen.update(new)
        waiting += new
    return end not in seen


def graph_of_rdkit(molecule):
    """Labels of atoms, and bonds with their kinds, as docs/guide/molecules.md defines them."""
    atoms = []
    for atom in molecule.GetAtoms():
        symbol, charge = atom.GetSymbol(), atom.GetFormalCharge()
        sign = {0: "", 1: "+", -1: "-"}.get(charge, f"{charge:+d}")
        atoms.append((symbol.lower() if atom.GetIsAromatic() else symbol) + sign)
    ends = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in molecule.GetBonds()]
    kinds = []
    for at, bond in enumerate(molecule.GetBonds()):
        kind = str(bond.GetBondType()).lower().replace("unspecified", "any")
        kinds.append("single" if kind == "aromatic" and is_bridge(ends, at) else kind)
    return atoms, sorted((*sorted(pair), kind) for pair, kind in zip(ends, kinds))


def read_by_rdkit(smiles, parameters):
    """The graph, or None if it is refused. An element beyond the last one makes RDKit raise later."""
    molecule = Chem.MolFromSmiles(smiles, parameters)
    try:
        return None if molecule is None or molecule.GetNumAtoms() == 0 else graph_of_rdkit(molecule)
    except RuntimeError:
        return None


def read_by_sgr(smiles):
    """The graph and no reason, or None and why it is refused."""
    try:
        [graph] = sgr.from_smiles([smiles])
    except ValueError as error:
        return None, str(error)
    return graph_of_sgr(graph), ""


def compare(all_smiles):
    """Counts of outcomes, and differences that are not known."""
    parameters = Chem.SmilesParserParams()
    parameters.sanitize = parameters.removeHs = parameters.parseName = parameters.allowCXSMILES = False
    counts, unknown = collections.Counter(), []
    for smiles in all_smiles:
        theirs, (ours, reason) = read_by_rdkit(smiles, parameters), read_by_sgr(smiles)
        if theirs == ours:
            counts["the same graph" if ours else "refused by both"] += 1
            continue
        known = next((name for name, fits in KNOWN.items() if fits(smiles, reason)), None)
        counts[known or "unknown difference"] += 1
        if known is None:
            unknown.append((smiles, theirs, ours or reason))
    return counts, unknown


def graph_of_sgr(graph):
    """Labels of atoms, and bonds with their kinds."""
    return graph.node_labels(), [(u, v, kind) for (u, v), kind in zip(graph.edges().tolist(), graph.edge_labels() or [])]


def compare_written(all_smiles):
    """How many molecules RDKit sanitizes, and how many of them differ in each form that it writes."""
    molecules = [molecule for molecule in map(Chem.MolFromSmiles, all_smiles) if molecule is not None]
    canonical = [Chem.MolToSmiles(molecule) for molecule in molecules]
    forms = {
        "canonical SMILES": (map(Chem.MolFromSmiles, canonical), sgr.from_smiles(canonical)),
        "hydrogens added": (
            map(Chem.AddHs, map(Chem.MolFromSmiles, canonical)),
            sgr.from_smiles(canonical, hydrogens="added"),
        ),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, is_v3000 in (("V2000", False), ("V3000", True)):
            path = f"{folder}/{name}.sdf"
            with Chem.SDWriter(path) as writer:
                writer.SetKekulize(False)
                writer.SetForceV3000(is_v3000)
                for molecule in molecules:
                    writer.write(molecule)
            forms[name] = molecules, sgr.read(path).graphs
        counts = collections.Counter()
        for name, (theirs, ours) in forms.items():
            counts[name] = sum(graph_of_rdkit(a) != graph_of_sgr(b) for a, b in zip(theirs, ours, strict=True))
    return len(molecules), counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--mutations", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    RDLogger.DisableLog("rdApp.*")
    known = [smiles for path in arguments.files for smiles in smiles_of(path)]
    source = random.Random(arguments.seed)
    mutations = (mutation(source, known) for _ in range(arguments.mutations))
    usable = (smiles for smiles in mutations if smiles and not any(map(str.isspace, smiles)))
    unexplained = 0
    for title, smiles in (("files", known), ("mutations", usable)):
        counts, unknown = compare(smiles)
        print(f"{title}: {sum(counts.values())} SMILES")
        for outcome, count in counts.most_common():
            print(f"  {count:7} {outcome}")
        for text, theirs, ours in unknown[:20]:
            print(f"  {text}\n    RDKit {theirs}\n    sgr   {ours}")
        unexplained += len(unknown)
    count, differences = compare_written(known)
    print(f"written by RDKit: {count} molecules")
    for name, different in differences.items():
        print(f"  {different:7} differ as {name}")
    raise SystemExit(unexplained + differences.total() > 0)


if __name__ == "__main__":
    main()
