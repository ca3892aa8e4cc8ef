"""Data sets by name, from a server of this machine: whole, cut, silent."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import http.server
import logging
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import sgr
from conftest import ROOT

CUT = 150_000

#: For the number of a request: None, or what goes wrong ("cut" or "silent") after how many bytes.
Fault = Callable[[int], tuple[str, int] | None]


@pytest.fixture
def archive(tmp_path: pathlib.Path) -> bytes:
    """A TU collection, larger than what is read at once."""
    graphs = [sgr.generate.gnm(100, 400, random_state=seed) for seed in range(200)]
    sgr.write(graphs, tmp_path / "MUTAG.zip", labels=[seed % 2 for seed in range(200)])
    return (tmp_path / "MUTAG.zip").read_bytes()


class Handler(http.server.BaseHTTPRequestHandler):
    """Gives ``content``, or the rest of it; ``fault(number)`` says after how many bytes to cut, or to be silent."""

    content = b""
    fault: Fault = staticmethod(lambda number: None)

    def do_GET(self) -> None:
        ranges = self.server.ranges  # type: ignore[attr-defined]
        asked = self.headers.get("Range")
        ranges.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{len(self.content) - 1}/{len(self.content)}")
        self.send_header("Content-Length", str(len(self.content) - start))
        self.send_header("ETag", '"one"')
        self.end_headers()
        fault = self.fault(len(ranges))
        with contextlib.suppress(OSError):
            self.wfile.write(self.content[start : start + fault[1]] if fault else self.content[start:])
            self.wfile.flush()
            while fault and fault[0] == "silent" and not self.server.is_over:  # type: ignore[attr-defined]
                time.sleep(0.01)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served(content: bytes, fault: Fault = lambda number: None) -> Iterator[http.server.HTTPServer]:
    handler = type("OneFile", (Handler,), {"content": content, "fault": staticmethod(fault)})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.ranges, server.is_over = [], False  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.is_over = True  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()
        server.server_close()


def address(server: http.server.HTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


def test_a_collection_comes_once_and_is_read(
    archive: bytes, tmp_path: pathlib.Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with served(archive, lambda number: ("cut", CUT) if number == 1 else None) as server:
        settings = {"mirror": address(server), "cache": tmp_path / "cache"}
        path = sgr.datasets.fetch("mutag", tmp_path / "data", progress=True, **settings)
        assert path == tmp_path / "data" / "MUTAG.zip" and path.read_bytes() == archive
        assert hashlib.sha256(archive).hexdigest() in caplog.text
        graphs, labels = sgr.datasets.load("MUTAG", **settings)
        assert len(graphs) == 200 and labels is not None and labels[:4].tolist() == [0, 1, 0, 1]
        # The rest only after the cut, and nothing for the second call.
        assert server.ranges == [None, f"bytes={CUT}-"]  # type: ignore[attr-defined]


def test_the_program_has_the_same_cache(
    archive: bytes, tmp_path: pathlib.Path, command_line: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SGR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SGR_MIRROR", f"{tmp_path / 'nothing'};{tmp_path}")
    path = sgr.datasets.fetch("MUTAG")
    (tmp_path / "MUTAG.zip").unlink()
    done = subprocess.run([command_line, "fetch", "MUTAG"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}\n" and path.read_bytes() == archive


def test_faults_have_errors_that_name_them(archive: bytes, tmp_path: pathlib.Path) -> None:
    with served(archive) as server:
        settings = {"mirror": address(server), "cache": tmp_path / "cache"}
        url = address(server) + "a.zip"
        with pytest.raises(OSError, match=f"found SHA-256 {hashlib.sha256(archive).hexdigest()}, wanted 00"):
            sgr.datasets.fetch(url, checksum="0" * 64, **settings)
        with pytest.raises(OSError, match="wanted at most 1000; pass max_size"):
            sgr.datasets.fetch(url, max_size=1e-6, **settings)
        for arguments, message in [
            ({"name": "MUTAGG"}, r"found \"MUTAGG\".*perhaps MUTAG.*names\(\) lists"),
            ({"name": "DD", "checksum": "12"}, "wanted the 64 hexadecimal digits"),
            ({"name": "DD", "timeout": 0.0}, "found timeout 0, wanted a positive number"),
            ({"name": "DD", "max_size": float("nan")}, "found max_size NaN"),
            ({"name": "DD", "mirror": "ftp://host"}, "found \"ftp://host\", wanted http"),
        ]:
            with pytest.raises(ValueError, match=message):
                sgr.datasets.fetch(**{**settings, **arguments})  # type: ignore[arg-type]
    with pytest.raises(OSError, match=r"cannot connect: (.|\n)*a copy of the file at .*a\.zip is taken") as error:
        sgr.datasets.fetch(url, cache=tmp_path / "cache")
    assert str(error.value).count(url) == 2


def test_tables_of_molecules_are_graphs_numbers_and_ids(tmp_path: pathlib.Path) -> None:
    def loaded(name: str, text: str, **reading: object) -> sgr.datasets.MoleculeTable:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        file = {"bbbp": "BBBP.csv", "BACE": "bace.csv", "Tox21": "tox21.csv.gz"}[name]
        content = gzip.compress(text.encode()) if file.endswith(".gz") else text.encode()
        (folder / file).write_bytes(content)
        found = sgr.datasets.load(name, mirror=folder, cache=folder / "cache", **reading)
        assert isinstance(found, sgr.datasets.MoleculeTable)
        return found

    graphs, numbers, ids = loaded("bbbp", 'num,name,p_np,smiles,note\n1,"a, b",1,CCO,x\n\n2,b,0,c1ccccc1,2\n')
    assert ids == ["a, b", "b"] == [graph.id for graph in graphs]
    assert graphs[0].node_labels() == ["C", "C", "O"] and graphs[0].is_molecule
    assert {name: column.tolist() for name, column in numbers.items()} == {"num": [1.0, 2.0], "p_np": [1.0, 0.0]}
    table = "mol,CID,Class\nC[N+](C)C,B1,1\nC(,B2,0\nO,B3,\n"
    with pytest.warns(UserWarning, match="position 1"):
        graphs, numbers, ids = loaded("BACE", table, on_error="nan", hydrogen_counts=True)
    assert ids == ["B1", "B3"] and graphs[1].node_labels() == ["OH2"]
    assert np.array_equal(numbers["Class"], [1.0, np.nan], equal_nan=True)
    with pytest.raises(ValueError, match="SMILES at position 1"):
        loaded("BACE", table)
    assert loaded("Tox21", "NR,smiles\n,C\n1,CC\n").ids == ["0", "1"]
    with pytest.raises(ValueError, match="found the columns a, b, wanted one of SMILES"):
        loaded("bbbp", "a,b\n1,2\n")
    with pytest.raises(ValueError, match="BBBP.csv:3: found 1 cells, wanted 2"):
        loaded("bbbp", "a,smiles\n1,C\n1\n")


def test_no_password_is_shown(tmp_path: pathlib.Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(OSError, match="https?://…@") as error:
        sgr.datasets.fetch("http://me:secret@127.0.0.1:9/a.zip", cache=tmp_path)
    assert "secret" not in str(error.value)
    assert not any(b"secret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_the_interpreter_is_free_while_bytes_come(archive: bytes, tmp_path: pathlib.Path) -> None:
    with served(archive, lambda number: ("silent", CUT) if number == 1 else None) as server:
        turns = 0

        def count() -> None:
            nonlocal turns
            while not is_over:
                turns += 1
                time.sleep(0.001)

        is_over = False
        thread = threading.Thread(target=count)
        thread.start()
        sgr.datasets.fetch(address(server) + "a.zip", timeout=0.5, cache=tmp_path)
        is_over = True
        thread.join()
        # The connection was silent for half a second.
        assert turns > 20, turns


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals on this system")
def test_an_interrupt_comes_at_once_and_the_rest_later(archive: bytes, tmp_path: pathlib.Path) -> None:
    program = """
        import signal, sys, sgr
        # Python itself installs it only where the parent does not ignore the signal.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            sgr.datasets.fetch(sys.argv[1], cache=sys.argv[2])
        except KeyboardInterrupt:
            print("interrupted")
    """
    with served(archive, lambda number: ("silent", CUT) if number == 1 else None) as server:
        url = address(server) + "a.zip"
        command = [sys.executable, "-c", textwrap.dedent(program), url, str(tmp_path / "cache")]
        variables = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
        process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True)
        while sum(path.stat().st_size for path in tmp_path.glob("cache/**/*.part")) < CUT:
            time.sleep(0.01)
            assert process.poll() is None
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[0] == "interrupted\n" and time.monotonic() - sent < 5
        assert sgr.datasets.fetch(url, cache=tmp_path / "cache").read_bytes() == archive
        assert server.ranges == [None, f"bytes={CUT}-"]  # type: ignore[attr-defined]
