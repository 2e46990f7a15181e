"""The parts in which a presentation shows a step that has too much text for one page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


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
