"""Proofs: made by every engine that leaves one, written, read, checked; altered, refused."""

from __future__ import annotations

import io
import json
import random
import threading
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nqviz import Board, InputError, Limit, Placement, Status
from nqviz.engines import certificate
from nqviz.engines.theta import engine as theta_module
from nqviz.problems import complete, maximum
from nqviz.proofs import (
    Claim,
    CliqueProof,
    Entries,
    Flawed,
    Leaf,
    Proof,
    Symmetries,
    TreeProof,
    check,
    is_proof,
    load,
    save,
)
from nqviz.run.context import RunContext

BOX = Board((3, 4, 4))
PATIENT = Limit(seconds=100)
"""Only with a time limit local search goes on when the linear program has no more to say."""


def proven(board: Board, engine: str, prove: int | None = None) -> Proof:
    """Return the certificate of an answer, after a trip through a file's arrays."""
    outcome = maximum(board, prove=prove, engine=engine, run=RunContext(PATIENT))
    proof = certificate(outcome, Placement(board))
    assert proof is not None
    assert proof.most == outcome.bound
    return proof


@pytest.fixture(scope="module")
def tree() -> TreeProof:
    """Return a proof with branchings, matrices, and searches at its leaves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theta_module, "MANY_CELLS", 12)
        patch.setattr(theta_module, "FEW_CELLS", 10)
        proof = proven(Board.cube(6, 3), "theta", 22)
    assert isinstance(proof, TreeProof)
    assert {Leaf.PLACE, Leaf.MATRIX} <= {kind for kind, _ in proof.tree}
    return proof


@pytest.fixture(scope="module")
def small() -> TreeProof:
    """Return a small tree that ends in searches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theta_module, "COLD_STEPS", 2)  # too few to prune
        patch.setattr(theta_module, "WARM_STEPS", 6)
        patch.setattr(theta_module, "MANY_CELLS", 30)
        patch.setattr(theta_module, "FEW_CELLS", 25)
        proof = proven(Board.cube(4, 3), "theta", 8)
    assert isinstance(proof, TreeProof)
    assert {Leaf.PLACE, Leaf.SEARCH} <= {kind for kind, _ in proof.tree}
    return proof


@pytest.fixture(scope="module")
def cliques() -> CliqueProof:
    proof = proven(Board.cube(4, 4), "lp", 17)
    assert isinstance(proof, CliqueProof)
    return proof


@pytest.mark.parametrize(
    ("board", "engine", "kind", "most"),
    [
        (Board.cube(5, 3), "theta", "tree", 13),
        (Board.cube(5, 3), "exhaustive", "tree", 13),
        (Board.cube(3, 4), "exhaustive", "boxes", 6),
        (BOX, "exhaustive", None, None),
        (Board((4, 4, 3), torus=True), "exhaustive", "tree", None),
        (Board((4, 4, 3), torus=True), "theta", None, None),
        (Board((5, 5), torus=True), "auto", "cliques", 5),
        (Board((7, 7)), "auto", "cliques", 7),
        (Board.cube(4, 4), "lp", "cliques", 16),
        (Board((3, 3, 3), piece="rook"), "auto", "cliques", 9),
        (Board((5, 5), piece="hyperplane-queen"), "auto", None, None),
        (Board((2, 1, 2)), "auto", None, 1),
    ],
    ids=str,
)
def test_what_engines_prove_can_be_checked(
    tmp_path: Path, board: Board, engine: str, kind: str | None, most: int | None
) -> None:
    proof = proven(board, engine)
    save(proof, tmp_path / "proof")
    again = load(tmp_path / "proof")
    assert is_proof(tmp_path / "proof")
    assert again.claim == proof.claim
    verdict = check(again)
    assert (verdict.valid, verdict.ended) == (True, None)
    assert verdict.kind == (kind or verdict.kind)
    assert proof.most == (most or proof.most)
    lower = replace(proof, claim=Claim(proof.claim.givens, proof.most - 1))
    assert check(lower).valid is False


