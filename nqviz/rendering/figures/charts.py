"""Charts as data: queens per layer, a search, a density by distance, rings, a fingerprint."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.pieces import counted
from nqviz.rendering.canvas.alt_text import AltText
from nqviz.view.arrangement import FloatArray
from nqviz.view.board_view import BoardView
from nqviz.view.palette import NOT_PROVEN, PROVEN, ColourArray, layer_colours

if TYPE_CHECKING:
    from nqviz.counting.densities.profile import Shell
    from nqviz.problems.performance import Profile
    from nqviz.problems.rings import RingDistribution

FAR = 2
"""Values of a search further away than so many times the last gap are cut off."""
NEAR_END = 0.25
"""From this share of its time limit on, the time axis of a search reaches to the limit."""


@dataclass(frozen=True, eq=False)
class Series:
    """One set of points of a chart."""

    name: str
    """Stands in the legend; empty for no entry there."""
    points: FloatArray
    """In the order of their first values, shape (k, 2)."""
    form: str
    """"bars" from 0 up, "open bars" that are hatched and open at the top, a "line" with a disc
    on each point, or "stairs" that keep a value until the next point."""
    colours: str | ColourArray = PROVEN
    """One for all, or one for each bar. Shape (k, 3)."""
    dashed: bool = False
    texts: tuple[str, ...] = ()
    """For each point the text that is read out under the pointer."""
    end: str = ""
    """What stands behind the last point of stairs on a small chart, instead of a legend."""


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart of numbers."""

    title: str
    across: str
    up: str
    """`title`, `across` and `up`: the heading, and the titles of both axes."""
    series: tuple[Series, ...]
    span: tuple[tuple[float, float], tuple[float, float]]
    """The ends of both axes."""
    whole: bool = False
    whole_up: bool = True
    """`whole` and `whole_up`: whether the values of the first and of the second axis are whole
    numbers."""
    ceiling: tuple[float, str] | None = None
    """The largest possible value, drawn as a dashed line, and its name."""
    labels: tuple[str, ...] = ()
    """Texts for the values 1, 2, 3 ... of the first axis, instead of the numbers."""
    pointer: tuple[float, float] | None = None
    """Where a triangle points down."""
    unit: str = ""
    """Stands behind the last value of the first axis on a small chart."""
    shade: str = ""
    """The colour of what lies between the first two series, which are stairs; empty for none."""

    @property
    def alt_text(self) -> AltText:
        """Return the text alternative: all values."""
        told = [f"{self.up} by {self.across}."]
        for series in self.series:
            values = ", ".join(f"{x:,.6g}: {y:,.6g}" for x, y in series.points.tolist())
            told.append(f"{series.name or 'Values'}: {values}.")
        if self.ceiling is not None:
            told.append(f"{self.ceiling[1]}: {self.ceiling[0]:,.6g}.")
        return AltText(self.title, " ".join(told))

    def read_out(self, x: float) -> tuple[float, str] | None:
        """Return the value of the first axis nearest to x that has a text, and this text.

        Stairs are read at x itself; None before their first point.
        """
        points = [
            (float(place), text)
            for series in self.series
            for place, text in zip(series.points[:, 0], series.texts, strict=False)
        ]
        if points:
            return min(points, key=lambda point: abs(point[0] - x))
        values = []
        for series in self.series:
            index = bisect_right(series.points[:, 0].tolist(), x) - 1
            if index >= 0:
                values.append(f"{series.name} {series.points[index, 1]:,g}")
        return (x, ", ".join([f"{x:.1f} s", *values])) if values else None


