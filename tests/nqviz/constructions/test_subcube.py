import threading
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqviz.constructions import (
    SubcubeCut,
    admissible_coefficients,
    best_cut,
    construct,
    has_regular,
)
from nqviz.constructions.cut import corner_counts, cut_count
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.run.context import Progress, RunContext

PUBLISHED = {
    9: 67,
    10: 91,
    12: 133,
    15: 199,
    16: 241,
    18: 307,
    21: 403,
    22: 463,
    27: 679,
    28: 757,
    30: 871,
    35: 1159,
    36: 1261,
    39: 1447,
    40: 1561,
}

CUTS = st.sampled_from([(5, 2), (7, 2), (25, 2), (11, 3), (13, 3), (17, 4)]).flatmap(
    lambda size: st.builds(
        SubcubeCut,
        st.just(size[0]),
        st.sampled_from([tuple(a) for a in admissible_coefficients(*size, limit=40).tolist()]),
        st.integers(0, size[0] - 1),
        st.integers(0, size[0] - 1),
        st.tuples(*[st.integers(0, size[0] - 1)] * size[1]),
    )
)


def test_published_counts() -> None:
    for m, count in PUBLISHED.items():
        cut = best_cut(m, 3)
        assert (cut.count, len(cut.placement)) == (count, count)
        assert cut.placement.is_valid()
        assert cut.complete


@pytest.mark.parametrize(("d", "sides"), [(2, range(1, 61)), (3, range(1, 61)), (4, range(2, 25))])
def test_the_best_cuts_are_valid(d: int, sides: range) -> None:
    for m in sides:
        cut = best_cut(m, d)
        assert cut.board == Board.cube(m, d)
        assert cut.count == len(cut.placement)
        assert cut.placement.is_valid()
        if has_regular(m, d):
            assert (cut.k, cut.count) == (0, m ** (d - 1))


@pytest.mark.parametrize(("m", "count"), [(4, 16), (5, 38), (6, 80), (7, 145), (8, 241)])
def test_known_maxima_of_dimension_4_are_cuts(m: int, count: int) -> None:
    assert best_cut(m, 4).count == count


def test_dimension_5() -> None:
    for m in (4, 8, 12):
        cut = best_cut(m, 5)
        assert len(cut.placement) == cut.count
        assert cut.placement.is_valid()


@given(CUTS)
@settings(max_examples=60, deadline=None)
def test_the_formula_and_the_picture_against_counting(cut: SubcubeCut) -> None:
    queens = cut.outer_placement.cells
    assert len(queens) == cut.outer ** (cut.d - 1)
    in_layers = np.stack(
        [np.isin(queens[:, axis], layers) for axis, layers in enumerate(cut.deleted_layers)], axis=1
    )
    assert cut.p == in_layers.all(axis=1).sum()
    assert cut.count == (~in_layers).all(axis=1).sum() == len(cut.placement)
    assert cut.count == cut_count(cut.outer, cut.d, cut.k, cut.p)
    assert (cut.kept == ~in_layers.any(axis=1)).all()
    left = (queens[cut.kept] - np.array(cut.offsets) - cut.k) % cut.outer
    assert {tuple(q) for q in left.tolist()} == set(cut.placement)
    assert (cut.to_outer(left) == queens[cut.kept]).all()
    assert cut.placement.is_valid()


@pytest.mark.parametrize(
    ("outer", "d", "k", "p"), [(11, 2, 3, 2), (17, 3, 4, 5), (17, 4, 6, 30), (37, 5, 2, 1)]
)
def test_the_formula_as_written_for_low_dimensions(outer: int, d: int, k: int, p: int) -> None:
    written = {
        2: outer - 2 * k + p,
        3: outer**2 - 3 * k * outer + 3 * k**2 - p,
        4: outer**3 - 4 * k * outer**2 + 6 * k**2 * outer - 4 * k**3 + p,
    }
    expected = written.get(d, ((outer - k) ** d + k**d) / outer - p)
    assert cut_count(outer, d, k, p) == expected


def test_corner_counts_by_enumeration() -> None:
    counts = [0] * 13
    for x, y, z in product(range(6), repeat=3):
        counts[(2 * x + 5 * y - z) % 13] += 1
    assert corner_counts(13, np.array([2, 5]), 6).tolist() == counts


def most_by_brute_force(m: int, d: int, outers: list[int]) -> int:
    """Every coefficient vector and every shift, the corner of the outer board counted."""
    best = 0
    cells = Board.cube(m, d).cells(np.arange(m**d))
    for outer in outers:
        for row in admissible_coefficients(outer, d):
            form = (cells @ np.array([*row, -1])) % outer
            best = max(best, int(np.bincount(form).max()))
    return best


