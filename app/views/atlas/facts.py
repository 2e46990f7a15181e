"""What is known of a board: the bounds in sentences, the largest placement at hand, neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from nqviz.bounds import Bound, bracket
from nqviz.bounds.source_texts import again_text, parted, source_text, step_text
from nqviz.catalogue.records import records
from nqviz.constructions.from_catalogue import build_bound, load
from nqviz.core.board import Board
from nqviz.core.errors import InputError
from nqviz.core.language import Texts, counted_tr, tr, tr_later
from nqviz.core.placement import Placement
from nqviz.core.symmetry import Stabiliser, symmetry_count
from nqviz.counting.full_bounds import FullBounds, full_bounds
from nqviz.counting.tables import known_counts

from ...document.board_tab import check_size
from ...widgets.numbers import raised, spaced, with_spaces
from ...widgets.widgets import sentence
from .boards import AtlasBoard

WEAKER_UPPER, WEAKER_LOWER = 4, 2
"""How many weaker bounds are listed, the best first."""
NEIGHBOURS = 3
CHECKED = 5_000
"""Queens to which a placement is checked when its card is shown."""
IMAGE_WORK = 200_000
"""Symmetries times queens to which the images of a placement are counted."""
MOST_CELLS, MOST_SOLID_CELLS = 20_000, 250_000
"""Cells to which placements are drawn in pictures: layer by layer, and in perspective."""
MANY_STEPS = 3
"""Steps of a derivation from which on each has a line of its own."""
NO_FULL = "no full placement exists"
PART = "it is a part of the "
AT_LEAST, AT_MOST = tr_later(("At least {value}: {source}.", "At most {value}: {source}."))
FULL_COUNTED = tr_later("{count} full placements ({source}).")
FULL_LEAST = tr_later("Full placements: at least {least} (regular ones and their products).")
FULL_BOTH = tr_later(
    "Full placements: at least {least} (regular ones and their products), at most {most} (each"
    " plane is a full square)."
)
_PRODUCT = re.compile(r"^([\d,]+) = [\d,x ]+ boxes")
HOW: Texts = {
    "record": "Ships with nqviz.",
    "window": "Built from a linear set.",
    "planar": "Built from a full placement of the square.",
    "filled": "Built from a smaller placement and filled up.",
    "product": "Built as a product of two placements.",
}


@dataclass(frozen=True)
class Argument:
    """Why a bound holds."""

    value: int
    text: str  # the argument, in sentences
    captions: tuple[str, ...]  # sources, and how to repeat it


@dataclass(frozen=True)
class Weaker:
    """A bound that a better one replaces: its argument in short and in full."""

    text: str
    sign: str
    value: int
    source: str


@dataclass(frozen=True)
class AtHand:
    """The largest placement at hand; without one the reason."""

    placement: Placement | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Neighbour:
    """A board beside another one."""

    place: AtlasBoard
    lower: int
    upper: int
    placement: Placement | None


@dataclass(frozen=True)
class Facts:
    """All that a card shows of a board."""

    place: AtlasBoard
    least: Argument
    most: Argument
    weaker: tuple[Weaker, ...]
    at_hand: AtHand
    neighbours: tuple[Neighbour, ...]
    report: str

    @property
    def is_proven(self) -> bool:
        """Whether the maximum is known."""
        return self.least.value == self.most.value


def facts_of(place: AtlasBoard) -> Facts:
    """Collect what is known of a board; seconds on large boards."""
    lower, upper = place.bounds()
    return Facts(
        place,
        _argument(lower, place),
        _argument(upper, place),
        _weaker(lower, upper),
        placement_at_hand(place, lower),
        tuple(map(_neighbour, _beside(place))),
        _report(place, lower, upper),
    )


# Arguments ------------------------------------------------------------------------------------


def _argument(bounds: tuple[Bound, ...], place: AtlasBoard) -> Argument:
    best, *others = (bound for bound in bounds if bound.value == bounds[0].value)
    source, rest = parted(best.source)
    between = " " if len(best.steps) < MANY_STEPS else "\n"
    text = between.join(_derivation(_without_product(source), best.steps))
    if source.startswith(NO_FULL) and place.is_plain_cube:
        full = spaced(place.n ** (place.d - 1))
        text = f"{tr('One queen on each line along a side gives {full}.', full=full)} {text}"
    captions = [_repeat(rest, place)] if rest else []
    captions += [sentence(source_text(other.source)) for other in others if other.published]
    return Argument(best.value, with_spaces(text), tuple(map(with_spaces, captions)))


def _repeat(rest: str, place: AtlasBoard) -> str:
    command = rest.removesuffix(" finds it again")
    if command == rest:
        return sentence(again_text(rest))
    more = "" if "--n " in command else f" --n {place.n} --d {place.d}"
    return tr("Repeat it: {command}", command=command) + more


def _derivation(source: str, steps: Iterable[str]) -> list[str]:
    """Return a source and the steps of its derivation as sentences."""
    return _sentences([source_text(source), *map(step_text, steps)])


def _sentences(parts: Iterable[str]) -> list[str]:
    return [part if part.endswith(".") else f"{part}." for part in map(sentence, parts)]


def _weaker(lower: tuple[Bound, ...], upper: tuple[Bound, ...]) -> tuple[Weaker, ...]:
    found: list[Weaker] = []
    for bounds, sign, most in ((upper, "≤", WEAKER_UPPER), (lower, "≥", WEAKER_LOWER)):
        values = {bounds[0].value, 1}
        for bound in bounds:
            if bound.value not in values and len(values) < most + 2:
                values.add(bound.value)
                text = _brief(bound.source)
                source = with_spaces(" ".join(_derivation(bound.source, bound.steps)))
                found.append(Weaker(with_spaces(text), sign, bound.value, source))
    return tuple(found)


def _brief(source: str) -> str:
    """Return the claim of a bound without its reason."""
    claim = source.split(": ", maxsplit=1)[0]
    if claim.startswith(PART):
        claim = f"a part of the {claim.removeprefix(PART)} board"
    return sentence(source_text(_without_product(claim)))


def _without_product(source: str) -> str:
    """Write ``8 boxes`` for ``8 = 2 x 2 x 2 boxes``."""
    return _PRODUCT.sub(lambda found: "1 box" if found[1] == "1" else f"{found[1]} boxes", source)


def _report(place: AtlasBoard, lower: tuple[Bound, ...], upper: tuple[Bound, ...]) -> str:
    """Write all bounds with their derivations and sources, to be copied."""
    lines = [f"{place.translated()}: {bracket(lower[0].value, upper[0].value)}"]
    for words, bounds in ((AT_LEAST, lower), (AT_MOST, upper)):
        for bound in bounds:
            source = source_text(bound.source)
            lines.append(tr(words, value=f"{bound.value:,}", source=source))
            lines += (f"    {step_text(step)}" for step in bound.steps)
    return "\n".join(lines)


# Placements -----------------------------------------------------------------------------------


def placement_at_hand(place: AtlasBoard, lower: tuple[Bound, ...]) -> AtHand:
    """Read or build the largest placement at hand."""
    board = place.board
    if board is None:
        return AtHand(about=(tr("The board has too many cells to be shown."),))
    try:
        check_size(board)
        best, how = _best(place, lower)
    except InputError as error:
        return AtHand(about=tuple(_sentences([str(error)])))
    about, known = [how], lower[0].value
    if len(best) <= CHECKED:
        right, wrong = tr("Checked: no two attack."), tr("Two attack each other.")
        about.append(right if best.is_valid() else wrong)
    if len(best) < known:
        words = tr("{value} are known to exist, but are not at hand.", value=spaced(known))
        about.append(words)
    with suppress(InputError):  # regular solutions are not counted on all boards
        bounds = full_bounds(board) if known == board.full_count else None
        about += [] if bounds is None else [_count_words(bounds)]
    if symmetry_count(board) * len(best) <= IMAGE_WORK:
        images = Stabiliser.of(best).orbit_size
        counted = with_spaces(counted_tr(images, "image"))
        about.append(tr("{images} under the symmetries.", images=counted))
    return AtHand(best, tuple(about))


def _count_words(bounds: FullBounds) -> str:
    """Return the number of full placements in a sentence, or the bounds on it."""
    for count, source in known_counts("maximum", bounds.n, bounds.d)[:1]:
        return tr(FULL_COUNTED, count=spaced(count), source=source)
    least, most = with_spaces(str(bounds.least)), bounds.most
    if most is None:
        return tr(FULL_LEAST, least=least)
    return tr(FULL_BOTH, least=least, most=raised(with_spaces(str(most))))


def _best(place: AtlasBoard, lower: tuple[Bound, ...]) -> tuple[Placement, str]:
    """Return the largest placement and how it is obtained; records before what is built."""
    board = place.board
    assert board is not None
    known = [bound for bound in lower if bound.witness is not None or bound.value == 1]
    best = max(known, key=lambda bound: (bound.value, _is_record(bound)))
    fitting = (each for each in records() if each.board == board)
    record = max(fitting, key=lambda each: each.count, default=None)
    if record is not None and record.count >= best.value:
        return load(record).placement, tr(HOW["record"])
    how = tr("One piece, on any cell.") if best.witness is None else tr(HOW[best.witness.kind])
    return build_bound(board, best), how


def _is_record(bound: Bound) -> bool:
    return bound.witness is not None and bound.witness.kind == "record"


def is_drawn(board: Board) -> bool:
    """Return whether there is a picture of placements on a board."""
    return board.size <= (MOST_SOLID_CELLS if board.d in (2, 3) else MOST_CELLS)


# Neighbours -----------------------------------------------------------------------------------


def _beside(place: AtlasBoard) -> list[AtlasBoard]:
    """Return the cubes of the same dimension with the nearest sides."""
    steps = sorted((step for step in range(-3, 4) if step), key=lambda step: (abs(step), step))
    cubes = [cube for step in steps if (cube := place.step(step)) is not None][:NEIGHBOURS]
    return sorted(cubes, key=lambda cube: cube.n)


def _neighbour(place: AtlasBoard) -> Neighbour:
    lower, upper = place.bounds()
    board, placement = place.board, None
    if board is not None and is_drawn(board):
        placement = _best(place, lower)[0]
    return Neighbour(place, lower[0].value, upper[0].value, placement)
