"""Small files that would become large: each is refused on one line, in little memory and time."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nqviz.core.errors import InputError
from nqviz.verification import verify_proof

ONE = {"members": np.arange(4), "lengths": np.array([4]), "weights": np.array([1])}
MANY = np.zeros((2**20 + 1, 2), np.int8)
TREE = {
    "kind": "tree",
    "shifts": [],
    "reversed_axes": [],
    "permute_axes": False,
    "translate": False,
}


def packed(
    header: dict[str, Any], arrays: dict[str, Any], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    entries = {"format": "nqviz-proof", "version": 1, "kind": "cliques", "shape": [4, 4]}
    entries |= {"torus": False, "piece": "queen", "given": [], "most": 4, "cover": 1} | header
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("proof.json", json.dumps(entries))
        for name, array in arrays.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, np.ascontiguousarray(array))
            archive.writestr(f"{name}.npy", data.getvalue())
    return stream.getvalue()


def many_entries() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(17_000):
            archive.writestr(str(number), b"")
    return stream.getvalue()


BOMBS = {
    "a header": (lambda: packed({"note": [[]] * 1_200_000}, ONE), "bytes of proof.json"),
    "entries": (many_entries, "arrays of a proof"),
    "members": (lambda: packed({}, ONE | {"members": np.zeros(5_000_000, np.int8)}), "members has"),
    "a tree": (lambda: packed(TREE, {"tree": np.zeros((2_100_000, 2), np.int8)}), "the tree has"),
    "boxes": (
        lambda: packed(
            {"kind": "boxes"}, dict.fromkeys(("low", "sides"), np.zeros((2**20 + 1, 2), np.int8))
        ),
        "low has",
    ),
    "givens": (
        lambda: packed(
            {"shape": [4001] * 2, "piece": "rook", "given": [[i, i] for i in range(1, 4001)]}, ONE
        ),
        "given queens times cells",
    ),
    "hyperplanes": (
        lambda: packed({"shape": [3] * 12, "piece": "hyperplane-queen", "most": 3}, ONE),
        "the board is too large",
    ),
    "a bound": (lambda: packed({"most": 10**4000}, ONE), "100000000... is more than the 16 cells"),
    "another packing": (lambda: packed({}, ONE, zipfile.ZIP_LZMA), "packed in a way"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_on_one_line(name: str) -> None:
    make, reason = BOMBS[name]
    data = make()
    begun = time.process_time()
    tracemalloc.start()
    try:
        message = verify_proof("F", data).message
    except InputError as error:
        message = str(error)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert reason in message
    assert len(message) < 300
    assert most < 2**27
    assert time.process_time() - begun < 10.0


def test_arrays_that_are_large_together_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.proofs.container.PROOF_BYTES", 2**20)
    with pytest.raises(InputError, match="bytes of an unpacked proof; at most 1,048,576 are read"):
        verify_proof("F", packed({}, ONE | {"x": np.zeros(2**16), "y": np.zeros(2**16)}))


def test_a_chain_of_nodes_may_not_hold_many_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqviz.proofs.tree.TREE_CELLS", 1000)
    steps = np.array([[0, 21 * place] for place in range(20)])
    verdict = verify_proof(
        "F", packed(TREE | {"shape": [20, 20], "piece": "rook", "most": 20}, {"tree": steps})
    )
    assert verdict.valid is False
    assert "too many cells" in verdict.message


def test_a_list_of_entries_that_is_stated_falsely_is_not_read(tmp_path: Path) -> None:
    data = bytearray(packed({}, ONE))
    data[-10:-6] = (2**31).to_bytes(4, "little")
    path = tmp_path / "proof"
    path.write_bytes(data)
    with pytest.raises(InputError, match="bytes of the list of arrays"):
        verify_proof(path)
