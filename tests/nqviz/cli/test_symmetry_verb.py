"""The verb symmetry: stabilisers, canonical images, comparisons."""

from nqviz.constructions import classical, regular
from nqviz.core.board import Board
from nqviz.core.placement import Placement
from nqviz.core.symmetry import canonical, symmetries
from nqviz.formats import read_placement, write_placement


def test_a_stabiliser_has_a_name_and_an_orbit(answer, tmp_path):
    file, least = tmp_path / "a.json", tmp_path / "least.json"
    write_placement(regular(Board.cube(5, 2), shift=3), file)
    status, found, _ = answer("symmetry", file)
    assert status == 0
    assert found["group"] == 8 == found["order"] * found["orbit"]
    assert found["stabiliser"].startswith("quarter turn")
    assert len(found["symmetries"]) == found["order"] == 4
    assert found["classes"] == ["symmetric", "doubly-symmetric", "doubly-periodic"]
    status, found, _ = answer("symmetry", file, "-o", least)
    assert status == 0
    assert read_placement(least).placement == canonical(regular(Board.cube(5, 2), shift=3))


def test_a_large_group_is_named_by_generators(answer, tmp_path):
    file, least = tmp_path / "a.json", tmp_path / "least.json"
    corner = Placement(Board.cube(3, 12), [(2,) * 12])
    write_placement(corner, file)
    status, found, _ = answer("symmetry", file, "-o", least)
    assert status == 0
    assert (found["order"], found["orbit"]) == (479_001_600, 2**12)
    assert "symmetries" not in found
    assert len(found["generators"]) > 1
    assert read_placement(least).placement == canonical(corner)
    assert answer("symmetry", file, least)[1]["same"] is True


def test_translations_count_on_the_torus_unless_they_are_left_out(answer, tmp_path):
    file = tmp_path / "a.json"
    write_placement(regular(Board.cube(5, 2, torus=True)), file)
    assert answer("symmetry", file)[1]["translations"] == 5
    assert answer("symmetry", file, "--no-translations")[1]["translations"] == 1


def test_two_placements_are_compared(answer, tmp_path):
    first, image, other = (tmp_path / f"{name}.json" for name in "abc")
    placement = classical(8)
    write_placement(placement, first)
    write_placement(symmetries(placement.board)[5].placement(placement), image)
    write_placement(Placement(placement.board, [(i, i) for i in range(8)]), other)
    status, found, _ = answer("symmetry", first, image)
    assert (status, found["same"]) == (0, True)
    assert found["map"]
    status, found, _ = answer("symmetry", first, other)
    assert (status, found) == (1, {"same": False, "map": None})


def test_placements_of_different_boards_are_refused_in_one_line(answer, tmp_path):
    first, other = tmp_path / "a.json", tmp_path / "b.json"
    write_placement(classical(8), first)
    write_placement(classical(9), other)
    status, found, err = answer("symmetry", first, other)
    assert (status, err) == (2, f"nqviz: {found['error']}\n")
    assert "no symmetry in common" in err
    assert len(err.splitlines()) == 1


def test_admissible_coefficients_are_listed(answer):
    status, found, _ = answer("construct", "regular", "--n", 11, "--d", 3, "--list")
    assert status == 0
    assert found["count"] == len(found["coefficients"]) == 24
    assert found["count"] * found["shift_classes"] == 264
    status, found, err = answer("construct", "classical", "--n", 11, "--d", 2, "--list")
    assert (status, err) == (2, f"nqviz: {found['error']}\n")
    assert "regular only" in err


def test_full_placements_are_counted(answer):
    status, found, _ = answer("count", "full", "--n", 11, "--d", 3)
    assert (status, found["count"], found["orbits"]) == (0, "264", 6)
    status, found, _ = answer("count", "full", "--n", 11, "--d", 2)
    assert (status, found["count"], found["orbits"]) == (0, "2680", 341)


def test_the_library_is_filtered_by_class(answer):
    _, found, _ = answer("library", "list", "--n", 8, "--d", 3, "--class", "symmetric")
    assert "8x8x8-48" in [each["name"] for each in found["entries"]]
    status, _, _ = answer("library", "list", "--n", 7, "--d", 3, "--class", "doubly-symmetric")
    assert status == 2  # in an odd number of dimensions there is none
