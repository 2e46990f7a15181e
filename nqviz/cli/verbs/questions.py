"""``nqviz questions``: conjectures and open questions, with what is known of them."""

from __future__ import annotations

import argparse

from nqviz.catalogue.questions import Question, question, questions
from nqviz.cli.output import DONE, Console


def run(options: argparse.Namespace, console: Console) -> int:
    """List the questions, or show one."""
    if options.name is None:
        width = max(len(each.name) for each in questions())
        lines = (f"{each.name:<{width}}  {each.title} ({each.state})" for each in questions())
        console.answer({"questions": [_entries(each) for each in questions()]}, "\n".join(lines))
        return DONE
    each = question(options.name)
    lines_of_one = [f"{each.title} ({each.state})", each.statement, each.finding]
    lines_of_one += (f"for: {data}" for data in each.support)
    lines_of_one += (f"against: {data}" for data in each.against)
    lines_of_one += (f"next: {each.command}", f"source: {each.source}")
    console.answer(_entries(each), "\n".join(lines_of_one))
    return DONE


def _entries(each: Question) -> dict[str, object]:
    return {
        "name": each.name,
        "title": each.title,
        "source": each.source,
        "statement": each.statement,
        "status": each.status,
        "finding": each.finding,
        "support": list(each.support),
        "against": list(each.against),
        "next": each.command,
    }
