"""Links to lessons that ship with nqviz: ``lesson:klarner#4`` is a step of one."""

from __future__ import annotations

import re
from pathlib import Path

from nqviz.core.errors import InputError, quoted

from .model import Lesson
from .reader import lessons

_LINK = re.compile(r"lesson:([^#]*)(?:#([0-9]{1,3}))?")


def linked_step(link: str | Path) -> tuple[Lesson, int]:
    """Return the lesson of a link, and its step, counted from 0.

    `link`: ``lesson:NAME`` or ``lesson:NAME#STEP``. The name is that of the file without its
    ending; the number before it may be left out. Steps count from 1.
    Raises InputError if there is no such lesson, or no such step of it.
    """
    found = _LINK.fullmatch(str(link))
    if found is None:
        raise InputError(f"{quoted(str(link))}: a link is lesson:NAME or lesson:NAME#STEP")
    names = {each.name.partition("-")[2]: each for each in lessons()}
    lesson = names.get(found[1]) or {each.name: each for each in lessons()}.get(found[1])
    if lesson is None:
        raise InputError(f"no lesson {quoted(found[1])}; there are {', '.join(names)}")
    step = int(found[2] or 1)
    if not 1 <= step <= len(lesson.steps):
        raise InputError(f"the lesson has steps 1 to {len(lesson.steps)}, not {step}")
    return lesson, step - 1