@pytest.mark.parametrize("engine", ["theta", "lp", "exhaustive"])
@pytest.mark.parametrize("seed", range(3))
def test_completions_are_proven_too(engine: str, seed: int) -> None:
    chance = random.Random(seed)
    board = Board.cube(5, 3)
    cells = [chance.randrange(board.size)]
    for cell in chance.sample(range(board.size), board.size):
        if len(cells) < 3 and Placement.from_indices(board, [*cells, cell]).is_valid():
            cells.append(cell)
    givens = Placement.from_indices(board, cells)
    outcome = complete(givens, "max", engine=engine, run=RunContext(PATIENT))
    proof = certificate(outcome, givens)
    if outcome.status is Status.OPTIMAL and engine != "lp":
        assert proof is not None
    if proof is not None:
        assert check(proof).valid
        assert check(replace(proof, claim=Claim(givens, proof.most - 1))).valid is False
        # The same proof for other givens is none, or none of the same board's symmetries.
        other = Claim(Placement.from_indices(board, cells[:2]), proof.most - 1)
        assert check(replace(proof, claim=other)).valid is False


def test_a_stop_or_an_engine_without_evidence_leaves_no_certificate() -> None:
    stopped = maximum(Board.cube(8, 3), engine="theta", run=RunContext(Limit(nodes=1)))
    assert stopped.status is Status.LIMIT
    assert certificate(stopped, Placement(Board.cube(8, 3))) is None
    mute = replace(maximum(Board.cube(5, 3), engine="exhaustive"), certificate=None)
    assert certificate(mute, Placement(Board.cube(5, 3))) is None