def counts_chart(view: BoardView, axis: int | None = None) -> Chart:
    """Chart how many queens stand in each layer.

    Parameters
    ----------
    axis : int, optional
        The (0-based) coordinate that numbers the layers; the third, or the last, without it.

    Raises
    ------
    InputError
        If there is no such coordinate.
    """
    board = view.board
    axis = min(2, board.d - 1) if axis is None else axis
    if not 0 <= axis < board.d:
        raise InputError(f"coordinate {axis + 1} does not exist on the {board}")
    side = board.shape[axis]
    heights = np.bincount(board.cells(view.queens)[:, axis], minlength=side)
    most = most_in_layer(board, axis)
    top = 1.05 * max(most or 1, int(heights.max(initial=0)), 1)
    points = np.stack((np.arange(side) + 1.0, heights.astype(np.float64)), axis=1)
    texts = tuple(
        f"{layer}: {counted(count, board.piece)}" for layer, count in enumerate(heights.tolist(), 1)
    )
    return Chart(
        f"{counted(len(view.queens), board.piece)} on the {board}, layer by layer",
        f"x{axis + 1}",
        f"{board.piece}s",
        (Series("", points, "bars", layer_colours(side), texts=texts),),
        ((0.5, side + 0.5), (0.0, top)),
        whole=True,
        ceiling=None if most is None else (float(most), "at most in a layer"),
    )


@lru_cache(maxsize=16)
def most_in_layer(board: Board, axis: int) -> int | None:
    """Return a bound on the queens of one layer, itself a board of one dimension less.

    None where no bound is known.
    """
    from nqviz.bounds import best_upper

    sides = board.shape[:axis] + board.shape[axis + 1 :]
    try:
        wraps = [other - (other > axis) for other in board.wraps if other != axis]
        layer = Board(sides, piece=board.piece, wraps=wraps) if sides else None
        return 1 if layer is None else best_upper(layer).value
    except InputError:
        return None


def profile_chart(view: BoardView) -> Chart:
    """Chart the mean use of a cell by its distance from the centre of the board.

    Raises InputError if the picture has no density.
    """
    from nqviz.counting.densities.profile import radial_profile  # brings engines along

    if view.overlay is None:
        raise InputError("there is no density to chart")
    return shells_chart(view.board, radial_profile(view.board, view.overlay.values))


def shells_chart(board: Board, shells: Sequence[Shell]) -> Chart:
    """Chart a radial profile that is known already."""
    points = np.array([(shell.distance, shell.mean) for shell in shells])
    top = 1.08 * max(1e-9, float(points[:, 1].max()))
    texts = tuple(
        f"{shell.distance:.2f}: {shell.mean:,.4g} ({counted(shell.cells, 'cell')})"
        for shell in shells
    )
    return Chart(
        f"Density of the {board} by the distance from its centre",
        "distance from the centre",
        "mean use of a cell",
        (Series("", points, "line", texts=texts),),
        ((0.0, max(float(points[-1, 0]), 0.5)), (0.0, top)),
        whole_up=False,
    )


Moment = tuple[float, int | None, int | None]


