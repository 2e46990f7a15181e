"""Proofs by one matrix on the orbits of pairs of cells, against the whole matrix."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from nqviz import Board, Placement
from nqviz.bounds import best_lower, best_upper
from nqviz.proofs import Claim, OrbitProof, check, load, save
from nqviz.proofs.orbits import block, is_positive_definite, orbits

UNIT = 1000
FOLDER = resources.files("nqviz_resources.proofs")


def orbit_of(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Count the coordinates of each kind for two cells."""
    counts = [0] * 5
    for a, b in zip(first, second, strict=True):
        if a == b:
            counts[1 if a == 1 else 0] += 1
        elif 1 in (a, b):
            counts[3 if b == 1 else 4] += 1
        else:
            counts[2] += 1
    return tuple(counts)


def symmetric_entries(d: int, chance: np.random.Generator) -> dict[tuple[int, ...], int]:
    """Draw a number for each orbit, the same for a pair and its exchange."""
    drawn: dict[tuple[int, ...], int] = {}
    for orbit in orbits(d):
        back = (*orbit[:3], orbit[4], orbit[3])
        drawn[orbit] = drawn.get(back, int(chance.integers(-9, 10)))
    return drawn


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_blocks_have_the_eigenvalues_of_the_whole_matrix(d: int) -> None:
    chance = np.random.default_rng(d)
    cells = list(product(range(3), repeat=d))
    every = list(orbits(d))
    places = np.array([[every.index(orbit_of(x, y)) for y in cells] for x in cells])
    for _ in range(8):
        drawn = symmetric_entries(d, chance)
        whole = np.array([drawn[orbit] for orbit in every])[places]
        least = float(np.linalg.eigvalsh(whole)[0])
        above, below = np.floor(-least + 1e-6) + 1, np.floor(-least - 1e-6)
        for shift, expected in [(int(above), True), (int(below), False)]:
            moved = {
                orbit: value + (0 if any(orbit[2:]) else shift) for orbit, value in drawn.items()
            }
            answers = [
                is_positive_definite(block(d, k, j, moved))
                for k in range(d + 1)
                for j in range(k // 2 + 1)
            ]
            assert all(answers) is expected


def test_definiteness_is_exact() -> None:
    assert is_positive_definite([[2, 1], [1, 1]])
    assert not is_positive_definite([[2, 2], [2, 2]])
    assert not is_positive_definite([[10**30, 10**15], [10**15, 1]])
    assert is_positive_definite([[10**30 + 1, 10**15], [10**15, 1]])


def plain(d: int, most: int, attacking: int = 0, apart: int = UNIT) -> OrbitProof:
    """Make a matrix with one entry for cells that attack each other and one for the others."""
    every = sorted(orbits(d))
    values = [
        UNIT
        if not any(orbit[2:])
        else attacking
        if orbit[2] == 0 or orbit[3] + orbit[4] == 0
        else apart
        for orbit in every
    ]
    claim = Claim(Placement(Board.cube(3, d)), most)
    return OrbitProof(claim, np.array(every), np.array(values), UNIT)


def test_a_matrix_proves_what_its_eigenvalue_says() -> None:
    proof = plain(2, 9)
    cells = list(product(range(3), repeat=2))
    entries = dict(zip(map(tuple, proof.orbits.tolist()), proof.values.tolist(), strict=True))
    whole = np.array([[entries[orbit_of(x, y)] for y in cells] for x in cells]) / UNIT
    least = int(np.linalg.eigvalsh(whole)[-1])
    assert check(plain(2, least)).valid
    verdict = check(plain(2, least - 1))
    assert verdict.valid is False
    assert f"eigenvalue of {least} or more" in verdict.message


def test_altered_proofs_are_refused() -> None:
    good = plain(2, 9)
    assert check(good).valid
    values = good.values.copy()
    values[[i for i, orbit in enumerate(good.orbits.tolist()) if orbit == [0, 0, 1, 0, 1]]] += 1
    assert "not symmetric" in check(replace(good, values=values)).message
    assert "below 1" in check(plain(2, 9, apart=UNIT - 1)).message
    assert "diagonal" in check(replace(good, unit=UNIT - 1)).message
    assert "missing" in check(replace(good, orbits=good.orbits[1:], values=values[1:])).message
    twice = np.concatenate((good.orbits[:1], good.orbits[:-1]))
    assert "missing" in check(replace(good, orbits=twice)).message
    for board in (Board.cube(3, 2, torus=True), Board.cube(4, 2), Board((3, 4))):
        elsewhere = replace(good, claim=Claim(Placement(board), 9))
        assert "flat boards with 3 cells a side" in check(elsewhere).message
    given = Placement(Board.cube(3, 2), [(0, 0)])
    assert "no given queens" in check(replace(good, claim=Claim(given, 9))).message


@pytest.mark.parametrize(("d", "most"), [(9, 89), (10, 158)])
def test_the_proofs_that_ship_hold(d: int, most: int, tmp_path: Path) -> None:
    with resources.as_file(FOLDER / f"{'x'.join('3' * d)}-{most}.proof") as path:
        proof = load(path)
    assert isinstance(proof, OrbitProof)
    assert (proof.claim.board, proof.most) == (Board.cube(3, d), most)
    assert check(proof).valid
    assert best_lower(proof.claim.board).value <= best_upper(proof.claim.board).value == most
    save(proof, tmp_path / "again.proof")
    again = load(tmp_path / "again.proof")
    assert check(replace(again, claim=Claim(proof.claim.givens, most - 1))).valid is False