@pytest.mark.parametrize(
    ("m", "d", "outers"),
    [(4, 2, [5, 7, 11]), (8, 2, [11, 13]), (7, 3, [11, 13, 17]), (14, 3, [17, 19]), (9, 4, [17])],
)
def test_the_search_misses_nothing(m: int, d: int, outers: list[int]) -> None:
    assert best_cut(m, d, largest=outers[-1]).count == most_by_brute_force(m, d, outers)


def test_a_larger_limit_finds_no_less() -> None:
    for m in (14, 24, 32):
        assert best_cut(m, 3, largest=2 * m).count == best_cut(m, 3).count


def test_a_stopped_search_gives_its_best_and_says_so() -> None:
    stop = threading.Event()
    stop.set()
    cut = best_cut(14, 3, run=RunContext(stop=stop))
    assert not cut.complete
    assert cut.placement.is_valid()
    assert "not all cuts" in construct(Board.cube(14, 3), "subcube", run=RunContext(stop=stop)).note


def test_progress_comes() -> None:
    seen: list[Progress] = []
    best_cut(14, 3, run=RunContext(progress=seen.append))
    assert seen
    assert any("best 163" in progress.activity for progress in seen)


def test_beyond_dimension_6_nothing_is_claimed() -> None:
    cut = best_cut(3, 7)
    assert not cut.complete
    assert cut.placement.is_valid()


def test_the_family_repeats_itself() -> None:
    board = Board.cube(22, 3)
    first = construct(board, "subcube")
    again = construct(board, "subcube", **first.parameters)
    assert again.placement == first.placement
    assert again.parameters == first.parameters
    assert first.cut is not None
    assert (first.cut.outer, len(first.placement)) == (23, 463)
    assert first.placement.board == board


def test_parts_of_a_cut_can_be_chosen() -> None:
    board = Board.cube(9, 3)
    assert len(construct(board, "subcube", outer=13).placement) == 57
    chosen = construct(board, "subcube", outer=11, coefficients=(3, 5), offsets=(1, 4, 10))
    cut = chosen.cut
    assert cut is not None
    assert (cut.coefficients, cut.offsets, cut.k) == ((3, 5), (1, 4, 10), 2)
    others = [
        construct(board, "subcube", outer=11, coefficients=(3, 5), offsets=(1, 4, 10), shift=c)
        for c in range(11)
    ]
    assert len(chosen.placement) == max(len(c.placement) for c in others)


def test_where_a_cut_is_whole_the_torus_will_do() -> None:
    torus = Board.cube(13, 3, torus=True)
    placement = construct(torus, "subcube").placement
    assert len(placement) == 169
    assert placement.board == torus
    assert placement.is_valid()
    with pytest.raises(InputError, match="does not wrap"):
        construct(torus, "subcube", outer=17)


@pytest.mark.parametrize(
    ("board", "parameters", "message"),
    [
        (
            Board.cube(9, 3, torus=True),
            {},
            r"does not wrap around a torus; the nearest is the \(9,3\) board",
        ),
        (Board((3, 4, 5)), {}, r"the nearest is the \(5,3\)"),
        (Board.cube(9, 1), {}, r"the nearest is the \(9,2\)"),
        (Board.cube(9, 3), {"outer": 12}, "12 has no regular .* the next that has is 13"),
        (Board.cube(9, 3), {"outer": 8}, "too small; the board has 9"),
        (Board.cube(9, 3), {"largest": 10}, "no side from 9 to 10 .* the first that has is 11"),
        (Board.cube(9, 3), {"shift": 1}, "need its outer side"),
        (Board.cube(9, 3), {"outer": 11, "shift": 1}, "needs its coefficients"),
        (Board.cube(9, 3), {"outer": 11, "offsets": (1, 2)}, "3 offsets are needed"),
        (Board.cube(9, 3), {"outer": 11, "coefficients": (1, 2)}, "not admissible"),
    ],
)
def test_what_cannot_be_cut(board: Board, parameters: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        construct(board, "subcube", **parameters)


def test_best_cut_names_bad_numbers() -> None:
    with pytest.raises(InputError, match="side 1"):
        best_cut(0, 3)
    with pytest.raises(InputError, match="two dimensions"):
        best_cut(5, 1)
    with pytest.raises(InputError, match="layers cannot be cut"):
        SubcubeCut(11, (2, 4), 0, 11, (0, 0, 0))


def test_the_note_is_in_words():
    note = construct(Board.cube(12, 3), "subcube").note
    assert note.endswith("without 1 layer in each direction, with no queen where they meet.")


@pytest.mark.parametrize("by", [11 * 2**70, -11 * 2**70])
def test_numbers_of_any_size_count_by_their_residues(by: int) -> None:
    cut = SubcubeCut(11, (2, 4), 3, 2, (0, 1, 2))
    same = SubcubeCut(11, (2 + by, 4 - by), 3 + by, 2, (by, 1 - by, 2 + by))
    assert same == cut
    assert (same.count, same.p) == (cut.count, cut.p)
    assert same.placement == cut.placement
