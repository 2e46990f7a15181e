"""Families of constructions: parameters, the boards they apply to, and what they build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias, cast

from nqviz.core.board import MAX_CELLS, MAX_DIMENSION, Board, vast_boards
from nqviz.core.errors import InputError, quoted
from nqviz.core.pieces import either
from nqviz.core.placement import Placement
from nqviz.core.shipped import shipped_text
from nqviz.run.context import RunContext

from .avoiding import avoiding
from .cut import SubcubeCut

ParameterKind: TypeAlias = Literal["int", "coefficients", "numbers", "choice"]
ParameterValue: TypeAlias = int | str | tuple[int, ...] | None

_FAR = 10_000  # by how much the sides of boards that are near differ


@dataclass(frozen=True)
class Parameter:
    """A parameter of a family, described for forms and the command line.

    Attributes
    ----------
    name, title, help : str
        The identifier, the label, and a sentence of explanation.
    kind : str
        "int"; "numbers", integers in order; "coefficients", numbers admissible modulo the side;
        or "choice" (one of `choices`).
    default : int, str or tuple of int, optional
        None means that the family chooses a value.
    minimum : int, optional
        The least value of an "int".
    choices : tuple of str
        The values of a "choice".
    """

    name: str
    title: str
    kind: ParameterKind
    default: ParameterValue
    help: str
    minimum: int | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> ParameterValue:
        """Return a value in the type that the family expects.

        Raises InputError if it is of another kind, below the minimum or not one of the choices.
        """
        if value is None and self.default is None:
            return None
        if self.kind == "choice":
            if not isinstance(value, str) or value not in self.choices:
                raise InputError(f"{self.name} is {quoted(value)}; choose {either(self.choices)}")
            return value
        if self.kind in ("coefficients", "numbers"):
            if not isinstance(value, tuple | list) or not all(map(_is_whole, value)):
                raise InputError(f"{self.name} is {quoted(value)}; whole numbers are needed")
            for each in value:
                self._check_size(each)
            return tuple(value)
        if not isinstance(value, int) or not _is_whole(value):
            raise InputError(f"{self.name} is {quoted(value)}; a whole number is needed")
        self._check_size(value)
        if self.minimum is not None and value < self.minimum:
            raise InputError(f"{self.name} is {quoted(value)}; it is {self.minimum} or more")
        return value

    def _check_size(self, value: int) -> None:
        if abs(value) > MAX_CELLS:
            raise InputError(f"{self.name} is {quoted(value)}; at most {MAX_CELLS:,} is possible")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Construction:
    """A placement and how it was constructed."""

    placement: Placement
    family: str
    """The name of the family."""
    parameters: Mapping[str, object]
    """The parameters that build the same placement on the same board; JSON types."""
    note: str
    """A sentence that describes it."""
    cut: SubcubeCut | None = None
    """The cut, if the placement is a subcube cut."""


@dataclass(frozen=True)
class Family:
    """A family of constructions."""

    name: str
    title: str
    summary: str
    """`name`, `title` and `summary`: the identifier, the label, and a sentence of explanation."""
    why_not: Callable[[Board], str | None]
    """Returns None if the family applies to a board, else a clause with the reason."""
    build: Callable[..., Construction]
    """Takes the board and the checked parameters by name."""
    parameters: tuple[Parameter, ...] = field(default=())
    searches: bool = False
    """Whether building can take long; `build` then takes `progress` and `stop` as well."""
    any_piece: bool = False
    """Whether it applies to hyperplane queens, too; other families need attacks along lines."""
    takes_blocked: bool = False
    """Whether `build` leaves out blocked cells; others build on the board without them, and the
    image that loses the fewest pieces is filled up."""
    on_other_board: bool = False
    """Whether the placement is on another board than the one that is given."""
    by_formula: bool = False
    """Whether `build` has no array with an entry for each cell, so that boards may be vast; see
    `vast_boards`."""
    build_from: Callable[..., Construction] | None = None
    """Takes a placement instead of a board, if the family can start from a placement."""

    least_dimension: int = 2
    """The least dimension of its boards; `nearest` looks at none below."""

    def suits(self, board: Board) -> bool:
        """Return whether the family applies to a board."""
        return self.reason(board) is None

    def reason(self, board: Board) -> str | None:
        """Return the reason why the family does not apply to a board; None if it does."""
        if board.blocked and self.on_other_board:
            return f"the family {self.name} builds on another board, without blocked cells"
        if not self.any_piece and board.has_hyperplanes:
            return f"the family {self.name} is for attacks along lines, not over hyperplanes"
        if not self.any_piece and board.has_leaps:
            return f"the family {self.name} is for attacks along lines, not for leaps"
        return self.why_not(board.without_blocked())

    def objection(self, board: Board) -> str | None:
        """Return on one line why the family does not apply to a board, and the nearest board.

        None if the family applies.
        """
        reason = self.reason(board)
        near = None if reason is None else self.nearest(board)
        return reason if near is None else f"{reason}; the nearest is the {near}"

    def nearest(self, board: Board) -> Board | None:
        """Return the nearest cube of queens to which the family applies; None if none is near.

        The same dimension is preferred, then the side that differs least, the smaller of two, then
        a torus if `board` is one, or if the family is for tori only.
        """
        with vast_boards():  # never larger than `board`, if that is vast
            return _nearest(self, board)

    def construct(
        self, board: Board, parameters: Mapping[str, object], run: RunContext
    ) -> Construction:
        """Build a placement on a board; check first that the family and the parameters apply.

        Cells may be blocked; see `takes_blocked`.

        Raises InputError if they do not.
        """
        self._check_names(parameters)
        objection = self.objection(board)
        if objection is not None:
            raise InputError(objection)
        values = self._checked(parameters)
        if self.searches:
            values["run"] = run
        if self.takes_blocked or not board.blocked:
            return self.build(board, **values)
        built = self.build(board.without_blocked(), **values)
        placement, words = avoiding(built.placement, board)
        return replace(built, placement=placement, note=f"{built.note} {words}", cut=None)

    def construct_from(
        self, placement: Placement, parameters: Mapping[str, object]
    ) -> Construction:
        """Build from a placement; check first that the family and the parameters apply.

        Raises InputError if they do not.
        """
        self._check_names(parameters)
        if self.build_from is None:
            raise InputError(f"the family {self.name} does not start from a placement")
        return self.build_from(placement, **self._checked(parameters))

    def _check_names(self, parameters: Mapping[str, object]) -> None:
        known = [parameter.name for parameter in self.parameters]
        for name in parameters:
            if name not in known:
                has = ", ".join(known) or "none"
                unknown = f"has no parameter {quoted(name)}; its parameters: {has}"
                raise InputError(f"the family {self.name} {unknown}")

    def _checked(self, parameters: Mapping[str, object]) -> dict[str, object]:
        return {
            each.name: each.check(parameters.get(each.name, each.default))
            for each in self.parameters
        }


@lru_cache(maxsize=256)
def _nearest(family: Family, board: Board) -> Board | None:
    most_d = min(max(board.d + 1, 3), MAX_DIMENSION)
    dimensions = range(family.least_dimension, most_d + 1)
    for d in sorted(dimensions, key=lambda d: (abs(d - board.d), d)):
        most = int(max(MAX_CELLS, board.size) ** (1 / d) + 1e-9)
        n = min(board.n, most)
        for away in range(min(_FAR, max(n - 2, most - n)) + 1):
            for side in dict.fromkeys((n - away, n + away)):
                if not 2 <= side <= most:
                    continue
                kinds = dict.fromkeys((board.wraps, (), tuple(range(d))))
                for wraps in (axes for axes in kinds if not axes or max(axes) < d):
                    near = Board.cube(side, d, wraps=wraps)
                    if family.suits(near):
                        return near
    return None


# The texts of the built-in families -----------------------------------------------------------


def built_in(
    name: str,
    why_not: Callable[[Board], str | None],
    build: Callable[..., Construction],
    choices: Mapping[str, tuple[str, ...]] | None = None,
    values: Mapping[str, object] | None = None,
    **rules: Any,
) -> Family:
    """Return a built-in family, whose texts and parameters are in ``families.txt``.

    `choices`: the values of each parameter that is a choice, by its name.
    `values`: of the names that explanations have in braces.
    `rules`: the other fields of the family.
    """
    (title, summary), *rows = _table()[name]
    parameters = (
        Parameter(
            each,
            label,
            cast(ParameterKind, kind),
            None if default == "-" else int(default) if kind == "int" else default,
            text.format(**(values or {})),
            None if least == "-" else int(least),
            (choices or {}).get(each, ()),
        )
        for each, label, kind, default, least, text in rows
    )
    return Family(name, title, summary, why_not, build, tuple(parameters), **rules)


@cache
def _table() -> dict[str, list[list[str]]]:
    """Return for each family its title and summary, then the fields of each parameter.

    Lines of parameters are indented: name, title, kind, default, minimum, explanation.
    """
    found: dict[str, list[list[str]]] = {}
    family = ""
    for line in shipped_text("reference", "families.txt").splitlines():
        fields = [field.strip() for field in line.split(" | ")]
        if not line.startswith(" "):
            family = fields.pop(0)
        found.setdefault(family, []).append(fields)
    return found
