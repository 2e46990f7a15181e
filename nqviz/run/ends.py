"""Ends of work that did what was asked for and has no answer to its question."""

from __future__ import annotations

from collections.abc import Mapping


class NoAnswer(Exception):  # noqa: N818 - it is no error
    """Work ended as it was asked to, before an answer; the message says what was done.

    `entries`: the same, for JSON.
    """

    def __init__(self, message: str, entries: Mapping[str, object]) -> None:
        super().__init__(message)
        self.entries = dict(entries)