def search_chart(
    board: Board, moments: Sequence[Moment], fewest: bool = False, limit: float = 0.0
) -> Chart:
    """Chart the incumbent and the bound of a search against its seconds.

    Parameters
    ----------
    moments : sequence of (float, int or None, int or None)
        Seconds since the start, queens found, and the bound; None where there is none yet.
    fewest : bool
        Whether as few queens as possible were wanted: then the bound comes from below.
    limit : float
        When a search that is running ends at the latest, in seconds; 0 for no limit.

    Raises
    ------
    InputError
        If there is nothing to show.
    """
    values = [value for moment in moments for value in moment[1:] if value is not None]
    if not values:
        raise InputError("there is no search to chart yet")
    seconds, found, bound = moments[-1]
    last = max(seconds, 1e-3, limit if seconds >= NEAR_END * limit else 0.0)
    low, high = min(values), max(values)
    if found is not None and bound is not None:  # early bounds are far away
        most = max(FAR * abs(bound - found), found // 8, 2)
        low, high = max(low, min(found, bound) - most), min(high, max(found, bound) + most)
    margin = max(0.5, 0.08 * (high - low))
    series = tuple(
        Series(name, _kept(moments, column, moments[-1][0]), "stairs", colour, dashed)
        for column, name, colour, dashed in (
            (1, "found", PROVEN, False),
            (2, "at least" if fewest else "at most", NOT_PROVEN, True),
        )
    )
    return Chart(
        f"Search for {'few' if fewest else 'many'} {board.piece}s on the {board}",
        "seconds",
        f"{board.piece}s",
        tuple(each for each in series if len(each.points)),
        ((0.0, last), (max(0.0, low - margin), high + margin)),
    )


def _kept(moments: Sequence[Moment], column: int, last: float) -> FloatArray:
    points = [(moment[0], moment[column]) for moment in moments if moment[column] is not None]
    points += [(last, points[-1][1])] if points else []
    return np.array(points, dtype=np.float64).reshape(-1, 2)


def rings_chart(found: RingDistribution) -> Chart | None:
    """Chart how many solutions have each ring vector; None where there is no solution."""
    bars = list(found.counts.items())
    if not bars:
        return None
    texts = tuple(
        f"{' '.join(map(str, vector))}: {counted(count, 'solution')}" for vector, count in bars
    )
    points = np.array([(place, count) for place, (_, count) in enumerate(bars, 1)], np.float64)
    return Chart(
        "Solutions by ring vector",
        "ring vectors, the most frequent first",
        "solutions",
        (Series("", points, "bars", texts=texts),),
        ((0.5, len(bars) + 0.5), (0.0, 1.05 * bars[0][1])),
        whole=True,
    )


@dataclass(frozen=True)
class Level:
    """A cost with its queens."""

    cost: int
    queens: int
    is_decided: bool
    """Whether no placement has fewer queens there, given those on higher costs."""

    @property
    def text(self) -> str:
        """The cost, its queens, and whether it is decided."""
        state = "decided" if self.is_decided else "best so far"
        return f"cost {self.cost}: {counted(self.queens)}, {state}"


def levels_chart(levels: Sequence[Level], current: int | None) -> Chart | None:
    """Chart the queens on each cost of a fingerprint; None without levels.

    Decided costs are closed bars, the others hatched and open at the top; a triangle points at
    the cost `current` that is being decided.
    """
    if not levels:
        return None
    places = {level.cost: float(place) for place, level in enumerate(levels, start=1)}
    series = []
    for form, decided in (("bars", True), ("open bars", False)):
        chosen = [level for level in levels if level.is_decided == decided]
        points = [(places[level.cost], level.queens) for level in chosen]
        series.append(
            Series(
                "",
                np.array(points, np.float64).reshape(-1, 2),
                form,
                PROVEN if decided else NOT_PROVEN,
                texts=tuple(level.text for level in chosen),
            )
        )
    most = max(level.queens for level in levels)
    heights = {level.cost: float(level.queens) for level in levels}
    return Chart(
        "Queens on each cost",
        "cost, the highest first",
        "queens (hatched: not decided)",
        tuple(series),
        ((0.5, len(levels) + 0.5), (0.0, 1.2 * max(most, 1))),
        whole=True,
        labels=tuple(f"{level.cost:,}" for level in levels),
        pointer=None if current not in places else (places[current], heights[current]),
    )


PROFILE_COLOURS = ("#0072B2", "#D55E00", PROVEN, "#CC79A7", NOT_PROVEN, "#56B4E9")
PROFILE_NAME = 24
"""The letters of a name that the legend of profiles holds."""


def profiles_chart(profiles: Sequence[Profile]) -> Chart:
    """Chart performance profiles: the share of instances over the doublings of the fastest time.

    Raises InputError if nothing was solved.
    """
    solved = [profile for profile in profiles if profile.points]
    if not solved:
        raise InputError("no instance was solved by a search: there is no profile to draw")
    last = max(float(np.log2(profile.points[-1][0])) for profile in solved)
    last = max(1.0, 1.05 * last)
    series = []
    for place, profile in enumerate(solved):
        ratios, shares = np.array(profile.points).T
        points = np.column_stack((np.log2(ratios), 100 * shares))
        first, end = [points[0, 0], 0.0], [last, points[-1, 1]]
        series.append(
            Series(
                profile.name.partition(" {")[0].replace("command:", "")[:PROFILE_NAME],
                np.array([first, *points.tolist(), end]),
                "stairs",
                PROFILE_COLOURS[place % len(PROFILE_COLOURS)],
                dashed=place % 2 == 1,
            )
        )
    return Chart(
        "Performance profiles",
        "doublings of the fastest time",
        "% of instances solved",
        tuple(series),
        ((0.0, last), (0.0, 105.0)),
    )
