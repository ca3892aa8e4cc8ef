"""Molecules of SMILES, files and RDKit have the same vectors, which see their atoms and bonds without being asked."""

from __future__ import annotations

import pathlib
import pickle
import subprocess
import warnings
from typing import Any

import networkx as nx
import numpy as np
import pytest
from rdkit import Chem, DataStructs, RDLogger

import sgr
import sgr.arrow

RDLogger.DisableLog("rdApp.*")

#: Aromatic atoms that RDKit finds aromatic too, charges, components, rings, all kinds of bonds that it reads.
SMILES = [
    "CCO",
    "CC(=O)Oc1ccccc1C(=O)O",
    "c1ccc(cc1)c1ccccc1",
    "C[N+](C)(C)CC([O-])=O",
    "[Na+].[Cl-]",
    "N#Cc1ccncc1",
    "F/C=C\\F",
    "O=[N+]([O-])c1c[nH]c2ccccc12",
    "C",
    "[Fe+2]",
]
RDKIT = [Chem.MolFromSmiles(smiles) for smiles in SMILES]


def test_smiles_files_and_rdkit_give_the_same_bytes(tmp_path: pathlib.Path) -> None:
    graphs = sgr.from_smiles(SMILES)
    expected = sgr.embed(graphs)
    assert expected.shape == (len(SMILES), 512)
    assert sgr.embed(RDKIT).tobytes() == expected.tobytes()
    lines, table = tmp_path / "m.smi", tmp_path / "m.sdf"
    lines.write_text("".join(f"{smiles} m{at}\n" for at, smiles in enumerate(SMILES)))
    assert sgr.embed(str(lines)).tobytes() == expected.tobytes()
    # Aromatic bonds as such, not as alternating ones.
    for version in (False, True):
        writer = Chem.SDWriter(str(table))
        writer.SetKekulize(False)
        writer.SetForceV3000(version)
        for molecule in RDKIT:
            writer.write(molecule)
        writer.close()
        assert sgr.embed(table).tobytes() == expected.tobytes()
    for one in (graphs[1], RDKIT[1]):
        assert sgr.embed(one).tobytes() == expected[1].tobytes()
    for several in ((graph for graph in graphs), np.array(RDKIT, object), tuple(graphs)):
        assert sgr.embed(several).tobytes() == expected.tobytes()
    assert np.concatenate(list(sgr.embed_blocks(iter(graphs)))).tobytes() == expected.tobytes()
    read, _ = sgr.read(lines)
    assert [graph.id for graph in read][:2] == ["m0", "m1"]
    for copy in (read, pickle.loads(pickle.dumps(graphs))):
        assert copy == graphs and all(graph.is_molecule for graph in copy)
        assert sgr.embed(copy).tobytes() == expected.tobytes()


def test_hydrogens_are_those_that_rdkit_adds() -> None:
    added = sgr.from_smiles(SMILES, hydrogens="added")
    assert sgr.embed(added).tobytes() == sgr.embed([Chem.AddHs(molecule) for molecule in RDKIT]).tobytes()
    removed = sgr.from_smiles(["[H]OC([H])([2H])[H]"], hydrogens="removed")
    assert removed[0].node_labels() == ["O", "C", "H"]
    counted = sgr.from_smiles(["CC(=O)[O-]"], hydrogen_counts=True)
    assert counted[0].node_labels() == ["CH3", "C", "O", "O-"]


def test_the_tanimoto_distance_is_that_of_rdkit() -> None:
    def counted(row: np.ndarray) -> DataStructs.UIntSparseIntVect:
        counts = DataStructs.UIntSparseIntVect(len(row))
        for place in np.flatnonzero(row):
            counts[int(place)] = int(row[place])
        return counts

    graphs = sgr.from_smiles(SMILES)
    seen = {"node_label": True, "edge_label": True}
    vectors = sgr.Fingerprint(depth=2, sparse_output=False, **seen).fit_transform(graphs)
    theirs = [counted(row) for row in vectors]
    index = sgr.Index(vectors, distance="tanimoto")
    for query, hits in zip(theirs, index.search(vectors, k=len(graphs))):
        for hit in hits:
            wanted = 1 - DataStructs.TanimotoSimilarity(query, theirs[int(hit.id)])
            assert hit.distance == pytest.approx(wanted, abs=1e-12)
    assert sgr.Index(RDKIT, representation="fingerprint").distance == "tanimoto"


