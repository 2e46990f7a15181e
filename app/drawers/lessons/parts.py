"""The sizes of the page of a lesson, and the parts in which a presentation shows a long step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..solve.chart import HEIGHT

USUAL_HEIGHT = 1080
"""The height of the page for which the sizes of a presentation are meant."""


@dataclass(frozen=True)
class PageSizes:
    """The sizes of a page, in pixels."""

    # The heights of the name of the lesson, the head of a step, its text and its formulas.
    lesson: int
    head: int
    text: int
    formula: int
    line: int  # from one line of text to the next, in percent of the usual distance
    button: int  # the diameter of the round buttons
    margins: tuple[int, int, int, int]  # left, top, right, bottom
    gap: int  # between two parts of the page
    controls: float = 1.0  # how much larger controls are than in a drawer
    chart: int = HEIGHT  # the height of the chart of a search, before it is made larger
    # Whether all follows the height of the page, and head and gaps become smaller until a step fits
    # it. The text never does, so that it is read from the back row: a step that has too much of it
    # is shown in parts.
    fits: bool = False


DRAWER = PageSizes(13, 20, 13, 17, 125, 36, (16, 0, 16, 16), 12)
PRESENTATION = PageSizes(20, 56, 28, 38, 124, 56, (56, 140, 56, 56), 26, 2.2, 90, True)
LEAST_SIDE = 36
"""The least margin of a presented page at its sides and its foot."""


@dataclass(frozen=True)
class Part:
    """Some of the paragraphs of a step."""

    text: str
    # Whether what the step asks for stands below: controls, the task and the animation.
    is_last: bool


def parts_of(text: str, has_more: bool, fits: Callable[[Part], bool]) -> tuple[Part, ...]:
    """Return the parts of a step, as few as fit their pages.

    A paragraph that is too long for a page has one of its own.

    `has_more`: whether anything stands below the text. It goes with the last paragraphs that fit
    with it.
    `fits`: whether a part fits a page.
    """
    whole = Part(text, True)
    if fits(whole):
        return (whole,)
    from nqviz.lessons.markup import blocks, is_formula  # no start waits for it

    paragraphs: list[str] = []
    for block in blocks(text):
        if paragraphs and is_formula(block):  # it belongs to the sentence before it
            block = [paragraphs.pop(), "", *block]
        paragraphs.append("\n".join(block))
    last: list[str] = []
    if has_more:
        while len(paragraphs) > 1 and fits(_part([paragraphs[-1], *last], True)):
            last.insert(0, paragraphs.pop())
    found: list[Part] = []
    begun: list[str] = []
    for paragraph in paragraphs:
        if begun and not fits(_part([*begun, paragraph], False)):
            found.append(_part(begun, False))
            begun = []
        begun.append(paragraph)
    if has_more:
        return (*found, _part(begun, False), _part(last, True))
    return (*found, _part(begun, True))


def _part(paragraphs: list[str], is_last: bool) -> Part:
    return Part("\n\n".join(paragraphs), is_last)
