"""``nqviz lesson``: a lesson on paper."""

from __future__ import annotations

import argparse

from nqviz.cli.options import add_output, check_output
from nqviz.cli.output import DONE, Session
from nqviz.core.errors import InputError
from nqviz.formats.links import is_lesson_link


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the lesson and the file to write."""
    parser.add_argument("do", choices=("print",), help="print: a handout with an answer sheet")
    parser.add_argument(
        "file", metavar="FILE", help="a lesson (.yaml), or one that ships, such as lesson:klarner"
    )
    add_output(parser, "the PDF")


def run(options: argparse.Namespace, session: Session) -> int:
    """Write the handout."""
    if options.output is None or not options.output.lower().endswith(".pdf"):
        raise InputError("a handout is a PDF: give -o handout.pdf")
    check_output(options)
    from nqviz.lessons import linked_step, read_lesson
    from nqviz.lessons.handout import save_handout

    is_link = is_lesson_link(options.file)
    lesson = linked_step(options.file)[0] if is_link else read_lesson(options.file)
    count = save_handout(lesson, options.output)
    session.answer({"file": options.output, "pages": count}, f"{options.output}: {count} pages")
    return DONE
