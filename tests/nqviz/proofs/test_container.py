"""Files of proofs: damaged, altered and crafted ones are refused in one line."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nqviz import InputError, Limit
from nqviz.proofs import CliqueProof, Flawed, TreeProof, check, is_proof, load, save
from nqviz.run.context import RunContext


@pytest.mark.parametrize("seed", range(60))
def test_altered_files_are_refused_in_one_line(
    seed: int, tmp_path: Path, small: TreeProof, cliques: CliqueProof
) -> None:
    rng = random.Random(seed)
    file = tmp_path / "proof"
    save(rng.choice([small, cliques]), file)
    data = bytearray(file.read_bytes())
    for _ in range(rng.choice([1, 1, 5, 50])):
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.random() < 0.3:
        del data[rng.randrange(len(data)) :]
    file.write_bytes(data)
    try:
        verdict = check(load(file), RunContext(Limit(seconds=5)))
        message = verdict.message
    except (InputError, Flawed) as error:
        message = str(error)
    # What a file holds beside its data, its dates for instance, may change.
    assert len(message.splitlines()) == 1


def rewritten(path: Path, change: dict[str, object]) -> None:
    """Change entries of the header of a proof by hand."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(parts["proof.json"])
    header.update(change)
    for name in [name for name, value in header.items() if value == "gone"]:
        del header[name]
    parts["proof.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"format": "other"}, "format"),
        ({"version": 4}, "newer"),
        ({"version": "1"}, "version"),
        ({"version": 0}, "version"),
        ({"kind": "word of honour"}, "unknown"),
        ({"shape": [0, 4]}, "side 1"),
        ({"shape": "4x4"}, "'shape' is 4x4; it has to be a list"),
        ({"shape": [2.5]}, "side 1"),
        ({"torus": 1}, "'torus' is 1; it has to be true or false"),
        ({"piece": "knave"}, "piece"),
        ({"most": "7"}, "whole number"),
        ({"most": True}, "whole number"),
        ({"most": 10**400}, "more than the 64 cells"),
        ({"most": "gone"}, "most"),
        ({"given": [[1, 1, 1], [1, 1, 2]]}, "attack"),
        ({"given": [[9, 9, 9]]}, "off the"),
        ({"given": [[1, 1]]}, "coordinates"),
        ({"given": 3}, "it has to be a list"),
        ({"shifts": "gone"}, "shifts"),
        ({"shifts": [1] * 1000}, "matrix"),
        ({"shifts": 5}, "it has to be a list"),
    ],
    ids=str,
)
def test_headers_that_are_wrong_say_where(
    change: dict[str, object], word: str, tmp_path: Path, small: TreeProof
) -> None:
    file = tmp_path / "proof"
    save(small, file)
    rewritten(file, change)
    with pytest.raises((InputError, Flawed), match=word) as caught:
        load(file)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"most": 6},
        {"most": 0},
        {"torus": False, "shape": [5, 5, 5]},
        {"piece": "rook"},
        {"permute_axes": False},
        {"reversed_axes": []},
        {"given": [[1, 1, 1]]},
        {"reversed_axes": [7]},
        {"permute_axes": 1},
        {"shape": [37] * 5},
    ],
    ids=str,
)
def test_a_proof_of_something_else_is_no_proof(
    change: dict[str, object], tmp_path: Path, small: TreeProof
) -> None:
    file = tmp_path / "proof"
    save(small, file)
    rewritten(file, change)
    try:
        verdict = check(load(file))
    except (Flawed, InputError):
        return
    assert verdict.valid is False


def test_arrays_of_objects_are_not_opened(tmp_path: Path, small: TreeProof) -> None:
    file = tmp_path / "proof"
    save(small, file)
    data = io.BytesIO()
    np.lib.format.write_array(data, np.array([{}], dtype=object))
    with zipfile.ZipFile(file) as archive:
        header = archive.read("proof.json")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("proof.json", header)
        archive.writestr("tree.npy", data.getvalue())
    with pytest.raises(InputError, match="header of an array is invalid"):
        load(file)


@pytest.mark.parametrize(
    "lengths",
    [
        np.array([2**63, 2**63, 3], np.uint64),  # their sum wraps around
        np.array([2**62, 2**62, 2**62, 2**62, 3], np.int64),
        np.array([100_000], np.int64),
    ],
)
def test_lengths_of_cliques_beyond_the_board_are_refused(
    tmp_path: Path, cliques: CliqueProof, lengths: npt.NDArray[Any]
) -> None:
    file = tmp_path / "proof"
    save(cliques, file)
    with zipfile.ZipFile(file) as archive:
        header = archive.read("proof.json")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("proof.json", header)
        for name, array in (
            ("members", np.zeros(3, np.int64)),
            ("lengths", lengths),
            ("weights", np.ones(len(lengths), np.int64)),
        ):
            data = io.BytesIO()
            np.lib.format.write_array(data, array)
            archive.writestr(f"{name}.npy", data.getvalue())
    try:
        valid = check(load(file)).valid
    except Flawed:
        valid = False
    assert valid is False


def test_entries_with_false_sizes_or_other_packing_are_refused(
    tmp_path: Path, small: TreeProof
) -> None:
    file = tmp_path / "proof"
    save(small, file)
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(InputError, match="packed in a way"):
        load(file)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("proof.json", parts["proof.json"] + b" " * 1_000_000)
        archive.getinfo("proof.json").file_size = 100
    with pytest.raises(InputError, match=r"size|damaged"):
        load(file)


@pytest.mark.parametrize(
    "header",
    [
        "{'descr': '<i8', 'fortran_order': False, 'shape': (999999999999,), }",
        "{'descr': '<i8', 'fortran_order': False, 'shape': (2000000000,2000000000,), }",
        "{'descr': '<i8', 'fortran_order': True, 'shape': (1,), }",
        "{'descr': 'O', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<i8', 'fortran_order': False, 'shape': (1,",
        "[" * 5000,
    ],
)
def test_headers_of_arrays_are_read_in_one_form_only(
    tmp_path: Path, small: TreeProof, header: str
) -> None:
    file = tmp_path / "proof"
    save(small, file)
    text = header.encode()
    array = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(8)
    with zipfile.ZipFile(file) as archive:
        start = archive.read("proof.json")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("proof.json", start)
        archive.writestr("tree.npy", array)
    with pytest.raises(InputError, match="array"):
        load(file)


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path, small: TreeProof) -> None:
    with pytest.raises(InputError, match="not read"):
        load(tmp_path / "none")
    assert not is_proof(tmp_path / "none")
    with pytest.raises(InputError, match="cannot be written"):
        save(small, tmp_path / "no folder" / "proof")
    (tmp_path / "text").write_text("1 2 3\n")
    assert not is_proof(tmp_path / "text")
    with pytest.raises(InputError, match="damaged"):
        load(tmp_path / "text")
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("other", "")
    with pytest.raises(InputError, match="is missing"):
        load(tmp_path / "zip")
    assert {path.name for path in tmp_path.iterdir()} == {"text", "zip"}
