"""Conjectures and open questions of the papers, with what nqviz has found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from nqviz.core.errors import InputError

from . import reference

STATUSES = {
    "open": "open",
    "partly": "decided in part",
    "proven": "proven",
    "refuted": "refuted as stated",
    "answered": "answered",
}
"""The states of a question, in words."""


@dataclass(frozen=True)
class Question:
    """A conjecture or an open question."""

    name: str
    title: str
    source: str
    statement: str
    status: str
    """A key of `STATUSES`."""
    finding: str
    """What is known, and why."""
    support: tuple[str, ...]
    """Data for it."""
    against: tuple[str, ...]
    """Data against it."""
    command: str
    """A command that tests the next case or repeats the finding; see `questions.json`."""
    is_quick: bool
    """Whether the command takes seconds."""

    @property
    def state(self) -> str:
        """The status in words."""
        return STATUSES[self.status]


@lru_cache(maxsize=1)
def questions() -> tuple[Question, ...]:
    """Return all conjectures and open questions."""
    data = reference("questions")
    return tuple(
        Question(
            entry["name"],
            entry["title"],
            data["sources"][entry["source"]],
            entry["statement"],
            entry["status"],
            entry["finding"],
            tuple(entry["support"]),
            tuple(entry["against"]),
            entry["next"],
            entry["quick"],
        )
        for entry in data["entries"]
    )


def question(name: str) -> Question:
    """Return the question with a name.

    Raises InputError if there is none.
    """
    found = {each.name: each for each in questions()}
    if name not in found:
        raise InputError(f"there is no question {name!r}; choose one of {', '.join(found)}")
    return found[name]
