"""A model file from a stranger is read or refused: no crash, no code of its own, and memory in proportion."""

from __future__ import annotations

import io
import json
import pathlib
import pickle
import struct
import zipfile
from typing import Any

import numpy as np
import pytest

import sgr
from conftest import ROOT
from fire import rounds, run, seeded

KEPT = (ROOT / "crates/core/models/paper.safetensors").read_bytes()
GRAPHS = [([(0, 1), (1, 2)], 3), ([(0, 1)], 5)]


def parts() -> tuple[dict[str, Any], bytes]:
    """Header and numbers of a good model."""
    [length] = struct.unpack("<Q", KEPT[:8])
    return json.loads(KEPT[8 : 8 + length]), KEPT[8 + length :]


def packed(header: Any, data: bytes) -> bytes:
    """A file of this header and these numbers."""
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def with_metadata(**changes: str) -> bytes:
    """A good model but for some metadata."""
    header, data = parts()
    header["__metadata__"].update(changes)
    return packed(header, data)


def with_weight(value: float) -> bytes:
    """A good model but for one of its weights."""
    header, data = parts()
    at = header["weight"]["data_offsets"][0] + 4000
    return packed(header, data[:at] + struct.pack("<f", value) + data[at + 4 :])


class Trap:
    """Writes a file when it is unpickled."""

    def __reduce__(self) -> Any:
        return (pathlib.Path("trap").write_text, ("sprung",))


def zipped() -> bytes:
    """As torch.save writes: a pickle in a .zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("archive/data.pkl", pickle.dumps(Trap()))
    return out.getvalue()


def foreign() -> bytes:
    """The tensors of another program."""
    tensor = {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}
    return packed({"__metadata__": {"format": "pt"}, "embedding.weight": tensor}, bytes(16))


STRANGE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "found 0 bytes, wanted 8"),
    "a pickle": (pickle.dumps(Trap()), "header"),
    "a pickle in a zip": (zipped(), "header"),
    "a long header": (
        struct.pack("<Q", 2**63) + KEPT[8:],
        "header of 9223372036854775808 bytes, wanted at most 1048576",
    ),
    "a header of brackets": (packed([], b"").replace(b"[]", b"[" * 2), "header"),
    "nested brackets": (struct.pack("<Q", 2**19) + b"[" * 2**19, "header"),
    "other tensors": (foreign(), "header"),
    "NaN": (with_weight(float("nan")), "found NaN at position"),
    "infinity": (with_weight(float("-inf")), "found -inf at position"),
    "many dimensions": (with_metadata(dimensions=str(2**62)), "tensor bias: found the shape"),
    "many samples": (with_metadata(samples=str(2**62)), "found"),
    "another format": (with_metadata(format="\x1b[31m" + "x" * 10**5), "found the format"),
    "another version": (with_metadata(version="\x1b[31m\n" + "9" * 10**5), "found version"),
    "an unknown key": (with_metadata(**{"\x1b[31m\n" + "k" * 10**5: "v"}), "unknown field"),
    "cut": (KEPT[:-1], "found"),
    "too long": (KEPT + b"0", "found"),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_a_strange_model_is_refused(kind: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content, message = STRANGE[kind]
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    for call in (
        lambda: sgr.Model(content),
        lambda: sgr.Model.read(str(path)),
        lambda: sgr.SGR.from_file(path),
        lambda: sgr.embed(GRAPHS, model=path),
    ):
        with pytest.raises(ValueError, match=message) as found:
            call()
        # No colours, no forged lines, and no books.
        assert str(found.value).isprintable() and len(str(found.value)) < 2000
    assert not (tmp_path / "trap").exists()


def test_a_model_that_says_less_than_it_should() -> None:
    """Its training is only looked at for new graphs like those it saw."""
    model = sgr.Model(with_metadata(training="{}"))
    assert np.array_equal(sgr.embed(GRAPHS, model=model), sgr.embed(GRAPHS, model="paper"))
    with pytest.raises(ValueError, match="does not say which graphs it was trained on"):
        sgr.saliency(model=model, count=2)


def test_graphs_of_a_strangers_model_fit() -> None:
    training = json.loads(parts()[0]["__metadata__"]["training"])
    training["graphs"][0]["nodes"] = [2**32 - 1, 2**32 - 1]
    model = sgr.Model(with_metadata(training=json.dumps(training)))
    with pytest.raises(ValueError, match="block-model: a graph of 4294967295 nodes .* wanted at most"):
        sgr.saliency(model=model, count=2)
    training["graphs"][0].update(nodes=[10**5, 10**5], blocks=[10**5, 10**5])
    model = sgr.Model(with_metadata(training=json.dumps(training)))
    with pytest.raises(ValueError, match="a graph of 100000 nodes .* in 100000 blocks takes"):
        sgr.saliency(model=model, count=2)


def test_large_numbers_give_a_vector_or_an_error() -> None:
    for value in (1e9, -1e9, 1e-45):
        model = sgr.Model(with_weight(value))
        assert np.isfinite(sgr.embed(GRAPHS, model=model)).all()
        assert sgr.saliency(GRAPHS, model=model).magnitudes.shape[1] == 256
    header, data = parts()
    for value in (3e38, -3e38):
        with pytest.raises(ValueError, match="wanted at most 1e9 in size"):
            sgr.Model(with_weight(value))
        with pytest.raises(ValueError, match=r"tensor [a-z.]+: found -?3\d+ at position 0, wanted "):
            sgr.Model(packed(header, np.full(len(data) // 4, value, np.float32).tobytes()))


def test_changed_bytes_are_survived() -> None:
    moments = seeded("bytes")
    [length] = struct.unpack("<Q", KEPT[:8])
    refused = 0
    for _ in rounds(300):
        content = bytearray(KEPT)
        for _ in range(moments.choice([1, 2, 5])):
            content[moments.choice([moments.randrange(8 + length), moments.randrange(len(KEPT))])] = moments.randrange(
                256
            )
        if moments.random() < 0.3:
            del content[moments.randrange(len(content)) :]
        try:
            model = sgr.Model(bytes(content))
        except ValueError:
            refused += 1
            continue
        sgr.embed(GRAPHS, model=model)
        assert sgr.Model(model.to_bytes()) == model
    assert refused


def test_strange_files_take_memory_in_proportion(tmp_path: pathlib.Path) -> None:
    program = """
        import resource, sys
        import sgr
        sgr.Model.open("paper")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for path in sys.argv[1:]:
            try:
                sgr.Model.read(path)
                print("accepted")
            except ValueError:
                pass
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    paths = []
    for kind, (content, _) in STRANGE.items():
        paths.append(tmp_path / kind)
        paths[-1].write_bytes(content)
    # Kilobytes: the file, its text and its numbers are in memory at most.
    assert int(run(program, *paths)) < 20_000
    # Without an end, and larger than any model may be.
    assert int(run(program, "/dev/zero")) < 300_000