def test_files_have_the_settings_of_hydrogens(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.smi"
    path.write_text("CCO\n[H]O\n")
    counted, _ = sgr.read(path, hydrogen_counts=True)
    assert [graph.node_labels() for graph in counted] == [["CH3", "CH2", "OH"], ["H", "OH2"]]
    assert counted == sgr.from_smiles(["CCO", "[H]O"], hydrogen_counts=True)
    assert sgr.read(path, hydrogens="added")[0] == sgr.from_smiles(["CCO", "[H]O"], hydrogens="added")
    assert [len(graph.node_labels()) for graph in sgr.read(path, hydrogens="removed")[0]] == [3, 1]
    with pytest.raises(ValueError, match='found hydrogens "all"'):
        sgr.read(path, hydrogens="all")  # type: ignore[arg-type]
    path.write_text("smiles name\nC a\n")
    with pytest.raises(ValueError, match="header=True to skip it or header=False to read it as a SMILES"):
        sgr.read(path)


def test_the_bare_graph_is_seen_on_request() -> None:
    graphs = sgr.from_smiles(SMILES)
    bare = sgr.embed(graphs)[:, :256]
    for molecules in (graphs, RDKIT):
        assert sgr.embed(molecules, node_label=False).tobytes() == np.ascontiguousarray(bare).tobytes()
        # A baseline, which sees no labels.
        assert len(sgr.embed(molecules, "netsimile")) == len(SMILES)
    assert sgr.distance(*sgr.from_smiles(["CCO", "CCN"]), node_label=False) == 0.0
    assert sgr.distance(*sgr.from_smiles(["CCO", "CCN"])) > 0.1
    assert sgr.distance(*sgr.from_smiles(["CCO", "CCN"]), "bound") == 0.0
    # Only molecules: labels of other graphs are asked for.
    labelled = nx.Graph([(0, 1)])
    nx.set_node_attributes(labelled, {0: "C", 1: "O"}, "label")
    assert sgr.embed(labelled).shape == (256,)
    with pytest.raises(TypeError, match="graph at position 1"):
        sgr.embed([graphs[0], ([(0, 1)], 2)])


def test_what_is_no_smiles_is_named() -> None:
    with pytest.raises(ValueError, match=r"SMILES at position 1: found the end at character 4, wanted a bond or an atom"):
        sgr.from_smiles(["C", "CC("])
    with pytest.warns(sgr.GraphWarning, match="1 of 3 graphs are left out: position 1: found"):
        graphs = sgr.from_smiles(["C", "CC(", "O"], ids=["a", "b", "c"], on_error="nan")
    assert [graph.id for graph in graphs] == ["a", "c"]
    with pytest.raises(TypeError, match=r"wanted a list of SMILES: \['CCO'\]"):
        sgr.from_smiles("CCO")
    with pytest.raises(TypeError, match="found None at position 1, wanted a SMILES as a text"):
        sgr.from_smiles(["C", None])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="found 1 ids, wanted 2"):
        sgr.from_smiles(["C", "O"], ids=["a"])
    with pytest.raises(ValueError, match="hydrogens"):
        sgr.from_smiles(["C"], hydrogens="none")  # type: ignore[arg-type]


def test_a_column_of_smiles_in_a_table(command_line: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"smiles": [*SMILES, "C1CC", None]})
    expected = sgr.embed(sgr.from_smiles(SMILES))
    found = sgr.arrow.embed(table)
    assert found.schema == sgr.arrow.schema(table.schema)
    vectors = found["vector"].combine_chunks()[: len(SMILES)].flatten().to_numpy().reshape(len(SMILES), -1)
    assert vectors.tobytes() == expected.tobytes()
    assert found["problem"].to_pylist()[len(SMILES) :] == [
        'column "smiles": found ring 1 at character 2, wanted a second atom with this number',
        'column "smiles": found null, wanted a SMILES',
    ]
    bare = sgr.arrow.embed(table, node_labels=False)
    assert bare["vector"].type.list_size == 256
    source, target = tmp_path / "m.csv", tmp_path / "m.parquet"
    source.write_text("smiles\n" + "".join(f'"{smiles}"\n' for smiles in SMILES))
    assert sgr.arrow.embed_file(source, target, format="csv").graphs == len(SMILES)
    by_program = tmp_path / "program.parquet"
    subprocess.run([command_line, "embed", source, "--format", "csv", "-o", by_program], check=True)
    assert target.read_bytes() == by_program.read_bytes()


def test_no_warning_and_no_label_is_new_for_other_graphs() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert sgr.embed([nx.path_graph(3)] * 2).shape == (2, 256)
        assert sgr.embed([]).shape[0] == 0


def test_rare_forms_of_smiles_and_mol_files(tmp_path: pathlib.Path) -> None:
    def one(smiles: str, **settings: Any) -> sgr.Graph:
        return sgr.from_smiles([smiles], **settings)[0]

    # A direction leaves the kind of a bond implied.
    assert one("c1cc/ccc1").edge_labels() == ["aromatic"] * 6
    assert one("b1ccccc1").node_labels() == ["b", *["c"] * 5]
    assert one("[C-128]").node_labels() == ["C-128"]
    # The ring is opened behind the atom that closes it.
    with pytest.raises(ValueError, match="found a second bond between atoms 1 and 2 at character 6"):
        one("C(C1)1")
    # Isotope 0 is no isotope.
    assert one("C[0H]", hydrogens="removed").node_labels() == ["C"]
    assert one("C", hydrogens="added", hydrogen_counts=True).node_labels() == ["CH4", *["H"] * 4]
    # A line of radicals replaces the charges of the atoms too.
    atom = f"{0:10.4f}{0:10.4f}{0:10.4f} O   0  5" + "  0" * 9
    path = tmp_path / "m.mol"
    path.write_text(f"name\n\n\n  1  0  0  0  0  0            999 V2000\n{atom}\nM  RAD  1   1   2\nM  END\n")
    assert sgr.read(path, node_labels=True)[0][0].node_labels() == ["O"]
    path.write_text(path.read_text().replace("M  RAD  1   1   2\n", ""))
    assert sgr.read(path, node_labels=True)[0][0].node_labels() == ["O-"]
    # No hydrogens by a valence of -1, a charge only inside of a text in quotation marks, and an isotope that stays.
    lines = ["BEGIN CTAB", "COUNTS 2 1 0 0 0", "BEGIN ATOM", '1 C 0 0 0 0 VAL=-1 NOTE="a CHG=2 b"', "2 D 0 0 0 0"]
    lines += ["END ATOM", "BEGIN BOND", "1 1 1 2", "END BOND", "END CTAB"]
    statements = "".join(f"M  V30 {line}\n" for line in lines)
    path.write_text(f"name\n\n\n  0  0  0     0  0            999 V3000\n{statements}M  END\n")
    (graph,), _ = sgr.read(path, node_labels=True, hydrogens="removed", hydrogen_counts=True)
    assert graph.node_labels() == ["CH", "H"]
