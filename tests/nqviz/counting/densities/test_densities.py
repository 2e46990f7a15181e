"""Densities of collections, conditional ones, samples and the planar limit."""

import threading

import numpy as np
import pytest

from nqviz import Board, InputError, Placement
from nqviz.core.symmetry import orbit
from nqviz.counting import (
    count_planar,
    density,
    density_of,
    density_of_files,
    limit_density,
    orbit_density,
    orbit_uses,
    radial_profile,
    sample_density,
    shift_density,
)
from nqviz.formats import write_placement
from nqviz.run.context import Limit, RunContext
from nqviz.run.outcome import Status


def test_conditional_densities_add_up_to_the_whole():
    board = Board.cube(4, 3)
    whole = density(board).value
    for cell in (0, 1, 21):
        part = density(board, givens=Placement.from_indices(board, [cell])).value
        assert part.total == whole.counts[cell] == part.counts[cell]
        assert part.queens == 7
        assert "1 given queen" in part.of
    small = Board.cube(3, 3)
    cells = [cell for cell in range(27) if density(small).value.counts[cell]]
    parts = [density(small, givens=Placement.from_indices(small, [cell])).value for cell in cells]
    assert sum(part.counts for part in parts).tolist() == (4 * density(small).value.counts).tolist()


def test_densities_of_listed_boards():
    planar = density(Board.cube(11, 2)).value
    assert (planar.total, planar.orbits, planar.queens) == (2680, 341, 11)
    assert (planar.counts.reshape(11, 11).sum(axis=0) == 2680).all()
    board = Board.cube(11, 3)
    assert density(board).value.counts.tolist() == [24] * 11**3  # uniform
    corner = density(board, givens=Placement(board, [[0, 0, 0]])).value
    assert corner.total == 24
    assert len(set(corner.counts.tolist())) > 2  # one shift class is not
    assert corner.counts.tolist() == shift_density(board).counts.tolist()
    with pytest.raises(InputError, match="attack each other"):
        density(board, givens=Placement(board, [[0, 0, 0], [1, 0, 0]]))


@pytest.mark.parametrize("n", [1, 4, 7, 10, 13])
def test_planar_solutions_are_tallied_without_a_list(n):
    board = Board.cube(n, 2)
    found = count_planar(board, tally=True)
    assert (found.value, found.orbits) == (count_planar(board).value, count_planar(board).orbits)
    assert found.cells.tolist() == density(board, fresh=True).value.counts.tolist()


def test_the_density_past_the_lists_is_counted_and_its_time_is_told():
    found = density(Board.cube(15, 2), RunContext(Limit(seconds=60))).value
    assert (found.total, found.orbits) == (2279184, 285053)
    assert (found.array.sum(axis=0) == 2279184).all()
    assert (found.array == found.array.T).all()
    stopped = density(Board.cube(18, 2), RunContext(Limit(seconds=2)))
    assert stopped.value is None
    assert "is done; the rest takes about" in stopped.message


def test_density_of_an_orbit_and_of_files(tmp_path):
    placement = Placement.from_coordinates(Board.cube(4, 2), [[1, 2], [2, 4], [3, 1], [4, 3]])
    found = orbit_density(placement)
    assert (found.total, found.counts.sum(), found.orbits) == (2, 8, 1)
    for number, each in enumerate(orbit(placement)):
        write_placement(each, tmp_path / f"{number}.json")
    loaded = density_of_files([tmp_path])
    assert loaded.counts.tolist() == found.counts.tolist()
    assert loaded.words() == "2 placements of 2 files of 4 queens, loaded"
    with pytest.raises(InputError, match="on one board"):
        density_of([placement, Placement(Board.cube(5, 2))])
    with pytest.raises(InputError, match="at least one placement"):
        density_of([])
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no file in this folder"):
        density_of_files([tmp_path / "empty"])


def test_csv_has_every_cell_from_one():
    lines = density(Board.cube(3, 3)).value.to_csv().splitlines()
    assert lines[0] == "x1,x2,x3,count"
    assert lines[1] == "1,1,1,2"
    assert len(lines) == 28


def test_samples_state_what_they_are():
    board = Board.cube(4, 2)
    found = sample_density(
        board, samples=60, queens=4, seed=1, run=RunContext(Limit(threads=2))
    ).value
    assert not found.is_exact
    assert (found.total, found.counts.sum()) == (60, 240)
    assert (found.spread.walks, found.spread.distinct, found.spread.effective) == (60, 1, 1.0)
    assert found.words().startswith("a sample, not exact: 60 placements of 4 queens out of 60")
    again = sample_density(board, samples=60, queens=4, seed=1).value
    assert again.counts.tolist() == found.counts.tolist()
    spread = sample_density(Board.cube(6, 3), samples=8, queens=15).value.spread
    assert 1 < spread.effective <= spread.distinct <= 8
    for samples, queens in ((0, None), (5, 0), (5, 99)):
        with pytest.raises(InputError):
            sample_density(board, samples=samples, queens=queens)
    with pytest.raises(InputError, match=r"3 queens do not fit .*: give 1 to 2 \("):
        sample_density(Board.cube(3, 2), samples=2, queens=3)
    torus = Board.cube(8, 3, torus=True)  # the bound is above what local search finds
    none = sample_density(torus, samples=2, queens=32)
    assert (none.value, none.status, none.message) == (
        None,
        Status.LIMIT,
        "no search found so many",
    )