def test_matrices_are_read_as_they_were_proven(tree: TreeProof, tmp_path: Path) -> None:
    save(tree, tmp_path / "a")
    again = load(tmp_path / "a")
    assert isinstance(again, TreeProof)
    assert again.tree == tree.tree
    assert again.symmetries == tree.symmetries
    for one, other in zip(again.matrices, tree.matrices, strict=True):
        assert one.shift == other.shift
        assert (one.values == other.values).all()
    save(again, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").stat().st_size < 100_000
    assert check(again).valid


def test_a_check_can_be_stopped_and_tells_how_far_it_is(tree: TreeProof) -> None:
    fractions: list[float] = []
    check(tree, run=RunContext(progress=lambda news: fractions.append(news.fraction or 0.0)))
    assert fractions == sorted(fractions)
    assert fractions[-1] == pytest.approx(1.0)
    stop = threading.Event()
    verdict = check(tree, run=RunContext(progress=lambda _: stop.set(), stop=stop))
    assert (verdict.valid, verdict.ended) == (None, Status.STOPPED)
    verdict = check(tree, RunContext(Limit(seconds=1e-6)))
    assert (verdict.valid, verdict.ended) == (None, Status.LIMIT)


# Proofs that are none ---------------------------------------------------------------------------


def test_trees_that_do_not_close_every_node_are_refused(small: TreeProof) -> None:
    def refused(tree: list[tuple[int, int]], word: str) -> None:
        verdict = check(replace(small, tree=tree))
        assert verdict.valid is False
        assert word in verdict.message
        assert "\n" not in verdict.message

    assert check(small).valid
    refused(small.tree[:-1], "before all nodes are closed")
    refused([], "before all nodes are closed")
    refused([*small.tree, (Leaf.FEW, 0)], "after its end")
    refused([(Leaf.FEW, 0)], "stays open")
    refused([(9, 0)], "stays open")
    refused([(Leaf.PLACE, -1)], "not free")
    refused([(Leaf.PLACE, 10**9)], "not free")
    refused([(Leaf.MATRIX, 10**6)], "is missing")
    refused([small.tree[0], small.tree[0]], "not free")


def test_an_orbit_may_not_be_taken_away_without_the_symmetry(small: TreeProof) -> None:
    none = replace(small, symmetries=Symmetries(permute=False))
    tree = [(Leaf.PLACE, small.tree[0][1]), (Leaf.SEARCH, 0), (Leaf.FEW, 0)]
    assert check(replace(none, tree=tree)).valid is False
    half = replace(small, symmetries=Symmetries(True, (0,)))
    assert "all reversed or none" in check(half).message


def test_one_false_entry_is_found(tree: TreeProof) -> None:
    chance = np.random.default_rng(0)
    for place in range(min(len(tree.matrices), 4)):
        entries = tree.matrices[place]
        values = entries.values.astype(np.int32)
        values[chance.integers(len(values))] += 2 ** (entries.shift + 8)
        bad = [*tree.matrices]
        bad[place] = Entries(values, entries.shift)
        assert check(replace(tree, matrices=bad)).valid is False
        bad[place] = Entries(values[:-1], entries.shift)
        assert "entries" in check(replace(tree, matrices=bad)).message
        negative = entries.values.copy()
        negative[-1] = -1
        bad[place] = Entries(negative, entries.shift)
        assert "below 1" in check(replace(tree, matrices=bad)).message


def test_cliques_that_are_none_and_weights_that_do_not_cover(cliques: CliqueProof) -> None:
    assert check(cliques).valid
    chance = np.random.default_rng(1)
    for _ in range(10):
        members = cliques.members.copy()
        members[chance.integers(len(members))] = chance.integers(cliques.claim.board.size)
        if (members != cliques.members).any():
            assert check(replace(cliques, members=members)).valid is False
    heaviest = int(cliques.weights.argmax())
    for weight, word in ((cliques.weights.sum() * 2, "only"), (0, "range"), (2**50, "range")):
        weights = cliques.weights.copy()
        weights[heaviest] = weight
        assert word in check(replace(cliques, weights=weights)).message
    assert "covered" in check(replace(cliques, cover=2 * cliques.cover)).message
    assert "as many weights" in check(replace(cliques, weights=cliques.weights[1:])).message


@pytest.mark.parametrize("seed", range(40))
def test_random_changes_never_prove_what_is_false(
    seed: int, small: TreeProof, cliques: CliqueProof
) -> None:
    chance = random.Random(seed)
    proof: Proof = chance.choice([small, cliques])
    proof = replace(proof, claim=Claim(proof.claim.givens, proof.most - 1))
    for _ in range(10):
        if isinstance(proof, TreeProof):
            tree = [*proof.tree]
            at = chance.randrange(len(tree))
            step = (chance.randrange(4), chance.randrange(64))
            tree[at : at + chance.randrange(2)] = [step] * chance.randrange(2)
            proof = replace(proof, tree=tree or [step])
        elif isinstance(proof, CliqueProof):
            proof = replace(proof, cover=max(1, proof.cover + chance.randrange(-99, 99)))
        assert check(proof).valid is False


# Files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_altered_files_are_refused_in_one_line(
    seed: int, tmp_path: Path, small: TreeProof, cliques: CliqueProof
) -> None:
    chance = random.Random(seed)
    file = tmp_path / "proof"
    save(chance.choice([small, cliques]), file)
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice([1, 1, 5, 50])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
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
        ({"version": 2}, "newer"),
        ({"version": "1"}, "version"),
        ({"version": 0}, "version"),
        ({"kind": "word of honour"}, "unknown"),
        ({"shape": [0, 4]}, "side 1"),
        ({"shape": "4x4"}, "board"),
        ({"shape": [2.5]}, "side 1"),
        ({"torus": 1}, "board"),
        ({"piece": "knave"}, "piece"),
        ({"most": "7"}, "not an integer"),
        ({"most": True}, "not an integer"),
        ({"most": 10**400}, "more than the 64 cells"),
        ({"most": "gone"}, "most"),
        ({"given": [[1, 1, 1], [1, 1, 2]]}, "attack"),
        ({"given": [[9, 9, 9]]}, "off the"),
        ({"given": [[1, 1]]}, "coordinates"),
        ({"given": 3}, "not complete"),
        ({"shifts": "gone"}, "shifts"),
        ({"shifts": [1] * 1000}, "matrix"),
        ({"shifts": 5}, "not complete"),
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
