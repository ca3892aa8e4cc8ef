"""Fingerprints that the program writes, read by SciPy."""

from __future__ import annotations

import pathlib
import subprocess

import numpy as np
import pytest
import scipy.sparse

SHAPES = pathlib.Path(__file__).parents[2] / "examples" / "shapes.jsonl"


@pytest.mark.parametrize("values", ["counts", "bits"])
def test_scipy_loads_the_fingerprints_of_the_dense_array(
    command_line: pathlib.Path, tmp_path: pathlib.Path, values: str
) -> None:
    for name in ["sparse.npz", "dense.npy"]:
        command = [command_line, "embed", SHAPES, "-r", "fingerprint", "--values", values, "-o", tmp_path / name]
        subprocess.run(command, check=True)
    dense = np.load(tmp_path / "dense.npy")
    sparse = scipy.sparse.load_npz(tmp_path / "sparse.npz")
    assert isinstance(sparse, scipy.sparse.csr_matrix)
    assert (sparse.dtype, sparse.shape, sparse.has_canonical_format) == (np.float32, (90, 2048), True)
    assert sparse.nnz == np.count_nonzero(dense) < dense.size / 20
    np.testing.assert_array_equal(sparse.toarray(), dense)

    names = np.genfromtxt(tmp_path / "dense.npy.ids.csv", delimiter=",", dtype=str, skip_header=1)
    with np.load(tmp_path / "sparse.npz") as archive:
        np.testing.assert_array_equal(archive["ids"], names[:, 0])
        np.testing.assert_array_equal(archive["labels"], names[:, 1])