def test_orbits_and_distances_of_a_density():
    board = Board.cube(5, 3)
    counts = density(board).value.counts
    uses = orbit_uses(board, counts)
    assert sum(use.cells * use.mean for use in uses) == counts.sum()
    assert all(use.least == use.most for use in uses)
    assert [use.mean for use in uses] == sorted((use.mean for use in uses), reverse=True)
    shells = radial_profile(board, counts)
    assert sum(shell.cells for shell in shells) == 125
    assert sum(shell.cells * shell.mean for shell in shells) == pytest.approx(counts.sum())
    assert (shells[0].distance, shells[0].cells) == (0.0, 1)
    assert shells[-1].distance == pytest.approx(2 * 3**0.5)


def test_both_bounds_on_the_constant_tend_to_the_published_interval():
    coarse, fine = limit_density(64).value, limit_density(128).value
    for bound in ("lower", "upper"):  # their errors shrink by four when the cells are halved
        limit = (4 * getattr(fine, bound) - getattr(coarse, bound)) / 3
        assert 1.944000752019729 < limit < 1.9440010813092217


def test_symmetric_cells_share_a_variable():
    # Values of the program with a variable for each cell and each triangle, without symmetry.
    for m, lower, upper in ((8, 1.9273296944264011, 1.9457839409802034),
                            (25, 1.942197373281896, 1.9441806218374007)):  # fmt: skip
        found = limit_density(m).value
        assert (found.lower, found.upper) == pytest.approx((lower, upper), rel=1e-13)
        assert found.steps < 30


def test_the_constant_to_the_digits_of_theorem_3():
    found = limit_density(1024).value
    assert 1.9439999 < found.lower < 1.944000752019729
    assert 1.944000752019729 < found.upper < 1.9440011296


# Published: 1.944000752 < gamma < 1.944001082 (Nobel, Agrawal & Boyd).
@pytest.mark.parametrize("m", [4, 9, 16, 31])
def test_the_constant_lies_in_the_interval_of_every_discretisation(m):
    found = limit_density(m).value
    assert found.lower < 1.944000752 < 1.944001082 < found.upper
    assert found.upper - found.lower < 1.3 / m**2
    assert found.density.shape == (m, m)
    assert found.density.sum(axis=0) == pytest.approx(np.full(m, m))
    assert found.density == pytest.approx(found.density.T)
    seen = [np.trace(found.density, k) / m for k in range(1 - m, m)]
    assert max(seen) < 1 + 1e-9


def test_the_limit_looks_like_the_planar_densities():
    expected = limit_density(24).value.on_board(10)
    assert expected.sum(axis=1) == pytest.approx(np.ones(10))
    found = density(Board.cube(10, 2)).value
    share = found.counts.reshape(10, 10) / found.total
    assert np.abs(share - expected).max() < 0.06
    assert np.corrcoef(share.ravel(), expected.ravel())[0, 1] > 0.7


def test_the_limit_density_refuses_and_stops():
    with pytest.raises(InputError, match="4 to 2048 cells"):
        limit_density(2)
    stop = threading.Event()
    stop.set()
    assert limit_density(50, run=RunContext(stop=stop)).status is Status.STOPPED


def test_one_placement_is_said_to_be_one():
    assert density(Board((1,))).value.words().startswith("1 maximum placement of 1 queen")
    assert orbit_density(Placement(Board((1,)), [(0,)])).words().startswith("1 image of")


@pytest.mark.parametrize(
    ("board", "most"), [(Board((4, 4), piece="bishop"), 6), (Board((3, 3, 3), piece="3"), 16)]
)
def test_a_sample_reaches_the_most_that_fit(board: Board, most: int) -> None:
    found = sample_density(board, samples=10).value
    assert found is not None
    assert found.queens == most > board.full_count
    assert found.counts.sum() == found.total * most


def test_more_than_can_fit_are_refused_with_a_true_bound() -> None:
    with pytest.raises(InputError, match="give 1 to 4"):
        sample_density(Board.cube(4, 2), samples=2, queens=5)
    six = sample_density(Board((4, 4), piece="bishop"), samples=10, queens=6).value
    assert six is not None
    assert six.queens == 6
