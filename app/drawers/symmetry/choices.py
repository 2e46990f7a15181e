"""Which images of a placement the gallery shows, by choice."""

from __future__ import annotations

from collections.abc import Sequence

from nqviz.core.board import Board
from nqviz.core.language import tr
from nqviz.core.symmetry import Images, Symmetry, board_shifts, is_rotation

MOST_TRANSLATIONS = 20_000
"""The most translations of a torus that are listed."""

ALL, ROTATIONS, REFLECTIONS, DIFFERENT, TRANSLATIONS = (
    "all",
    "rotations",
    "reflections",
    "different",
    "translations",
)


def image_choices(group: Images) -> list[tuple[str, str]]:
    """Return the choices among the images under a group of symmetries: text and name."""
    board, different = group.placement.board, len(group.different)
    moves = len(board_shifts(board))
    turns = sum(map(is_rotation, group.maps))
    choices = [
        (tr("All {count}", count=f"{len(group):,}"), ALL, len(group) > 0),
        (tr("{rotations} rotations", rotations=f"{turns:,}"), ROTATIONS, 1 < turns < len(group)),
        (
            tr("{reflections} reflections", reflections=f"{len(group) - turns:,}"),
            REFLECTIONS,
            turns < len(group),
        ),
        (
            tr("{different} different", different=f"{different:,}"),
            DIFFERENT,
            different < len(group),
        ),
        (
            tr("{translations} translations", translations=f"{moves:,}"),
            TRANSLATIONS,
            len(board.shift_axes) > 0 and moves <= MOST_TRANSLATIONS,
        ),
    ]
    return [(text, name) for text, name, is_there in choices if is_there]


def chosen_images(group: Images, which: str) -> tuple[Images, Sequence[int]]:
    """Return the images of a choice, and the places of those that are shown among them."""
    if which == TRANSLATIONS:
        images = Images(group.placement, _translations(group.placement.board))
        return images, range(len(images))
    if which == DIFFERENT:
        return group, group.different
    if which in (ROTATIONS, REFLECTIONS):
        turns = which == ROTATIONS
        return group, [p for p, each in enumerate(group.maps) if is_rotation(each) == turns]
    return group, range(len(group))


def _translations(board: Board) -> list[Symmetry]:
    axes, straight = tuple(range(board.d)), (False,) * board.d
    moves = board_shifts(board).tolist()
    return [Symmetry(board, axes, straight, tuple(move)) for move in moves]
