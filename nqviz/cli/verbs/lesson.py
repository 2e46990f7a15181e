"""``nqviz lesson``: a lesson on paper, and the progress of learners as a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from nqviz.cli.options import check_output
from nqviz.cli.output import DONE, Console
from nqviz.core.errors import InputError
from nqviz.core.language import LANGUAGES, texts_in
from nqviz.core.pieces import counted
from nqviz.formats.links import is_lesson_link
from nqviz.run.files import atomic_write

VALUES = {"languages": tuple(LANGUAGES)}


def run(options: argparse.Namespace, console: Console) -> int:
    """Write the handout or the page."""
    ending = {"print": ".pdf", "progress": ".html"}[options.do]
    if options.output is None or not options.output.lower().endswith(ending):
        what = {"print": "a handout is a PDF", "progress": "progress is written as a page"}
        raise InputError(f"{what[options.do]}: give -o {options.do}{ending}")
    check_output(options)
    with texts_in(options.language):
        return (_print if options.do == "print" else _write_progress)(options, console)


def _print(options: argparse.Namespace, console: Console) -> int:
    from nqviz.lessons import linked_step, read_lesson
    from nqviz.lessons.handout import save_handout

    if len(options.file) > 1:
        raise InputError("a handout is of one lesson")
    [name] = options.file
    lesson = linked_step(name)[0] if is_lesson_link(name) else read_lesson(name)
    count = save_handout(lesson, options.output)
    console.answer({"file": options.output, "pages": count}, f"{options.output}: {count} pages")
    return DONE


def _write_progress(options: argparse.Namespace, console: Console) -> int:
    from nqviz.lessons import read_progress
    from nqviz.lessons.progress import progress_page

    records = []
    for file in options.file:
        record = read_progress(file)
        named = record.learner or Path(file).stem
        records.append(record.model_copy(update={"learner": named}))
    atomic_write(options.output, progress_page(records).encode())
    entries = {
        "file": options.output,
        "learners": [
            {"learner": each.learner, "done": sum(lesson.is_done for lesson in each.lessons)}
            for each in records
        ],
    }
    console.answer(entries, f"{options.output}: {counted(len(records), 'learner')}")
    return DONE
