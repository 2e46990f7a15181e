import json

import pytest

from nqviz.constructions import FAMILIES, Parameter, classical, construct, construct_from, extend
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.placement import Placement

BOARDS = [
    Board.cube(1, 1),
    Board.cube(1, 3),
    Board.cube(7, 1),
    *(Board.cube(n, 2) for n in range(1, 9)),
    Board.cube(6, 3),
    Board.cube(11, 3),
    Board.cube(11, 3, torus=True),
    Board.cube(17, 4),
    Board.cube(11, 3, piece="rook"),
    Board((4, 5, 6)),
    Board.cube(2, 7),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_applies_or_says_why_not(name: str, board: Board) -> None:
    asked, objection = board, FAMILIES[name].objection(board)
    if objection is not None:
        assert "\n" not in objection
        with pytest.raises(InputError) as error:
            construct(board, name)
        assert str(error.value) == objection
        return
    construction = construct(board, name)
    assert construction.family == name
    if name == "colouring":
        board = Board((board.n,) * 3, piece="rook")
    assert construction.placement.board == board
    assert construction.placement.is_valid()
    assert len(construction.placement) > 0
    assert construction.note
    parameters = json.loads(json.dumps(construction.parameters))
    again = construct(asked, name, **parameters)
    assert again.placement == construction.placement


@pytest.mark.parametrize("name", FAMILIES)
def test_forms_have_what_they_need(name: str) -> None:
    family = FAMILIES[name]
    assert family.name == name
    assert family.title
    assert family.summary.endswith(".")
    assert len({p.name for p in family.parameters}) == len(family.parameters)
    for parameter in family.parameters:
        assert parameter.title
        assert parameter.help.endswith(".")
        assert parameter.check(parameter.default) == parameter.default
        assert bool(parameter.choices) == (parameter.kind == "choice")


def test_unknown_names() -> None:
    board = Board.cube(11, 3)
    with pytest.raises(InputError, match="unknown family 'wild'; choose one of classical"):
        construct(board, "wild")
    with pytest.raises(InputError, match=r"regular has no parameter 'seed'; its .* shift"):
        construct(board, "regular", seed=1)


@pytest.mark.parametrize(
    ("family", "name", "value", "message"),
    [
        ("regular", "shift", "one", "shift is 'one'; a whole number"),
        ("regular", "shift", True, "shift is True; a whole number"),
        ("regular", "shift", None, "shift is None; a whole number"),
        ("regular", "coefficients", 3, "coefficients is 3; whole numbers"),
        ("regular", "coefficients", (3, 5.0), "whole numbers"),
        ("random", "seed", -1, "seed is -1; it is 0 or more"),
        ("subcube", "outer", 0, "outer is 0; it is 1 or more"),
    ],
)
def test_values_are_checked(family: str, name: str, value: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        construct(Board.cube(11, 3), family, **{name: value})


def test_choices_are_checked() -> None:
    with pytest.raises(InputError, match="pattern is 'C'; choose automatic, A or B"):
        construct(Board.cube(8, 2), "classical", pattern="C")


def test_automatic_is_a_value_only_where_it_is_the_default() -> None:
    free = Parameter("a", "A", "int", None, "Free.")
    assert free.check(None) is None
    assert free.check(3) == 3
    with pytest.raises(InputError):
        Parameter("a", "A", "int", 0, "Bound.").check(None)


def test_some_families_start_from_a_placement() -> None:
    start = classical(8)
    larger = construct_from(start, "extended")
    assert larger.placement == extend(start)
    assert larger.placement.is_valid()
    some = construct_from(start, "random", queens=5, seed=3)
    assert len(some.placement) == 5
    assert set(some.placement) < set(start)
    assert some.placement == construct_from(start, "random", queens=5, seed=3).placement


@pytest.mark.parametrize(
    ("family", "parameters", "message"),
    [
        ("random", {}, "give the number of queens to keep, 0 to 8"),
        ("random", {"queens": 9}, "9 queens cannot be chosen of 8"),
        ("random", {"queens": -1}, "queens is -1"),
        ("extended", {"pattern": "A"}, "cannot be chosen when a placement is given"),
        ("extended", {"seed": 1}, "no parameter 'seed'"),
        ("regular", {}, "does not start from a placement"),
        ("wild", {}, "unknown family"),
    ],
)
def test_what_cannot_start_from_a_placement(
    family: str, parameters: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        construct_from(classical(8), family, **parameters)
    with pytest.raises(InputError):
        construct_from(Placement(Board.cube(4, 3)), "extended")
