"""The tasks of lessons, as they are written: conditions, hints and demonstrations.

With the types of values in lesson files: texts, numbers, cells, and mappings without extra keys.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
)
from pydantic import model_validator as validator

from .markup import check_line, check_markup

MAX_HINTS = 5
MAX_OPTIONS = 10

Coordinate = Annotated[list[StrictInt], Field(min_length=1, max_length=12)]
Coordinates = Annotated[list[Coordinate], Field(max_length=20_000)]
Whole = Annotated[StrictInt, Field(ge=0, le=10**9)]
Positive = Annotated[StrictInt, Field(ge=1, le=10**9)]
Text = Annotated[StrictStr, Field(min_length=1, max_length=4000), AfterValidator(check_markup)]
Words = Annotated[StrictStr, Field(min_length=1, max_length=300), AfterValidator(check_line)]
Name = Annotated[StrictStr, Field(min_length=1, max_length=100)]

Options = Annotated[list[Words], Field(min_length=2, max_length=MAX_OPTIONS)]
Quantity = Literal["queens", "free cells", "attacked cells", "attacking pairs"]


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


Hints = Annotated[list[Text], BeforeValidator(_listed), Field(max_length=MAX_HINTS)]


class Part(BaseModel):
    """A mapping in a lesson file: immutable, without unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Choice(Part):
    """A question with options, of which exactly the right ones are to be chosen."""

    of: Options
    right: Annotated[list[Positive], Field(min_length=1, max_length=MAX_OPTIONS)]
    """The numbers of the right options, from 1; all of them must be chosen, and no other."""

    @validator(mode="after")
    def _right_exist(self) -> Choice:
        _require_different(self.of)
        if len(set(self.right)) < len(self.right) or max(self.right) > len(self.of):
            raise ValueError(f"'right' lists different options from 1 to {len(self.of)}")
        return self


class Goal(Part):
    """A goal of a free exploration: a number of the board that is to be in a range."""

    of: Quantity
    at_least: Whole | None = None
    at_most: Whole | None = None

    @validator(mode="after")
    def _bounded(self) -> Goal:
        if self.at_least is None and self.at_most is None:
            raise ValueError("a goal needs at_least or at_most")
        if None not in (self.at_least, self.at_most) and self.range[0] > self.range[1]:
            raise ValueError("at_least is larger than at_most")
        return self

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest number, both included."""
        low = 0 if self.at_least is None else self.at_least
        return low, float("inf") if self.at_most is None else self.at_most


class Check(Part):
    """The conditions of a task; all must hold."""

    queens_at: Coordinates | None = None
    """A queen stands on each of these cells."""
    empty_at: Coordinates | None = None
    """No queen stands on any of these cells."""
    non_attacking: Positive | None = None
    """There are at least so many queens, and no two attack each other."""
    full_solution: StrictBool = False
    """There are as many queens as in a full placement, and no two attack each other."""
    maximal: StrictBool = False
    """No two queens attack each other, and no cell is free."""
    dominating: StrictBool = False
    """Every cell is occupied or attacked."""
    at_most: Positive | None = None
    """There are at most so many queens."""
    symmetric: Annotated[list[StrictInt], Field(min_length=1, max_length=12)] | None = None
    """There is a queen, and this map carries every queen to a queen: for each coordinate of the
    image the number of that of the cell, negative if it is reversed. ``[-1, -2]`` is half a turn.
    """
    equal_to: Coordinates | None = None
    """A symmetry of the board carries the queens to these cells."""
    free_cells: StrictBool = False
    """Exactly the free cells are marked."""
    goal: Annotated[list[Goal], Field(min_length=1, max_length=4)] | None = None
    """Numbers of the board are in these ranges."""
    cell_chosen: Coordinates | None = None
    """The cursor is on one of these cells."""
    choice: Choice | None = None
    """Exactly the right options are chosen."""
    order: Options | None = None
    """These lines, which are shown in another order, are put in this one."""
    answer: StrictInt | StrictFloat | Words | None = None
    """This was typed as the answer; case is ignored, and so are words beside a number."""
    tolerance: Annotated[float, Field(ge=0, le=1e9)] = 1e-9
    """How far a number may be from the answer."""
    spellings: Annotated[list[Words], Field(max_length=20)] = Field(default_factory=list)
    """Other words for the answer."""
    solver: Literal["finished", "proven"] | None = None
    """The Solve panel has ended a search on this board: finished, or with a proof."""

    @validator(mode="after")
    def _consistent(self) -> Check:
        if not self.model_dump(exclude_defaults=True, exclude={"tolerance", "spellings"}):
            raise ValueError("a check needs a condition")
        if self.spellings and not isinstance(self.answer, str):
            raise ValueError("spellings go with an answer in words")
        if self.tolerance != 1e-9 and not isinstance(self.answer, int | float):
            raise ValueError("a tolerance goes with an answer that is a number")
        if len(self.replies) > 1:
            raise ValueError(f"{self.replies[0]} and {self.replies[1]} are two questions")
        if self.order is not None:
            _require_different(self.order)
        return self

    @property
    def replies(self) -> list[str]:
        """The names of the conditions that are compared when the learner asks for it."""
        asked = {
            "answer": self.answer is not None,
            "choice": self.choice is not None,
            "order": self.order is not None,
            "free_cells": self.free_cells,
        }
        return [name for name, is_asked in asked.items() if is_asked]

    @property
    def is_about_cells(self) -> bool:
        """Whether a condition names cells of one board."""
        named = (self.queens_at, self.empty_at, self.cell_chosen, self.equal_to, self.symmetric)
        return any(each is not None for each in named)

    @property
    def leaves_queens_open(self) -> bool:
        """Whether many placements fulfil the check, so that a demonstration must be written."""
        return bool(
            self.non_attacking
            or self.full_solution
            or self.maximal
            or self.dominating
            or self.symmetric
            or self.goal
        )


class Show(Part):
    """The demonstration of a task."""

    place: Coordinates = Field(default_factory=list)
    remove: Coordinates = Field(default_factory=list)
    point: Coordinate | None = None


class Task(Part):
    """A task with its check and demonstration."""

    say: Text
    check: Check
    hint: Hints = Field(default_factory=list)
    """Hints, from the first nudge to nearly the answer; one may be written as a text alone."""
    done: Text | None = None
    show: Show | None = None
    explore: StrictBool = False
    """Whether any board of the learner counts, not only that of the step."""
    predict: StrictBool = False
    """Whether the animation of the step waits until the learner has answered once."""

    @validator(mode="after")
    def _consistent(self) -> Task:
        if self.explore and self.check.is_about_cells:
            raise ValueError("a task to explore names no cells: any board may be chosen")
        if self.predict and not self.check.replies:
            raise ValueError("a prediction needs an answer, a choice or an order")
        return self


def _require_different(lines: list[str]) -> None:
    if len({line.casefold() for line in lines}) < len(lines):
        raise ValueError("a line stands twice")
